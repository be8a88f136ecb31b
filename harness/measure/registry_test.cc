#include "harness/measure/registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace harness::measure {
namespace {

using testing::HasSubstr;

MakeBody nothing() {
  return [](const Parameters&) -> Body { return [](benchmark::State&) {}; };
}

RegisteredScenario sound(std::string name = "test/sound") {
  return {
      .description = {.name = std::move(name),
                      .unit_of_work = "op",
                      .metrics = {{"reactor_cpu", "ns"}},
                      .variants = {{"std::list", Role::Before}, {"std::deque", Role::After}, {"ring", Role::Beyond}},
                      .points = {{{{"ops", std::int64_t{1}}}, {Preset::Quick}}, {{{"ops", std::int64_t{2}}}, {}}}},
      .bodies = {nothing(), nothing(), nothing()}};
}

// The sentence on a scenario that is sound but for what `spoil` does to it.
template <class Spoil>
std::string fault_after(Spoil spoil) {
  RegisteredScenario scenario = sound();
  spoil(scenario.description, scenario.bodies);
  return fault_of(scenario, {});
}

TEST(Registry, ASoundScenarioHasNoFault) {
  EXPECT_EQ(fault_of(sound(), {}), "");
  EXPECT_EQ(fault_of(sound(), {sound("test/another")}), "");
  EXPECT_EQ(fault_after([](Scenario& s, auto&) { s.metric = "reactor_cpu"; }), "");
  EXPECT_EQ(fault_after([](Scenario& s, auto&) { s.metric = "cpu_time"; }), "");
  EXPECT_EQ(fault_after([](Scenario& s, auto&) { s.points = {{}}; }), "");
}

TEST(Registry, TheSentenceNamesTheScenario) {
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.unit_of_work.clear(); }), HasSubstr("'test/sound'"));
}

TEST(Registry, FaultsOfVariants) {
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.variants[0].role = Role::Control; }), HasSubstr("must be before"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { std::swap(s.variants[0], s.variants[1]); }), HasSubstr("the first"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.variants[2].role = Role::Before; }), HasSubstr("exactly one"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.variants[2].role = Role::After; }), HasSubstr("at most one"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.variants[2].name = "std::list"; }), HasSubstr("same name"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.variants[2].name = ""; }), HasSubstr("no name"));
  EXPECT_THAT(fault_after([](Scenario&, auto& bodies) { bodies.pop_back(); }), HasSubstr("3 variants but 2 bodies"));
  EXPECT_THAT(fault_after([](Scenario&, auto& bodies) { bodies[1] = nullptr; }), HasSubstr("empty"));
  EXPECT_THAT(fault_after([](Scenario& s, auto& bodies) {
                s.variants.clear();
                bodies.clear();
              }),
              HasSubstr("must be before"));
}

TEST(Registry, FaultsOfMetrics) {
  for (const char* taken : {"wall_time", "cpu_time", "involuntary_switches", "voluntary_switches", "minor_faults",
                            "major_faults", "auto", "items", "checksum"}) {
    EXPECT_THAT(fault_after([&](Scenario& s, auto&) { s.metrics[0].name = taken; }), HasSubstr(taken));
  }
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.metrics.push_back(s.metrics[0]); }), HasSubstr("same name"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.metrics[0].name = ""; }), HasSubstr("no name"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.metric = "wall"; }), HasSubstr("'wall'"));
}

TEST(Registry, FaultsOfPoints) {
  const auto with_point = [](Parameters parameters) {
    return fault_after([&](Scenario& s, auto&) { s.points[1].parameters = std::move(parameters); });
  };
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.points.clear(); }), HasSubstr("no parameter point"));
  EXPECT_THAT(with_point({{"ops", std::int64_t{1}}}), HasSubstr("stands twice"));
  EXPECT_THAT(with_point({{"rows", std::int64_t{2}}}), HasSubstr("different parameters"));
  EXPECT_THAT(with_point({{"ops", std::string("two words")}}), HasSubstr("read back"));
  EXPECT_THAT(with_point({{"ops", std::string("3")}}), HasSubstr("read back"));
  EXPECT_THAT(with_point({{"ops", std::int64_t{2}}, {"ops", std::int64_t{3}}}), HasSubstr("twice"));
}

TEST(Registry, FaultsOfTheHead) {
  EXPECT_THAT(fault_of(sound(), {sound("test/another"), sound()}), HasSubstr("registered twice"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.name.clear(); }), HasSubstr("no name"));
  EXPECT_THAT(fault_after([](Scenario& s, auto&) { s.threads = 0; }), HasSubstr("no thread"));
}

TEST(Registry, KeepsTheOrderOfRegistration) {
  const std::size_t before = registered_scenarios().size();
  register_scenario(sound("test/first"));
  register_scenario(sound("test/second"));
  ASSERT_EQ(registered_scenarios().size(), before + 2);
  EXPECT_EQ(registered_scenarios()[before].description.name, "test/first");
  EXPECT_EQ(registered_scenarios()[before + 1].description.name, "test/second");
}

TEST(RegistryDeathTest, AMalformedDescriptionAbortsWithASentence) {
  EXPECT_DEATH(register_scenario({.description = {.name = "test/empty"}}), "'test/empty' cannot be registered: ");
}

}  // namespace
}  // namespace harness::measure

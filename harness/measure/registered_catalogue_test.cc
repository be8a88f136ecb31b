#include "harness/measure/registered_catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <limits>
#include <map>
#include <stdexcept>
#include <thread>

#include "harness/model/error.h"

namespace harness::measure {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// One scenario whose single variant has the body that a test gives it.
class RegisteredCatalogueTest : public testing::Test {
 protected:
  Catalogue& offer(MakeBody make_body, Parameters parameters = {}) {
    scenarios_ = {{.description = {.name = "test/one",
                                   .unit_of_work = "op",
                                   .metrics = {{"hits", "count", Direction::HigherIsBetter}, {"misses", "count"}},
                                   .variants = {{"only", Role::Before}},
                                   .points = {{std::move(parameters), {}}}},
                   .bodies = {std::move(make_body)}}};
    return catalogue_;
  }

  std::unique_ptr<OpenVariant> open(Body body) {
    return offer([body](const Parameters&) { return body; }).open({"test/one", "only", {}});
  }

  std::string refusal(const wire::OpenRequest& request) {
    try {
      catalogue_.open(request);
    } catch (const Error& error) {
      return error.what();
    }
    ADD_FAILURE() << "opened";
    return "";
  }

  std::vector<RegisteredScenario> scenarios_;
  RegisteredCatalogue catalogue_{scenarios_};
};

std::string run_refusal(OpenVariant& variant) {
  try {
    variant.run(3);
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "ran";
  return "";
}

double value(const wire::Sample& sample, std::string_view name) {
  for (const auto& [metric, total] : sample.values) {
    if (metric == name) return total;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void touch_fresh_pages(std::size_t count) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const memory = mmap(nullptr, count * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, count * page, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < count; ++i) static_cast<volatile char*>(memory)[i * page] = 1;
  munmap(memory, count * page);
}

constexpr std::size_t kSetUpPages = 4000;
constexpr std::size_t kLoopPages = 100;

TEST_F(RegisteredCatalogueTest, ASampleHasEveryMetricOfEveryWorker) {
  const auto variant = open([](benchmark::State& state) {
    for (auto _ : metered(state)) benchmark::ClobberMemory();
    state.SetItemsProcessed(state.iterations() * 7);
    report_checksum(state, 0xfedcba9876543210);
    report_metric(state, "hits", 12.5);
  });
  const wire::Sample sample = variant->run(1000);
  EXPECT_EQ(sample.iterations, 1000u);
  EXPECT_EQ(sample.items, 7000);
  EXPECT_EQ(sample.checksum, 0xfedcba9876543210);
  std::vector<std::string> names;
  for (const auto& [name, total] : sample.values) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"wall_time", "cpu_time", "involuntary_switches", "voluntary_switches",
                                             "minor_faults", "major_faults", "hits"}));
  EXPECT_GT(value(sample, kWallTime), 0);
  EXPECT_GT(value(sample, kCpuTime), 0);
  EXPECT_EQ(value(sample, "hits"), 12.5);
}

TEST_F(RegisteredCatalogueTest, AStockBodyIsEnough) {
  const auto variant = open([](benchmark::State& state) {
    while (state.KeepRunning()) benchmark::ClobberMemory();
  });
  const wire::Sample sample = variant->run(10);
  EXPECT_EQ(sample.items, 10);
  EXPECT_EQ(sample.checksum, 0u);
  EXPECT_GE(value(sample, kMinorFaults), 0);
}

TEST_F(RegisteredCatalogueTest, MetersCountTheLoopAndNotTheSetUp) {
  const auto variant = open([](benchmark::State& state) {
    touch_fresh_pages(kSetUpPages);
    for (auto _ : metered(state)) touch_fresh_pages(kLoopPages);
    touch_fresh_pages(kSetUpPages);
  });
  const double faults = value(variant->run(5), kMinorFaults);
  EXPECT_GE(faults, 5 * kLoopPages);
  EXPECT_LT(faults, 5 * kLoopPages + kSetUpPages);
}

TEST_F(RegisteredCatalogueTest, WithoutMetersTheWholeBodyIsCounted) {
  const auto variant = open([](benchmark::State& state) {
    touch_fresh_pages(kSetUpPages);
    for (auto _ : state) touch_fresh_pages(kLoopPages);
  });
  EXPECT_GE(value(variant->run(5), kMinorFaults), 5 * kLoopPages + kSetUpPages);
}

TEST_F(RegisteredCatalogueTest, ABlockingWaitIsAVoluntarySwitch) {
  const auto variant = open([](benchmark::State& state) {
    for (auto _ : metered(state)) std::this_thread::sleep_for(std::chrono::nanoseconds(1));
  });
  EXPECT_GE(value(variant->run(20), kVoluntarySwitches), 20);
}

TEST_F(RegisteredCatalogueTest, TheFixtureLivesFromOpenToClose) {
  std::weak_ptr<int> fixture;
  int built = 0;
  offer(
      [&](const Parameters& parameters) -> Body {
        const auto shared = std::make_shared<int>(static_cast<int>(parameters.integer("ops")));
        fixture = shared;
        ++built;
        return [shared](benchmark::State& state) {
          for (auto _ : metered(state)) benchmark::ClobberMemory();
          report_checksum(state, static_cast<std::uint64_t>(*shared));
        };
      },
      {{"ops", std::int64_t{1}}});
  auto variant = catalogue_.open({"test/one", "only", {{"ops", std::int64_t{42}}}});
  EXPECT_EQ(variant->run(1).checksum, 42u);
  EXPECT_EQ(variant->run(2).checksum, 42u);
  EXPECT_EQ(built, 1);
  EXPECT_FALSE(fixture.expired());
  variant.reset();
  EXPECT_TRUE(fixture.expired());
}

TEST_F(RegisteredCatalogueTest, ListingBuildsNothing) {
  offer([](const Parameters&) -> Body { throw std::logic_error("built"); });
  EXPECT_EQ(catalogue_.scenarios().size(), 1u);
}

TEST_F(RegisteredCatalogueTest, ABodyThatFailsIsASentenceAndMayRunAgain) {
  int call = 0;
  const auto variant = open([&call](benchmark::State& state) {
    ++call;
    if (call == 1) return state.SkipWithError("no disk");
    if (call == 2) throw std::runtime_error("in the set-up");
    if (call == 5) return;
    for (auto _ : metered(state)) {
      if (call == 3) throw std::runtime_error("in the loop");
      if (call == 4) break;
    }
    if (call == 6) throw 6;
  });
  EXPECT_EQ(run_refusal(*variant), "no disk");
  EXPECT_EQ(run_refusal(*variant), "in the set-up");
  EXPECT_EQ(run_refusal(*variant), "in the loop");
  EXPECT_THAT(run_refusal(*variant), HasSubstr("before the end of its loop"));
  EXPECT_THAT(run_refusal(*variant), HasSubstr("before the end of its loop"));
  EXPECT_THAT(run_refusal(*variant), HasSubstr("not a std::exception"));
  EXPECT_EQ(variant->run(3).iterations, 3u);
}

TEST_F(RegisteredCatalogueTest, AValueThatIsNotANumberIsNoSample) {
  const auto variant = open([](benchmark::State& state) {
    for (auto _ : state) benchmark::ClobberMemory();
    report_metric(state, "hits", std::numeric_limits<double>::quiet_NaN());
  });
  EXPECT_THROW(wire::encode_sample(variant->run(1)), Error);
}

TEST_F(RegisteredCatalogueTest, MoreIterationsThanGoogleBenchmarkCanCountAreRefused) {
  const auto variant = open([](benchmark::State& state) {
    for (auto _ : state) benchmark::ClobberMemory();
  });
  EXPECT_THROW(variant->run(std::numeric_limits<std::uint64_t>::max()), Error);
}

TEST_F(RegisteredCatalogueTest, UnknownNamesGetTheClosest) {
  offer([](const Parameters&) { return Body(); });
  EXPECT_THAT(refusal({"test/on", "only", {}}), AllOf(HasSubstr("'test/on'"), HasSubstr("closest: test/one")));
  EXPECT_THAT(refusal({"test/one", "olny", {}}), AllOf(HasSubstr("variant of test/one"), HasSubstr("closest: only")));
}

TEST_F(RegisteredCatalogueTest, ParametersMustBeTheScenarios) {
  offer([](const Parameters&) { return Body([](benchmark::State&) {}); },
        {{"ops", std::int64_t{1}}, {"order", std::string("sorted")}});
  EXPECT_THAT(refusal({"test/one", "only", {}}), AllOf(HasSubstr("ops=1 order=sorted"), HasSubstr("none")));
  EXPECT_THAT(refusal({"test/one", "only", {{"ops", std::int64_t{1}}}}), HasSubstr("given is ops=1"));
  EXPECT_THAT(refusal({"test/one", "only", {{"ops", std::int64_t{1}}, {"size", std::int64_t{1}}}}),
              HasSubstr("size=1"));
  EXPECT_NO_THROW(catalogue_.open({"test/one", "only", {{"order", std::string("any")}, {"ops", std::int64_t{9}}}}));
  offer([](const Parameters&) { return Body([](benchmark::State&) {}); });
  EXPECT_THAT(refusal({"test/one", "only", {{"ops", std::int64_t{1}}}}), HasSubstr("takes no parameters"));
}

}  // namespace
}  // namespace harness::measure

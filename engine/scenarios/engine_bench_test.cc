// Every scenario of the real engine_bench, at its smallest parameter points, over its real stdin and stdout.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "engine/scenarios/reported.h"
#include "harness/measure/testing/program.h"
#include "harness/model/wire.h"

namespace engine::scenarios {
namespace {

namespace wire = harness::wire;
using harness::Scenario;
using harness::measure::testing::lines_of;
using harness::measure::testing::ProgramResult;
using harness::measure::testing::run_program;

std::vector<std::string> answers_to(const std::string& requests) {
  const ProgramResult result = run_program({std::getenv("ENGINE_BENCH"), "--tandem_worker"}, requests);
  EXPECT_EQ(result.exit_status, 0) << result.err;
  std::vector<std::string> lines = lines_of(result.out);
  if (!lines.empty()) lines.erase(lines.begin());  // the greeting
  return lines;
}

std::vector<Scenario> listed() {
  std::vector<Scenario> scenarios;
  for (const std::string& line : answers_to("list\n")) {
    if (line != wire::kEnd) scenarios.push_back(wire::decode_scenario(line));
  }
  return scenarios;
}

bool is_smoke(const harness::ParameterPoint& point) {
  return std::ranges::count(point.presets, harness::Preset::Smoke) > 0;
}

TEST(EngineBench, EveryScenarioHasASmallPointForEveryPreset) {
  EXPECT_FALSE(listed().empty());
  for (const Scenario& scenario : listed()) {
    for (const auto preset :
         {harness::Preset::Smoke, harness::Preset::Quick, harness::Preset::Standard, harness::Preset::Full}) {
      EXPECT_TRUE(std::ranges::any_of(
          scenario.points, [preset](const auto& point) { return std::ranges::count(point.presets, preset) > 0; }))
          << scenario.name << " has no point for " << to_string(preset);
    }
  }
}

TEST(EngineBench, EveryScenarioSaysWhatItsSourceReported) {
  for (const Scenario& scenario : listed()) EXPECT_EQ(scenario.reported, reported(scenario.name)) << scenario.name;
}

// The answers of all variants at one point: two batches each, in one launch each.
std::vector<std::vector<wire::Sample>> samples_at(const Scenario& scenario, const harness::Parameters& parameters) {
  std::vector<std::vector<wire::Sample>> samples;
  for (const harness::Variant& variant : scenario.variants) {
    const auto answers =
        answers_to(wire::encode_open({scenario.name, variant.name, parameters}) + "\nrun 1\nrun 2\nclose\n");
    EXPECT_EQ(answers.size(), 4u) << scenario.name << " " << variant.name;
    samples.push_back({wire::decode_sample(answers.at(1)), wire::decode_sample(answers.at(2))});
  }
  return samples;
}

TEST(EngineBench, AllVariantsDoTheSameWorkAndGiveTheSameAnswer) {
  for (const Scenario& scenario : listed()) {
    for (const harness::ParameterPoint& point : scenario.points) {
      if (!is_smoke(point)) continue;
      const auto samples = samples_at(scenario, point.parameters);
      for (std::size_t variant = 0; variant < samples.size(); ++variant) {
        for (std::size_t batch = 0; batch < samples[variant].size(); ++batch) {
          SCOPED_TRACE(scenario.name + " " + scenario.variants[variant].name + " " + to_string(point.parameters));
          EXPECT_EQ(samples[variant][batch].checksum, samples[0][batch].checksum);
          EXPECT_EQ(samples[variant][batch].items, samples[0][batch].items);
          EXPECT_GT(samples[variant][batch].items, 0);
          EXPECT_NE(samples[variant][batch].checksum, 0u) << "the scenario does not check its answer";
          EXPECT_EQ(samples[variant][batch].values.size(), 6 + scenario.metrics.size());
        }
      }
    }
  }
}

TEST(EngineBench, WhatDoesNotFitIntoMemoryIsRefusedBeforeItIsBuilt) {
  harness::Parameters parameters = {{"blocks", std::int64_t{1'000'000'000'000}},
                                    {"containers", std::int64_t{4'000}},
                                    {"run", std::int64_t{16}},
                                    {"order", "in_turn"},
                                    {"deleted_percent", std::int64_t{0}}};
  const auto answers = answers_to(wire::encode_open({"fs/block_map", "sparse-move", parameters}) + "\n");
  EXPECT_THAT(answers.at(0), testing::HasSubstr("MiB are available; take a smaller preset"));
}

TEST(EngineBench, IsAPlainGoogleBenchmarkProgramAsWell) {
  const ProgramResult result = run_program({std::getenv("ENGINE_BENCH"), "--benchmark_list_tests"});
  EXPECT_EQ(result.exit_status, 0);
  for (const Scenario& scenario : listed()) {
    EXPECT_THAT(result.out, testing::HasSubstr(scenario.name + "/" + scenario.variants.front().name));
  }
}

}  // namespace
}  // namespace engine::scenarios

#include "results/formats/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "results/formats/display.h"
#include "results/formats/testing/made_up_report.h"

namespace results::formats {
namespace {

using harness::stats::Characteristics;
using harness::stats::rate_of;
using testing::HasSubstr;

Calibration made_up_calibration() {
  const harness::Report report = made_up_report();
  Characteristics quiet{.scenario = "example/set", .parameters = {{"ops", std::int64_t{1000}}}, .launch_pairs = 32};
  quiet.false_alarms = rate_of(0, 12);
  quiet.noise_floor = 0.004;
  quiet.detections = {{0.01, rate_of(3, 4)}, {0.05, rate_of(4, 4)}};
  quiet.least_detectable = 0.009;
  quiet.verdict_seconds = 3.25;
  Characteristics noisy = quiet;
  noisy.parameters = {{"ops", std::int64_t{1000000}}};
  noisy.false_alarms = rate_of(2, 8);
  noisy.noise_floor = 0.03;
  noisy.detections = {{0.05, rate_of(1, 4)}};
  Characteristics broken{.scenario = "example/map"};
  broken.failure = harness::Failure{harness::Stage::Open, "", "it\nnever opened", ""};
  return {report.run, report.machine, {.tolerance = 0.0025}, 8, {quiet, noisy, broken}};
}

TEST(CalibrationText, HasARowPerPointAndOneOverAll) {
  const std::string text = write_calibration_text(made_up_calibration());
  EXPECT_THAT(text, testing::ContainsRegex("ops=1000 +0/12 \\[0, 26.5 %\\] +0.4 % +3/4 +4/4 +0.9 %"));
  EXPECT_THAT(text, testing::ContainsRegex("ops=1000000 +2/8 .* 3 % +- +1/4"));
  EXPECT_THAT(text, testing::ContainsRegex("all +2/20 .* 3/4 +5/8"));
  EXPECT_THAT(text, HasSubstr("! example/map failed at stage open: it"));
  EXPECT_THAT(text, HasSubstr("+5 % work was found in 5/8 verdicts"));
  for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), 120) << line;
}

TEST(CalibrationText, NothingMeasuredIsNoFigure) {
  Calibration calibration = made_up_calibration();
  calibration.learned = {{.scenario = "example/set"}};
  EXPECT_THAT(write_calibration_text(calibration), testing::ContainsRegex("all +-"));
}

TEST(CalibrationJson, HoldsWhatTheTextSays) {
  const auto json = nlohmann::json::parse(write_calibration_json(made_up_calibration()));
  EXPECT_EQ(json["schema"], "tandem.calibration/1");
  EXPECT_EQ(json["verdict_launch_pairs"], 8);
  ASSERT_EQ(json["scenarios"].size(), 3U);
  const auto& quiet = json["scenarios"][0];
  EXPECT_EQ(quiet["parameters"]["ops"], 1000);
  EXPECT_EQ(quiet["noise_floor"], 0.004);
  EXPECT_EQ(quiet["false_alarms"]["verdicts"], 0);
  EXPECT_EQ(quiet["false_alarms"]["of"], 12);
  EXPECT_NEAR(quiet["false_alarms"]["interval"][1].get<double>(), 0.2646, 1e-4);
  EXPECT_EQ(quiet["detections"][0]["slowdown"], 0.01);
  EXPECT_EQ(quiet["detections"][0]["found"]["rate"], 0.75);
  EXPECT_TRUE(json["scenarios"][2]["noise_floor"].is_null());
  EXPECT_TRUE(json["scenarios"][2]["false_alarms"]["rate"].is_null());
  EXPECT_EQ(json["scenarios"][2]["failure"]["stage"], "open");
}

}  // namespace
}  // namespace results::formats

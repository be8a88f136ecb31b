#include "harness/stats/judge.h"

#include <gtest/gtest.h>

#include "harness/stats/sequential.h"
#include "harness/stats/simulated.h"

namespace harness::stats {
namespace {

TEST(Judge, FindsAPlantedImprovementAndItsSize) {
  const Trial trial = simulated_trial({.log_speedup = std::log(1.02)}, 1);
  const Comparison comparison = judge(trial, {}).at(0);
  EXPECT_EQ(comparison.verdict, Verdict::Improved);
  EXPECT_NEAR(comparison.decision->ratio, 1.02, 0.006);
  EXPECT_EQ(comparison.launch_pairs, 12);
  EXPECT_EQ(comparison.metric.name, "wall_time");
  EXPECT_EQ(comparison.metric.unit, "ns/op");
}

}  // namespace
}  // namespace harness::stats

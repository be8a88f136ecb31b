#include "web/api/text.h"

#include <gtest/gtest.h>

namespace web::api {
namespace {

using harness::Comparison;
using harness::Verdict;

TEST(TextTest, CountsInTheOrderOfTrouble) {
  std::vector<Comparison> comparisons(4);
  comparisons[0].verdict = Verdict::Unchanged;
  comparisons[1].verdict = comparisons[2].verdict = Verdict::Improved;
  comparisons[3].verdict = Verdict::Invalid;
  EXPECT_EQ(counts_text(comparisons), "1 invalid, 2 improved, 1 unchanged of 4");
  EXPECT_EQ(counts_text({}), "nothing was compared");
}

TEST(TextTest, ThePlaceIsTheMachine) {
  EXPECT_EQ(place_text({.cpu_model = "AMD EPYC", .cores = 2}), "on AMD EPYC, 2 cores");
  EXPECT_EQ(place_text({.cpu_model = "AMD EPYC", .cores = 1}), "on AMD EPYC, 1 core");
  EXPECT_EQ(place_text({}), "");
}

TEST(TextTest, EveryVerdictHasItsReason) {
  Comparison comparison{.tolerance = 0.02, .verdict = Verdict::Unchanged};
  EXPECT_EQ(reason_text(comparison), "Proved to be the same: the whole interval lies within the tolerance of 2 %.");
  comparison.verdict = Verdict::Undecided;
  comparison.launch_pairs = 8;
  comparison.minimum_detectable_effect = 0.034;
  comparison.launch_pairs_needed = 40;
  EXPECT_EQ(reason_text(comparison), "8 launch pairs can see 3.4 %; 2 % needs about 40.");
  comparison.verdict = Verdict::Invalid;
  EXPECT_EQ(reason_text(comparison), "The measurement is broken.");
  comparison.failure = harness::Failure{harness::Stage::Run, "std::deque", "the worker ended with signal 11", ""};
  EXPECT_EQ(reason_text(comparison), "Failed at stage run of std::deque: the worker ended with signal 11.");
}

}  // namespace
}  // namespace web::api

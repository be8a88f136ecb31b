#include "results/formats/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace results::formats {
namespace {

using harness::Comparison;
using harness::Interval;
using harness::Role;
using harness::Speedup;
using testing::ElementsAre;
using testing::IsEmpty;

Comparison measured(const std::string& variant, Role role, double speedup) {
  Comparison comparison;
  comparison.scenario = "example/set";
  comparison.before.variant = {"list", Role::Before};
  comparison.after.variant = {variant, role};
  comparison.median = Speedup{speedup, Interval{speedup - 0.05, speedup + 0.05}};
  return comparison;
}

TEST(Claims, WithoutAVariantAClaimIsOfAfter) {
  Comparison after = measured("deque", Role::After, 1.2);
  Comparison beyond = measured("ring", Role::Beyond, 1.2);
  after.reported = beyond.reported = harness::Reported{"s", "time", 1.2, ""};
  EXPECT_NE(claim_of(after), nullptr);
  EXPECT_EQ(claim_of(beyond), nullptr);
  EXPECT_EQ(claim_of(measured("deque", Role::After, 1.2)), nullptr);
}

TEST(Claims, AClaimOfOneVariantIsNotHeldAgainstAnother) {
  Comparison after = measured("all changes", Role::After, 1.2);
  Comparison part = measured("queue only", Role::Ablation, 1.2);
  after.reported = part.reported = harness::Reported{"s", "time", 1.2, "", "queue only", ""};
  EXPECT_EQ(claim_of(after), nullptr);
  EXPECT_NE(claim_of(part), nullptr);
}

std::vector<std::string> notes(double reported, double speedup) {
  std::vector<Comparison> comparisons{measured("deque", Role::After, speedup), measured("deque", Role::After, speedup)};
  for (auto& comparison : comparisons) {
    comparison.reported = harness::Reported{"s", "time", reported, "10 runs", "", "few cores"};
  }
  return claim_notes(claimed(comparisons).front());
}

TEST(Claims, WhyTheyDifferIsSaidOnlyWhereTheyDo) {
  EXPECT_THAT(notes(1.2, 1.22), ElementsAre("at the source: 10 runs"));
  EXPECT_THAT(notes(1.2, 1.26), ElementsAre("at the source: 10 runs", "differs here: few cores"));
}

}  // namespace
}  // namespace results::formats

#include "harness/stats/sign_p.h"

#include <gtest/gtest.h>

#include <vector>

namespace harness::stats {
namespace {

TEST(SignP, CountsSignsAgainstEvenOdds) {
  EXPECT_NEAR(sign_p(std::vector<double>{1, 2, 3, 4, 5, 6}), 2.0 / 64, 1e-15);
  EXPECT_NEAR(sign_p(std::vector<double>{-1, 2, 3, 4, 5, 6}), 14.0 / 64, 1e-15);  // (1 + 6) * 2
  EXPECT_EQ(sign_p(std::vector<double>{-1, 2, -3, 4}), 1);
  EXPECT_EQ(sign_p(std::vector<double>{}), 1);
}

TEST(SignP, ValuesThatAreZeroDoNotVote) {
  EXPECT_NEAR(sign_p(std::vector<double>{0, 1, 2, 3, 4, 0, 5, 6}), 2.0 / 64, 1e-15);
}

// Of the sixteen ways to sign 1, 2, 3, 4, those with a sum of at least 8 in absolute value: 10, 8 and their negatives.
TEST(SignFlipP, CountsAllWays) {
  EXPECT_NEAR(sign_flip_p(std::vector<double>{1, 2, 3, 4}, 1), 2.0 / 16, 1e-15);
  EXPECT_NEAR(sign_flip_p(std::vector<double>{-1, 2, 3, 4}, 1), 4.0 / 16, 1e-15);
  EXPECT_EQ(sign_flip_p(std::vector<double>{-1, 1}, 1), 1);
  EXPECT_EQ(sign_flip_p(std::vector<double>{}, 1), 1);
}

// 0.1 + 0.2 and 0.3 are not the same double; as sums they must tie. Every way to sign 0.1, 0.2, 0.3 sums to 0.6, 0.4,
// 0.2 or 0 in absolute value, and 0.1 + 0.2 - 0.3 to 0.
TEST(SignFlipP, TiesDoNotDependOnRounding) { EXPECT_EQ(sign_flip_p(std::vector<double>{0.1, 0.2, -0.3}, 1), 1); }

TEST(SignFlipP, DrawsApproachTheExactValueAndRepeat) {
  std::vector<double> values{0.4, -0.1, 0.3, 0.2, 0.5, -0.2, 0.1, 0.6, 0.15, -0.3, 0.25, 0.35, -0.05, 0.45, 0.12, 0.22};
  const double exact = sign_flip_p(values, 1);
  values.push_back(0);  // one more than is enumerated, and without weight
  const double drawn = sign_flip_p(values, 1);
  EXPECT_NEAR(drawn, exact, 0.004);
  EXPECT_NE(drawn, exact);
  EXPECT_EQ(drawn, sign_flip_p(values, 1));
}

TEST(SignFlipP, DrawnIsNeverZero) { EXPECT_NEAR(sign_flip_p(std::vector<double>(40, 1.0), 1), 1.0 / 10000, 1e-12); }

}  // namespace
}  // namespace harness::stats

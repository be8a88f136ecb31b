#include "harness/stats/holm.h"

#include <gtest/gtest.h>

namespace harness::stats {
namespace {

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-15) << i;
}

// On paper: 4 * 0.005, 3 * 0.01, 2 * 0.03, and 1 * 0.04 raised to what comes before it.
TEST(Holm, WorkedExample) { expect_near(holm({0.01, 0.04, 0.03, 0.005}), {0.03, 0.06, 0.06, 0.02}); }

TEST(Holm, EdgesAreFine) {
  EXPECT_TRUE(holm({}).empty());
  expect_near(holm({0.2}), {0.2});
  expect_near(holm({0.9, 0.8}), {1, 1});
  expect_near(holm({0.01, 0.01}), {0.02, 0.02});
}

}  // namespace
}  // namespace harness::stats

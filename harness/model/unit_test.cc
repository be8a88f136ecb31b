#include "harness/model/unit.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(Unit, TimesConvertExactlyWhereAPowerOfTenCan) {
  EXPECT_EQ(unit_ratio("ms", "ns"), 1e6);
  EXPECT_EQ(unit_ratio("s", "ns"), 1e9);
  EXPECT_EQ(unit_ratio("us", "ns"), 1e3);
  EXPECT_DOUBLE_EQ(unit_ratio("ns", "ms").value(), 1e-6);
  EXPECT_EQ(unit_ratio("\u00B5s", "us"), 1.0);
}

TEST(Unit, ARateConvertsAboveAndBelow) {
  EXPECT_DOUBLE_EQ(unit_ratio("ops/ms", "ops/s").value(), 1000.0);
  EXPECT_DOUBLE_EQ(unit_ratio("MB/s", "B/s").value(), 1e6);
  EXPECT_DOUBLE_EQ(unit_ratio("us/op", "ns/op").value(), 1000.0);
  EXPECT_EQ(unit_ratio("calls/sec", "calls/s"), 1.0);
}

TEST(Unit, WhatIsNoUnitOfOneKindDoesNotConvert) {
  EXPECT_FALSE(unit_ratio("ns", "bytes"));
  EXPECT_FALSE(unit_ratio("ns/op", "ns"));
  EXPECT_FALSE(unit_ratio("calls/s", "rows/s"));
  EXPECT_EQ(unit_ratio("widgets", "widgets"), 1.0);
}

TEST(Unit, KnowsTimesAndRates) {
  EXPECT_TRUE(is_time_unit("ns/iter"));
  EXPECT_FALSE(is_time_unit("calls/s"));
  EXPECT_TRUE(is_rate_unit("calls/sec"));
  EXPECT_TRUE(is_rate_unit("MB/s"));
  EXPECT_FALSE(is_rate_unit("ns/op"));
  EXPECT_FALSE(is_rate_unit("s/s"));
  EXPECT_TRUE(is_measured_unit("req/sec"));
  EXPECT_FALSE(is_measured_unit("rows"));
}

}  // namespace
}  // namespace harness

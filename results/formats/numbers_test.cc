#include "results/formats/numbers.h"

#include <gtest/gtest.h>

#include <limits>

namespace results::formats {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Quantity, TimesMoveToTheUnitThatReads) {
  EXPECT_EQ(quantity(412.34, "ns/op"), "412.3 ns/op");
  EXPECT_EQ(quantity(1020, "ns/op"), "1.020 us/op");
  EXPECT_EQ(quantity(29191.6e6, "ns"), "29.19 s");
  EXPECT_EQ(quantity(4133.22, "ms"), "4.133 s");
  EXPECT_EQ(quantity(0.25, "ns/row"), "0.250 ns/row");
  EXPECT_EQ(quantity(86400e9, "ns"), "86400 s");
  EXPECT_EQ(quantity(0, "ns/op"), "0 ns/op");
  EXPECT_EQ(quantity(0.0002137, "ns/op"), "0.0002137 ns/op");
}

TEST(Quantity, RoundingMovesOnToTheNextUnit) {
  EXPECT_EQ(quantity(999.94, "ns/op"), "999.9 ns/op");
  EXPECT_EQ(quantity(999.96, "ns/op"), "1.000 us/op");
  EXPECT_EQ(quantity(9.9996, "ns/op"), "10.00 ns/op");
}

TEST(Quantity, OtherUnitsStay) {
  EXPECT_EQ(quantity(12.5, "count/op"), "12.50 count/op");
  EXPECT_EQ(quantity(238495, "calls/s"), "238495 calls/s");
  EXPECT_EQ(quantity(1536, "bytes/op"), "1.536 kB/op");
  EXPECT_EQ(quantity(3.5, ""), "3.500");
}

TEST(Quantity, WhatIsNoNumberIsSaid) {
  EXPECT_EQ(quantity(kNan, "ns/op"), "n/a ns/op");
  EXPECT_EQ(quantity(kInfinity, "count"), "n/a count");
}

std::string joined(double before, double after, std::string_view unit) {
  const BeforeAfter texts = before_after(before, after, unit);
  return texts.before + " -> " + texts.after;
}

TEST(BeforeAfter, SharesOneUnit) {
  EXPECT_EQ(joined(412.34, 322.61, "ns/op"), "412.3 -> 322.6 ns/op");
  EXPECT_EQ(joined(1020, 412.3, "ns/op"), "1.020 -> 0.412 us/op");
  EXPECT_EQ(joined(412.3, 1020, "ns/op"), "0.412 -> 1.020 us/op");
  EXPECT_EQ(joined(12.5, 3, "count/op"), "12.50 -> 3.000 count/op");
}

TEST(BeforeAfter, KeepsTwoUnitsWhereOneWouldBeAllZeros) {
  EXPECT_EQ(joined(2.5e9, 12, "ns/op"), "2.500 s/op -> 12.00 ns/op");
  EXPECT_EQ(joined(0, 12, "ns/op"), "0 ns/op -> 12.00 ns/op");
}

// Two published before/after measurements, said in both ways.
TEST(Speedups, AreSaidAsFactorAndAsChange) {
  EXPECT_EQ(factor(37293.8 / 29191.6), "x1.278");
  EXPECT_EQ(change(harness::change_percent(37293.8 / 29191.6, harness::Direction::LowerIsBetter)), "-21.7 %");
  EXPECT_EQ(factor(4419.16 / 4133.22), "x1.069");
  EXPECT_EQ(change(harness::change_percent(4419.16 / 4133.22, harness::Direction::LowerIsBetter)), "-6.5 %");
}

TEST(Factor, KeepsFourDigits) {
  EXPECT_EQ(factor(1), "x1.000");
  EXPECT_EQ(factor(0.782), "x0.782");
  EXPECT_EQ(factor(12.784), "x12.78");
  EXPECT_EQ(factor(3127.84), "x3128");
  EXPECT_EQ(factor(0.02139), "x0.02139");
  EXPECT_EQ(factor(kNan), "n/a");
}

TEST(Change, HasTheDecimalsThatMatter) {
  EXPECT_EQ(change(0), "0.00 %");
  EXPECT_EQ(change(-0.001), "0.00 %");
  EXPECT_EQ(change(0.384), "+0.38 %");
  EXPECT_EQ(change(-0.996), "-1.0 %");
  EXPECT_EQ(change(5.06), "+5.1 %");
  EXPECT_EQ(change(150.4), "+150 %");
  EXPECT_EQ(change(-99.97), "-99.97 %");
  EXPECT_EQ(change(kInfinity), "n/a");
}

TEST(Interval, IsOfRatios) {
  EXPECT_EQ(interval({1.25, 1.29}), "[1.250, 1.290]");
  EXPECT_EQ(interval({0.0712, 12.5}), "[0.07120, 12.50]");
  EXPECT_EQ(speedup({1.278, harness::Interval{1.25, 1.29}}), "x1.278 [1.250, 1.290]");
  EXPECT_EQ(speedup({1.278, {}}), "x1.278 [no interval]");
}

TEST(Percent, IsOfAFraction) {
  EXPECT_EQ(percent(0.018), "1.8 %");
  EXPECT_EQ(percent(0.01), "1 %");
  EXPECT_EQ(percent(0.0025), "0.25 %");
  EXPECT_EQ(percent(0.95), "95 %");
  EXPECT_EQ(percent(0.2), "20 %");
  EXPECT_EQ(percent(0), "0 %");
}

TEST(Duration, IsForPeople) {
  EXPECT_EQ(duration(0.26), "0.3 s");
  EXPECT_EQ(duration(41.7), "42 s");
  EXPECT_EQ(duration(200), "3 min 20 s");
  EXPECT_EQ(duration(7500), "2 h 5 min");
  EXPECT_EQ(duration(59.7), "1 min 0 s");
}

}  // namespace
}  // namespace results::formats

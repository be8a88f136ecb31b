#include "harness/drive/placement.h"

#include <gtest/gtest.h>

namespace harness::drive {
namespace {

TEST(Place, WhatIsMeasuredGetsTheLastCpu) {
  const Placement placement = place({0, 2, 5});
  EXPECT_EQ(placement.single_threaded, (std::vector<int>{5}));
  EXPECT_EQ(placement.multi_threaded, (std::vector<int>{0, 2, 5}));
  EXPECT_EQ(placement.beside_workers, (std::vector<int>{5}));
  EXPECT_EQ(placement.beside_commands, (std::vector<int>{0, 2}));
}

TEST(Place, ALoneCpuServesAll) {
  const Placement placement = place({3});
  EXPECT_EQ(placement.single_threaded, (std::vector<int>{3}));
  EXPECT_EQ(placement.beside_workers, (std::vector<int>{3}));
  EXPECT_EQ(placement.beside_commands, (std::vector<int>{3}));
}

TEST(DriverConfinement, LastsForItsScope) {
  const std::vector<int> before = allowed_cpus();
  {
    const DriverConfinement confinement({before.back()});
    EXPECT_EQ(allowed_cpus(), (std::vector<int>{before.back()}));
  }
  EXPECT_EQ(allowed_cpus(), before);
}

}  // namespace
}  // namespace harness::drive

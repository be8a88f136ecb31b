#include "harness/drive/placement.h"

#include <gtest/gtest.h>

namespace harness::drive {
namespace {

TEST(Place, WorkersGetTheLastCpuAndTheDriverTheOthers) {
  const Placement placement = place({0, 2, 5});
  EXPECT_EQ(placement.single_threaded, (std::vector<int>{5}));
  EXPECT_EQ(placement.driver, (std::vector<int>{0, 2}));
  EXPECT_EQ(placement.multi_threaded, (std::vector<int>{0, 2, 5}));
}

TEST(Place, ALoneCpuServesBoth) {
  const Placement placement = place({3});
  EXPECT_EQ(placement.single_threaded, (std::vector<int>{3}));
  EXPECT_EQ(placement.driver, (std::vector<int>{3}));
}

TEST(DriverConfinement, LastsForItsScope) {
  const std::vector<int> before = allowed_cpus();
  const Placement placement = place(before);
  {
    const DriverConfinement confinement(placement);
    EXPECT_EQ(allowed_cpus(), placement.driver);
  }
  EXPECT_EQ(allowed_cpus(), before);
}

}  // namespace
}  // namespace harness::drive

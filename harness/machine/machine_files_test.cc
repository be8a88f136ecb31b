#include "harness/machine/machine_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/machine/cgroup.h"
#include "harness/machine/cpu_times.h"
#include "harness/machine/testing/made_up_machine.h"

namespace harness::machine {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::MadeUpMachine;

TEST(MachineFiles, ReadsBelowItsRoot) {
  MadeUpMachine machine;
  machine.write("/proc/made_up", "one\ntwo\n\n");
  EXPECT_EQ(machine.files().read("/proc/made_up"), "one\ntwo");
  EXPECT_EQ(machine.files().read("/proc/none"), std::nullopt);
  EXPECT_EQ(machine.files().read("/proc"), std::nullopt);  // a folder
}

TEST(Field, IsTheWholeNameBeforeItsColon) {
  EXPECT_EQ(field("model\t\t: 1\nmodel name\t: AMD EPYC: 2\n", "model name"), "AMD EPYC: 2");
  EXPECT_EQ(field("model\t\t: 1\nmodel name\t: AMD EPYC\n", "model"), "1");
  EXPECT_EQ(field("model name :\n", "model name"), "");
}

TEST(Number, IsTheWholeNameBeforeABlankOrColon) {
  EXPECT_EQ(number("pswpin 3\npswpout 4", "pswpout"), 4);
  EXPECT_EQ(number("SwapTotal:   12 kB\n", "SwapTotal"), 12);
  EXPECT_EQ(number("pswpin_all 3", "pswpin"), std::nullopt);
  EXPECT_EQ(number("pswpin", "pswpin"), std::nullopt);
}

TEST(CpuList, UnderstandsRanges) {
  EXPECT_THAT(cpu_list("0-2,8"), ElementsAre(0, 1, 2, 8));
  EXPECT_THAT(cpu_list("3"), ElementsAre(3));
  EXPECT_THAT(cpu_list(""), IsEmpty());
}

TEST(CpuTimes, GuestsAreNotCountedTwice) {
  const CpuTimes times = cpu_times("cpu  1 2 4 8 16 32 64 128 256 512\ncpu0 9 9 9 9\n");
  EXPECT_EQ(times.busy, 1 + 2 + 4 + 32 + 64);
  EXPECT_EQ(times.idle, 8 + 16);
  EXPECT_EQ(times.stolen, 128);
  EXPECT_EQ(cpu_times("").total(), 0);
  EXPECT_EQ(cpu_times("").stolen_share(), 0);
}

TEST(CpuLimit, TheTightestOfAGroupAndThoseAboveItHolds) {
  MadeUpMachine machine;
  machine.write("/sys/fs/cgroup/user.slice/session/cpu.max", "300000 100000")
      .write("/sys/fs/cgroup/user.slice/cpu.max", "150000 100000")
      .write("/sys/fs/cgroup/user.slice/cpu.stat", "usage_usec 7\nnr_throttled 5\nthrottled_usec 9");
  const auto limit = cpu_limit(machine.files());
  ASSERT_TRUE(limit);
  EXPECT_EQ(limit->cpus, 1.5);
  EXPECT_EQ(limit->throttled, 5);
  EXPECT_EQ(limit->source, "/sys/fs/cgroup/user.slice/cpu.max");
}

TEST(CpuLimit, KnowsTheFirstVersion) {
  MadeUpMachine machine;
  machine.write("/proc/self/cgroup", "5:cpuset:/x\n4:cpu,cpuacct:/box\n0::/other")
      .write("/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "50000")
      .write("/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000");
  EXPECT_EQ(cpu_limit(machine.files())->cpus, 0.5);
  machine.write("/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(cpu_limit(machine.files())->cpus, std::nullopt);
}

TEST(CpuLimit, AGroupWhoseFolderIsOutOfSightIsLimitedAtTheMount) {
  MadeUpMachine machine;
  machine.write("/proc/self/cgroup", "0::/../../box").write("/sys/fs/cgroup/cpu.max", "100000 100000");
  EXPECT_EQ(cpu_limit(machine.files())->cpus, 1.0);
}

}  // namespace
}  // namespace harness::machine

#include "harness/drive/machine_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "harness/machine/testing/made_up_machine.h"

namespace harness::drive {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using machine::Circumstances;
using machine::testing::MadeUpMachine;

std::string fingerprint_with(const std::function<void(MadeUpMachine&)>& change_files,
                             const std::function<void(Circumstances&)>& change = [](Circumstances&) {}) {
  MadeUpMachine made_up;
  change_files(made_up);
  Circumstances circumstances = made_up.circumstances();
  change(circumstances);
  return describe_machine(circumstances).fingerprint;
}

std::string fingerprint_of_quiet() {
  return fingerprint_with([](MadeUpMachine&) {});
}

TEST(DescribeMachine, ReadsWhatTheKernelTells) {
  const MadeUpMachine made_up;
  Circumstances circumstances = made_up.circumstances();
  circumstances.hypervisor = "KVM";
  const Machine machine = describe_machine(circumstances);
  EXPECT_EQ(machine.cpu_model, "AMD EPYC");
  EXPECT_EQ(machine.cores, 2);
  EXPECT_EQ(machine.memory_bytes, 25276514304U);
  EXPECT_EQ(machine.kernel, "6.1.0-18-amd64");
  EXPECT_EQ(machine.hypervisor, "KVM");
  EXPECT_EQ(machine.clock_source, "tsc");
  EXPECT_EQ(machine.governor, "performance");
  // python3: hashlib.sha256(b"AMD EPYC\n2\n6.1\nKVM\n").hexdigest()[:16]
  EXPECT_EQ(machine.fingerprint, "87a41b4288842516");
}

TEST(DescribeMachine, TheFingerprintIgnoresWhatDoesNotMatter) {
  const std::string patched = fingerprint_with(
      [](MadeUpMachine& made_up) {
        made_up.write("/proc/loadavg", "9.0 9.0 9.0 1/1 1")
            .write("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
      },
      [](Circumstances& circumstances) { circumstances.kernel = "6.1.0-21-amd64"; });
  EXPECT_EQ(patched, fingerprint_of_quiet());
}

TEST(DescribeMachine, TheFingerprintKnowsWhatDoes) {
  const auto nothing = [](MadeUpMachine&) {};
  const std::string quiet = fingerprint_of_quiet();
  EXPECT_NE(fingerprint_with(nothing, [](Circumstances& c) { c.kernel = "6.2.0-18-amd64"; }), quiet);
  EXPECT_NE(fingerprint_with(nothing, [](Circumstances& c) { c.kernel = "6.11.0-18-amd64"; }), quiet);
  EXPECT_NE(fingerprint_with(nothing, [](Circumstances& c) { c.hypervisor = "KVM"; }), quiet);
  EXPECT_NE(fingerprint_with([](MadeUpMachine& m) { m.write("/proc/cpuinfo", "model name\t: AMD EPYC 9"); }), quiet);
  EXPECT_NE(fingerprint_with([](MadeUpMachine& m) { m.write("/sys/devices/system/cpu/online", "0-2"); }), quiet);
}

TEST(DescribeMachine, NotesAreWhatTheChecksFound) {
  MadeUpMachine made_up;
#ifdef __OPTIMIZE__
  EXPECT_THAT(describe_machine(made_up.circumstances()).notes, IsEmpty());
#endif
  made_up.write("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor", "powersave");
  EXPECT_THAT(describe_machine(made_up.circumstances()).notes, Contains(HasSubstr("'powersave'")));
}

TEST(DescribeMachine, AKernelThatTellsNothingIsNoTrouble) {
  const Machine machine = describe_machine({.files = machine::MachineFiles("/nowhere"), .allowed_cpus = {0}});
  EXPECT_EQ(machine.cpu_model, "unknown");
  EXPECT_EQ(machine.memory_bytes, 0U);
  EXPECT_EQ(machine.cores, 1);
}

TEST(ProbeMachine, ReadsThisOne) {
  const Machine machine = probe_machine();
  EXPECT_EQ(machine.fingerprint.size(), 16U);
  EXPECT_GE(machine.cores, 1);
  EXPECT_GT(machine.memory_bytes, 0U);
  EXPECT_FALSE(machine.kernel.empty());
}

}  // namespace
}  // namespace harness::drive

#include "harness/drive/machine_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace harness::drive {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

MachineReadings quiet_readings() {
  return {
      .cpuinfo = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n\nprocessor\t: 1\n",
      .meminfo = "MemTotal:       24684096 kB\nMemFree:        23290300 kB\n",
      .load_average = "0.10 0.20 0.30 1/109 31302",
      .cpu_times = "cpu  109005 0 26261 192806 1009 0 265 588 0 0\n",
      .kernel = "6.1.0-18-amd64",
      .hypervisor = "",
      .clock_source = "tsc",
      .governor = "performance",
      .turbo = "0",
      .hyper_threading = "0",
      .randomized_addresses = "2",
      .online_cpus = {0, 1},
      .allowed_cpus = {0, 1}};
}

std::vector<std::string> notes_with(const std::function<void(MachineReadings&)>& change) {
  MachineReadings readings = quiet_readings();
  change(readings);
  return describe_machine(readings).notes;
}

TEST(DescribeMachine, ReadsWhatTheKernelTells) {
  MachineReadings readings = quiet_readings();
  readings.hypervisor = "KVMKVMKVM";
  const Machine machine = describe_machine(readings);
  EXPECT_EQ(machine.cpu_model, "AMD EPYC");
  EXPECT_EQ(machine.cores, 2);
  EXPECT_EQ(machine.memory_bytes, 25276514304U);
  EXPECT_EQ(machine.kernel, "6.1.0-18-amd64");
  EXPECT_EQ(machine.hypervisor, "KVM");
  EXPECT_EQ(machine.clock_source, "tsc");
  // python3: hashlib.sha256(b"AMD EPYC\n2\n6.1\nKVM\n").hexdigest()[:16]
  EXPECT_EQ(machine.fingerprint, "87a41b4288842516");
}

TEST(DescribeMachine, TheFingerprintIgnoresWhatDoesNotMatter) {
  MachineReadings patched = quiet_readings();
  patched.kernel = "6.1.0-21-amd64";
  patched.load_average = "9.0 9.0 9.0 1/1 1";
  patched.governor = "powersave";
  EXPECT_EQ(describe_machine(patched).fingerprint, describe_machine(quiet_readings()).fingerprint);
}

TEST(DescribeMachine, TheFingerprintKnowsWhatDoes) {
  const auto changed = [](const std::function<void(MachineReadings&)>& change) {
    MachineReadings readings = quiet_readings();
    change(readings);
    return describe_machine(readings).fingerprint != describe_machine(quiet_readings()).fingerprint;
  };
  EXPECT_TRUE(changed([](MachineReadings& r) { r.kernel = "6.2.0-18-amd64"; }));
  EXPECT_TRUE(changed([](MachineReadings& r) { r.kernel = "6.11.0-18-amd64"; }));
  EXPECT_TRUE(changed([](MachineReadings& r) { r.cpuinfo = "model name\t: AMD EPYC 9\n"; }));
  EXPECT_TRUE(changed([](MachineReadings& r) { r.online_cpus = {0, 1, 2}; }));
  EXPECT_TRUE(changed([](MachineReadings& r) { r.hypervisor = "KVMKVMKVM"; }));
}

TEST(MachineNotes, AQuietMachineHasNone) {
#ifdef __OPTIMIZE__
  EXPECT_THAT(describe_machine(quiet_readings()).notes, IsEmpty());
#else
  EXPECT_THAT(describe_machine(quiet_readings()).notes, ElementsAre(HasSubstr("built without optimisation")));
#endif
}

TEST(MachineNotes, SayWhatMaySpoilAMeasurement) {
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.allowed_cpus = {1}; }),
              Contains(StartsWith("There is only one CPU")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.allowed_cpus = {1}; }), Contains(HasSubstr("only 1 of 2 CPUs")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.hypervisor = "Microsoft Hv"; }), Contains(HasSubstr("(Hyper-V)")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.governor = "powersave"; }), Contains(HasSubstr("'powersave'")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.turbo = "1"; }), Contains(StartsWith("Turbo boost")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.hyper_threading = "1"; }), Contains(HasSubstr("share each core")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.randomized_addresses = "0"; }), Contains(StartsWith("Address")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.clock_source = "hpet"; }), Contains(HasSubstr("'hpet'")));
}

TEST(MachineNotes, LoadCountsFromOneHalfPerCpu) {
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.load_average = "1.1 0 0 1/1 1"; }),
              Contains(StartsWith("The load average is 1.1 on 2 CPUs")));
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.load_average = "1.0 0 0 1/1 1"; }),
              Not(Contains(StartsWith("The load average"))));
}

TEST(MachineNotes, StolenTimeCountsFromOnePercent) {
  EXPECT_THAT(notes_with([](MachineReadings& r) { r.cpu_times = "cpu 50 0 0 40 0 0 0 10 0 0\n"; }),
              Contains(StartsWith("The hypervisor has taken 10.0 %")));
}

TEST(DescribeMachine, AKernelThatTellsNothingIsNoTrouble) {
  const Machine machine = describe_machine({.allowed_cpus = {0}});
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

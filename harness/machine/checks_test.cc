#include "harness/machine/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <functional>

#include "harness/machine/hardware_counters.h"
#include "harness/machine/testing/made_up_machine.h"

namespace harness::machine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MadeUpMachine;

using enum Suitability;

MachineCheck found(const Circumstances& circumstances, const std::string& name) {
  for (const MachineCheck& check : check_machine(circumstances)) {
    if (check.name == name) return check;
  }
  ADD_FAILURE() << "there is no check " << name;
  return {};
}

// What the check finds on a quiet machine after this change to its files.
MachineCheck with_file(const std::string& name, const std::string& path, const std::string& text) {
  MadeUpMachine machine;
  machine.write(path, text);
  return found(machine.circumstances(), name);
}

MachineCheck without_file(const std::string& name, const std::string& path) {
  MadeUpMachine machine;
  machine.remove(path);
  return found(machine.circumstances(), name);
}

MachineCheck with(const std::string& name, const std::function<void(Circumstances&)>& change) {
  const MadeUpMachine machine;
  Circumstances circumstances = machine.circumstances();
  change(circumstances);
  return found(circumstances, name);
}

Watched quiet_second() {
  return {.first = {.cpu = "cpu 100 0 0 100 0 0 0 0", .memory = "pswpin 7\npswpout 7", .throttled = 3},
          .last = {.cpu = "cpu 101 0 0 199 0 0 0 0", .memory = "pswpin 7\npswpout 7", .throttled = 3},
          .seconds = 1,
          .lateness_ns = {60'000, 55'000, 900'000},
          .clock_step_ns = 20,
          .clock_read_ns = 25};
}

MachineCheck with_second(const std::string& name, const std::function<void(Watched&)>& change) {
  return with(name, [&](Circumstances& circumstances) {
    circumstances.watched = quiet_second();
    change(*circumstances.watched);
  });
}

MachineCheck with_flags(const std::string& flags) {
  return with("worker_build", [&](Circumstances& circumstances) {
    circumstances.worker = AskedWorker{.build = {.program = "bench", .flags = flags}, .trouble = ""};
  });
}

TEST(Checks, AQuietMachineIsFineAndHasNoNotes) {
  const MadeUpMachine machine;
  Circumstances circumstances = machine.circumstances();
  circumstances.counters = 0;
  circumstances.watched = quiet_second();
  circumstances.worker = AskedWorker{.build = {.program = "bench", .flags = "release -O3"}, .trouble = ""};
  const auto checks = check_machine(circumstances);
  for (const MachineCheck& check : checks) {
    EXPECT_EQ(check.verdict, Fine) << check.name << ": " << check.evidence;
    EXPECT_EQ(check.remedy, "") << check.name;
  }
  EXPECT_THAT(notes(checks), IsEmpty());
  EXPECT_TRUE(is_usable(checks));
}

TEST(Checks, EachSaysWhatWhereAndWhatToDo) {
  for (const MachineCheck& check : check_machine({.files = MachineFiles("/nowhere"), .allowed_cpus = {0}})) {
    EXPECT_THAT(check.evidence, ::testing::EndsWith(".")) << check.name;
    EXPECT_NE(check.source, "") << check.name;
    EXPECT_EQ(check.remedy.empty(), check.verdict == Fine) << check.name;
  }
}

TEST(Checks, AMachineThatTellsNothingIsNotCondemned) {
  const auto checks = check_machine({.files = MachineFiles("/nowhere"), .allowed_cpus = {0, 1}});
#ifdef __OPTIMIZE__
  EXPECT_TRUE(is_usable(checks));
#endif
  for (const MachineCheck& check : checks) {
    EXPECT_NE(check.verdict, MayDisturb) << check.name << ": " << check.evidence;
  }
}

TEST(Notes, AreWhatDisturbsOrSpoilsAndNothingElse) {
  EXPECT_THAT(notes({{.verdict = Fine, .evidence = "a"},
                     {.verdict = MayDisturb, .evidence = "b"},
                     {.verdict = CannotTell, .evidence = "c"},
                     {.verdict = WillSpoil, .evidence = "d"}}),
              ElementsAre("b", "d"));
}

TEST(Governor, IsThatOfTheWorkersCpu) {
  const std::string file = "/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor";
  const auto check = with_file("governor", file, "powersave");
  EXPECT_EQ(check.verdict, MayDisturb);
  EXPECT_EQ(check.source, file);
  EXPECT_THAT(check.evidence, HasSubstr("'powersave'"));
  EXPECT_THAT(check.remedy, HasSubstr("cpupower"));
  EXPECT_EQ(with_file("governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave").verdict, Fine);
  EXPECT_EQ(without_file("governor", file).verdict, CannotTell);
}

TEST(Governor, AGuestCanDoNothing) {
  MadeUpMachine machine;
  machine.remove("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor");
  Circumstances circumstances = machine.circumstances();
  EXPECT_THAT(found(circumstances, "governor").remedy, HasSubstr("firmware"));
  circumstances.hypervisor = "KVM";
  EXPECT_THAT(found(circumstances, "governor").remedy, HasSubstr("Nothing can be done in a guest"));
}

TEST(Turbo, IsReadFromEitherFile) {
  const std::string intel = "/sys/devices/system/cpu/intel_pstate/no_turbo";
  const std::string others = "/sys/devices/system/cpu/cpufreq/boost";
  EXPECT_EQ(with_file("turbo", intel, "0").verdict, MayDisturb);
  EXPECT_EQ(with_file("turbo", intel, "0").remedy, "echo 1 | sudo tee " + intel);
  EXPECT_EQ(without_file("turbo", intel).verdict, CannotTell);
  MadeUpMachine machine;
  machine.remove(intel).write(others, "1");
  EXPECT_EQ(found(machine.circumstances(), "turbo").remedy, "echo 0 | sudo tee " + others);
  machine.write(others, "0");
  EXPECT_EQ(found(machine.circumstances(), "turbo").verdict, Fine);
}

TEST(Cpus, OneIsFew) {
  const auto lone = [](Circumstances& circumstances) { circumstances.allowed_cpus = {1}; };
  EXPECT_EQ(with("one_cpu", lone).verdict, MayDisturb);
  EXPECT_EQ(with("affinity", lone).verdict, MayDisturb);
  EXPECT_THAT(with("affinity", lone).evidence, HasSubstr("only 1 of 2 CPUs"));
  EXPECT_THAT(with("affinity", lone).remedy, HasSubstr("taskset --cpu-list 0-1"));
  EXPECT_EQ(without_file("affinity", "/sys/devices/system/cpu/online").verdict, CannotTell);
}

TEST(Smt, IsNotVisibleInAGuest) {
  EXPECT_EQ(with_file("smt", "/sys/devices/system/cpu/smt/active", "1").verdict, MayDisturb);
  EXPECT_EQ(without_file("smt", "/sys/devices/system/cpu/smt/active").verdict, CannotTell);
  EXPECT_EQ(with("smt", [](Circumstances& c) { c.hypervisor = "KVM"; }).verdict, CannotTell);
}

TEST(VirtualMachine, IsNamed) {
  const auto check = with("virtual_machine", [](Circumstances& c) { c.hypervisor = "Hyper-V"; });
  EXPECT_EQ(check.verdict, MayDisturb);
  EXPECT_THAT(check.evidence, HasSubstr("(Hyper-V)"));
}

TEST(StolenTime, CountsFromOnePercentAndSpoilsFromTenJustNow) {
  EXPECT_EQ(with_file("stolen_time", "/proc/stat", "cpu 50 0 0 49 0 0 0 1").verdict, MayDisturb);
  EXPECT_EQ(with_file("stolen_time", "/proc/stat", "cpu 50 0 0 50 0 0 0 1").verdict, Fine);
  EXPECT_EQ(with_file("stolen_time", "/proc/stat", "cpu 20 0 0 20 0 0 0 60").verdict, MayDisturb);  // long ago
  EXPECT_EQ(without_file("stolen_time", "/proc/stat").verdict, CannotTell);
  const auto just_now = [](const std::string& last) {
    return with_second("stolen_time", [&](Watched& watched) { watched.last.cpu = last; });
  };
  EXPECT_EQ(just_now("cpu 100 0 0 299 0 0 0 1").verdict, Fine);        // 0.5 %
  EXPECT_EQ(just_now("cpu 100 0 0 198 0 0 0 2").verdict, MayDisturb);  // 2 %
  EXPECT_EQ(just_now("cpu 100 0 0 190 0 0 0 10").verdict, WillSpoil);  // 10 %
  EXPECT_THAT(just_now("cpu 100 0 0 190 0 0 0 10").evidence, HasSubstr("10.0 % of 1.0 s just now"));
}

TEST(OtherLoad, CountsFromHalfAProgramPerCpu) {
  EXPECT_EQ(with_file("other_load", "/proc/loadavg", "1.0 0 0 1/1 1").verdict, Fine);
  const auto check = with_file("other_load", "/proc/loadavg", "1.1 0 0 1/1 1");
  EXPECT_EQ(check.verdict, MayDisturb);
  EXPECT_THAT(check.evidence, HasSubstr("The load average is 1.1 on 2 CPUs"));
  EXPECT_EQ(without_file("other_load", "/proc/loadavg").verdict, CannotTell);
}

TEST(OtherLoad, WhatRunsJustNowCounts) {
  const auto busy = [](const std::string& load, const std::string& last) {
    MadeUpMachine machine;
    machine.write("/proc/loadavg", load + " 0 0 1/1 1");
    Circumstances circumstances = machine.circumstances();
    circumstances.watched = quiet_second();
    circumstances.watched->last.cpu = last;
    return found(circumstances, "other_load").verdict;
  };
  EXPECT_EQ(busy("0.1", "cpu 160 0 0 140 0 0 0 0"), MayDisturb);  // 60 % busy
  EXPECT_EQ(busy("8.0", "cpu 200 0 0 100 0 0 0 0"), WillSpoil);   // four a CPU, and they still run
  EXPECT_EQ(busy("8.0", "cpu 101 0 0 199 0 0 0 0"), MayDisturb);  // they have ended
}

TEST(Pressure, SpoilsWhereMemoryIsShort) {
  const std::string rest = " avg60=0.00 avg300=0.00 total=1";
  const auto cpu = [&](const std::string& p) { return with_file("cpu_pressure", "/proc/pressure/cpu", p + rest); };
  EXPECT_EQ(cpu("some avg10=9.99").verdict, Fine);
  EXPECT_EQ(cpu("some avg10=10.00").verdict, MayDisturb);
  EXPECT_EQ(cpu("some avg10=99.00").verdict, MayDisturb);
  EXPECT_EQ(cpu("nonsense").verdict, CannotTell);
  const auto memory = [&](const std::string& full) {
    return with_file("memory_pressure", "/proc/pressure/memory", "some avg10=50.00" + rest + "\nfull avg10=" + full);
  };
  EXPECT_EQ(memory("0.99").verdict, Fine);
  EXPECT_EQ(memory("1.00").verdict, MayDisturb);
  EXPECT_EQ(memory("10.00").verdict, WillSpoil);
  EXPECT_EQ(with_file("io_pressure", "/proc/pressure/io", "full avg10=80.00").verdict, MayDisturb);
  EXPECT_EQ(without_file("io_pressure", "/proc/pressure/io").verdict, CannotTell);
}

TEST(CpuQuota, BelowOneCpuOrThrottledNowSpoils) {
  const std::string file = "/sys/fs/cgroup/user.slice/session/cpu.max";
  EXPECT_EQ(with_file("cpu_quota", file, "90000 100000").verdict, WillSpoil);
  EXPECT_EQ(with_file("cpu_quota", file, "100000 100000").verdict, MayDisturb);
  EXPECT_EQ(with_file("cpu_quota", file, "200000 100000").verdict, Fine);
  EXPECT_EQ(with_file("cpu_quota", file, "200000 100000").source, file);
  EXPECT_EQ(with_file("cpu_quota", "/sys/fs/cgroup/user.slice/session/cpu.stat", "nr_throttled 3").verdict, MayDisturb);
  EXPECT_EQ(without_file("cpu_quota", "/proc/self/cgroup").verdict, CannotTell);
  const auto throttled = with_second("cpu_quota", [](Watched& watched) { watched.last.throttled = 5; });
  EXPECT_EQ(throttled.verdict, WillSpoil);
  EXPECT_THAT(throttled.evidence, HasSubstr("2 periods"));
}

TEST(AddressRandomisation, ShouldBeOn) {
  const std::string file = "/proc/sys/kernel/randomize_va_space";
  EXPECT_EQ(with_file("address_randomisation", file, "0").verdict, MayDisturb);
  EXPECT_THAT(with_file("address_randomisation", file, "0").evidence, HasSubstr("is off"));
  EXPECT_THAT(with_file("address_randomisation", file, "1").evidence, HasSubstr("leaves out the heap"));
  EXPECT_EQ(without_file("address_randomisation", file).verdict, CannotTell);
  const auto here = with_file("address_randomisation", "/proc/self/personality", "00040000");
  EXPECT_EQ(here.verdict, MayDisturb);
  EXPECT_THAT(here.remedy, HasSubstr("setarch"));
}

TEST(WorkerBuild, WithoutOptimisationSpoils) {
  EXPECT_EQ(with_flags("release -O3").verdict, Fine);
  EXPECT_EQ(with_flags("debug -O0 -g").verdict, WillSpoil);
  EXPECT_EQ(with_flags("release -O3 -fsanitize=address").verdict, WillSpoil);
  EXPECT_EQ(with_flags("custom -Og").verdict, MayDisturb);
  EXPECT_EQ(with_flags("debug -O0 -O2").verdict, Fine);  // the last one counts
  EXPECT_EQ(with_flags("").verdict, CannotTell);
}

TEST(WorkerBuild, AWorkerThatDoesNotAnswerSpoils) {
  const auto check = with("worker_build", [](Circumstances& circumstances) {
    circumstances.worker = AskedWorker{.build = {}, .trouble = "there is no program 'x'"};
  });
  EXPECT_EQ(check.verdict, WillSpoil);
  EXPECT_THAT(check.evidence, HasSubstr("there is no program 'x'"));
}

TEST(HardwareCounters, TheErrnoSaysWhatToDo) {
  const auto failing = [](int error) {
    return with("hardware_counters", [error](Circumstances& circumstances) {
      circumstances.counters = error;
      circumstances.hypervisor = "KVM";
    });
  };
  EXPECT_EQ(failing(0).verdict, Fine);
  EXPECT_EQ(failing(ENOENT).verdict, CannotTell);
  EXPECT_THAT(failing(ENOENT).evidence, HasSubstr("errno 2"));
  EXPECT_THAT(failing(ENOENT).remedy, HasSubstr("guest"));
  EXPECT_THAT(failing(EACCES).remedy, HasSubstr("perf_event_paranoid"));
  EXPECT_GE(try_hardware_counters(), 0);
}

TEST(Clock, SlowOrCoarse) {
  const std::string file = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
  EXPECT_EQ(with_file("clock", file, "hpet").verdict, MayDisturb);
  EXPECT_EQ(with_file("clock", file, "kvm-clock").verdict, Fine);
  EXPECT_EQ(without_file("clock", file).verdict, CannotTell);
  EXPECT_EQ(with_second("clock", [](Watched& w) { w.clock_read_ns = 1000; }).verdict, MayDisturb);
  EXPECT_EQ(with_second("clock", [](Watched& w) { w.clock_step_ns = 4e6; }).verdict, WillSpoil);
}

TEST(Timer, LateMostOfTheTimeDisturbs) {
  EXPECT_EQ(with_second("timer", [](Watched& w) { w.lateness_ns = {1, 2, 5e6}; }).verdict, Fine);
  EXPECT_EQ(with_second("timer", [](Watched& w) { w.lateness_ns = {1, 2e6, 5e6}; }).verdict, MayDisturb);
  EXPECT_EQ(with("timer", [](Circumstances&) {}).verdict, CannotTell);
}

TEST(MemoryAvailable, HasTwoBounds) {
  const auto available = [](const std::string& kib) {
    return with_file("memory_available", "/proc/meminfo", "MemTotal: 9999999 kB\nMemAvailable: " + kib + " kB").verdict;
  };
  EXPECT_EQ(available("1048576"), Fine);
  EXPECT_EQ(available("1048575"), MayDisturb);
  EXPECT_EQ(available("262143"), WillSpoil);
  EXPECT_EQ(without_file("memory_available", "/proc/meminfo").verdict, CannotTell);
}

TEST(Swap, MattersWhereItIsUsed) {
  MadeUpMachine machine;
  machine.write("/proc/swaps", "Filename Type\n/dev/sda2 partition 1000 0 -2")
      .write("/proc/meminfo", "SwapTotal: 2048 kB\nSwapFree: 2048 kB");
  EXPECT_EQ(found(machine.circumstances(), "swap").verdict, Fine);
  machine.write("/proc/meminfo", "SwapTotal: 2048 kB\nSwapFree: 1024 kB");
  EXPECT_EQ(found(machine.circumstances(), "swap").verdict, MayDisturb);
  EXPECT_THAT(found(machine.circumstances(), "swap").evidence, HasSubstr("1.0 MiB"));
  EXPECT_EQ(with_second("swap", [](Watched& w) { w.last.memory = "pswpin 7\npswpout 8"; }).verdict, WillSpoil);
  EXPECT_EQ(without_file("swap", "/proc/swaps").verdict, CannotTell);
}

TEST(HugePages, GivenUnaskedDisturb) {
  const std::string file = "/sys/kernel/mm/transparent_hugepage/enabled";
  EXPECT_EQ(with_file("huge_pages", file, "[always] madvise never").verdict, MayDisturb);
  EXPECT_EQ(without_file("huge_pages", file).verdict, Fine);
}

TEST(Watch, SeesThisMachine) {
  const Watched watched = watch(MachineFiles(), std::chrono::milliseconds(20));
  EXPECT_FALSE(watched.lateness_ns.empty());
  EXPECT_GT(watched.clock_step_ns, 0);
  EXPECT_GT(watched.clock_read_ns, 0);
  EXPECT_FALSE(watched.first.cpu.empty());
  EXPECT_GE(watched.seconds, 0.018);
}

}  // namespace
}  // namespace harness::machine

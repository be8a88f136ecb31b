// Checks of the clock and of the timer.
#include <algorithm>
#include <array>
#include <string_view>

#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

constexpr const char* kSource = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
constexpr std::array<std::string_view, 4> kFast{"tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"};
constexpr double kSlowReadNs = 1000;  // a system call, or a read over a bus, where the fast ones take tens
constexpr double kCoarseStepNs = 50'000;  // 1 % of a batch of 5 ms: as large as the changes we look for
constexpr double kLateNs = 1e6;           // a fifth of such a batch

bool is_fast(const std::string& source) { return std::ranges::find(kFast, source) != kFast.end(); }

std::string measured(const Watched& watched) {
  return "; reading it takes " + decimal(watched.clock_read_ns) + " ns and it steps by " +
         decimal(watched.clock_step_ns) + " ns";
}

}  // namespace

Found check_clock(const Circumstances& circumstances) {
  const std::string source = circumstances.files.text(kSource);
  const auto& watched = circumstances.watched;
  if (source.empty() && !watched) {
    return {"", Suitability::CannotTell, "The kernel does not tell its clock source.", kSource,
            "Mount /sys in this container."};
  }
  const std::string what = "The clock source is '" + (source.empty() ? "unknown" : source) + "'" +
                           (watched ? measured(*watched) : "");
  const std::string remedy = circumstances.hypervisor.empty()
                                 ? "echo tsc | sudo tee " + std::string(kSource) + ", where it is stable."
                                 : "Choose kvm-clock or tsc, if available_clocksource beside that file offers one.";
  if (watched && watched->clock_step_ns >= kCoarseStepNs) {
    return {"", Suitability::WillSpoil, what + ": too coarse for batches of milliseconds.", kSource, remedy};
  }
  const bool slow = (watched && watched->clock_read_ns >= kSlowReadNs) || (!source.empty() && !is_fast(source));
  if (!slow) return fine(what + ".", kSource);
  return {"", Suitability::MayDisturb, what + ": reading the time takes a system call or longer.", kSource, remedy};
}

// How late a program wakes that asked for a time: what the driver meets between batches.
Found check_timer(const Circumstances& circumstances) {
  constexpr const char* kCall = "clock_nanosleep()";
  if (!circumstances.watched || circumstances.watched->lateness_ns.empty()) {
    return {"", Suitability::CannotTell, "Nobody watched how late timers are.", kCall, "tandem doctor"};
  }
  std::vector<double> lateness = circumstances.watched->lateness_ns;
  std::ranges::sort(lateness);
  const double middle = lateness[lateness.size() / 2];
  const std::string evidence = "Of " + std::to_string(lateness.size()) + " naps one in two ended at most " +
                               decimal(middle / 1000) + " us late, the worst " + decimal(lateness.back() / 1000) + " us";
  if (middle < kLateNs) return fine(evidence + ".", kCall);
  return {"", Suitability::MayDisturb, evidence + ": whoever wants to run has to wait.", kCall,
          "See other_load and stolen_time; a kernel that ticks at 100 Hz without high-resolution timers does this too."};
}

}  // namespace harness::machine

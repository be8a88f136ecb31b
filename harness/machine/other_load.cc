// The check for other programs that want the CPUs now.
#include <sstream>

#include "harness/machine/cpu_times.h"
#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

constexpr const char* kSource = "/proc/loadavg";
constexpr double kBusy = 0.5;   // programs per CPU: more, and the workers' CPU is probably wanted by others
constexpr double kCrowd = 4.0;  // a worker gets a fifth of its CPU, and few batches run without being interrupted

std::size_t machine_cpus(const Circumstances& circumstances) {
  const auto online = cpu_list(circumstances.files.text("/sys/devices/system/cpu/online"));
  return std::max(online.size(), circumstances.allowed_cpus.size());
}

// Of all CPUs, while this program slept; absent where nobody watched.
std::optional<double> busy_share(const Circumstances& circumstances) {
  if (!circumstances.watched) return std::nullopt;
  const CpuTimes spent = cpu_times(circumstances.watched->last.cpu) - cpu_times(circumstances.watched->first.cpu);
  return spent.busy_share();
}

}  // namespace

Found check_other_load(const Circumstances& circumstances) {
  const std::size_t count = machine_cpus(circumstances);
  const auto now = busy_share(circumstances);
  std::istringstream text(circumstances.files.text(kSource));
  double load = 0;
  if (!(text >> load)) {
    return {"", Suitability::CannotTell, "The kernel does not tell how many programs want to run.", kSource,
            "Mount /proc in this container."};
  }
  std::string evidence = "The load average is " + decimal(load) + " on " + cpus(count);
  if (now) evidence += ", and other programs used " + percent(*now) + " of them just now";
  const double per_cpu = load / static_cast<double>(count);
  if (per_cpu <= kBusy && now.value_or(0) <= kBusy) return fine(evidence + ".", kSource);
  // The load average counts what ran a minute ago, and a run of this tool too; a quiet moment now outweighs it.
  const bool crowded = per_cpu >= kCrowd && now.value_or(1) > kBusy;
  return {"", crowded ? Suitability::WillSpoil : Suitability::MayDisturb,
          evidence + ": other programs compete with the workers.", kSource,
          "Look who it is with `top`, and stop it or wait; the command `batch` of package at waits for a quiet machine."};
}

}  // namespace harness::machine

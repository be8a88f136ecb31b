// The check for hardware counters.
#include <cerrno>
#include <cstring>

#include "harness/machine/each_check.h"

namespace harness::machine {
namespace {

constexpr const char* kSource = "perf_event_open(PERF_COUNT_HW_CPU_CYCLES)";
constexpr const char* kParanoid = "/proc/sys/kernel/perf_event_paranoid";

std::string remedy(int error, const Circumstances& circumstances) {
  if (error == EACCES || error == EPERM) {
    return "sudo sysctl kernel.perf_event_paranoid=2 (it is " + circumstances.files.text(kParanoid) +
           " now); a container also needs its seccomp filter to allow perf_event_open.";
  }
  if (error == ENOSYS) return "Nothing can be done with this kernel: it was built without perf events.";
  return circumstances.hypervisor.empty() ? "Nothing is known to help: this CPU or kernel has no counter of cycles."
                                          : "Nothing can be done in a guest: its host would have to pass the counters on.";
}

}  // namespace

// Their absence spoils nothing, but hides something.
Found check_hardware_counters(const Circumstances& circumstances) {
  if (!circumstances.counters) {
    return {"", Suitability::CannotTell, "Hardware counters were not tried.", kSource, "tandem doctor"};
  }
  const int error = *circumstances.counters;
  if (error == 0) return fine("Cycles can be counted.", kSource);
  return {"", Suitability::CannotTell,
          std::string("Hardware counters cannot be read (") + std::strerror(error) + ", errno " +
              std::to_string(error) + "): whether the CPU's clock was steady, cycles would tell.",
          kSource, remedy(error, circumstances)};
}

}  // namespace harness::machine

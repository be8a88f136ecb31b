// Checks of what sets the CPU's clock: the governor and turbo boost.
#include "harness/machine/each_check.h"

namespace harness::machine {
namespace {

constexpr const char* kIntel = "/sys/devices/system/cpu/intel_pstate/no_turbo";
constexpr const char* kOthers = "/sys/devices/system/cpu/cpufreq/boost";

// Where the kernel does not tell. A guest has no say in its clock.
Found untold(const Circumstances& circumstances, const std::string& what, const std::string& file) {
  const bool guest = !circumstances.hypervisor.empty();
  return {"", Suitability::CannotTell, "The kernel does not tell " + what + ": there is no such file.", file,
          guest ? "Nothing can be done in a guest: the host sets the clock."
                : "Load the CPU's frequency driver, or fix the clock in the firmware's settings."};
}

Found turbo_is_on(const std::string& file, const std::string& off) {
  return {"", Suitability::MayDisturb,
          "Turbo boost is on: the clock depends on temperature and on what the other cores do.", file,
          "echo " + off + " | sudo tee " + file};
}

}  // namespace

Found check_governor(const Circumstances& circumstances) {
  const std::string file = "/sys/devices/system/cpu/cpu" + std::to_string(circumstances.allowed_cpus.back()) +
                           "/cpufreq/scaling_governor";
  const std::string governor = circumstances.files.text(file);
  if (governor.empty()) return untold(circumstances, "which frequency governor is at work", file);
  if (governor == "performance") return fine("The CPU frequency governor is 'performance'.", file);
  return {"", Suitability::MayDisturb,
          "The CPU frequency governor is '" + governor + "': the clock follows the load.", file,
          "sudo cpupower frequency-set --governor performance"};
}

Found check_turbo(const Circumstances& circumstances) {
  const std::string never = circumstances.files.text(kIntel);
  const std::string boost = circumstances.files.text(kOthers);
  if (never == "0") return turbo_is_on(kIntel, "1");
  if (never.empty() && boost == "1") return turbo_is_on(kOthers, "0");
  if (never.empty() && boost.empty()) return untold(circumstances, "whether turbo boost is on", kOthers);
  return fine("Turbo boost is off.", never.empty() ? kOthers : kIntel);
}

}  // namespace harness::machine

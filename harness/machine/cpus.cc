// Checks of the CPUs that the workers may use.
#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

constexpr const char* kAllowed = "sched_getaffinity()";
constexpr const char* kOnline = "/sys/devices/system/cpu/online";
constexpr const char* kSmt = "/sys/devices/system/cpu/smt/active";

}  // namespace

Found check_one_cpu(const Circumstances& circumstances) {
  const std::size_t allowed = circumstances.allowed_cpus.size();
  if (allowed != 1) return fine("There are " + cpus(allowed) + " to use.", kAllowed);
  return {"", Suitability::MayDisturb,
          "There is only one CPU to use: every other program shares it with what is measured.", kAllowed,
          "Stop what can be stopped meanwhile, and do not believe scenarios of several threads; a second CPU helps."};
}

Found check_affinity(const Circumstances& circumstances) {
  const std::vector<int> online = cpu_list(circumstances.files.text(kOnline));
  const std::size_t allowed = circumstances.allowed_cpus.size();
  if (online.empty()) {
    return {"", Suitability::CannotTell, "The kernel does not tell which CPUs there are.", kOnline,
            "Mount /sys in this container."};
  }
  if (allowed >= online.size()) return fine("This process may use all " + cpus(online.size()) + ".", kAllowed);
  return {"", Suitability::MayDisturb,
          "This process may use only " + std::to_string(allowed) + " of " + cpus(online.size()) + ".", kAllowed,
          "taskset --cpu-list " + circumstances.files.text(kOnline) +
              " tandem ..., unless these CPUs were set aside for measuring."};
}

Found check_smt(const Circumstances& circumstances) {
  const std::string active = circumstances.files.text(kSmt);
  if (active == "1") {
    return {"", Suitability::MayDisturb,
            "Two CPUs share each core (hyper-threading): what runs on one slows the other.", kSmt,
            "echo off | sudo tee /sys/devices/system/cpu/smt/control"};
  }
  if (!circumstances.hypervisor.empty()) {
    return {"", Suitability::CannotTell,
            "A guest does not see whether its virtual CPUs share a core with each other or with neighbours.", kSmt,
            "Nothing can be done in a guest: ask the host for whole cores."};
  }
  if (active.empty()) {
    return {"", Suitability::CannotTell, "The kernel does not tell whether CPUs share cores.", kSmt,
            "Look in the firmware's settings for hyper-threading or SMT."};
  }
  return fine("No two CPUs share a core.", kSmt);
}

}  // namespace harness::machine

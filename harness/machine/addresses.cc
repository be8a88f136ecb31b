// The check of address randomisation. Tandem wants it on: each launch then has a memory layout of its own, and a lucky
// one averages out over launch pairs instead of being taken for a change.
#include <cstdlib>

#include "harness/machine/each_check.h"

namespace harness::machine {
namespace {

constexpr const char* kSystem = "/proc/sys/kernel/randomize_va_space";
constexpr const char* kProcess = "/proc/self/personality";
constexpr unsigned long kNoRandomise = 0x0040000;  // ADDR_NO_RANDOMIZE of <sys/personality.h>

// Inherited, as by `setarch -R` and debuggers.
bool switched_off_for_this_process(const Circumstances& circumstances) {
  const std::string flags = circumstances.files.text(kProcess);
  return (std::strtoul(flags.c_str(), nullptr, 16) & kNoRandomise) != 0;
}

}  // namespace

Found check_address_randomisation(const Circumstances& circumstances) {
  const std::string level = circumstances.files.text(kSystem);
  if (switched_off_for_this_process(circumstances)) {
    return {"", Suitability::MayDisturb,
            "Address randomisation is off for this process: every launch has the same memory layout, and a lucky or "
            "unlucky one is taken for a change.",
            kProcess, "Start tandem without `setarch -R`, and not from a debugger."};
  }
  if (level == "2") {
    return fine("Address randomisation is on: every launch has a memory layout of its own, as it should.", kSystem);
  }
  if (level.empty()) {
    return {"", Suitability::CannotTell, "The kernel does not tell whether it randomises addresses.", kSystem,
            "Mount /proc in this container."};
  }
  const std::string what =
      level == "0" ? "Address randomisation is off (kernel.randomize_va_space is 0): every launch has the same memory "
                     "layout, and a lucky or unlucky one is taken for a change."
                   : "Address randomisation leaves out the heap (kernel.randomize_va_space is " + level +
                         "): every launch's heap lies at the same distance from its program.";
  return {"", Suitability::MayDisturb, what, kSystem, "sudo sysctl kernel.randomize_va_space=2"};
}

}  // namespace harness::machine

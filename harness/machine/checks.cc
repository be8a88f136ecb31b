#include "harness/machine/checks.h"

#include "harness/machine/each_check.h"

namespace harness::machine {
namespace {

struct Row {
  const char* name;
  Found (*look)(const Circumstances&);
};

// In the order in which a person would remedy them: the program first, then who else is there, then the hardware.
constexpr Row kChecks[] = {{"worker_build", check_worker_build},
                           {"cpu_quota", check_cpu_quota},
                           {"other_load", check_other_load},
                           {"cpu_pressure", check_cpu_pressure},
                           {"memory_pressure", check_memory_pressure},
                           {"io_pressure", check_io_pressure},
                           {"stolen_time", check_stolen_time},
                           {"virtual_machine", check_virtual_machine},
                           {"one_cpu", check_one_cpu},
                           {"affinity", check_affinity},
                           {"smt", check_smt},
                           {"governor", check_governor},
                           {"turbo", check_turbo},
                           {"clock", check_clock},
                           {"timer", check_timer},
                           {"memory_available", check_memory_available},
                           {"swap", check_swap},
                           {"huge_pages", check_huge_pages},
                           {"address_randomisation", check_address_randomisation},
                           {"hardware_counters", check_hardware_counters}};

}  // namespace

std::vector<MachineCheck> check_machine(const Circumstances& circumstances) {
  std::vector<MachineCheck> checks;
  for (const Row& row : kChecks) {
    checks.push_back(row.look(circumstances));
    checks.back().name = row.name;
  }
  return checks;
}

std::vector<std::string> notes(const std::vector<MachineCheck>& checks) {
  std::vector<std::string> sentences;
  for (const MachineCheck& check : checks) {
    const bool worth_noting = check.verdict == Suitability::MayDisturb || check.verdict == Suitability::WillSpoil;
    if (worth_noting) sentences.push_back(check.evidence);
  }
  return sentences;
}

}  // namespace harness::machine

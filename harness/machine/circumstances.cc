#include "harness/machine/circumstances.h"

#include <sys/utsname.h>

#include <utility>

#include "harness/machine/hypervisor.h"

namespace harness::machine {

Circumstances read_circumstances(MachineFiles files, std::vector<int> allowed_cpus) {
  utsname names{};
  uname(&names);
  std::string hypervisor = hypervisor_name(hypervisor_vendor(files));
  return {.files = std::move(files),
          .allowed_cpus = std::move(allowed_cpus),
          .kernel = names.release,
          .hypervisor = std::move(hypervisor)};
}

}  // namespace harness::machine

#include "harness/machine/hypervisor.h"

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif

namespace harness::machine {

// Leaf 0x40000000 is reserved for hypervisors: 12 bytes of vendor in EBX, ECX, EDX. Elsewhere the firmware may tell.
std::string hypervisor_vendor([[maybe_unused]] const MachineFiles& files) {
#if defined(__x86_64__) || defined(__i386__)
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr unsigned kUnderHypervisor = 1U << 31U;  // of leaf 1, ECX
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & kUnderHypervisor) == 0) return "";
  __cpuid(0x40000000U, eax, ebx, ecx, edx);
  std::array<char, 13> vendor{};
  const std::array<unsigned, 3> words{ebx, ecx, edx};
  std::memcpy(vendor.data(), words.data(), 12);
  return vendor[0] == '\0' ? "unknown" : vendor.data();
#else
  return files.text("/sys/hypervisor/type");
#endif
}

std::string hypervisor_name(const std::string& vendor) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kNames{{{"KVMKVMKVM", "KVM"},
                                                                                 {"Microsoft Hv", "Hyper-V"},
                                                                                 {"VMwareVMware", "VMware"},
                                                                                 {"XenVMMXenVMM", "Xen"},
                                                                                 {"VBoxVBoxVBox", "VirtualBox"},
                                                                                 {"TCGTCGTCGTCG", "QEMU"}}};
  for (const auto& [known, name] : kNames) {
    if (vendor == known) return std::string(name);
  }
  return vendor;
}

}  // namespace harness::machine

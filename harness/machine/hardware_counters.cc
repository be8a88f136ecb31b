#include "harness/machine/hardware_counters.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace harness::machine {

int try_hardware_counters() {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.config = PERF_COUNT_HW_CPU_CYCLES;
  wanted.exclude_kernel = 1;  // what an unprivileged user may count
  wanted.exclude_hv = 1;
  const long counter = syscall(SYS_perf_event_open, &wanted, 0, -1, -1, 0UL);
  if (counter < 0) return errno;
  close(static_cast<int>(counter));
  return 0;
}

}  // namespace harness::machine

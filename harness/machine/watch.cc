#include "harness/machine/watch.h"

#include <algorithm>
#include <limits>
#include <thread>

#include "harness/machine/cgroup.h"

namespace harness::machine {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::duration;
using std::chrono::nanoseconds;

constexpr std::chrono::milliseconds kNap{2};  // near the length of a batch, so that hundreds fit in a second
constexpr int kClockReads = 1000;             // tens of microseconds in all; the kernel's fastest clocks step at each

double ns(Clock::duration time) { return duration<double, std::nano>(time).count(); }

void time_the_clock(Watched& watched) {
  watched.clock_step_ns = std::numeric_limits<double>::infinity();
  const auto first = Clock::now();
  auto before = first;
  // A clock that ticks seldom is asked until it has ticked once.
  for (int reads = 1;; ++reads) {
    const auto now = Clock::now();
    if (now != before) watched.clock_step_ns = std::min(watched.clock_step_ns, ns(now - before));
    before = now;
    watched.clock_read_ns = ns(now - first) / reads;
    if (reads >= kClockReads && now != first) break;
  }
}

}  // namespace

Totals read_totals(const MachineFiles& files) {
  const auto limit = cpu_limit(files);
  return {.cpu = files.text("/proc/stat"),
          .memory = files.text("/proc/vmstat"),
          .throttled = limit ? limit->throttled : 0};
}

Watched watch(const MachineFiles& files, nanoseconds duration) {
  Watched watched;
  time_the_clock(watched);
  watched.first = read_totals(files);
  const auto started = Clock::now();
  for (auto due = started + kNap; due < started + duration; due += kNap) {
    std::this_thread::sleep_until(due);
    const auto woken = Clock::now();
    watched.lateness_ns.push_back(ns(woken - due));
    due = std::max(due, woken);
  }
  watched.last = read_totals(files);
  watched.seconds = ns(Clock::now() - started) / 1e9;
  return watched;
}

}  // namespace harness::machine

// Checks of memory: whether there is enough, whether it goes to disk, and in which pages it comes.
#include <algorithm>

#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

constexpr const char* kMeminfo = "/proc/meminfo";
constexpr const char* kSwaps = "/proc/swaps";
constexpr const char* kHugePages = "/sys/kernel/mm/transparent_hugepage/enabled";
// Two launches of the largest parameter points of the engine's scenarios hold about 0.5 GiB together, and the kernel
// wants room for its page cache.
constexpr double kTightMib = 1024;
constexpr double kTooLittleMib = 256;

double mebibytes(const std::string& meminfo, std::string_view name) { return number(meminfo, name).value_or(0) / 1024; }

std::string size(double mib) { return decimal(mib) + " MiB"; }

// Pages to and from disk while somebody watched.
double pages_moved(const Circumstances& circumstances) {
  if (!circumstances.watched) return 0;
  const auto moved = [](const std::string& vmstat) {
    return number(vmstat, "pswpin").value_or(0) + number(vmstat, "pswpout").value_or(0);
  };
  return moved(circumstances.watched->last.memory) - moved(circumstances.watched->first.memory);
}

}  // namespace

Found check_memory_available(const Circumstances& circumstances) {
  const std::string meminfo = circumstances.files.text(kMeminfo);
  if (!number(meminfo, "MemAvailable")) {
    return {"", Suitability::CannotTell, "The kernel does not tell how much memory is available.", kMeminfo,
            "Mount /proc in this container."};
  }
  const double available = mebibytes(meminfo, "MemAvailable");
  const std::string evidence =
      size(available) + " of " + size(mebibytes(meminfo, "MemTotal")) + " of memory are available";
  if (available >= kTightMib) return fine(evidence + ".", kMeminfo);
  return {"", available < kTooLittleMib ? Suitability::WillSpoil : Suitability::MayDisturb,
          evidence + ": the largest scenarios need about half a GiB.", kMeminfo,
          "End what holds the most memory (`ps --sort -rss aux`), or measure smaller parameter points."};
}

Found check_swap(const Circumstances& circumstances) {
  const auto swaps = circumstances.files.read(kSwaps);
  if (!swaps) {
    return {"", Suitability::CannotTell, "The kernel does not tell where it swaps to.", kSwaps,
            "Mount /proc in this container."};
  }
  if (const double moved = pages_moved(circumstances); moved > 0) {
    return {"", Suitability::WillSpoil,
            std::to_string(static_cast<long long>(moved)) + " pages went to or came from swap just now.",
            "/proc/vmstat", "End what holds the most memory (`ps --sort -rss aux`), then `sudo swapoff --all`."};
  }
  const bool none = swaps->find('\n') == std::string::npos;  // nothing but its heading
  if (none) return fine("There is no swap.", kSwaps);
  const std::string meminfo = circumstances.files.text(kMeminfo);
  const double used = mebibytes(meminfo, "SwapTotal") - mebibytes(meminfo, "SwapFree");
  if (used <= 0) return fine("There is swap, and nothing in it.", kSwaps);
  return {"", Suitability::MayDisturb, size(used) + " of memory lie in swap: they may come back during a batch.", kSwaps,
          "sudo swapoff --all"};
}

// Matters to scenarios whose data outgrow what the CPU's address translation remembers: some launches get huge pages
// for them and others do not.
Found check_huge_pages(const Circumstances& circumstances) {
  const auto mode = circumstances.files.read(kHugePages);
  if (!mode) return fine("The kernel has no transparent huge pages.", kHugePages);
  if (mode->find("[always]") == std::string::npos) {
    return fine("Transparent huge pages are given to programs that ask only ('" + *mode + "').", kHugePages);
  }
  return {"", Suitability::MayDisturb,
          "Transparent huge pages are given unasked: launches differ by which of their data lie in them.", kHugePages,
          "echo madvise | sudo tee " + std::string(kHugePages)};
}

}  // namespace harness::machine

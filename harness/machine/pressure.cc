// Checks of pressure: how much of the time somebody waits for a CPU, for memory, for a disk.
#include <optional>
#include <sstream>
#include <string_view>

#include "harness/machine/each_check.h"
#include "harness/machine/sentence_numbers.h"

namespace harness::machine {
namespace {

// A share of the last ten seconds, from a line of /proc/pressure: "some avg10=54.65 avg60=..." says that some program
// waited, "full" that all did.
std::optional<double> share(const std::string& text, std::string_view line_name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find("avg10=");
    if (!line.starts_with(line_name) || at == std::string::npos) continue;
    std::istringstream value(line.substr(at + 6));
    if (double percent_value = 0; value >> percent_value) return percent_value / 100;
  }
  return std::nullopt;
}

struct Pressure {
  const char* file;
  const char* line;
  const char* who;  // "Some program waited for a CPU"
  double disturbing;
  std::optional<double> spoiling;
  const char* remedy;
};

Found check(const Pressure& pressure, const Circumstances& circumstances) {
  const auto waited = share(circumstances.files.text(pressure.file), pressure.line);
  if (!waited) {
    return {"", Suitability::CannotTell, "The kernel does not count pressure.", pressure.file,
            "Boot a kernel from 4.20 on, with psi=1 on its command line."};
  }
  const std::string evidence = std::string(pressure.who) + " during " + percent(*waited) + " of the last 10 s.";
  if (*waited < pressure.disturbing) return fine(evidence, pressure.file);
  const bool spoils = pressure.spoiling && *waited >= *pressure.spoiling;
  return {"", spoils ? Suitability::WillSpoil : Suitability::MayDisturb, evidence, pressure.file, pressure.remedy};
}

}  // namespace

// Waiting for a CPU never spoils by itself: CPU time does not count it, and what it costs in time other_load says.
Found check_cpu_pressure(const Circumstances& circumstances) {
  return check({.file = "/proc/pressure/cpu",
                .line = "some",
                .who = "Some program waited for a CPU",
                .disturbing = 0.10,
                .spoiling = std::nullopt,
                .remedy = "Look who it is with `top`, and stop it or wait."},
               circumstances);
}

// When all programs wait for memory, pages are thrown out and read again: that time lands in the batches themselves.
Found check_memory_pressure(const Circumstances& circumstances) {
  return check({.file = "/proc/pressure/memory",
                .line = "full",
                .who = "All programs waited for memory",
                .disturbing = 0.01,
                .spoiling = 0.10,
                .remedy = "End what holds the most memory (`ps --sort -rss aux`), or measure smaller parameter points."},
               circumstances);
}

// Only scenarios that write files meet the disk.
Found check_io_pressure(const Circumstances& circumstances) {
  return check({.file = "/proc/pressure/io",
                .line = "full",
                .who = "All programs waited for a disk",
                .disturbing = 0.10,
                .spoiling = std::nullopt,
                .remedy = "Wait until the disk is quiet, or leave out the scenarios that write files (log/wal_append)."},
               circumstances);
}

}  // namespace harness::machine

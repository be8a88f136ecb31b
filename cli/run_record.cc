#include "cli/run_record.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

#include "cli/exit_status.h"
#include "cli/version.h"
#include "harness/model/design.h"

namespace cli {
namespace {

std::string utc_time(const char* format, std::time_t time) {
  std::tm fields = {};
  gmtime_r(&time, &fields);
  char text[32];
  return std::string(text, std::strftime(text, sizeof text, format, &fields));
}

// Ids sort as the runs began, those of one second too: the four digits are the 65 536th of it; the last two make runs
// that begin at once differ.
std::string run_id() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  const auto fraction = static_cast<unsigned>((static_cast<std::uint64_t>(now.tv_nsec) << 16) / 1'000'000'000);
  char suffix[8];
  std::snprintf(suffix, sizeof suffix, "%04x%02x", fraction, std::random_device{}() & 0xffU);
  return utc_time("%Y%m%dT%H%M%SZ-", now.tv_sec) + suffix;
}

}  // namespace

std::string utc_now() { return utc_time("%Y-%m-%dT%H:%M:%SZ", std::time(nullptr)); }

harness::Run begin_run_record(harness::RunKind kind, std::uint64_t seed, const std::string& command_line) {
  return {.id = run_id(),
          .kind = kind,
          .started_at = utc_now(),
          .finished_at = "",
          .seed = seed,
          .preset = "",
          .harness_version = std::string(kVersion),
          .command_line = command_line};
}

void finish_run_record(harness::Run& run, harness::RunState state, std::chrono::steady_clock::time_point started) {
  run.state = state;
  run.finished_at = utc_now();
  run.elapsed_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

int exit_status(const harness::Report& report, const std::set<harness::Verdict>& fail_on) {
  const auto any = [&](harness::Verdict verdict) {
    return std::ranges::any_of(report.comparisons, [&](const auto& row) { return row.verdict == verdict; });
  };
  const auto asked = [&](harness::Verdict verdict) {
    return fail_on.contains(verdict) && std::ranges::any_of(report.comparisons, [&](const auto& row) {
             return row.verdict == verdict && !gives_size_only(row, report.comparisons);
           });
  };
  if (report.run.state == harness::RunState::Interrupted) return kInterrupted;
  if (any(harness::Verdict::Invalid)) return kInvalid;
  if (asked(harness::Verdict::Regressed) || asked(harness::Verdict::Mixed)) return kRegressed;
  return asked(harness::Verdict::Undecided) ? kUndecided : kFine;
}

}  // namespace cli

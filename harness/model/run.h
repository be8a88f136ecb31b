// One invocation that measured something.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace harness {

enum class RunKind { Run, Aa, Compare, Nightly, Bisect, Calibrate, Import };
enum class RunState { Running, Done, Interrupted, Failed };

struct Run {
  std::string id;           // "20261130T020000Z-7f3a": sorts by time, fits a URL
  RunKind kind = RunKind::Run;
  std::string started_at;   // RFC 3339, UTC, "Z"
  std::string finished_at;  // empty while running
  std::uint64_t seed = 0;   // every random choice of the run derives from it
  RunState state = RunState::Running;
  std::string preset;           // "quick"; empty where none applies
  std::string harness_version;
  std::string command_line;
  std::string rule;  // by which its trials are judged, declared before the first is measured
  double batch_seconds = 0;    // time spent inside batches
  double elapsed_seconds = 0;  // of the whole run
  std::vector<std::string> notes;  // sentences on how it was measured: which design decides, what was left out

  std::string settings;  // of its project, as TOML with where each came from; empty where a run has no project

  bool operator==(const Run&) const = default;
};

std::string_view to_string(RunKind kind);    // "run", "aa", "compare", "nightly", "bisect", "calibrate", "import"
std::string_view to_string(RunState state);  // "running", "done", "interrupted", "failed"
RunKind run_kind_from_string(std::string_view text);
RunState run_state_from_string(std::string_view text);

}  // namespace harness

// tandem loadgen: rows through the whole engine, and the report that people know from `kudu perf loadgen`.
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <thread>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "engine/base/temporary_directory.h"
#include "engine/loadgen/loadgen.h"
#include "harness/model/error.h"

namespace cli {
namespace {

std::string refused_rows(const engine::LoadgenReport& report) {
  return std::to_string(report.errors) + " of " + std::to_string(report.rows_total) +
         " rows were refused, one of them because " + report.first_error.message();
}

// A folder for the log, removed even when a signal ends the load. While this lives, no other thread gets the signals
// that end a program: one waits for them, removes the folder and ends the program itself.
class TemporaryLog {
 public:
  TemporaryLog() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, kDone}) sigaddset(&signals_, signal);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    waiter_ = std::thread([this] { wait(); });
  }
  ~TemporaryLog() {
    pthread_kill(waiter_.native_handle(), kDone);
    waiter_.join();
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  TemporaryLog(const TemporaryLog&) = delete;
  TemporaryLog& operator=(const TemporaryLog&) = delete;

  [[nodiscard]] const std::string& path() const { return directory_.path(); }

 private:
  static constexpr int kDone = SIGUSR1;  // tells the waiter that nobody needs it any more
  static constexpr int kAttempts = 100;  // at a folder into which the load writes files while they are being removed

  void wait() {
    int signal = 0;
    sigwait(&signals_, &signal);
    if (signal == kDone) return;
    std::error_code trouble;
    for (int i = 0; i < kAttempts && std::filesystem::exists(path()); ++i) std::filesystem::remove_all(path(), trouble);
    _exit(kInterrupted);  // the load's threads are in the middle of things: nothing else may be taken down
  }

  engine::TemporaryDirectory directory_;
  sigset_t signals_ = {};
  sigset_t before_ = {};
  std::thread waiter_;
};

}  // namespace

int loadgen_command(const engine::LoadgenOptions& asked) {
  engine::LoadgenOptions options = asked;
  std::optional<TemporaryLog> temporary;
  if (options.wal_directory.empty()) options.wal_directory = temporary.emplace().path();
  const engine::Status possible = engine::CheckOptions(options);
  if (!possible.ok()) throw harness::UsageError(possible.message());

  engine::LoadgenReport report;
  const engine::Status status = engine::RunLoadgen(options, &report);
  if (!status.ok()) throw harness::Error("the load did not run to its end: " + status.message());
  engine::WriteReport(report, std::cout);
  std::cout << std::flush;
  if (report.errors != 0) throw harness::Error(refused_rows(report));
  return kFine;
}

}  // namespace cli

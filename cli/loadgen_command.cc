// tandem loadgen: rows through the whole engine, and the report that people know from `kudu perf loadgen`.
#include <iostream>
#include <optional>
#include <string>

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

}  // namespace

int loadgen_command(const engine::LoadgenOptions& asked) {
  engine::LoadgenOptions options = asked;
  std::optional<engine::TemporaryDirectory> temporary;
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

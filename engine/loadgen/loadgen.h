// The load generator: opens a table, writes rows to it, says how long that took.
//
//   LoadgenReport report;
//   Status status = RunLoadgen({.num_threads = 8, .wal_directory = path}, &report);
//   if (status.ok()) WriteReport(report, std::cout);
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>

#include "engine/base/status.h"
#include "engine/loadgen/loadgen_options.h"
#include "engine/loadgen/tablet_server.h"

namespace engine {

struct LoadgenReport {
  OpType op_type = OpType::kInsert;
  std::int64_t rows_total = 0;             // made by all generators
  std::chrono::nanoseconds time_total{0};  // from starting the generators until every row is answered
  std::int64_t errors = 0;                 // rows that were refused
  Status first_error;                      // of one of them
  TableContents contents;                  // of all tablets afterwards, with what they had logged before
  std::uint64_t bytes_logged = 0;          // by this load

  // Nothing to be proud of if rows were refused. Requires: rows_total > 0.
  [[nodiscard]] double time_per_row_ns() const {
    return static_cast<double>(time_total.count()) / static_cast<double>(rows_total);
  }
};

// Ok also if rows were refused: the report says how many. Otherwise what kept the load from running.
Status RunLoadgen(const LoadgenOptions& options, LoadgenReport* report);

// The lines that people know from `kudu perf loadgen`, and two of our own:
//
//   INSERT report
//       rows total: 2000
//       time total: 12.3456 ms
//     time per row: 6172.8 ns       (only without errors)
//     bytes logged: 54321
//         checksum: 0123456789abcdef
void WriteReport(const LoadgenReport& report, std::ostream& out);

}  // namespace engine

// Google Benchmark's CSV: the console's lines may stand before its header; columns are found by name.
#include <algorithm>
#include <cmath>

#include "harness/model/error.h"
#include "results/formats/csv.h"
#include "results/formats/figures.h"
#include "results/formats/google_benchmark_rows.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

constexpr std::string_view kHeader = "name,iterations,real_time,cpu_time,time_unit";

void set_cell(GoogleBenchmarkRow& row, const std::string& column, const std::string& cell) {
  if (cell.empty()) return;
  // Our own writer keeps spreadsheets from taking a name for a formula.
  const bool quoted = cell.size() > 1 && cell[0] == '\'' && std::string_view("=+-@\t\r\n").find(cell[1]) != std::string_view::npos;
  if (column == "error_occurred") return row.set_flag(column, cell == "true");
  if (column == "name" || column == "time_unit" || column == "label" || column == "error_message") {
    return row.set_text(column, quoted ? cell.substr(1) : cell);
  }
  const auto number = number_in(cell);
  row.set_number(column, number.value_or(std::nan("")));
}

harness::Recording read_google_benchmark_csv(std::string& text, std::string_view) {
  const std::size_t header = text.find(kHeader);
  if (header == std::string::npos) throw harness::Error("it has no header '" + std::string(kHeader) + "'");
  const std::vector<CsvRow> rows = csv_rows(std::string_view(text).substr(header));
  RecordingBuilder builder(kGoogleBenchmarkCsv.name);
  GoogleBenchmarkRows benchmarks(builder);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    GoogleBenchmarkRow row;
    if (rows[i].size() != rows[0].size()) {
      builder.leave_out("lines that do not have the header's columns", rows[i][0]);
      continue;
    }
    for (std::size_t column = 0; column < rows[0].size(); ++column) set_cell(row, rows[0][column], rows[i][column]);
    // Complexity rows have a coefficient in place of a time, and the complexity in place of its unit.
    if (!row.iterations && (row.name.ends_with("_BigO") || row.name.ends_with("_RMS"))) row.real_time.reset();
    benchmarks.add(std::move(row));
  }
  benchmarks.finish();
  return builder.finish();
}

bool recognises_google_benchmark_csv(std::string_view text) { return text.find(kHeader) != std::string_view::npos; }

}  // namespace

const Format kGoogleBenchmarkCsv{.name = "google-benchmark-csv",
                                 .extension = "csv",
                                 .description = "Google Benchmark's CSV",
                                 .recognises = recognises_google_benchmark_csv,
                                 .read = read_google_benchmark_csv};

}  // namespace results::formats

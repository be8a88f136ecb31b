#include "engine/loadgen/loadgen.h"

#include <cstdio>
#include <ostream>
#include <string>
#include <string_view>

#include "engine/loadgen/load.h"

namespace engine {
namespace {

void AddRows(const GeneratedRows& generated, LoadgenReport* report) {
  report->rows_total += generated.rows;
  report->errors += generated.errors;
  if (report->first_error.ok()) report->first_error = generated.first_error;
}

// Six significant digits, as a C++ stream writes them.
template <class Value>
std::string Formatted(const char* format, Value value) {
  char text[64];
  const int size = std::snprintf(text, sizeof text, format, value);
  return {text, static_cast<std::size_t>(size)};
}

std::string SixDigits(double value) { return Formatted(value < 1e6 ? "%.6g" : "%.0f", value); }

void WriteLine(std::ostream& out, std::string_view label, const std::string& value) {
  constexpr std::size_t kLabelWidth = 14;
  out << std::string(kLabelWidth - label.size(), ' ') << label << ": " << value << '\n';
}

}  // namespace

Status RunLoadgen(const LoadgenOptions& options, LoadgenReport* report) {
  Status status = CheckOptions(options);
  if (!status.ok()) return status;
  Load load(options);
  status = load.Open(options.wal_directory);
  if (!status.ok()) return status;

  *report = {.op_type = options.use_upsert ? OpType::kUpsert : OpType::kInsert};
  const auto start = std::chrono::steady_clock::now();
  for (const GeneratedRows& generated : load.GenerateAll()) AddRows(generated, report);
  report->time_total = std::chrono::steady_clock::now() - start;

  status = load.Close();
  report->contents = load.server().Contents();
  report->bytes_logged = load.server().bytes_logged();
  return status;
}

void WriteReport(const LoadgenReport& report, std::ostream& out) {
  out << (report.op_type == OpType::kUpsert ? "UPSERT" : "INSERT") << " report\n";
  WriteLine(out, "rows total", std::to_string(report.rows_total));
  WriteLine(out, "time total", SixDigits(static_cast<double>(report.time_total.count()) / 1e6) + " ms");
  if (report.errors == 0) WriteLine(out, "time per row", SixDigits(report.time_per_row_ns()) + " ns");
  WriteLine(out, "bytes logged", std::to_string(report.bytes_logged));
  WriteLine(out, "checksum", Formatted("%016llx", static_cast<unsigned long long>(report.contents.checksum)));
}

}  // namespace engine

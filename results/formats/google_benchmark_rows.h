// The rows of Google Benchmark's JSON and CSV: which of them are measurements.
// - A row of run_type "iteration", or of none, is one: a repetition of the benchmark of that name.
// - Failed and skipped rows, complexity rows (BigO, RMS) and rows without a time are none, and are said.
// - Aggregates (mean, median, ...) are dropped where the repetitions are there; where only they are, the median (else the
//   mean) stands for the repetitions it was made of. A name alone does not make an aggregate: files without run_type
//   have three rows in a row, X_mean, X_median, X_stddev.
// - A key that a row has twice keeps its first value.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "results/formats/recording_builder.h"

namespace results::formats {

struct GoogleBenchmarkRow {
  std::string name, run_name, run_type, aggregate_name, aggregate_unit, time_unit, label, error_message, skip_message;
  std::optional<double> real_time, cpu_time, iterations, repetitions;
  bool failed = false, skipped = false;
  std::vector<std::pair<std::string, double>> counters;
  std::vector<std::string> repeated;  // keys that were given twice

  void set_text(const std::string& key, std::string_view value);
  void set_number(const std::string& key, double value);
  void set_flag(const std::string& key, bool value);

 private:
  void set_once(std::optional<double>& kept, const std::string& key, double value);
};

class GoogleBenchmarkRows {
 public:
  explicit GoogleBenchmarkRows(RecordingBuilder& builder) : builder_(builder) {}

  void add(GoogleBenchmarkRow row);
  void finish();  // after the last row, before the builder's

 private:
  using Rows = std::vector<GoogleBenchmarkRow>;

  void take(const GoogleBenchmarkRow& row);
  void take_aggregate(GoogleBenchmarkRow row);
  void measure(const GoogleBenchmarkRow& row, const std::string& name, harness::Statistic statistic, std::int64_t n);
  bool lag(GoogleBenchmarkRow& row);
  void flush();

  RecordingBuilder& builder_;
  Rows lagging_;     // X_mean, X_median without run_type, until X_stddev comes or does not
  Rows aggregates_;  // medians and means
  std::unordered_map<std::string, std::int64_t> measured_;  // rows of each name
  std::size_t repeated_names_ = 0;                          // rows that repeat a name and say that they are no repetition
  std::size_t single_iterations_ = 0, rows_ = 0;
};

}  // namespace results::formats

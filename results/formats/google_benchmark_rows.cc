#include "results/formats/google_benchmark_rows.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "harness/model/metric.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::Statistic;

// Numbers of a row that are no counters.
constexpr std::array<std::string_view, 4> kBookkeeping{"family_index", "per_family_instance_index", "repetition_index",
                                                       "threads"};

bool ends_with_base(const std::string& name, std::string_view suffix, const std::string& base) {
  return name.size() == base.size() + suffix.size() && name.starts_with(base) && name.ends_with(suffix);
}

std::string base_of(const std::string& name, std::string_view suffix) { return name.substr(0, name.size() - suffix.size()); }

// A row whose counters were given no finite number writes "NaN", "" (repaired) or the like.
bool is_no_number(std::string_view text) {
  return text.empty() || text == "NaN" || text == "Infinity" || text == "-Infinity" || text == "nan" || text == "inf";
}

std::optional<Direction> direction_of_counter(std::string_view name) {
  if (name.ends_with("_per_second")) return Direction::HigherIsBetter;
  return std::nullopt;
}

std::string unit_of_counter(std::string_view name) {
  if (name == "bytes_per_second") return "bytes/s";
  if (name == "items_per_second") return "items/s";
  return "count";
}

}  // namespace

void GoogleBenchmarkRow::set_text(const std::string& key, std::string_view value) {
  const std::array<std::pair<std::string_view, std::string*>, 9> texts{{{"name", &name},
                                                                        {"run_name", &run_name},
                                                                        {"run_type", &run_type},
                                                                        {"aggregate_name", &aggregate_name},
                                                                        {"aggregate_unit", &aggregate_unit},
                                                                        {"time_unit", &time_unit},
                                                                        {"label", &label},
                                                                        {"error_message", &error_message},
                                                                        {"skip_message", &skip_message}}};
  for (const auto& [known, kept] : texts) {
    if (known != key) continue;
    if (kept->empty()) {
      *kept = value;
    } else {
      repeated.push_back(key);
    }
    return;
  }
  if (key != "big_o" && is_no_number(value)) set_number(key, std::nan(""));
}

void GoogleBenchmarkRow::set_once(std::optional<double>& kept, const std::string& key, double value) {
  if (kept) return repeated.push_back(key);
  kept = value;
}

void GoogleBenchmarkRow::set_number(const std::string& key, double value) {
  if (key == "real_time") return set_once(real_time, key, value);
  if (key == "cpu_time") return set_once(cpu_time, key, value);
  if (key == "iterations") return set_once(iterations, key, value);
  if (key == "repetitions") return set_once(repetitions, key, value);
  if (std::ranges::find(kBookkeeping, key) != kBookkeeping.end()) return;
  if (std::ranges::find(counters, key, &std::pair<std::string, double>::first) != counters.end()) {
    return repeated.push_back(key);
  }
  counters.emplace_back(key, value);
}

void GoogleBenchmarkRow::set_flag(const std::string& key, bool value) {
  if (key == "error_occurred") failed = value;
  if (key == "skipped") skipped = value;
}

void GoogleBenchmarkRows::add(GoogleBenchmarkRow row) {
  for (const std::string& key : row.repeated) builder_.leave_out("values whose key the row has already", key + " of " + row.name);
  if (row.failed) return builder_.leave_out("failed rows", row.name + " (" + row.error_message + ")");
  if (row.skipped) return builder_.leave_out("skipped rows", row.name + " (" + row.skip_message + ")");
  if (row.run_type == "aggregate") {
    flush();
    return take_aggregate(std::move(row));
  }
  if (row.run_type.empty() && lag(row)) return;
  flush();
  if (row.run_type.empty() && lag(row)) return;  // it may begin three of its own
  take(row);
}

// Keeps back a row that may be the next of X_mean, X_median, X_stddev; the last makes all three aggregates.
bool GoogleBenchmarkRows::lag(GoogleBenchmarkRow& row) {
  constexpr std::array<std::string_view, 3> kSuffixes{"_mean", "_median", "_stddev"};
  const std::string_view suffix = kSuffixes[lagging_.size()];
  if (!row.name.ends_with(suffix)) return false;
  const std::string base = base_of(row.name, suffix);
  if (!lagging_.empty() && !ends_with_base(lagging_[0].name, kSuffixes[0], base)) return false;
  row.aggregate_name = suffix.substr(1);
  row.run_name = base;
  lagging_.push_back(std::move(row));
  if (lagging_.size() < kSuffixes.size()) return true;
  for (GoogleBenchmarkRow& aggregate : lagging_) take_aggregate(std::move(aggregate));
  lagging_.clear();
  return true;
}

void GoogleBenchmarkRows::flush() {
  for (const GoogleBenchmarkRow& row : lagging_) take(row);
  lagging_.clear();
}

void GoogleBenchmarkRows::take(const GoogleBenchmarkRow& row) {
  const bool complexity = row.name.ends_with("_BigO") || row.name.ends_with("_RMS");
  if (!row.real_time && complexity) return builder_.leave_out("complexity rows, which are no times", row.name);
  if (!row.real_time) return builder_.leave_out("rows without a time", row.name);
  if (!std::isfinite(*row.real_time)) return builder_.leave_out("rows whose time is no number", row.name);
  if (*row.real_time < 0) return builder_.leave_out("rows with a negative time", row.name);
  if (++measured_[row.name] > 1 && row.repetitions == 1.0) ++repeated_names_;
  ++rows_;
  if (row.iterations == 1.0) ++single_iterations_;
  measure(row, row.name, Statistic::Sample, 1);
}

void GoogleBenchmarkRows::take_aggregate(GoogleBenchmarkRow row) {
  if (row.aggregate_name == "BigO" || row.aggregate_name == "RMS") {
    return builder_.leave_out("complexity rows, which are no times", row.name);
  }
  if (row.aggregate_name.empty()) return builder_.leave_out("aggregates that do not say of what", row.name);
  if (row.aggregate_name != "median" && row.aggregate_name != "mean") {
    return builder_.leave_out("aggregates, which samples give again", row.name);
  }
  aggregates_.push_back(std::move(row));
}

void GoogleBenchmarkRows::measure(const GoogleBenchmarkRow& row, const std::string& name, Statistic statistic,
                                  std::int64_t n) {
  const std::size_t scenario = builder_.scenario(name);
  const std::string unit = row.time_unit.empty() ? "ns" : row.time_unit;
  builder_.set_label(scenario, row.label);
  builder_.add(scenario, {std::string(harness::kWallTime), unit, Direction::LowerIsBetter}, *row.real_time, statistic, n);
  if (row.cpu_time) {
    builder_.add(scenario, {std::string(harness::kCpuTime), unit, Direction::LowerIsBetter}, *row.cpu_time, statistic, n);
  }
  for (const auto& [counter, value] : row.counters) {
    builder_.add(scenario, {counter, unit_of_counter(counter), direction_of_counter(counter)}, value, statistic, n);
  }
}

// Where a benchmark has no repetition of its own, its median, or else its mean, is all there is.
void GoogleBenchmarkRows::finish() {
  flush();
  std::unordered_map<std::string, const GoogleBenchmarkRow*> chosen;
  for (const GoogleBenchmarkRow& row : aggregates_) {
    const bool repetitions_are_there = measured_.contains(row.run_name);
    const bool usable = row.real_time && std::isfinite(*row.real_time);
    if (repetitions_are_there || !usable) {
      builder_.leave_out("aggregates, which samples give again", row.name);
      continue;
    }
    const GoogleBenchmarkRow*& kept = chosen[row.run_name];
    if (kept == nullptr || row.aggregate_name == "median") kept = &row;
  }
  for (const GoogleBenchmarkRow& row : aggregates_) {
    if (measured_.contains(row.run_name) || chosen[row.run_name] != &row) continue;
    const Statistic statistic = row.aggregate_name == "median" ? Statistic::Median : Statistic::Mean;
    const double n = row.repetitions.value_or(row.iterations.value_or(0));
    measure(row, row.run_name, statistic, n >= 1 && n < 1e9 ? static_cast<std::int64_t>(n) : 0);
  }
  if (!chosen.empty() && rows_ == 0) {
    builder_.add_notice("the file holds aggregates only: one median or mean stands for all repetitions of a benchmark");
  }
  if (repeated_names_ > 0) {
    builder_.add_notice(std::to_string(repeated_names_) +
                        " rows repeat a name without being repetitions of it; they are kept as samples of that name");
  }
  if (rows_ > 1 && single_iterations_ == rows_) {
    builder_.add_notice("every benchmark ran for one iteration (a dry run?): such times say little");
  }
}

}  // namespace results::formats

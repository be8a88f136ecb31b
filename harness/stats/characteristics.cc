#include "harness/stats/characteristics.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/stats/canary.h"
#include "harness/stats/descriptive.h"
#include "harness/stats/power.h"
#include "harness/stats/quantiles.h"
#include "harness/stats/sequential.h"

namespace harness::stats {
namespace {

constexpr double kRateLevel = 0.05;

// What one run would have said, and after how many launch pairs.
struct BlockVerdict {
  Comparison comparison;
  double seconds = 0;
};

Trial first(const Trial& block, int launch_pairs) {
  Trial part = block;
  part.launch_pairs.resize(static_cast<std::size_t>(launch_pairs));
  return part;
}

std::vector<Trial> blocks_of(const Trial& trial, int size) {
  std::vector<Trial> blocks;
  Trial block = trial;
  for (std::size_t begin = 0; begin + static_cast<std::size_t>(size) <= trial.launch_pairs.size();
       begin += static_cast<std::size_t>(size)) {
    const auto from = trial.launch_pairs.begin() + static_cast<std::ptrdiff_t>(begin);
    block.launch_pairs.assign(from, from + size);
    blocks.push_back(block);
  }
  return blocks;
}

// The share of two variants in the wall time of the launch pairs, which have all of them.
double seconds_of(const Trial& block) {
  double elapsed = 0;
  for (const LaunchPair& launch_pair : block.launch_pairs) elapsed += launch_pair.elapsed_ns;
  return elapsed / 1e9 * 2 / static_cast<double>(block.variants.size());
}

BlockVerdict verdict_of(const Trial& block, int before, int after, const Rule& rule) {
  const int last = static_cast<int>(block.launch_pairs.size());
  for (const int look : rule.looks) {
    if (look >= last) break;
    const Trial part = first(block, look);
    Comparison comparison = compare(part, before, after, rule);
    if (comparison.verdict != Verdict::Undecided) return {std::move(comparison), seconds_of(part)};
  }
  return {compare(block, before, after, rule), seconds_of(block)};
}

bool is_alarm(Verdict verdict) {
  return verdict == Verdict::Improved || verdict == Verdict::Regressed || verdict == Verdict::Mixed;
}

std::vector<double> log_speedups(const Comparison& comparison) {
  std::vector<double> values;
  for (const LaunchPairEstimate& estimate : comparison.estimates) values.push_back(estimate.log_speedup);
  return values;
}

// What blocks have shown so far.
struct Tally {
  int false_alarms = 0;
  std::vector<double> aa_medians;  // log
  std::vector<int> found;          // by variant
  std::vector<double> seconds;
};

void count_aa_pairs(const Trial& block, const Rule& rule, Tally& tally) {
  const Trial level = without_known_slowdowns(block);
  for (int before = 0; before + 1 < static_cast<int>(block.variants.size()); before += 2) {
    const auto [comparison, seconds] = verdict_of(level, before, before + 1, rule);
    if (!comparison.median) continue;
    tally.false_alarms += is_alarm(comparison.verdict) ? 1 : 0;
    tally.aa_medians.push_back(std::log(comparison.median->ratio));
    tally.seconds.push_back(seconds);
  }
}

void count_slowdowns(const Trial& block, const Rule& rule, Tally& tally) {
  for (std::size_t variant = 1; variant < block.variants.size(); ++variant) {
    if (block.variants[variant].work_factor == 1) continue;
    const auto [comparison, seconds] = verdict_of(block, 0, static_cast<int>(variant), rule);
    tally.found[variant] += comparison.verdict == Verdict::Regressed ? 1 : 0;
    tally.seconds.push_back(seconds);
  }
}

// From the spread of all launch pairs, those of an unfinished block as well.
std::optional<double> least_detectable(const Trial& trial, const Rule& rule, int verdict_launch_pairs) {
  const Trial level = without_known_slowdowns(trial);
  double variance = 0;
  int pairs = 0;
  for (int before = 0; before + 1 < static_cast<int>(trial.variants.size()); before += 2) {
    const std::vector<double> values = log_speedups(compare(level, before, before + 1, rule));
    if (values.size() < 2) continue;
    variance += std::pow(standard_deviation(values), 2);
    ++pairs;
  }
  if (pairs == 0) return std::nullopt;
  return minimum_detectable_effect(std::sqrt(variance / pairs), verdict_launch_pairs,
                                   level_at(rule, verdict_launch_pairs));
}

}  // namespace

Rate rate_of(int verdicts, int of) {
  Rate rate{.verdicts = verdicts, .of = of};
  if (of > 0) rate.interval = proportion_interval(verdicts, of, kRateLevel);
  return rate;
}

Trial without_known_slowdowns(Trial trial) {
  const int columns[] = {metric_column(trial, kWallTime), metric_column(trial, kCpuTime)};
  for (LaunchPair& launch_pair : trial.launch_pairs) {
    for (Batch& batch : launch_pair.batches) {
      const double factor = trial.variants[static_cast<std::size_t>(batch.variant)].work_factor;
      for (const int column : columns) {
        if (column >= 0) batch.values[static_cast<std::size_t>(column)] /= factor;
      }
    }
  }
  return trial;
}

Characteristics characterise(const Trial& trial, const Rule& rule, int verdict_launch_pairs) {
  Characteristics learned{.scenario = trial.scenario,
                          .parameters = trial.parameters,
                          .launch_pairs = static_cast<int>(trial.launch_pairs.size()),
                          .failure = trial.failure};
  Tally tally{.found = std::vector<int>(trial.variants.size())};
  Trial measured = trial;
  measured.failure.reset();  // what was measured before it failed counts
  const std::vector<Trial> blocks = blocks_of(measured, verdict_launch_pairs);
  for (const Trial& block : blocks) {
    count_aa_pairs(block, rule, tally);
    count_slowdowns(block, rule, tally);
  }
  learned.false_alarms = rate_of(tally.false_alarms, static_cast<int>(tally.aa_medians.size()));
  learned.noise_floor = noise_floor(tally.aa_medians);
  for (std::size_t variant = 1; variant < trial.variants.size(); ++variant) {
    const double factor = trial.variants[variant].work_factor;
    if (factor == 1) continue;
    learned.detections.push_back({factor - 1, rate_of(tally.found[variant], static_cast<int>(blocks.size()))});
  }
  if (!tally.seconds.empty()) learned.verdict_seconds = median(std::move(tally.seconds));
  learned.least_detectable = least_detectable(measured, rule, verdict_launch_pairs);
  return learned;
}

}  // namespace harness::stats

#include "harness/stats/estimates.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "harness/stats/descriptive.h"

namespace harness::stats {
namespace {

// One variant's batches within one round.
struct Turn {
  std::vector<double> values;  // per item, in the order they ran
  double total = 0;
  double items = 0;
  bool usable = true;
};

struct Round {
  Turn before;
  Turn after;
};

void add(Turn& turn, const Batch& batch, int column) {
  const auto position = static_cast<std::size_t>(column);
  const double total =
      position < batch.values.size() ? batch.values[position] : std::numeric_limits<double>::quiet_NaN();
  const double value = total / batch.items;
  turn.usable = turn.usable && total > 0 && batch.items > 0 && std::isnormal(value);
  turn.values.push_back(value);
  turn.total += total;
  turn.items += batch.items;
}

// By round number, in rising order.
std::map<int, Round> judged_rounds(const LaunchPair& launch_pair, const Contrast& contrast) {
  std::map<int, Round> rounds;
  for (const Batch& batch : launch_pair.batches) {
    if (batch.round < 0) continue;
    if (batch.variant == contrast.before) add(rounds[batch.round].before, batch, contrast.column);
    if (batch.variant == contrast.after) add(rounds[batch.round].after, batch, contrast.column);
  }
  std::erase_if(rounds, [](const auto& entry) {
    return entry.second.before.values.empty() || entry.second.after.values.empty();
  });
  return rounds;
}

double mean_log(const Turn& turn) {
  double sum = 0;
  for (const double value : turn.values) sum += std::log(value);
  return sum / static_cast<double>(turn.values.size());
}

double round_log_speedup(const Round& round, Direction direction) {
  const double log_ratio = mean_log(round.before) - mean_log(round.after);
  return direction == Direction::LowerIsBetter ? log_ratio : -log_ratio;
}

// The first batch of both variants against the last; absent where a variant ran once only.
std::optional<double> round_slot_effect(const Round& round) {
  if (round.before.values.size() < 2 || round.after.values.size() < 2) return std::nullopt;
  return (std::log(round.before.values.front() / round.before.values.back()) +
          std::log(round.after.values.front() / round.after.values.back())) /
         2;
}

void append(std::vector<double>& all, const std::vector<double>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

LaunchPairEstimate estimate(const std::vector<Round>& rounds, Direction direction) {
  std::vector<double> before_values, after_values, log_speedups;
  double before_total = 0, before_items = 0, after_total = 0, after_items = 0;
  for (const Round& round : rounds) {
    append(before_values, round.before.values);
    append(after_values, round.after.values);
    before_total += round.before.total;
    before_items += round.before.items;
    after_total += round.after.total;
    after_items += round.after.items;
    log_speedups.push_back(round_log_speedup(round, direction));
  }
  return {.before_median = median(before_values),
          .after_median = median(after_values),
          .before_mean = before_total / before_items,
          .after_mean = after_total / after_items,
          .log_speedup = median(log_speedups)};
}

std::optional<double> slot_effect_of(const std::vector<Round>& rounds) {
  std::vector<double> effects;
  for (const Round& round : rounds) {
    if (const auto effect = round_slot_effect(round)) effects.push_back(*effect);
  }
  if (effects.empty()) return std::nullopt;
  return median(effects);
}

}  // namespace

Estimates estimate_launch_pairs(const Trial& trial, const Contrast& contrast) {
  const Direction direction = trial.metrics[static_cast<std::size_t>(contrast.column)].direction;
  Estimates estimates;
  for (const LaunchPair& launch_pair : trial.launch_pairs) {
    std::vector<Round> usable;
    for (auto& [number, round] : judged_rounds(launch_pair, contrast)) {
      ++estimates.rounds;
      if (round.before.usable && round.after.usable) {
        usable.push_back(std::move(round));
      } else {
        ++estimates.unusable;
      }
    }
    if (usable.empty()) continue;
    estimates.launch_pairs.push_back(estimate(usable, direction));
    if (const auto effect = slot_effect_of(usable)) estimates.slots.push_back(*effect);
  }
  return estimates;
}

}  // namespace harness::stats

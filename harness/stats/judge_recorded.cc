#include "harness/stats/judge_recorded.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "harness/model/glob.h"
#include "harness/model/unit.h"
#include "harness/stats/descriptive.h"
#include "harness/stats/rank_sum.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

// Pairwise differences of more would take gigabytes; a sample is thinned evenly, which keeps its distribution.
constexpr std::size_t kMostSamples = 2000;
// A note that names more is not read.
constexpr std::size_t kNamesSaid = 10;

struct PooledSeries {
  RecordedMetric metric;
  RecordedSide side;
};

struct PooledScenario {
  std::string name;
  Parameters parameters;
  std::vector<PooledSeries> series;
};

// All scenarios of one side, in the order in which they first appear.
class Pool {
 public:
  void add(const Recording& recording, Side side) {
    for (const RecordedScenario& scenario : recording.scenarios) {
      if (scenario.side == side) add(recording, scenario);
    }
  }

  [[nodiscard]] const std::vector<PooledScenario>& scenarios() const { return scenarios_; }
  [[nodiscard]] const PooledScenario* find(const PooledScenario& like) const {
    const auto at = index_.find({like.name, to_string(like.parameters)});
    return at == index_.end() ? nullptr : &scenarios_[at->second];
  }

 private:
  void add(const Recording& recording, const RecordedScenario& scenario) {
    const auto [at, added] = index_.try_emplace({scenario.name, to_string(scenario.parameters)}, scenarios_.size());
    if (added) scenarios_.push_back({scenario.name, scenario.parameters, {}});
    for (const RecordedSeries& series : scenario.series) {
      add(scenarios_[at->second], recording.metrics[series.metric], series);
    }
  }

  // Samples are worth more than a median, a median more than a mean; what is worth less gives way.
  static void add(PooledScenario& scenario, const RecordedMetric& metric, const RecordedSeries& series) {
    const auto same = std::ranges::find(scenario.series, metric.name, [](const PooledSeries& s) { return s.metric.name; });
    if (same == scenario.series.end()) {
      scenario.series.push_back({metric, {series.values, series.n, series.statistic}});
      return;
    }
    const auto ratio = unit_ratio(metric.unit, same->metric.unit);
    if (!ratio || series.statistic > same->side.statistic) return;
    if (series.statistic < same->side.statistic) same->side = {{}, 0, series.statistic};
    for (const double value : series.values) same->side.values.push_back(value * *ratio);
    same->side.n += series.n;
  }

  std::vector<PooledScenario> scenarios_;
  std::map<std::pair<std::string, std::string>, std::size_t> index_;
};

std::string file_name(std::span<const Recording> recordings, const std::string& otherwise) {
  if (recordings.size() != 1) return otherwise;
  const std::string name = std::filesystem::path(recordings[0].source).filename().string();
  return name.empty() ? otherwise : name;
}

bool wanted(const RecordedMetric& metric, const RecordedRule& rule) {
  if (rule.metric.empty()) return metric.direction.has_value();
  return matches_glob(rule.metric, metric.name);
}

std::vector<double> thinned(const std::vector<double>& values) {
  if (values.size() <= kMostSamples) return values;
  std::vector<double> kept(kMostSamples);
  for (std::size_t i = 0; i < kMostSamples; ++i) kept[i] = values[i * values.size() / kMostSamples];
  return kept;
}

std::string quantity_of(std::int64_t n, Statistic statistic) {
  const std::string count = n > 0 ? std::to_string(n) : "an unknown number of";
  if (statistic == Statistic::Sample) return count + (n == 1 ? " sample" : " samples");
  return "a " + std::string(to_string(statistic)) + " of " + count;
}

// One comparison on its way: figures first, then the p of all, then the verdict.
struct Judged {
  Comparison comparison;
  double p = 1;
};

class RecordedJudge {
 public:
  explicit RecordedJudge(const RecordedRule& rule) : rule_(rule) {}

  [[nodiscard]] Judged figures(const PooledScenario& scenario, const PooledSeries& before, RecordedSide after) const {
    Judged judged;
    Comparison& c = judged.comparison;
    c.scenario = scenario.name;
    c.parameters = scenario.parameters;
    c.metric = {before.metric.name, before.metric.unit, before.metric.direction.value_or(Direction::LowerIsBetter)};
    c.confidence = rule_.confidence;
    c.tolerance = rule_.tolerance;
    c.rule = to_string(rule_);
    c.recorded = Recorded{before.side, std::move(after)};
    add_levels(c);
    add_speedups(c);
    judged.p = rank_sum_p(thinned(c.recorded->before.values), thinned(c.recorded->after.values));
    return judged;
  }

  void decide(Judged& judged, double adjusted_p) const {
    Comparison& c = judged.comparison;
    c.verdict = verdict(c, adjusted_p);
    say(c, judged.p, adjusted_p);
  }

 private:
  static void add_levels(Comparison& c) {
    c.before_median = median(c.recorded->before.values);
    c.after_median = median(c.recorded->after.values);
    c.before_mean = mean(c.recorded->before.values);
    c.after_mean = mean(c.recorded->after.values);
  }

  static std::optional<double> ratio(double before, double after, Direction direction) {
    const double factor = direction == Direction::LowerIsBetter ? before / after : after / before;
    const bool defined = before > 0 && after > 0 && std::isfinite(factor) && factor > 0;
    return defined ? std::optional(factor) : std::nullopt;
  }

  void add_speedups(Comparison& c) const {
    const auto interval = decision_interval(c);
    if (const auto of_medians = ratio(*c.before_median, *c.after_median, c.metric.direction)) {
      c.median = Speedup{*of_medians, interval ? interval->interval : std::nullopt};
    }
    if (const auto of_means = ratio(*c.before_mean, *c.after_mean, c.metric.direction)) c.mean = Speedup{*of_means, {}};
    c.decision = interval;
  }

  // Hodges and Lehmann's shift of the logarithms, as a speedup. A time of zero has no logarithm.
  [[nodiscard]] std::optional<Speedup> decision_interval(const Comparison& c) const {
    const auto logs = [](const std::vector<double>& values) {
      std::vector<double> logs;
      for (const double value : values) logs.push_back(std::log(value));
      return logs;
    };
    const auto positive = [](const RecordedSide& side) {
      return std::ranges::all_of(side.values, [](double value) { return value > 0; });
    };
    if (!positive(c.recorded->before) || !positive(c.recorded->after)) return std::nullopt;
    std::vector<double> one = logs(thinned(c.recorded->before.values));
    std::vector<double> other = logs(thinned(c.recorded->after.values));
    if (c.metric.direction == Direction::LowerIsBetter) std::swap(one, other);
    Speedup speedup{std::exp(shift(one, other)), {}};
    if (const auto interval = shift_interval(one, other, rule_.confidence)) {
      speedup.interval = Interval{std::exp(interval->low), std::exp(interval->high)};
    }
    return speedup;
  }

  [[nodiscard]] Verdict verdict(const Comparison& c, double adjusted_p) const {
    if (c.recorded->before.values == c.recorded->after.values) return Verdict::Unchanged;
    const auto& speedup = c.decision ? c.decision : c.median;
    const double low = 1 - rule_.tolerance;
    const double high = 1 / low;
    if (adjusted_p <= 1 - rule_.confidence) {
      const bool better = speedup ? speedup->ratio > 1 : is_better(c);
      if (speedup && speedup->ratio > low && speedup->ratio < high) return within(c, low, high);
      if (c.mean && contradicts(*c.mean, better, low, high)) return Verdict::Mixed;
      return better ? Verdict::Improved : Verdict::Regressed;
    }
    return within(c, low, high);
  }

  static bool is_better(const Comparison& c) {
    return (*c.after_mean < *c.before_mean) == (c.metric.direction == Direction::LowerIsBetter);
  }

  static bool contradicts(const Speedup& mean, bool better, double low, double high) {
    return better ? mean.ratio < low : mean.ratio > high;
  }

  static Verdict within(const Comparison& c, double low, double high) {
    const auto interval = c.decision ? c.decision->interval : std::nullopt;
    return interval && interval->low > low && interval->high < high ? Verdict::Unchanged : Verdict::Undecided;
  }

  void say(Comparison& c, double p, double adjusted_p) const {
    const auto& [before, after] = *c.recorded;
    const auto warn = [&](std::string sentence) { c.warnings.push_back(std::move(sentence)); };
    const auto zeros = [](const RecordedSide& side) { return std::ranges::count(side.values, 0.0); };
    if (before.values == after.values) return warn("both sides hold the same values");
    if (!c.median && *c.before_median == 0 && *c.after_median > 0) warn("before is 0: a new cost, of which there is no ratio");
    if (!c.median && *c.after_median == 0) warn("after is 0: there is no ratio");
    if (zeros(before) + zeros(after) > 0) warn(std::to_string(zeros(before) + zeros(after)) + " values are 0");
    if (before.statistic != Statistic::Sample || after.statistic != Statistic::Sample) {
      warn(quantity_of(before.n, before.statistic) + " against " + quantity_of(after.n, after.statistic) +
           ": the single measurements were not kept");
    }
    if (c.verdict != Verdict::Undecided) return;
    const std::string sizes = std::to_string(before.values.size()) + " and " + std::to_string(after.values.size());
    if (before.values.size() == 1 && after.values.size() == 1) {
      warn("one value on each side: nothing says how much they vary");
    } else if (smallest_rank_sum_p(before.values.size(), after.values.size()) > 1 - rule_.confidence) {
      warn(sizes + " values cannot decide at this confidence, whatever they are");
    } else if (p <= 1 - rule_.confidence && adjusted_p > p) {
      warn(sizes + " values differ (p " + number(p) + "), but that is expected of some among so many comparisons");
    } else {
      warn(sizes + " values do not tell (p " + number(p) + ")");
    }
  }

  static std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2g", value);
    return text;
  }

  RecordedRule rule_;
};

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesSaid); ++i) text += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kNamesSaid) text += " and " + std::to_string(names.size() - kNamesSaid) + " more";
  return text;
}

std::string label_of(const PooledScenario& scenario) {
  return scenario.parameters.empty() ? scenario.name : scenario.name + " " + to_string(scenario.parameters);
}

// What one side alone has, and the metrics that have another unit there.
class OneSided {
 public:
  void see(const Pool& before, const Pool& after) {
    for (const auto& scenario : before.scenarios()) {
      if (after.find(scenario) == nullptr) only_before_.push_back(label_of(scenario));
    }
    for (const auto& scenario : after.scenarios()) {
      if (before.find(scenario) == nullptr) only_after_.push_back(label_of(scenario));
    }
  }
  void see_unit(const PooledScenario& scenario, const RecordedMetric& metric) {
    units_.push_back(metric.name + " of " + label_of(scenario));
  }
  void say(std::vector<std::string>& notes) const {
    const auto add = [&](const std::vector<std::string>& names, const std::string& what) {
      if (!names.empty()) notes.push_back(std::to_string(names.size()) + " " + what + ": " + listed(names) + ".");
    };
    add(only_before_, "only before");
    add(only_after_, "only after");
    add(units_, "in units that do not convert into each other");
  }

 private:
  std::vector<std::string> only_before_, only_after_, units_;
};

// The geometric mean of the median speedups of each metric, over what both sides have.
void say_geometric_means(const std::vector<Comparison>& comparisons, std::vector<std::string>& notes) {
  std::vector<std::string> order;
  std::map<std::string, std::pair<double, int>> sums;
  for (const Comparison& c : comparisons) {
    if (!c.median) continue;
    if (!sums.contains(c.metric.name)) order.push_back(c.metric.name);
    auto& [sum, count] = sums[c.metric.name];
    sum += std::log(c.median->ratio);
    ++count;
  }
  for (const std::string& metric : order) {
    const auto& [sum, count] = sums[metric];
    if (count < 2) continue;
    char text[64];
    std::snprintf(text, sizeof text, "x%.4g", std::exp(sum / count));
    notes.push_back("Geometric mean of the median speedups in " + metric + ", over the " + std::to_string(count) +
                    " that both sides have: " + text + ".");
  }
}

// Of the context: what makes two runs differ besides the change.
constexpr std::array<std::string_view, 8> kTelling{"library_build_type", "cpu_scaling_enabled", "aslr_enabled", "host_name",
                                                   "num_cpus",           "mhz_per_cpu",         "cpu",          "goarch"};

void say_contexts(std::span<const Recording> before, std::span<const Recording> after, std::vector<std::string>& notes) {
  const auto values = [](std::span<const Recording> recordings, std::string_view key) {
    std::set<std::string> values;
    for (const Recording& recording : recordings) {
      for (const auto& [name, value] : recording.context) {
        if (name == key) values.insert(value);
      }
    }
    return std::vector<std::string>(values.begin(), values.end());
  };
  for (const std::string_view key : kTelling) {
    const auto one = values(before, key);
    const auto other = values(after, key);
    if (one != other) {
      notes.push_back("The two sides differ in " + std::string(key) + ": before " + (one.empty() ? "unknown" : listed(one)) +
                      ", after " + (other.empty() ? "unknown" : listed(other)) + ".");
    }
  }
}

RecordedVerdicts judge_pools(const Pool& before, const Pool& after, const RecordedRule& rule, const std::string& before_name,
                             const std::string& after_name) {
  const RecordedJudge judge(rule);
  std::vector<Judged> judged;
  OneSided one_sided;
  one_sided.see(before, after);
  for (const PooledScenario& scenario : before.scenarios()) {
    const PooledScenario* other = after.find(scenario);
    if (other == nullptr) continue;
    for (const PooledSeries& series : scenario.series) {
      const auto same = std::ranges::find(other->series, series.metric.name, [](const PooledSeries& s) { return s.metric.name; });
      if (same == other->series.end() || !wanted(series.metric, rule)) continue;
      const auto ratio = unit_ratio(same->metric.unit, series.metric.unit);
      if (!ratio) {
        one_sided.see_unit(scenario, series.metric);
        continue;
      }
      RecordedSide converted = same->side;
      for (double& value : converted.values) value *= *ratio;
      judged.push_back(judge.figures(scenario, series, std::move(converted)));
    }
  }
  std::vector<double> p;
  for (const Judged& one : judged) p.push_back(one.p);
  const std::vector<double> adjusted = benjamini_hochberg(p);
  RecordedVerdicts verdicts;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    judge.decide(judged[i], adjusted[i]);
    Comparison& c = judged[i].comparison;
    c.before.variant = {before_name, Role::Before};
    c.after.variant = {after_name, Role::After};
    verdicts.comparisons.push_back(std::move(c));
  }
  verdicts.notes.push_back("Recorded results are compared unpaired: nothing says that both sides were measured in turns on "
                           "one machine, so a drift between them looks like a change.");
  say_geometric_means(verdicts.comparisons, verdicts.notes);
  one_sided.say(verdicts.notes);
  return verdicts;
}

}  // namespace

std::string to_string(const RecordedRule& rule) {
  std::string text = "unpaired/1 confidence=" + exact_text(rule.confidence) + " tolerance=" + exact_text(rule.tolerance);
  if (!rule.metric.empty()) text += " metric=" + rule.metric;
  return text;
}

RecordedVerdicts judge_recorded(std::span<const Recording> before, std::span<const Recording> after,
                                const RecordedRule& rule) {
  Pool one, other;
  for (const Recording& recording : before) one.add(recording, Side::Alone);
  for (const Recording& recording : after) other.add(recording, Side::Alone);
  RecordedVerdicts verdicts = judge_pools(one, other, rule, file_name(before, "before"), file_name(after, "after"));
  say_contexts(before, after, verdicts.notes);
  return verdicts;
}

RecordedVerdicts judge_sides(std::span<const Recording> recordings, const RecordedRule& rule) {
  Pool one, other;
  for (const Recording& recording : recordings) {
    one.add(recording, Side::Before);
    other.add(recording, Side::After);
  }
  return judge_pools(one, other, rule, "before", "after");
}

}  // namespace harness::stats

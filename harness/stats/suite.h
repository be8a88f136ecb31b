// Judging many trials together: screen all, confirm suspects on fresh launch pairs, and sum the suite up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/trial.h"
#include "harness/stats/judge.h"

namespace harness::stats {

// A trial and the rule that it is judged by: each has a noise floor of its own.
struct RuledTrial {
  Trial trial;
  Rule rule;
};

// Whether a screening could not clear the trial: with kScreeningConfidence some variant differs from before, and the
// rule does not call it unchanged. Screening is generous, since confirming costs only time.
bool is_suspect(const Trial& screened, const Rule& rule);

inline constexpr double kScreeningConfidence = 0.8;  // two-sided; a 10 % chance to suspect each way

// Whether the screening of a trial is over, for the driver's stop rule: at a look, when it is a suspect or decided.
bool screened(const Trial& trial, const Rule& rule);

// The rule by which each of so many suspects is measured and stopped: the suite's error rate in equal shares.
Rule confirmation_rule(const Rule& rule, std::size_t suspects);

// A suspect, judged on launch pairs that the screening has not seen. Its effect is reported from them alone, so having
// been picked for looking large does not show in it.
struct Confirmation {
  Comparison comparison;
  double p = 1;           // of "no change", over all looks
  double adjusted_p = 1;  // Holm's, over all comparisons confirmed together
};

// Judges the suspects' fresh trials, one list for each; improved and regressed stand only where Holm's p is within the
// suite's error rate, and are undecided, with a warning, where it is not.
std::vector<std::vector<Confirmation>> confirm(const std::vector<RuledTrial>& fresh);

// What a screening alone may say, of a trial that was not measured afresh: `improved`, `regressed` and `mixed` are
// undecided, with a warning.
std::vector<Comparison> judge_unconfirmed(const RuledTrial& screened);

// Geometric mean of the speedups before -> after over the comparisons that have one; never over different sets.
struct SuiteSpeedup {
  Speedup speedup;                    // interval absent for fewer than two scenarios
  int comparisons = 0;                // that went in
  std::vector<std::string> left_out;  // scenarios, with parameters, that have no speedup
};

// The interval speaks of changes like these on scenarios like these: a seeded bootstrap over comparisons and over their
// launch pairs gives the standard error, Student's t with one degree less than comparisons the width. Launch noise is
// in both stages, so it covers more than it promises when the scenarios differ by little else.
SuiteSpeedup suite_speedup(const std::vector<Comparison>& comparisons, double confidence, std::uint64_t seed);

// On unrelated changes as many scenarios look faster as slower. When nearly all lean one way by less than the
// tolerance, the measurement leans (a path length, an environment, an order), not the code.
struct SignBalance {
  int faster = 0;
  int slower = 0;
  double p = 1;            // two-sided sign test of even odds
  bool one_sided = false;  // p below kOneSidedLevel, and most comparisons below the tolerance
};

SignBalance sign_balance(const std::vector<Comparison>& comparisons);

inline constexpr double kOneSidedLevel = 0.001;  // every run is checked, so a false alarm must be rare

}  // namespace harness::stats

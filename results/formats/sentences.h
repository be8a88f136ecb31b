// What the text and the Markdown report say in words, so that both say the same. Names in them are as they came: the
// writer makes them harmless.
#pragma once

#include <string>
#include <vector>

#include "harness/model/report.h"

namespace results::formats {

// "16 comparisons: 5 improved, 1 regressed, 10 unchanged."
std::string totals_sentence(const std::vector<harness::Comparison>& comparisons);

// "Run 20261130T020000Z-7f3a (nightly, quick) took 42 s, 30 s of it in batches; seed 42." An unfinished run says so.
std::string run_sentence(const harness::Run& run);

// "Example CPU 3000, 2 cores, Linux 6.1.0, kvm."
std::string machine_sentence(const harness::Machine& machine);

// How to read the figures: what a speedup is, at which confidence and tolerance.
std::string reading_sentence(const std::vector<harness::Comparison>& comparisons);

// True where they are of recorded results, which no launch pairs stand behind.
bool is_recorded(const std::vector<harness::Comparison>& comparisons);

// "std::list -> std::deque"; roles other than after are said: "std::list -> absl::flat_hash_set (beyond)".
std::string variants_of(const harness::Comparison& comparison);

// A failure's sentence, the sentence an undecided comparison owes, then its warnings.
std::vector<std::string> notes_of(const harness::Comparison& comparison);

}  // namespace results::formats

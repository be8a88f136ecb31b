// The presence check of one write batch on the tablet's apply thread: collect the keys, bring them into order, leave
// out duplicates, ask the rowset tree. What hurts it is std::stable_sort over 24-byte pairs whose keys lie elsewhere in
// memory, when the client has sent them in order anyway. The keys lie in the write's arena in the order of arrival,
// each beside its probe, as decoding leaves them; nearly all of them are new to the tablet, so probing costs next to
// nothing and the sort is what there is to see.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/arena.h"
#include "engine/row/encoded_key.h"
#include "engine/scenarios/reported.h"
#include "engine/tablet/flushed_row_set.h"
#include "engine/tablet/presence_policy.h"
#include "harness/measure/meters.h"
#include "harness/measure/registry.h"
#include "harness/model/error.h"

namespace engine::scenarios {
namespace {

using harness::Parameters;
using harness::Preset;
using harness::Role;
using harness::measure::Body;

constexpr std::uint32_t kShuffleSeed = 20170907;

// Rows of the batch that the tablet already has, because the client sent the end of its last batch again. Few enough
// not to be seen in the time, enough for the answer to depend on every step.
constexpr std::int64_t kRowsSentAgain = 16;
constexpr std::int64_t kRowsInFlushedRowSet = 10'000;

constexpr std::int64_t kRuns = 8;  // of order=runs

Slice AllocateKey(std::int64_t value, Arena* arena) {
  char* bytes = static_cast<char*>(arena->Allocate(kEncodedInt64Size, 1));
  EncodeInt64(value, bytes);
  return {bytes, kEncodedInt64Size};
}

// The rowset that was flushed before the batch came: keys up to kRowsSentAgain - 1. The check reads no rows.
std::unique_ptr<FlushedRowSet> MakeFlushedRowSet(const Schema* schema) {
  auto arena = std::make_unique<Arena>();
  std::vector<FlushedRowSet::Row> rows;
  for (std::int64_t key = kRowsSentAgain - kRowsInFlushedRowSet; key < kRowsSentAgain; ++key) {
    rows.push_back({AllocateKey(key, arena.get()), nullptr});
  }
  return std::make_unique<FlushedRowSet>(schema, std::move(arena), std::move(rows));
}

// sorted; shuffled; last-swapped: all in order but the last two; runs: eight ascending runs one after the other, each
// through the whole range of keys, as from a client that collects from eight sources.
std::vector<std::int64_t> MakeKeys(std::int64_t ops, std::string_view order) {
  std::vector<std::int64_t> keys(static_cast<std::size_t>(ops));
  std::iota(keys.begin(), keys.end(), 0);
  if (order == "shuffled") {
    std::shuffle(keys.begin(), keys.end(), std::mt19937(kShuffleSeed));
  } else if (order == "last-swapped") {
    std::swap(keys.end()[-1], keys.end()[-2]);
  } else if (order == "runs") {
    std::stable_sort(keys.begin(), keys.end(), [](auto left, auto right) { return left % kRuns < right % kRuns; });
  } else if (order != "sorted") {
    throw harness::Error("tablet/presence_check does not know order=" + std::string(order) +
                         "; it knows sorted, shuffled, last-swapped and runs");
  }
  return keys;
}

// One decoded batch and the tablet's rowsets. Checking it again gives the same answer: what a check finds is taken
// back.
class Batch {
 public:
  explicit Batch(const Parameters& parameters) : flushed_(MakeFlushedRowSet(&schema_)), tree_({flushed_.get()}) {
    const std::vector<std::int64_t> keys = MakeKeys(parameters.integer("ops"), parameters.text("order"));
    for (std::size_t i = 0; i < keys.size(); ++i) ops_.push_back(arena_.NewObject<RowOp>());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      ops_[i]->probe = arena_.NewObject<KeyProbe>(AllocateKey(keys[i], &arena_));
      if (keys[i] < kRowsSentAgain) sent_again_.push_back(ops_[i]);
    }
  }

  template <class Policy>
  void Check() {
    for (RowOp* op : sent_again_) op->present_in = nullptr;
    BulkCheckPresence<Policy>(ops_, tree_, &counters_);
  }

  // Of the last check: which operations were checked and which of them found their row.
  [[nodiscard]] std::uint64_t checksum() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < ops_.size(); ++i) {
      const std::uint64_t answer = ops_[i]->checked_present ? (ops_[i]->present_in != nullptr ? 2 : 1) : 0;
      sum = sum * 31 + answer;
    }
    return sum;
  }

  [[nodiscard]] std::int64_t ops() const { return static_cast<std::int64_t>(ops_.size()); }

 private:
  const Schema schema_{{{"key", ColumnType::kInt64}}, 1};
  std::unique_ptr<FlushedRowSet> flushed_;
  RowSetTree tree_;
  Arena arena_;
  std::vector<RowOp*> ops_;
  std::vector<RowOp*> sent_again_;  // the only ones that are found present
  PresenceCounters counters_;
};

template <class Policy>
Body Check(const Parameters& parameters) {
  auto batch = std::make_shared<Batch>(parameters);
  return [batch](benchmark::State& state) {
    for (auto _ : harness::measure::metered(state)) batch->Check<Policy>();
    state.SetItemsProcessed(state.iterations() * batch->ops());
    harness::measure::report_checksum(state, batch->checksum());
  };
}

harness::ParameterPoint Point(std::int64_t ops, const char* order, std::vector<Preset> presets) {
  return {.parameters = {{"ops", ops}, {"order", order}}, .presets = std::move(presets)};
}

// 4 161 ops: one tablet of eight with default buffers. 33 289: the same batch for one tablet. 798 916: a buffer of 96
// MiB, as in the source's measurement.
const harness::measure::Registered
    registered =
        harness::measure::register_scenario(
            {
                .description =
                    {
                        .name = "tablet/presence_check",
                        .summary = "Checks which keys of a write batch the tablet already has: collect, sort, unique, "
                                   "bulk query.",
                        .unit_of_work = "op",
                        .variants = {{"always-sort", Role::Before},
                                     {"skip-when-sorted", Role::After},
                                     {"skip-unique", Role::Beyond},
                                     {"merge-runs", Role::Beyond},
                                     {"radix-by-prefix", Role::Beyond}},
                        .points = {Point(
                                       4161, "sorted", {Preset::Smoke, Preset::Quick, Preset::Standard, Preset::Full}),
                                   Point(33289, "sorted", {Preset::Quick, Preset::Standard, Preset::Full}),
                                   Point(798916, "sorted", {Preset::Quick, Preset::Standard, Preset::Full}),
                                   Point(4161, "shuffled", {Preset::Standard, Preset::Full}),
                                   Point(33289, "shuffled", {Preset::Quick, Preset::Standard, Preset::Full}),
                                   Point(798916, "shuffled", {Preset::Standard, Preset::Full}),
                                   Point(798916, "runs", {Preset::Standard, Preset::Full}),
                                   Point(798916, "last-swapped", {Preset::Standard, Preset::Full})},
                        .reported = reported("tablet/presence_check"),
                    },
                .bodies = {Check<AlwaysSort>, Check<SkipWhenSorted>, Check<SkipUnique>, Check<MergeRuns>,
                           Check<RadixByPrefix>},
            });

}  // namespace
}  // namespace engine::scenarios

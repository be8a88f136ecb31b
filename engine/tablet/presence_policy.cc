#include "engine/tablet/presence_policy.h"

#include <array>
#include <utility>

namespace engine {
namespace {

constexpr int kPrefixBytes = 8;
constexpr std::size_t kByteValues = 256;

struct PrefixedPair {
  std::uint64_t prefix;
  KeyAndIndex pair;
};

std::size_t ByteOf(std::uint64_t prefix, int byte) { return prefix >> (8 * byte) & (kByteValues - 1); }

using Histogram = std::array<std::size_t, kByteValues>;

// How often each byte has each value, all bytes in one pass.
std::array<Histogram, kPrefixBytes> CountBytes(const std::vector<PrefixedPair>& pairs) {
  std::array<Histogram, kPrefixBytes> counts{};
  for (const PrefixedPair& pair : pairs) {
    for (int byte = 0; byte < kPrefixBytes; ++byte) ++counts[byte][ByteOf(pair.prefix, byte)];
  }
  return counts;
}

void Scatter(const std::vector<PrefixedPair>& from, int byte, Histogram counts, std::vector<PrefixedPair>* to) {
  std::size_t begin = 0;
  for (std::size_t& count : counts) begin += std::exchange(count, begin);
  for (const PrefixedPair& pair : from) (*to)[counts[ByteOf(pair.prefix, byte)]++] = pair;
}

}  // namespace

void SortByPrefix(std::vector<KeyAndIndex>* pairs) {
  std::vector<PrefixedPair> sorted;
  sorted.reserve(pairs->size());
  for (const KeyAndIndex& pair : *pairs) sorted.push_back({PrefixOf(pair.key), pair});
  std::vector<PrefixedPair> scattered(sorted.size());
  const auto counts = CountBytes(sorted);
  for (int byte = 0; byte < kPrefixBytes; ++byte) {
    const bool differs = counts[byte][ByteOf(sorted.front().prefix, byte)] != sorted.size();
    if (!differs) continue;
    Scatter(sorted, byte, counts[byte], &scattered);
    sorted.swap(scattered);
  }
  for (std::size_t i = 0; i < sorted.size(); ++i) (*pairs)[i] = sorted[i].pair;
}

void BulkCheckPresence(PresencePolicy policy, std::span<RowOp* const> ops, const RowSetTree& tree,
                       PresenceCounters* counters) {
  switch (policy) {
    case PresencePolicy::kAlwaysSort:
      return BulkCheckPresence<AlwaysSort>(ops, tree, counters);
    case PresencePolicy::kSkipWhenSorted:
      return BulkCheckPresence<SkipWhenSorted>(ops, tree, counters);
    case PresencePolicy::kSkipUnique:
      return BulkCheckPresence<SkipUnique>(ops, tree, counters);
    case PresencePolicy::kMergeRuns:
      return BulkCheckPresence<MergeRuns>(ops, tree, counters);
    case PresencePolicy::kRadixByPrefix:
      return BulkCheckPresence<RadixByPrefix>(ops, tree, counters);
  }
}

}  // namespace engine

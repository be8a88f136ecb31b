// Which policies the load runs through, as choices made while running, and the names that people type for them. What
// each policy does stands with it: engine/client/op_set.h and op_storage.h, engine/log/append_queue.h,
// engine/tablet/presence_policy.h.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/log/append_queue.h"
#include "engine/tablet/presence_policy.h"

namespace engine {

enum class OpSetKind : std::uint8_t { kUnordered, kDense, kFlat, kLinked };
enum class OpStorageKind : std::uint8_t { kHeap, kArena, kMonotonic };

// What the source's system has today.
struct Policies {
  OpSetKind op_set = OpSetKind::kDense;
  OpStorageKind op_storage = OpStorageKind::kArena;
  AppendQueueKind queue = AppendQueueKind::kAfter;
  PresencePolicy presence_check = PresencePolicy::kSkipWhenSorted;

  bool operator==(const Policies&) const = default;
};

// What it had before its five changes, and the best that we know.
inline constexpr Policies kPoliciesBefore{OpSetKind::kUnordered, OpStorageKind::kHeap, AppendQueueKind::kBefore,
                                          PresencePolicy::kAlwaysSort};
inline constexpr Policies kPoliciesAfter{};
inline constexpr Policies kPoliciesBeyond{OpSetKind::kLinked, OpStorageKind::kArena,
                                          AppendQueueKind::kOneSignal, PresencePolicy::kSkipUnique};

template <class Kind>
struct PolicyName {
  std::string_view name;
  Kind kind;
};

inline constexpr std::array<PolicyName<OpSetKind>, 4> kOpSetNames{{{"unordered_set", OpSetKind::kUnordered},
                                                                   {"dense_hash_set", OpSetKind::kDense},
                                                                   {"flat_hash_set", OpSetKind::kFlat},
                                                                   {"intrusive-list", OpSetKind::kLinked}}};
inline constexpr std::array<PolicyName<OpStorageKind>, 3> kOpStorageNames{
    {{"heap", OpStorageKind::kHeap},
     {"arena", OpStorageKind::kArena},
     {"monotonic_buffer_resource", OpStorageKind::kMonotonic}}};
inline constexpr std::array<PolicyName<AppendQueueKind>, 3> kQueueNames{
    {{"list", AppendQueueKind::kBefore}, {"deque", AppendQueueKind::kAfter}, {"ring", AppendQueueKind::kOneSignal}}};
inline constexpr std::array<PolicyName<PresencePolicy>, 5> kPresenceCheckNames{
    {{"always-sort", PresencePolicy::kAlwaysSort},
     {"skip-when-sorted", PresencePolicy::kSkipWhenSorted},
     {"skip-unique", PresencePolicy::kSkipUnique},
     {"merge-runs", PresencePolicy::kMergeRuns},
     {"radix-by-prefix", PresencePolicy::kRadixByPrefix}}};

}  // namespace engine

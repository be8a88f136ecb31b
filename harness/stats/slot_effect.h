// Whether it matters for a batch when in its round it runs. The order is balanced, so a slot effect does not bias a
// comparison; but a machine that has one is still warming up, or the worker is.
#pragma once

#include <optional>
#include <vector>

namespace harness::stats {

// From one log ratio per launch pair, first half of a round over its second half: their median, when it is larger than
// kSlotEffectOfNote and its sign is beyond chance at kSlotEffectLevel; absent otherwise.
std::optional<double> slot_effect(const std::vector<double>& log_ratios);

inline constexpr double kSlotEffectOfNote = 0.01;
inline constexpr double kSlotEffectLevel = 0.001;  // every comparison is checked, so a false one must be rare

}  // namespace harness::stats

#include "harness/stats/slot_effect.h"

#include <cmath>

#include "harness/stats/descriptive.h"
#include "harness/stats/sign_p.h"

namespace harness::stats {

std::optional<double> slot_effect(const std::vector<double>& log_ratios) {
  if (log_ratios.empty()) return std::nullopt;
  const double effect = median(log_ratios);
  if (std::abs(effect) <= kSlotEffectOfNote || sign_p(log_ratios) >= kSlotEffectLevel) return std::nullopt;
  return effect;
}

}  // namespace harness::stats

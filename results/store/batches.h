// Tables of doubles as the store keeps them: little-endian IEEE 754, row by row.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/trial.h"

namespace results::store {

// One row a batch: variant, round, slot, started_ns, iterations, items, then `metrics` values.
// Throws Error if a batch has another number of values: it would be unreadable.
std::string pack_batches(const std::vector<harness::Batch>& batches, std::size_t metrics);
// Throws Error if the bytes are no whole number of rows.
std::vector<harness::Batch> unpack_batches(std::string_view bytes, std::size_t metrics);

// One row a launch pair, columns in the order of LaunchPairEstimate.
std::string pack_estimates(const std::vector<harness::LaunchPairEstimate>& estimates);
std::vector<harness::LaunchPairEstimate> unpack_estimates(std::string_view bytes);

}  // namespace results::store

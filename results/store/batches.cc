#include "results/store/batches.h"

#include <bit>
#include <cstring>

#include "harness/model/error.h"

namespace results::store {
namespace {

static_assert(std::endian::native == std::endian::little, "packed doubles are written as they lie in memory");

constexpr std::size_t kBatchColumns = 6;  // before the metrics' values
constexpr std::size_t kEstimateColumns = 5;

void append(std::string& bytes, double value) {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  bytes.append(raw, sizeof value);
}

double take(std::string_view& bytes) {
  double value = 0;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

std::size_t rows_of(std::string_view bytes, std::size_t columns) {
  const std::size_t row = columns * sizeof(double);
  if (bytes.size() % row != 0) {
    throw harness::Error("a packed table of " + std::to_string(bytes.size()) + " bytes is no whole number of rows of " +
                         std::to_string(row) + " bytes; the store is damaged");
  }
  return bytes.size() / row;
}

harness::Batch take_batch(std::string_view& bytes, std::size_t metrics) {
  harness::Batch batch;
  batch.variant = static_cast<int>(take(bytes));
  batch.round = static_cast<int>(take(bytes));
  batch.slot = static_cast<int>(take(bytes));
  batch.started_ns = take(bytes);
  batch.iterations = take(bytes);
  batch.items = take(bytes);
  batch.values.reserve(metrics);
  for (std::size_t i = 0; i < metrics; ++i) batch.values.push_back(take(bytes));
  return batch;
}

}  // namespace

std::string pack_batches(const std::vector<harness::Batch>& batches, std::size_t metrics) {
  std::string bytes;
  bytes.reserve(batches.size() * (kBatchColumns + metrics) * sizeof(double));
  for (const harness::Batch& batch : batches) {
    if (batch.values.size() != metrics) {
      throw harness::Error("a batch has " + std::to_string(batch.values.size()) + " values where its trial has " +
                           std::to_string(metrics) + " metrics");
    }
    for (const double value : {double(batch.variant), double(batch.round), double(batch.slot), batch.started_ns,
                               batch.iterations, batch.items}) {
      append(bytes, value);
    }
    for (const double value : batch.values) append(bytes, value);
  }
  return bytes;
}

std::vector<harness::Batch> unpack_batches(std::string_view bytes, std::size_t metrics) {
  std::vector<harness::Batch> batches;
  batches.reserve(rows_of(bytes, kBatchColumns + metrics));
  while (!bytes.empty()) batches.push_back(take_batch(bytes, metrics));
  return batches;
}

std::string pack_estimates(const std::vector<harness::LaunchPairEstimate>& estimates) {
  std::string bytes;
  bytes.reserve(estimates.size() * kEstimateColumns * sizeof(double));
  for (const auto& estimate : estimates) {
    for (const double value : {estimate.before_median, estimate.after_median, estimate.before_mean, estimate.after_mean,
                               estimate.log_speedup}) {
      append(bytes, value);
    }
  }
  return bytes;
}

std::vector<harness::LaunchPairEstimate> unpack_estimates(std::string_view bytes) {
  std::vector<harness::LaunchPairEstimate> estimates;
  estimates.reserve(rows_of(bytes, kEstimateColumns));
  while (!bytes.empty()) {
    // Braces fix the order of the calls.
    estimates.push_back({take(bytes), take(bytes), take(bytes), take(bytes), take(bytes)});
  }
  return estimates;
}

}  // namespace results::store

#include "engine/loadgen/row_generator.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "engine/row/encoded_key.h"

namespace engine {
namespace {

enum LoadColumn : std::size_t { kKey, kIntVal, kStringVal };

Schema LoadSchema() {
  return Schema({{"key", ColumnType::kInt64},
                 {"int_val", ColumnType::kInt32, Nullability::kNullable},
                 {"string_val", ColumnType::kString, Nullability::kNullable}},
                1);
}

std::vector<std::string> RangeSplits(const LoadgenOptions& options) {
  const std::int64_t first = options.use_random ? 0 : options.seq_start;
  const std::int64_t keys = options.use_random ? std::numeric_limits<std::int64_t>::max() : RowsTotal(options);
  const std::int64_t ranges = options.table_num_range_partitions;
  std::vector<std::string> splits;
  for (std::int64_t range = 1; range < ranges; ++range) {
    const std::int64_t keys_before = keys / ranges * range + keys % ranges * range / ranges;
    KeyEncoder(&splits.emplace_back()).AppendInt64(first + keys_before);
  }
  return splits;
}

}  // namespace

std::shared_ptr<const Table> MakeLoadTable(const LoadgenOptions& options) {
  return std::make_shared<const Table>(
      "loadgen", LoadSchema(),
      PartitionSchema(static_cast<std::uint32_t>(options.table_num_hash_partitions), RangeSplits(options)));
}

RowGenerator::RowGenerator(const LoadgenOptions& options, std::shared_ptr<const Table> table, int generator)
    : options_(options),
      table_(std::move(table)),
      next_value_(options.seq_start + generator * options.num_rows_per_thread) {
  std::seed_seq seeds{static_cast<std::uint32_t>(options.seed), static_cast<std::uint32_t>(options.seed >> 32),
                      static_cast<std::uint32_t>(generator)};
  random_.seed(seeds);
}

std::unique_ptr<WriteOp> RowGenerator::Next() {
  std::unique_ptr<WriteOp> op;
  if (options_.use_upsert) {
    op = std::make_unique<UpsertOp>(table_);
  } else {
    op = std::make_unique<InsertOp>(table_);
  }
  const std::int64_t value = NextValue();
  op->row().SetInt64(kKey, value);
  op->row().SetInt32(kIntVal, static_cast<std::int32_t>(value));
  WriteText(value, &op->row());
  return op;
}

std::int64_t RowGenerator::NextValue() {
  if (options_.use_random) return static_cast<std::int64_t>(random_() >> 1);
  return next_value_++;
}

void RowGenerator::WriteText(std::int64_t value, PartialRow* row) {
  if (!options_.string_fixed.empty()) return row->SetStringBorrowed(kStringVal, options_.string_fixed);
  text_.assign(std::to_string(value)).append(".");
  text_.resize(static_cast<std::size_t>(options_.string_len), 'x');
  row->SetStringCopy(kStringVal, text_);
}

}  // namespace engine

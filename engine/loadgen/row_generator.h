// The rows that one generator thread writes: an int64 key, an int32 and a string, as `kudu perf loadgen` makes them for
// its own table. Two generators of the same options never make the same key, unless keys are random.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>

#include "engine/client/table.h"
#include "engine/client/write_op.h"
#include "engine/loadgen/loadgen_options.h"

namespace engine {

// Hash partitions by key, and range partitions of equal width over the keys that the options give.
std::shared_ptr<const Table> MakeLoadTable(const LoadgenOptions& options);

class RowGenerator {
 public:
  // The options are borrowed; `generator` is 0 to num_threads - 1.
  RowGenerator(const LoadgenOptions& options, std::shared_ptr<const Table> table, int generator);

  std::unique_ptr<WriteOp> Next();

 private:
  std::int64_t NextValue();
  void WriteText(std::int64_t value, PartialRow* row);

  const LoadgenOptions& options_;
  const std::shared_ptr<const Table> table_;
  std::int64_t next_value_;
  std::mt19937_64 random_;
  std::string text_;  // scratch
};

}  // namespace engine

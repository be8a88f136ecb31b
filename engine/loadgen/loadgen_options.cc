#include "engine/loadgen/loadgen_options.h"

#include <algorithm>
#include <limits>
#include <string>

namespace engine {
namespace {

constexpr int kMostThreads = 1024;     // each has a reactor as well
constexpr int kMostPartitions = 1024;  // each tablet has a log, and its thread

template <class Value>
Status CheckRange(const char* flag, Value value, Value least, Value most) {
  if (value >= least && value <= most) return Status::Ok();
  return Status::InvalidArgument(std::string(flag) + " is " + std::to_string(value) + "; it must lie between " +
                                 std::to_string(least) + " and " + std::to_string(most));
}

// Keys are counted up from seq_start, one a row.
Status CheckKeys(const LoadgenOptions& options) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::int64_t rows = 0;
  std::int64_t end = 0;
  if (__builtin_mul_overflow(std::int64_t{options.num_threads}, options.num_rows_per_thread, &rows) ||
      __builtin_add_overflow(options.seq_start, rows, &end)) {
    return Status::InvalidArgument(
        "num_threads times num_rows_per_thread, from seq_start on, passes the largest key, " + std::to_string(kMost) +
        "; take fewer rows");
  }
  return Status::Ok();
}

}  // namespace

Status CheckOptions(const LoadgenOptions& options) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const Status ranges[] = {
      CheckRange("num_threads", options.num_threads, 1, kMostThreads),
      CheckRange<std::int64_t>("num_rows_per_thread", options.num_rows_per_thread, 1, kMost),
      CheckRange<std::int64_t>("buffer_size_bytes", options.buffer_size_bytes, 1, kMost),
      CheckRange("buffer_flush_watermark_pct", options.buffer_flush_watermark_pct, 0.0, 1.0),
      CheckRange("buffers_num", options.buffers_num, 0, kMostThreads),
      CheckRange<std::int64_t>("flush_per_n_rows", options.flush_per_n_rows, 0, kMost),
      CheckRange("string_len", options.string_len, 0, 1 << 20),
      CheckRange("table_num_hash_partitions", options.table_num_hash_partitions, 1, kMostPartitions),
      CheckRange("table_num_range_partitions", options.table_num_range_partitions, 1,
                 kMostPartitions / std::clamp(options.table_num_hash_partitions, 1, kMostPartitions)),
      CheckKeys(options),
  };
  for (const Status& status : ranges) {
    if (!status.ok()) return status;
  }
  if (options.wal_directory.empty()) return Status::InvalidArgument("no directory is named for the write-ahead log");
  return Status::Ok();
}

}  // namespace engine

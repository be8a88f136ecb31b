// What the load generator is asked to do. Flags and defaults are those of `kudu perf loadgen`, which people know; the
// policies are ours.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/status.h"
#include "engine/loadgen/policies.h"

namespace engine {

struct LoadgenOptions {
  int num_threads = 2;  // generators, each with a session of its own
  std::int64_t num_rows_per_thread = 1000;
  std::int64_t buffer_size_bytes = 4 << 20;  // of a session
  double buffer_flush_watermark_pct = 0.5;   // share of the buffer at which a batch is flushed; named as the flag is
  int buffers_num = 2;                       // batches of a session, filling or under way; 0: any number
  std::int64_t flush_per_n_rows = 0;         // flush, and wait for it, after so many rows; 0: in the background
  int string_len = 32;                       // bytes of a row's string: the value, a point, and padding
  std::string string_fixed;                  // the string of every row, not copied; empty: see above
  std::int64_t seq_start = 0;                // key of the first row
  bool use_random = false;                   // random keys and values, drawn from `seed`
  std::uint64_t seed = 1;                    // the same seed gives the same rows
  bool use_upsert = false;
  bool use_client_per_thread = true;  // otherwise one client, and thus one reactor, serves all generators
  int table_num_hash_partitions = 8;
  int table_num_range_partitions = 1;
  std::string wal_directory;  // has to be named; created if there is none. A table that was logged there is reopened.
  Policies policies;
};

// InvalidArgument, with what to do about it, if there can be no such load.
Status CheckOptions(const LoadgenOptions& options);

// The option's rows of all threads together. Requires: CheckOptions() is ok.
inline std::int64_t RowsTotal(const LoadgenOptions& options) {
  return options.num_threads * options.num_rows_per_thread;
}

}  // namespace engine

// How the rows of a table are spread over its tablets: by the hash of their key into buckets, then by ranges of the
// key. A partition key is the bucket (4 bytes, big-endian) and the encoded key; a tablet owns the partition keys from
// its start up to the next tablet's start, so that finding a row's tablet is a floor search.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/slice.h"

namespace engine {

class PartitionSchema {
 public:
  // `range_splits` are encoded keys, ascending: one fewer than there are ranges.
  explicit PartitionSchema(std::uint32_t hash_buckets, std::vector<std::string> range_splits = {})
      : hash_buckets_(hash_buckets), range_splits_(std::move(range_splits)) {}

  // Replaces `partition_key` by that of the row with this encoded key.
  void EncodePartitionKey(Slice key, std::string* partition_key) const;

  // Where each tablet starts, ascending: one for every bucket and range.
  [[nodiscard]] std::vector<std::string> TabletStarts() const;

 private:
  std::uint32_t hash_buckets_;
  std::vector<std::string> range_splits_;
};

}  // namespace engine

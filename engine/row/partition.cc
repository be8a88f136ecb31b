#include "engine/row/partition.h"

#include "engine/row/key_hash.h"

namespace engine {
namespace {

std::string BucketPrefix(std::uint32_t bucket) {
  const std::uint32_t big_endian = __builtin_bswap32(bucket);
  return {reinterpret_cast<const char*>(&big_endian), sizeof(big_endian)};
}

}  // namespace

void PartitionSchema::EncodePartitionKey(Slice key, std::string* partition_key) const {
  *partition_key = BucketPrefix(static_cast<std::uint32_t>(HashKey(key) % hash_buckets_));
  partition_key->append(key.view());
}

std::vector<std::string> PartitionSchema::TabletStarts() const {
  std::vector<std::string> starts;
  for (std::uint32_t bucket = 0; bucket < hash_buckets_; ++bucket) {
    starts.push_back(BucketPrefix(bucket));
    for (const std::string& split : range_splits_) starts.push_back(BucketPrefix(bucket) + split);
  }
  return starts;
}

}  // namespace engine

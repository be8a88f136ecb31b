#include "engine/tablet/bloom_filter.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "engine/row/encoded_key.h"
#include "engine/row/key_hash.h"

namespace engine {
namespace {

std::uint64_t HashOf(std::int64_t value) {
  char key[kEncodedInt64Size];
  EncodeInt64(value, key);
  return HashKey({key, sizeof(key)});
}

TEST(BloomFilter, NeverForgetsAndSeldomInvents) {
  constexpr std::int64_t kKeys = 50'000;
  BloomFilter filter(kKeys);
  for (std::int64_t key = 0; key < kKeys; ++key) filter.Add(HashOf(key));
  int invented = 0;
  for (std::int64_t key = 0; key < kKeys; ++key) {
    ASSERT_TRUE(filter.MayContain(HashOf(key)));
    invented += filter.MayContain(HashOf(key + kKeys)) ? 1 : 0;
  }
  // A blocked filter of 10 bits a key and 6 positions is wrong in about 1.3 % of the cases; twice that is a broken
  // hash.
  EXPECT_LT(invented, kKeys * 26 / 1000);
}

}  // namespace
}  // namespace engine

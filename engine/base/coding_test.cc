#include "engine/base/coding.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine {
namespace {

TEST(Coding, FixedIsLittleEndian) {
  std::string bytes;
  PutFixed32(&bytes, 0x04030201u);
  PutFixed64(&bytes, 0x0c0b0a0908070605u);
  EXPECT_EQ(bytes, "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c");
  Slice rest(bytes);
  std::uint32_t small = 0;
  std::uint64_t large = 0;
  ASSERT_TRUE(TakeFixed32(&rest, &small));
  ASSERT_TRUE(TakeFixed64(&rest, &large));
  EXPECT_EQ(small, 0x04030201u);
  EXPECT_EQ(large, 0x0c0b0a0908070605u);
  EXPECT_TRUE(rest.empty());
}

TEST(Coding, FixedRefusesShortInput) {
  Slice three("abc");
  std::uint32_t small = 0;
  std::uint64_t large = 0;
  EXPECT_FALSE(TakeFixed32(&three, &small));
  EXPECT_FALSE(TakeFixed64(&three, &large));
  EXPECT_EQ(three.view(), "abc");
}

TEST(Coding, VarintKeepsEveryPowerOfTwoAndItsNeighbours) {
  std::string bytes;
  std::vector<std::uint64_t> values{0, std::numeric_limits<std::uint64_t>::max()};
  for (int bit = 0; bit < 64; ++bit) {
    for (const int off : {-1, 0, 1}) values.push_back((std::uint64_t{1} << bit) + static_cast<std::uint64_t>(off));
  }
  for (const std::uint64_t value : values) PutVarint64(&bytes, value);
  Slice rest(bytes);
  for (const std::uint64_t expected : values) {
    std::uint64_t value = 0;
    ASSERT_TRUE(TakeVarint64(&rest, &value));
    EXPECT_EQ(value, expected);
  }
  EXPECT_TRUE(rest.empty());
}

TEST(Coding, VarintHasTheWireFormatsKnownExamples) {
  std::string bytes;
  PutVarint64(&bytes, 300);
  EXPECT_EQ(bytes, "\xac\x02");
  bytes.clear();
  PutVarint64(&bytes, 1);
  EXPECT_EQ(bytes, "\x01");
}

TEST(Coding, VarintRefusesCutOffAndOverlongInput) {
  std::string longest;
  PutVarint64(&longest, std::numeric_limits<std::uint64_t>::max());
  ASSERT_EQ(longest.size(), kMaxVarint64Bytes);
  std::uint64_t value = 0;
  for (std::size_t size = 0; size < longest.size(); ++size) {
    Slice cut(longest.data(), size);
    EXPECT_FALSE(TakeVarint64(&cut, &value)) << size;
    EXPECT_EQ(cut.size(), size);
  }
  Slice too_large("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02");
  EXPECT_FALSE(TakeVarint64(&too_large, &value));
  Slice too_long("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01");
  EXPECT_FALSE(TakeVarint64(&too_long, &value));
}

TEST(Coding, LengthPrefixedCarriesAnyBytes) {
  std::string bytes;
  PutLengthPrefixed(&bytes, Slice("a\0b", 3));
  PutLengthPrefixed(&bytes, Slice());
  Slice rest(bytes);
  Slice part;
  ASSERT_TRUE(TakeLengthPrefixed(&rest, &part));
  EXPECT_EQ(part.view(), std::string_view("a\0b", 3));
  ASSERT_TRUE(TakeLengthPrefixed(&rest, &part));
  EXPECT_TRUE(part.empty());
  EXPECT_FALSE(TakeLengthPrefixed(&rest, &part));
  Slice cut(
      "\x05"
      "abc");
  EXPECT_FALSE(TakeLengthPrefixed(&cut, &part));
  EXPECT_EQ(cut.size(), 4u);
}

}  // namespace
}  // namespace engine

#include "engine/row/encoded_key.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace engine {
namespace {

using std::string_literals::operator""s;

std::string Int64Key(std::int64_t value) {
  std::string key(kEncodedInt64Size, '?');
  EncodeInt64(value, key.data());
  return key;
}

std::string Pair(std::string_view first, std::int32_t second) {
  std::string key;
  KeyEncoder(&key).AppendString(first).AppendInt32(second);
  return key;
}

TEST(EncodedKey, AnInt64IsBigEndianWithItsSignBitFlipped) {
  EXPECT_EQ(Int64Key(0), "\x80\0\0\0\0\0\0\0"s);
  EXPECT_EQ(Int64Key(0x0102030405060708), "\x81\x02\x03\x04\x05\x06\x07\x08"s);
  EXPECT_EQ(Int64Key(-1), "\x7f\xff\xff\xff\xff\xff\xff\xff"s);
}

TEST(EncodedKey, BytesOrderAsInt64Values) {
  const std::vector<std::int64_t> ascending = {std::numeric_limits<std::int64_t>::min(), -256, -255, -1, 0, 1, 255, 256,
                                               std::numeric_limits<std::int64_t>::max()};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(Slice(Int64Key(ascending[i - 1])), Slice(Int64Key(ascending[i]))) << ascending[i];
  }
}

TEST(EncodedKey, TheEncoderWritesTheSameInt64) {
  std::string key;
  KeyEncoder(&key).AppendInt64(-77);
  EXPECT_EQ(key, Int64Key(-77));
}

TEST(EncodedKey, ACompositeKeyOrdersByItsFirstColumnThenItsSecond) {
  const std::vector<std::string> ascending = {Pair("", 7),       Pair("a", -1),     Pair("a", 1), Pair("a\0"s, -5),
                                              Pair("a\0b"s, -9), Pair("a\1"s, -20), Pair("ab", 0)};
  for (std::size_t i = 1; i < ascending.size(); ++i) EXPECT_LT(Slice(ascending[i - 1]), Slice(ascending[i])) << i;
}

TEST(EncodedKey, AStringIsEscapedUnlessItIsLast) {
  EXPECT_EQ(Pair("a\0b"s, 0), "a\0\1b\0\0\x80\0\0\0"s);
  std::string key;
  KeyEncoder(&key).AppendLastString("a\0b"s);
  EXPECT_EQ(key, "a\0b"s);
}

}  // namespace
}  // namespace engine

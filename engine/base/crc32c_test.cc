#include "engine/base/crc32c.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

namespace engine {
namespace {

// The vectors of RFC 3720, appendix B.4.
TEST(Crc32c, AgreesWithTheStandard) {
  std::string ascending(32, '\0');
  std::iota(ascending.begin(), ascending.end(), '\0');
  const std::string descending(ascending.rbegin(), ascending.rend());
  EXPECT_EQ(crc32c::Value(std::string(32, '\0')), 0x8a9136aau);
  EXPECT_EQ(crc32c::Value(std::string(32, '\xff')), 0x62a8ab43u);
  EXPECT_EQ(crc32c::Value(ascending), 0x46dd794eu);
  EXPECT_EQ(crc32c::Value(descending), 0x113fdb5cu);
  EXPECT_EQ(crc32c::Value(Slice("123456789")), 0xe3069283u);
  EXPECT_EQ(crc32c::Value(Slice()), 0u);
}

// ISA-L takes other paths for long and for unaligned input; a bit at a time there is only one.
std::uint32_t BitAtATime(Slice bytes) {
  std::uint32_t state = 0xffffffffu;
  for (const char byte : bytes.view()) {
    state ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) state = (state >> 1) ^ (0x82f63b78u & (0u - (state & 1u)));
  }
  return ~state;
}

TEST(Crc32c, AgreesWithTheDefinitionAtEveryLengthAndAlignment) {
  std::string bytes(5000, '\0');
  std::uint32_t random = 1;
  for (char& byte : bytes) byte = static_cast<char>((random = random * 1664525u + 1013904223u) >> 24);
  for (std::size_t offset = 0; offset < 17; ++offset) {
    for (const std::size_t length : {0, 1, 7, 8, 9, 30, 63, 64, 65, 255, 1024, 4095, 4096}) {
      const Slice part(bytes.data() + offset, length);
      EXPECT_EQ(crc32c::Value(part), BitAtATime(part)) << "offset " << offset << " length " << length;
    }
  }
}

TEST(Crc32c, ExtendContinuesWhereValueStopped) {
  const std::string text = "the quick brown fox jumps over the lazy dog";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    const std::uint32_t first = crc32c::Value(Slice(text.data(), cut));
    EXPECT_EQ(crc32c::Extend(first, Slice(text.data() + cut, text.size() - cut)), crc32c::Value(text));
  }
}

}  // namespace
}  // namespace engine

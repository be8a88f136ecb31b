#include "harness/model/utf8.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(Utf8, WellFormedTextStaysAsItIs) {
  for (const std::string_view text : {"", "plain", "gr\xC3\xBC\xC3\x9F", "\xE2\x86\x92", "\xF0\x9F\x9A\x80",
                                      "\xEF\xBF\xBD", "\xED\x9F\xBF", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(valid_utf8(text), text);
  }
}

// The expected text is what Python's bytes.decode("utf-8", "replace") gives.
TEST(Utf8, EachMalformedSequenceBecomesOneReplacement) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("a\xFFz"), "a" + r + "z");
  EXPECT_EQ(valid_utf8("\xE2\x86"), r);                      // truncated
  EXPECT_EQ(valid_utf8("\xE2\x86z"), r + "z");               // truncated, then text
  EXPECT_EQ(valid_utf8("\xC0\xAF"), r + r);                  // overlong
  EXPECT_EQ(valid_utf8("\xE0\x80\xAF"), r + r + r);          // overlong
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), r + r + r);          // a surrogate
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), r + r + r + r);  // beyond U+10FFFF
  EXPECT_EQ(valid_utf8("\xF0\x9F\x9A"), r);
  EXPECT_EQ(valid_utf8("\x80"), r);
}

TEST(Utf8, TakesOneCodePointAfterTheOther) {
  std::string_view text = "a\xE2\x86\x92\xF0\x9F\x9A\x80";
  EXPECT_EQ(take_code_point(text), U'a');
  EXPECT_EQ(take_code_point(text), U'\u2192');
  EXPECT_EQ(take_code_point(text), U'\U0001F680');
  EXPECT_TRUE(text.empty());
}

}  // namespace
}  // namespace harness

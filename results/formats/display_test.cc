#include "results/formats/display.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace results::formats {
namespace {

using testing::ElementsAre;

constexpr char kReplaced[] = "\xEF\xBF\xBD";

TEST(OneLine, NothingThatActsOnATerminalIsLeft) {
  EXPECT_EQ(one_line("std::deque"), "std::deque");
  EXPECT_EQ(one_line("a\nb\x1B[31mc\x7F"), std::string("a") + kReplaced + "b" + kReplaced + "[31mc" + kReplaced);
  EXPECT_EQ(one_line("abc\xE2\x80\xAE"
                     "cba"),
            std::string("abc") + kReplaced + "cba");  // right-to-left override
  EXPECT_EQ(one_line("\xC2\x9B"
                     "31m"),
            std::string(kReplaced) + "31m");  // CSI in eight bits
  EXPECT_EQ(one_line("a\xFF"), std::string("a") + kReplaced);
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3);
  EXPECT_EQ(display_width("gr\xC3\xBC\xC3\x9F"), 4);
  EXPECT_EQ(display_width("\xE6\xBC\xA2\xE5\xAD\x97"), 4);  // two ideographs
  EXPECT_EQ(display_width("e\xCC\x81"), 1);                 // e and a combining acute
  EXPECT_EQ(display_width("\xF0\x9F\x9A\x80"), 2);          // a rocket
  EXPECT_EQ(display_width(""), 0);
}

TEST(Padding, IsByColumns) {
  EXPECT_EQ(padded_right("\xE6\xBC\xA2", 4), "\xE6\xBC\xA2  ");
  EXPECT_EQ(padded_left("ab", 4), "  ab");
  EXPECT_EQ(padded_left("abcde", 4), "abcde");
}

TEST(Wrapped, BreaksAtBlanks) {
  EXPECT_THAT(wrapped("one two  three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("incomprehensibly long", 5), ElementsAre("incomprehensibly", "long"));
  EXPECT_THAT(wrapped("", 5), ElementsAre());
}

TEST(LinesOf, TakesEitherLineEnd) {
  EXPECT_THAT(lines_of("one\r\n\ntwo\x1B\n"), ElementsAre("one", "", std::string("two") + kReplaced));
}

}  // namespace
}  // namespace results::formats

#include "harness/drive/text_buffers.h"

#include <gtest/gtest.h>

namespace harness::drive {
namespace {

TEST(LineBuffer, JoinsPiecesIntoLines) {
  LineBuffer buffer;
  buffer.append("op");
  EXPECT_EQ(buffer.take_line(), std::nullopt);
  buffer.append("ened\nsample 1\r\nrest");
  EXPECT_EQ(buffer.take_line(), "opened");
  EXPECT_EQ(buffer.take_line(), "sample 1");
  EXPECT_EQ(buffer.take_line(), std::nullopt);
  EXPECT_EQ(buffer.pending(), "rest");
}

TEST(LineBuffer, AnEmptyLineIsALine) {
  LineBuffer buffer;
  buffer.append("\n");
  EXPECT_EQ(buffer.take_line(), "");
}

TEST(TextTail, KeepsTheLastLines) {
  TextTail tail;
  tail.append("one\ntwo\nthr");
  tail.append("ee\n");
  EXPECT_EQ(tail.last_lines(2), "two\nthree");
  EXPECT_EQ(tail.last_lines(3), "one\ntwo\nthree");
  EXPECT_EQ(tail.last_lines(9), "one\ntwo\nthree");
  EXPECT_EQ(TextTail().last_lines(3), "");
}

TEST(TextTail, ATextOfAnyLengthKeepsItsEnd) {
  TextTail tail;
  for (int line = 0; line < 100000; ++line) tail.append("line " + std::to_string(line) + "\n");
  EXPECT_EQ(tail.last_lines(2), "line 99998\nline 99999");
  EXPECT_LT(tail.last_lines(1000000).size(), 20000U);
}

TEST(TextTail, AnEndlessLineIsCut) {
  TextTail tail;
  for (int piece = 0; piece < 1000; ++piece) tail.append(std::string(1000, 'x'));
  EXPECT_EQ(tail.last_lines(1), std::string(16 * 1024, 'x'));
}

TEST(TextTail, ControlBytesAreNotPassedOn) {
  TextTail tail;
  tail.append("\x1b[31mred\x07\ttab\n");
  EXPECT_EQ(tail.last_lines(1), "?[31mred?\ttab");
}

}  // namespace
}  // namespace harness::drive

#include "cli/quantities.h"

#include <gtest/gtest.h>

#include "harness/model/error.h"

namespace cli {
namespace {

using namespace std::chrono_literals;

TEST(ParseDuration, ReadsWhatPeopleType) {
  EXPECT_EQ(parse_duration("10s"), 10s);
  EXPECT_EQ(parse_duration("1.5s"), 1500ms);
  EXPECT_EQ(parse_duration("200 ms"), 200ms);
  EXPECT_EQ(parse_duration("2min"), 2min);
}

TEST(ParseDuration, RefusesTheRest) {
  for (const char* text : {"", "10", "s", "-1s", "0s", "1 day", "nans", "infs", "1e300h"}) {
    EXPECT_THROW(parse_duration(text), harness::UsageError) << text;
  }
}

TEST(ParsePercent, NeedsItsSign) {
  EXPECT_DOUBLE_EQ(parse_percent("1%"), 0.01);
  EXPECT_DOUBLE_EQ(parse_percent("0.5 %"), 0.005);
  for (const char* text : {"", "1", "%", "-1%", "100%", "nan%"}) {
    EXPECT_THROW(parse_percent(text), harness::UsageError) << text;
  }
}

TEST(ParseSeed, IsTheWholeNumberOrAnError) {
  EXPECT_EQ(parse_seed("18446744073709551615"), 18446744073709551615U);
  for (const char* text : {"", "-1", "1.5", "0x10", "18446744073709551616"}) {
    EXPECT_THROW(parse_seed(text), harness::UsageError) << text;
  }
}

TEST(FormatDuration, SaysMinutesWhenThereAreAny) {
  EXPECT_EQ(format_duration(3200ms), "3 s");
  EXPECT_EQ(format_duration(125s), "2 min 5 s");
}

}  // namespace
}  // namespace cli

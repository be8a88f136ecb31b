#include "cli/parameter_lists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/model/error.h"

namespace cli {
namespace {

using testing::ElementsAre;

TEST(ParseParameterList, IsANameAndItsValues) {
  const ParameterList list = parse_parameter_list("size=1,10,big one");
  EXPECT_EQ(list.name, "size");
  EXPECT_THAT(list.values, ElementsAre("1", "10", "big one"));
  EXPECT_THAT(parse_parameter_list("flag=-O2,").values, ElementsAre("-O2", ""));
  EXPECT_THROW(parse_parameter_list("1,2"), harness::UsageError);
  EXPECT_THROW(parse_parameter_list("=1,2"), harness::UsageError);
}

TEST(Scanned, MeetsBothEnds) {
  EXPECT_THAT(scanned("n", "1", "3", "1").values, ElementsAre("1", "2", "3"));
  EXPECT_THAT(scanned("n", "0", "0.3", "0.1").values, ElementsAre("0.0", "0.1", "0.2", "0.3"));
  EXPECT_THAT(scanned("n", "1", "4", "2").values, ElementsAre("1", "3"));
}

TEST(Scanned, RefusesWhatNeverEnds) {
  EXPECT_THROW(scanned("n", "1", "3", "0"), harness::UsageError);
  EXPECT_THROW(scanned("n", "3", "1", "1"), harness::UsageError);
  EXPECT_THROW(scanned("n", "one", "3", "1"), harness::UsageError);
  EXPECT_THROW(scanned("n", "0", "1000000", "1"), harness::UsageError);
}

TEST(ParameterPoints, AreAllCombinations) {
  const auto points = parameter_points({{"a", {"1", "2"}}, {"b", {"x", "y"}}});
  std::vector<std::string> texts;
  for (const auto& point : points) texts.push_back(to_string(point));
  EXPECT_THAT(texts, ElementsAre("a=1 b=x", "a=1 b=y", "a=2 b=x", "a=2 b=y"));
  EXPECT_EQ(parameter_points({}).size(), 1U);
}

TEST(FilledIn, ReplacesEveryPlaceOnce) {
  const harness::Parameters parameters{{"n", std::int64_t{3}}, {"m", "{n}"}};
  EXPECT_EQ(filled_in("run {n} {n} {other}", parameters), "run 3 3 {other}");
  EXPECT_EQ(filled_in("{m}", harness::Parameters{{"m", "{m}"}}), "{m}");
}

}  // namespace
}  // namespace cli

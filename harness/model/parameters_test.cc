#include "harness/model/parameters.h"

#include <gtest/gtest.h>

#include "harness/model/error.h"

namespace harness {
namespace {

TEST(Parameters, TextAndValuesAreTheSamePoint) {
  const Parameters point{{"ops", std::int64_t{33289}}, {"order", std::string("sorted")}};
  EXPECT_EQ(to_string(point), "ops=33289 order=sorted");
  EXPECT_EQ(parameters_from_string("ops=33289 order=sorted"), point);
  EXPECT_EQ(parameters_from_string(""), Parameters{});
}

TEST(Parameters, OnlyWhatPrintsBackAsItselfIsANumber) {
  EXPECT_EQ(parameters_from_string("a=-4").integer("a"), -4);
  EXPECT_EQ(parameters_from_string("a=007").text("a"), "007");
  EXPECT_EQ(parameters_from_string("a=99999999999999999999").text("a"), "99999999999999999999");
  EXPECT_EQ(parameters_from_string("a=").text("a"), "");
}

TEST(Parameters, AWrongNameOrKindIsSaid) {
  const Parameters point{{"ops", std::int64_t{1}}, {"order", std::string("sorted")}};
  EXPECT_THROW((void)point.integer("rows"), Error);
  EXPECT_THROW((void)point.integer("order"), Error);
  EXPECT_THROW((void)point.text("ops"), Error);
  EXPECT_THROW((void)parameters_from_string("ops"), Error);
  EXPECT_THROW((void)parameters_from_string("=3"), Error);
}

}  // namespace
}  // namespace harness

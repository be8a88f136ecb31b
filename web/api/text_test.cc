#include "web/api/text.h"

#include <gtest/gtest.h>

namespace web::api {
namespace {

TEST(TextTest, SpeedupsAreFactors) {
  EXPECT_EQ(speedup_text(1.0692), "x1.069");
  EXPECT_EQ(speedup_text(0.8), "x0.800");
  EXPECT_EQ(speedup_text(1000), "x1000");
  EXPECT_EQ(interval_text({1.25, 1.29}), "x1.250 to x1.290");
}

TEST(TextTest, ChangesHaveTheirSign) {
  EXPECT_EQ(change_text(-21.74), "-21.7 %");
  EXPECT_EQ(change_text(0.44), "+0.4 %");
}

TEST(TextTest, QuantitiesTakeTheUnitThatFits) {
  EXPECT_EQ(quantity_text(12.345, "ns/op"), "12.35 ns/op");
  EXPECT_EQ(quantity_text(1234.5, "ns/op"), "1.234 us/op");
  EXPECT_EQ(quantity_text(29191.6e6, "ns"), "29.19 s");
  EXPECT_EQ(quantity_text(0.0125, "count/op"), "0.013 count/op");
  EXPECT_EQ(quantity_text(4096, "bytes"), "4096 bytes");
}

TEST(TextTest, SharesAndSeconds) {
  EXPECT_EQ(share_text(0.01), "1.0 %");
  EXPECT_EQ(share_text(0.0004), "0.04 %");
  EXPECT_EQ(seconds_text(4.25), "4.2 s");
  EXPECT_EQ(seconds_text(161.2), "2 min 41 s");
  EXPECT_EQ(seconds_text(7322), "2 h 2 min");
}

}  // namespace
}  // namespace web::api

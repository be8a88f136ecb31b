#include "results/store/batches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/model/error.h"
#include "results/store/testing/made_up.h"

namespace results::store {
namespace {

using testing::SizeIs;

// Written out by hand from the description in results/README.md, so that the layout cannot change unnoticed.
TEST(Batches, AreRowsOfLittleEndianDoubles) {
  const harness::Batch batch{
      .variant = 1, .round = -1, .slot = 2, .started_ns = 0.5, .iterations = 4096, .items = 3, .values = {1.0}};
  const std::string bytes = pack_batches({batch}, 1);
  const unsigned char expected[] = {0, 0, 0, 0, 0, 0, 0xF0, 0x3F,   // 1
                                    0, 0, 0, 0, 0, 0, 0xF0, 0xBF,   // -1
                                    0, 0, 0, 0, 0, 0, 0x00, 0x40,   // 2
                                    0, 0, 0, 0, 0, 0, 0xE0, 0x3F,   // 0.5
                                    0, 0, 0, 0, 0, 0, 0xB0, 0x40,   // 4096
                                    0, 0, 0, 0, 0, 0, 0x08, 0x40,   // 3
                                    0, 0, 0, 0, 0, 0, 0xF0, 0x3F};  // 1
  EXPECT_EQ(bytes, std::string(reinterpret_cast<const char*>(expected), sizeof expected));
  EXPECT_EQ(unpack_batches(bytes, 1), std::vector{batch});
}

TEST(Batches, ATableCutShortIsDamage) {
  std::string bytes = pack_batches(made_up_launch_pair(0).batches, 3);
  EXPECT_THAT(unpack_batches(bytes, 3), SizeIs(6));
  bytes.pop_back();
  EXPECT_THROW((void)unpack_batches(bytes, 3), harness::Error);
}

TEST(Batches, NoneIsNoBytes) {
  EXPECT_EQ(pack_batches({}, 3), "");
  EXPECT_THAT(unpack_batches("", 3), SizeIs(0));
}

TEST(Estimates, ComeBack) {
  const std::vector<harness::LaunchPairEstimate> estimates{{1.5, 2.5, 3.5, 4.5, -0.25}, {6, 7, 8, 9, 1e-300}};
  EXPECT_EQ(unpack_estimates(pack_estimates(estimates)), estimates);
  EXPECT_THROW((void)unpack_estimates("12345678"), harness::Error);
}

}  // namespace
}  // namespace results::store

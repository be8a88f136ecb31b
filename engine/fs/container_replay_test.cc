#include "engine/fs/container_replay.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine {
namespace {

constexpr std::int64_t kDataBytes = 10 * kBlockAlignment;

BlockRecord Creation(std::uint64_t id, std::int64_t offset, std::int64_t length) {
  return {BlockOperation::kCreate, BlockId{id}, 100 + id, offset, length};
}

BlockRecord Deletion(std::uint64_t id) { return {BlockOperation::kDelete, BlockId{id}, 200 + id, 0, 0}; }

class RecordReplayerTest : public testing::Test {
 protected:
  void ExpectRefused(const BlockRecord& record, const std::string& message) {
    const Status status = replayer_.Apply(record);
    EXPECT_EQ(status.code(), Status::Code::kCorruption);
    EXPECT_EQ(status.message(), "malformed record of block " + std::to_string(record.id.value) + ": " + message);
  }

  RecordReplayer replayer_{nullptr, kDataBytes};
  ReplayedContainer& result_ = replayer_.result();
};

TEST_F(RecordReplayerTest, KeepsWhatIsAlive) {
  ASSERT_TRUE(replayer_.Apply(Creation(7, 0, 5000)).ok());
  ASSERT_TRUE(replayer_.Apply(Creation(9, 2 * kBlockAlignment, 1)).ok());
  ASSERT_TRUE(replayer_.Apply(Deletion(9)).ok());
  ASSERT_EQ(result_.blocks.size(), 1u);
  EXPECT_EQ(result_.blocks.at(BlockId{7})->length(), 5000);
  EXPECT_EQ(result_.live_creations.at(BlockId{7}), Creation(7, 0, 5000));
  EXPECT_EQ(result_.dead, std::vector<BlockRecord>{Creation(9, 2 * kBlockAlignment, 1)});
  EXPECT_EQ(result_.highest_id, BlockId{9});
  EXPECT_EQ(result_.live_bytes, 2 * kBlockAlignment);
  EXPECT_EQ(result_.state.created_count, 2);
  EXPECT_EQ(result_.state.next_offset, 3 * kBlockAlignment);
}

TEST_F(RecordReplayerTest, IdMayComeBackAfterItsDeletion) {
  ASSERT_TRUE(replayer_.Apply(Creation(7, 0, 1)).ok());
  ASSERT_TRUE(replayer_.Apply(Deletion(7)).ok());
  ASSERT_TRUE(replayer_.Apply(Creation(7, kBlockAlignment, 2)).ok());
  EXPECT_EQ(result_.blocks.at(BlockId{7})->length(), 2);
}

TEST_F(RecordReplayerTest, BlocksWithoutBytesTakeNoSpace) {
  ASSERT_TRUE(replayer_.Apply(Creation(1, 0, 0)).ok());
  ASSERT_TRUE(replayer_.Apply(Creation(2, 0, 0)).ok());
  ASSERT_TRUE(replayer_.Apply(Creation(3, kDataBytes, 0)).ok());
  EXPECT_EQ(result_.blocks.size(), 3u);
  EXPECT_EQ(result_.live_bytes, 0);
}

TEST_F(RecordReplayerTest, RefusesRangesThatCannotBe) {
  constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();
  ExpectRefused(Creation(1, -kBlockAlignment, 1), "its offset or length is negative");
  ExpectRefused(Creation(1, 0, -1), "its offset or length is negative");
  ExpectRefused(Creation(1, 0, kDataBytes + 1), "it lies beyond the end of the data file");
  ExpectRefused(Creation(1, kDataBytes, 1), "it lies beyond the end of the data file");
  ExpectRefused(Creation(1, kBlockAlignment, kHuge), "it lies beyond the end of the data file");
  ExpectRefused(Creation(1, kHuge, 1), "it lies beyond the end of the data file");
  ExpectRefused(Creation(1, 7, 1), "it does not begin at a file-system block");
  EXPECT_TRUE(result_.blocks.empty());
}

TEST_F(RecordReplayerTest, RefusesHistoriesThatCannotBe) {
  ASSERT_TRUE(replayer_.Apply(Creation(1, 0, 1)).ok());
  ExpectRefused(Creation(1, kBlockAlignment, 1), "it was created already");
  ExpectRefused(Deletion(2), "it is deleted, but was not there");
  ASSERT_TRUE(replayer_.Apply(Deletion(1)).ok());
  ExpectRefused(Deletion(1), "it is deleted, but was not there");
  ExpectRefused(Creation(0, 0, 1), "the id is null");
}

}  // namespace
}  // namespace engine

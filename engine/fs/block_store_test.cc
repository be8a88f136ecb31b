// The block store in daily use. What it makes of the traces of a crash is in container_recovery_test.cc and
// block_store_crash_test.cc.
#include "engine/fs/block_store.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "engine/base/temporary_directory.h"
#include "engine/fs/block_store_for_test.h"

namespace engine {
namespace {

class BlockStoreTest : public BlockStoreFixture {};

TEST_F(BlockStoreTest, BlocksComeBackAfterReopening) {
  Open();
  const std::vector<BlockId> ids = Create({"first", "", std::string(10000, 'x')});
  EXPECT_EQ(ids, (std::vector<BlockId>{{1}, {2}, {3}}));
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(Read(ids[0]), "first");
    EXPECT_EQ(Read(ids[1]), "");
    EXPECT_EQ(Read(ids[2]), std::string(10000, 'x'));
    EXPECT_EQ(store_->block_count(), 3u);
    Open();
  }
  EXPECT_EQ(report_.containers, 1);
  EXPECT_EQ(report_.live_blocks, 3);
}

TEST_F(BlockStoreTest, UnknownBlockIsNotFound) {
  Open();
  std::string contents;
  EXPECT_EQ(store_->Read(BlockId{77}, &contents).message(), "there is no block 77");
  EXPECT_EQ(store_->Read(BlockId(), &contents).code(), Status::Code::kNotFound);
  EXPECT_EQ(store_->Delete(std::vector{BlockId{77}}).code(), Status::Code::kNotFound);
}

TEST_F(BlockStoreTest, DeletedBlocksStayDeleted) {
  Open();
  const std::vector<BlockId> ids = Create({"a", "b", "c"});
  EXPECT_EQ(store_->Delete(std::vector{ids[0], BlockId{99}, ids[2]}).message(), "there is no block 99");
  EXPECT_EQ(store_->block_count(), 1u);
  Open();
  EXPECT_EQ(store_->block_count(), 1u);
  EXPECT_EQ(Read(ids[1]), "b");
  EXPECT_EQ(report_.dead_blocks, 2);
}

TEST_F(BlockStoreTest, NextIdIsBeyondAllThatWereEverUsed) {
  Open();
  const std::vector<BlockId> ids = Create({"a", "b", "c"});
  Delete({ids[2]});
  Open();
  EXPECT_EQ(store_->next_id(), BlockId{4});
  EXPECT_EQ(Create({"d"}), std::vector<BlockId>{{4}});
}

TEST_F(BlockStoreTest, ReaderOfADeletedBlockStillReadsIt) {
  Open();
  const BlockId id = Create({std::string(8192, 'x')}).front();
  std::string contents(8192, '\0');
  Slice bytes;
  {
    const BlockRef block = store_->Find(id);
    Delete({id});
    ASSERT_TRUE(block->container()->Read(*block, 0, 8192, contents.data(), &bytes).ok());
    EXPECT_EQ(bytes.view(), std::string(8192, 'x'));
  }
  // The last reader is gone: the space was given back, the file kept its length.
  std::uint64_t on_disk = 1;
  ASSERT_TRUE(FileSizeOnDisk(OnlyContainer() + ".data", &on_disk).ok());
  EXPECT_EQ(on_disk, 0u);
  std::string data;
  ASSERT_TRUE(ReadFile(OnlyContainer() + ".data", &data).ok());
  EXPECT_EQ(data, std::string(8192, '\0'));
}

TEST_F(BlockStoreTest, FullContainerIsFollowedByAnother) {
  options_.recovery.container.most_blocks = 10;
  Open();
  const std::vector<BlockId> ids = Create(std::vector<std::string>(25, "x"));
  EXPECT_EQ(Stems().size(), 3u);
  Open();
  EXPECT_EQ(store_->block_count(), 25u);
  Create({"y"});  // the third has room
  EXPECT_EQ(Stems().size(), 3u);
}

TEST_F(BlockStoreTest, FullByBytesToo) {
  options_.recovery.container.most_bytes = 2 * kBlockAlignment;
  Open();
  for (int block = 0; block < 5; ++block) Create({"x"});
  EXPECT_EQ(Stems().size(), 3u);
}

TEST_F(BlockStoreTest, DirectoriesTakeTurns) {
  options_.directories = {Directory("one"), Directory("two")};
  Open();
  for (int block = 0; block < 4; ++block) Create({"x"});
  Open();
  EXPECT_EQ(report_.containers, 2);
  std::vector<std::string> names;
  ASSERT_TRUE(ListDirectory(options_.directories[1], &names).ok());
  EXPECT_EQ(names.size(), 2u);
}

TEST_F(BlockStoreTest, ReadOnlyChangesNothing) {
  Open();
  const BlockId id = Create({"x"}).front();
  options_.recovery.container.access = Access::kReadOnly;
  Open();
  EXPECT_EQ(Read(id), "x");
  std::vector<BlockId> ids;
  EXPECT_EQ(store_->Create(std::vector{Slice("y")}, &ids).code(), Status::Code::kIllegalState);
  EXPECT_EQ(store_->Delete(std::vector{id}).code(), Status::Code::kIllegalState);
  EXPECT_EQ(store_->block_count(), 1u);
}

TEST_F(BlockStoreTest, SurvivesPowerFailureWhenAskedTo) {
  options_.recovery.container.durability = Durability::kPowerFailure;
  Open();
  const std::vector<BlockId> ids = Create({"x", "y"});
  Delete({ids[0]});
  Open();
  EXPECT_EQ(Read(ids[1]), "y");
}

TEST_F(BlockStoreTest, OptionsWithoutRoomAreRefused) {
  options_.recovery.container.most_blocks = 0;
  EXPECT_EQ(TryOpen().code(), Status::Code::kInvalidArgument);
  options_ = BlockStoreOptions();
  EXPECT_EQ(TryOpen().code(), Status::Code::kInvalidArgument);
}

TEST_F(BlockStoreTest, MissingDirectoryIsNamed) {
  options_.directories.push_back("/nowhere/at/all");
  EXPECT_EQ(TryOpen().message(), "/nowhere/at/all: No such file or directory");
}

// More containers than the cache keeps open.
TEST_F(BlockStoreTest, FewOpenFilesServeManyContainers) {
  options_.recovery.container.most_blocks = 1;
  options_.most_open_files = 2;
  Open();
  std::vector<std::string> contents;
  for (int block = 0; block < 20; ++block) contents.push_back("block " + std::to_string(block));
  const std::vector<BlockId> ids = Create(contents);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t block = 0; block < ids.size(); ++block) EXPECT_EQ(Read(ids[block]), contents[block]);
    Open();
  }
}

// Every kind of opening sees the same blocks, each with one reference: that of the map.
class BlockStoreOpening : public BlockStoreFixture, public testing::WithParamInterface<BlockMapVariant> {};

INSTANTIATE_TEST_SUITE_P(All, BlockStoreOpening, testing::ValuesIn(BlockMapVariants()), [](const auto& variant) {
  std::string name(variant.param.name);
  std::erase_if(name, [](char character) { return std::isalnum(static_cast<unsigned char>(character)) == 0; });
  return name;
});

TEST_P(BlockStoreOpening, IsTheSameForEveryFillReplayAndNumberOfThreads) {
  options_.directories = {Directory("one"), Directory("two"), Directory("three")};
  options_.recovery.container.most_blocks = 7;
  Open();
  std::vector<BlockId> expected = Create(std::vector<std::string>(100, "x"));
  const std::vector<BlockId> dead = Create(std::vector<std::string>(100, "y"));
  Delete(dead);
  for (const Fill fill : {Fill::kCopy, Fill::kMove}) {
    for (const Replay replay : {Replay::kRecordByRecord, Replay::kWholeFile}) {
      for (const int threads : {1, 3}) {
        options_.block_map = &GetParam();
        options_.fill = fill;
        options_.recovery.replay = replay;
        options_.threads_per_directory = threads;
        Open();
        std::vector<BlockId> found;
        store_->map().ForEach([&](const BlockRef& block) {
          found.push_back(block->id());
          EXPECT_LE(block->ref_count(), 2);  // a map of raw pointers makes a reference for the visitor
        });
        std::sort(found.begin(), found.end());
        ASSERT_EQ(found, expected);
        ASSERT_EQ(store_->Find(expected[50])->ref_count(), 2);  // the map's and this one
      }
    }
  }
}

TEST_P(BlockStoreOpening, ThreadsCreateReadAndDeleteAtOnce) {
  options_.directories = {Directory("one"), Directory("two")};
  options_.block_map = &GetParam();
  options_.recovery.container.most_blocks = 16;
  Open();
  constexpr int kThreads = 4;
  constexpr int kRounds = 25;
  std::vector<std::vector<BlockId>> kept(kThreads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < kRounds; ++round) {
        const std::string contents = std::to_string(thread) + "/" + std::to_string(round);
        const std::vector<BlockId> ids = Create({contents, "short-lived"});
        ASSERT_EQ(Read(ids[0]), contents);
        Delete({ids[1]});
        kept[static_cast<std::size_t>(thread)].push_back(ids[0]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  Open();
  EXPECT_EQ(store_->block_count(), static_cast<std::size_t>(kThreads * kRounds));
  for (int thread = 0; thread < kThreads; ++thread) {
    EXPECT_EQ(Read(kept[static_cast<std::size_t>(thread)][3]), std::to_string(thread) + "/3");
  }
}

}  // namespace
}  // namespace engine

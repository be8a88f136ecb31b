#include "engine/fs/block_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "engine/base/fuzz_operations_for_test.h"

namespace engine {
namespace {

constexpr std::uint64_t kFuzzSeed = 20170907;

class BlockMapTest : public testing::TestWithParam<BlockMapVariant> {
 protected:
  static BlockRef Block(std::uint64_t id) { return MakeRef<LogBlock>(nullptr, BlockId{id}, 0, 0); }

  static ContainerBlocks Blocks(std::uint64_t first, std::uint64_t count) {
    ContainerBlocks blocks;
    for (std::uint64_t id = first; id < first + count; ++id) blocks.emplace(BlockId{id}, Block(id));
    return blocks;
  }

  MemoryTracker memory_;
  std::unique_ptr<BlockMap> map_ = GetParam().make(&memory_);
};

std::string TestName(const testing::TestParamInfo<BlockMapVariant>& variant) {
  std::string name(variant.param.name);
  std::erase_if(name, [](char character) { return std::isalnum(static_cast<unsigned char>(character)) == 0; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, BlockMapTest, testing::ValuesIn(BlockMapVariants()), TestName);

TEST_P(BlockMapTest, InsertFindErase) {
  const BlockRef block = Block(5);
  EXPECT_TRUE(map_->Insert(block));
  EXPECT_FALSE(map_->Insert(Block(5)));
  EXPECT_EQ(map_->Find(BlockId{5}), block);
  EXPECT_EQ(map_->Find(BlockId{6}), nullptr);
  EXPECT_EQ(map_->Erase(BlockId{6}), nullptr);
  EXPECT_EQ(map_->Erase(BlockId{5}), block);
  EXPECT_EQ(map_->Erase(BlockId{5}), nullptr);
  EXPECT_EQ(map_->size(), 0u);
  EXPECT_EQ(block->ref_count(), 1);
}

// google's map marks deleted entries with it.
TEST_P(BlockMapTest, NullIdIsRefused) {
  EXPECT_FALSE(map_->Insert(Block(0)));
  EXPECT_EQ(map_->Find(BlockId()), nullptr);
  EXPECT_EQ(map_->Erase(BlockId()), nullptr);
  ContainerBlocks blocks = Blocks(0, 1);
  EXPECT_EQ(map_->Merge(&blocks, Fill::kCopy), BlockId());
}

TEST_P(BlockMapTest, MergeByCopyLeavesTheContainersReferences) {
  ContainerBlocks blocks = Blocks(100, 5000);
  EXPECT_EQ(map_->Merge(&blocks, Fill::kCopy), std::nullopt);
  EXPECT_EQ(map_->size(), 5000u);
  for (const auto& [id, block] : blocks) ASSERT_EQ(block->ref_count(), 2);
  blocks.clear();
  std::size_t visited = 0;
  map_->ForEach([&](const BlockRef& block) {
    ++visited;
    ASSERT_GE(block->id().value, 100u);
  });
  EXPECT_EQ(visited, 5000u);
  for (std::uint64_t id = 100; id < 5100; ++id) ASSERT_EQ(map_->Find(BlockId{id})->ref_count(), 2);  // and this one
}

TEST_P(BlockMapTest, MergeByMoveTakesThem) {
  ContainerBlocks blocks = Blocks(100, 5000);
  EXPECT_EQ(map_->Merge(&blocks, Fill::kMove), std::nullopt);
  for (const auto& [id, block] : blocks) ASSERT_EQ(block, nullptr);
  for (std::uint64_t id = 100; id < 5100; ++id) ASSERT_EQ(map_->Erase(BlockId{id})->ref_count(), 1);
}

TEST_P(BlockMapTest, MergeNamesAnIdThatIsThereAlready) {
  ContainerBlocks first = Blocks(1, 100);
  ContainerBlocks second = Blocks(100, 1);
  ASSERT_EQ(map_->Merge(&first, Fill::kCopy), std::nullopt);
  EXPECT_EQ(map_->Merge(&second, Fill::kCopy), BlockId{100});
  EXPECT_EQ(map_->Find(BlockId{100}), first.at(BlockId{100}));
}

TEST_P(BlockMapTest, ReturnsItsMemory) {
  {
    ContainerBlocks blocks = Blocks(1, 20000);
    ASSERT_EQ(map_->Merge(&blocks, Fill::kMove), std::nullopt);
  }
  EXPECT_GE(memory_.consumption(), 8 * 20000);  // a pointer for each
  EXPECT_GE(memory_.peak(), memory_.consumption());
  EXPECT_GT(memory_.largest(), 0);
  map_.reset();
  EXPECT_EQ(memory_.consumption(), 0);
}

// Four directories' threads merge while another one looks blocks up.
TEST_P(BlockMapTest, ContainersMergeAtOnce) {
  constexpr std::uint64_t kThreads = 4;
  constexpr std::uint64_t kContainers = 20;
  constexpr std::uint64_t kBlocks = 100;
  std::atomic<bool> done{false};
  std::thread reader([&] {
    while (!done) {
      for (std::uint64_t id = 1; id <= kThreads * kContainers * kBlocks; id += 37) {
        const BlockRef block = map_->Find(BlockId{id});
        ASSERT_TRUE(block == nullptr || block->id().value == id);
      }
    }
  });
  std::vector<std::thread> writers;
  for (std::uint64_t thread = 0; thread < kThreads; ++thread) {
    writers.emplace_back([this, thread] {
      for (std::uint64_t container = 0; container < kContainers; ++container) {
        ContainerBlocks blocks = Blocks(1 + (container * kThreads + thread) * kBlocks, kBlocks);
        ASSERT_EQ(map_->Merge(&blocks, container % 2 == 0 ? Fill::kCopy : Fill::kMove), std::nullopt);
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  done = true;
  reader.join();
  EXPECT_EQ(map_->size(), kThreads * kContainers * kBlocks);
}

// The same operations on the map and on the standard's, over ids as stores give them out: runs, and holes in them.
TEST_P(BlockMapTest, AgreesWithTheStandardMap) {
  std::mt19937_64 random(kFuzzSeed);
  std::map<BlockId, BlockRef> expected;
  // Half of the budget for the maps, half for the sparse tables.
  const std::uint64_t operations = FuzzOperations(400'000) / (2 * BlockMapVariants().size());
  for (std::uint64_t operation = 0; operation < operations; ++operation) {
    const std::uint64_t draw = random();
    const std::uint64_t shift = operation / 7000 % 3 * 4;  // changes every 7000 operations; 4: one shard gets it all
    const BlockId id{1 + ((draw >> 32) % 2048 << shift)};
    if (draw % 16 < 6) {
      const BlockRef block = Block(id.value);
      ASSERT_EQ(map_->Insert(block), expected.emplace(id, block).second) << operation;
    } else if (draw % 16 < 12) {
      const auto wanted = expected.find(id);
      const BlockRef erased = map_->Erase(id);
      ASSERT_EQ(erased, wanted == expected.end() ? BlockRef() : wanted->second) << operation;
      if (wanted != expected.end()) expected.erase(wanted);
    } else if (draw % 16 < 15) {
      const auto wanted = expected.find(id);
      ASSERT_EQ(map_->Find(id), wanted == expected.end() ? BlockRef() : wanted->second) << operation;
    } else {
      ContainerBlocks run;
      for (std::uint64_t value = id.value; value < id.value + 16; ++value) {
        if (!expected.contains(BlockId{value})) run.emplace(BlockId{value}, Block(value));
      }
      for (const auto& entry : run) expected.insert(entry);
      ASSERT_EQ(map_->Merge(&run, draw >> 63 == 0 ? Fill::kCopy : Fill::kMove), std::nullopt) << operation;
    }
    ASSERT_EQ(map_->size(), expected.size()) << operation;
  }
  std::size_t visited = 0;
  map_->ForEach([&](const BlockRef& block) {
    ++visited;
    ASSERT_EQ(expected.at(block->id()), block);
  });
  EXPECT_EQ(visited, expected.size());
  map_.reset();
  for (const auto& [id, block] : expected) ASSERT_EQ(block->ref_count(), 1);
}

}  // namespace
}  // namespace engine

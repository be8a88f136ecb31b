#include "engine/fs/sparse_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <unordered_map>

#include "engine/base/fuzz_operations_for_test.h"
#include "engine/base/tracking_allocator.h"

namespace engine {
namespace {

constexpr std::uint64_t kFuzzSeed = 20170907;

struct Identity {
  std::size_t operator()(std::uint64_t key) const { return key; }
};

// Knows how often it was copied, and that it was not lost or destroyed twice.
class Tally {
 public:
  explicit Tally(std::uint64_t number) : number_(number) { ++alive; }
  Tally(const Tally& other) noexcept : number_(other.number_) {
    ++alive;
    ++copies;
  }
  Tally(Tally&& other) noexcept : number_(std::exchange(other.number_, 0)) { ++alive; }
  ~Tally() { --alive; }
  [[nodiscard]] std::uint64_t number() const { return number_; }

  static inline std::int64_t alive = 0;
  static inline std::int64_t copies = 0;

 private:
  std::uint64_t number_;
};

template <SparsePolicy kPolicy>
struct Policy {
  static constexpr SparsePolicy kValue = kPolicy;
  using Pair = std::pair<const std::uint64_t, Tally>;
  using Table =
      SparseTable<std::uint64_t, Tally, Identity, kPolicy, std::equal_to<std::uint64_t>, TrackingAllocator<Pair>>;
};

template <typename P>
class SparseTableTest : public testing::Test {
 protected:
  using Table = typename P::Table;
  static constexpr SparsePolicy kPolicy = P::kValue;

  SparseTableTest() : table_(TrackingAllocator<typename Table::value_type>(&memory_)) {
    Tally::alive = 0;
    Tally::copies = 0;
  }

  bool Insert(std::uint64_t key) { return table_.insert({key, Tally(key + 1)}).second; }

  MemoryTracker memory_;
  Table table_;
};

constexpr auto kCopy = Relocation::kCopy;
constexpr auto kMove = Relocation::kMove;
constexpr auto kExact = Growth::kExact;
constexpr auto kSlack = Growth::kSlack;
// Every pair of decisions occurs; the first is google's, the last but one sparse-move.
using Policies =
    testing::Types<Policy<SparsePolicy{kCopy, kExact, 48, 80}>, Policy<SparsePolicy{kCopy, kExact, 32, 50}>,
                   Policy<SparsePolicy{kCopy, kSlack, 32, 80}>, Policy<SparsePolicy{kCopy, kSlack, 48, 50}>,
                   Policy<SparsePolicy{kMove, kExact, 32, 80}>, Policy<SparsePolicy{kMove, kExact, 48, 50}>,
                   Policy<SparsePolicy{kMove, kSlack, 32, 50}>, Policy<SparsePolicy{kMove, kSlack, 48, 80}>>;
TYPED_TEST_SUITE(SparseTableTest, Policies);

TYPED_TEST(SparseTableTest, EmptyTableOwnsNothing) {
  EXPECT_TRUE(this->table_.empty());
  EXPECT_EQ(this->table_.begin(), this->table_.end());
  EXPECT_EQ(this->table_.find(1), this->table_.end());
  EXPECT_EQ(this->table_.erase(1), 0u);
  EXPECT_EQ(this->memory_.consumption(), 0);
}

TYPED_TEST(SparseTableTest, FirstOfTwoEqualKeysStays) {
  EXPECT_TRUE(this->table_.insert({7, Tally(1)}).second);
  const auto [place, inserted] = this->table_.insert({7, Tally(2)});
  EXPECT_FALSE(inserted);
  EXPECT_EQ(place->second.number(), 1u);
  EXPECT_EQ(this->table_.size(), 1u);
}

TYPED_TEST(SparseTableTest, IterationVisitsEachOnce) {
  for (std::uint64_t key = 0; key < 5000; key += 7) this->Insert(key);
  std::set<std::uint64_t> seen;
  for (const auto& [key, value] : this->table_) {
    EXPECT_EQ(value.number(), key + 1);
    EXPECT_TRUE(seen.insert(key).second);
  }
  EXPECT_EQ(seen.size(), this->table_.size());
}

TYPED_TEST(SparseTableTest, ErasedPlaceIsUsedAgainWithoutGrowth) {
  for (std::uint64_t key = 0; key < 12; ++key) this->Insert(key);
  const std::size_t buckets = this->table_.bucket_count();
  for (int round = 0; round < 100000; ++round) {
    const std::uint64_t key = static_cast<std::uint64_t>(round) % 12;
    ASSERT_EQ(this->table_.erase(key), 1u);
    ASSERT_TRUE(this->Insert(key));
  }
  EXPECT_EQ(this->table_.bucket_count(), buckets);
}

// Erased buckets must not fill the table up, or a search for an absent key would never end.
TYPED_TEST(SparseTableTest, MovingWindowKeepsTheTableBounded) {
  for (std::uint64_t key = 0; key < 100000; ++key) {
    this->Insert(key);
    ASSERT_EQ(this->table_.erase(key - 100), key >= 100 ? 1u : 0u);
  }
  EXPECT_EQ(this->table_.size(), 100u);
  EXPECT_LE(this->table_.bucket_count(), 1024u);
  EXPECT_EQ(this->table_.find(1), this->table_.end());
}

// All keys want the same bucket: the steps of the probe must reach all others.
TYPED_TEST(SparseTableTest, ProbesReachEveryBucket) {
  for (std::uint64_t key = 1; key <= 300; ++key) ASSERT_TRUE(this->Insert(key << 40));
  for (std::uint64_t key = 1; key <= 300; ++key) ASSERT_NE(this->table_.find(key << 40), this->table_.end());
}

TYPED_TEST(SparseTableTest, EverythingIsDestroyedOnceAndAllMemoryReturned) {
  for (std::uint64_t key = 0; key < 3000; ++key) this->Insert(key);
  for (std::uint64_t key = 0; key < 3000; key += 2) this->table_.erase(key);
  EXPECT_EQ(Tally::alive, 1500);
  this->table_.clear();
  EXPECT_EQ(Tally::alive, 0);
  EXPECT_EQ(this->memory_.consumption(), 0);
  EXPECT_TRUE(this->Insert(1));
}

TYPED_TEST(SparseTableTest, CopiesOnlyWhereThePolicySaysSo) {
  constexpr std::uint64_t kKeys = 3000;
  for (std::uint64_t key = 0; key < kKeys; ++key) this->Insert(key);
  if (this->kPolicy.relocation == Relocation::kMove) {
    EXPECT_EQ(Tally::copies, 0);
  } else {
    EXPECT_GT(Tally::copies, static_cast<std::int64_t>(2 * kKeys));
  }
}

// Consecutive keys fill their groups: 16 bytes an entry, 24 a group, and at most three unused places in one group.
TYPED_TEST(SparseTableTest, MemoryFollowsTheClosedForm) {
  using Table = typename TypeParam::Table;
  constexpr std::uint64_t kKeys = 100000;
  for (std::uint64_t key = 0; key < kKeys; ++key) this->Insert(key);
  const auto groups = static_cast<std::int64_t>((this->table_.bucket_count() + this->kPolicy.group_buckets - 1) /
                                                static_cast<unsigned>(this->kPolicy.group_buckets));
  const auto entry = static_cast<std::int64_t>(sizeof(typename Table::value_type));
  const std::int64_t least = entry * static_cast<std::int64_t>(kKeys) + 24 * groups;
  EXPECT_GE(this->memory_.consumption(), least);
  EXPECT_LE(this->memory_.consumption(), least + 3 * entry);
}

// The same operations on the table and on the standard's map, over keys that are dense, sparse, and all alike in their
// low bits.
TYPED_TEST(SparseTableTest, AgreesWithTheStandardMap) {
  std::mt19937_64 random(kFuzzSeed);
  std::unordered_map<std::uint64_t, std::uint64_t> expected;
  const std::uint64_t operations = FuzzOperations(400'000) / (2 * 8);
  std::uint64_t number = 0;
  for (std::uint64_t operation = 0; operation < operations; ++operation) {
    const std::uint64_t draw = random();
    const std::uint64_t shift = operation / 5000 % 3 * 6;  // changes every 5000 operations
    const std::uint64_t key = (draw >> 32) % 2048 << shift;
    if (draw % 16 < 7) {
      const std::uint64_t value = ++number;
      ASSERT_EQ(this->table_.insert({key, Tally(value)}).second, expected.insert({key, value}).second) << operation;
    } else if (draw % 16 < 13) {
      ASSERT_EQ(this->table_.erase(key), expected.erase(key)) << operation;
    } else {
      const auto found = this->table_.find(key);
      const auto wanted = expected.find(key);
      ASSERT_EQ(found == this->table_.end(), wanted == expected.end()) << operation;
      ASSERT_TRUE(wanted == expected.end() || found->second.number() == wanted->second) << operation;
    }
    ASSERT_EQ(this->table_.size(), expected.size()) << operation;
  }
  std::size_t visited = 0;
  for (const auto& [key, value] : this->table_) {
    ASSERT_EQ(expected.at(key), value.number());
    ++visited;
  }
  EXPECT_EQ(visited, expected.size());
  EXPECT_EQ(Tally::alive, static_cast<std::int64_t>(expected.size()));
}

TEST(SparseTable, TakesValuesThatOnlyMove) {
  SparseTable<std::uint64_t, std::unique_ptr<std::string>, Identity, kSparseMove> table;
  for (std::uint64_t key = 0; key < 1000; ++key) {
    table.insert({key, std::make_unique<std::string>(std::to_string(key))});
  }
  for (std::uint64_t key = 0; key < 1000; key += 3) table.erase(key);
  EXPECT_EQ(table.find(3), table.end());
  EXPECT_EQ(*table.find(4)->second, "4");
}

TEST(SparseGroup, SlackGrowsByFourThenByTwo) {
  MemoryTracker memory;
  TrackingAllocator<std::uint64_t> allocator(&memory);
  SparseGroup<std::uint64_t, kSparseMove> group;
  std::vector<std::int64_t> capacities;
  for (unsigned bucket = 0; bucket < 32; ++bucket) {
    group.Insert(allocator, bucket, std::uint64_t{bucket});
    const std::int64_t capacity = memory.consumption() / 8;
    if (capacities.empty() || capacities.back() != capacity) capacities.push_back(capacity);
  }
  EXPECT_EQ(capacities, (std::vector<std::int64_t>{4, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32}));
  group.Clear(allocator);
  EXPECT_EQ(memory.consumption(), 0);
}

TEST(SparseGroup, HeaderHas24Bytes) {
  EXPECT_EQ(sizeof(SparseGroup<std::uint64_t, kSparseMove>), 24u);
  EXPECT_EQ(sizeof(SparseGroup<std::uint64_t, kSparseLikeGoogle>), 24u);
}

}  // namespace
}  // namespace engine

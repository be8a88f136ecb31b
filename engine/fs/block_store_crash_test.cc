// Real crashes: a child process appends and deletes until it is killed, at any point; the store it leaves is opened.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <map>

#include "engine/fs/block_store_for_test.h"

namespace engine {
namespace {

// What the child says of a block, after the store said that it is done.
struct Acknowledgement {
  enum class What : std::uint64_t { kCreated, kDeleted } what;
  std::uint64_t id;
};

std::string ContentsOf(std::uint64_t id) { return std::string(id % 5000, static_cast<char>('a' + id % 26)); }

class BlockStoreCrash : public BlockStoreFixture {
 protected:
  BlockStoreCrash() { options_.recovery.container.most_blocks = 40; }

  // In the child: creates three blocks at a time, deletes one of them, and tells of each step. Never returns.
  [[noreturn]] void WorkUntilKilled(int pipe) {
    std::unique_ptr<BlockStore> store;
    if (!BlockStore::Open(options_, &store, nullptr).ok()) _exit(1);
    while (true) {
      // Ids are given out in order and nobody else is there, so the contents can be made from the id.
      const std::uint64_t first = store->next_id().value;
      const std::array<std::string, 3> contents{ContentsOf(first), ContentsOf(first + 1), ContentsOf(first + 2)};
      std::vector<BlockId> ids;
      if (!store->Create(std::vector<Slice>(contents.begin(), contents.end()), &ids).ok()) _exit(2);
      for (const BlockId id : ids) Tell(pipe, {Acknowledgement::What::kCreated, id.value});
      if (!store->Delete(std::vector{ids[1]}).ok()) _exit(3);
      Tell(pipe, {Acknowledgement::What::kDeleted, ids[1].value});
    }
  }

  static void Tell(int pipe, const Acknowledgement& acknowledgement) {
    if (write(pipe, &acknowledgement, sizeof acknowledgement) != sizeof acknowledgement) _exit(4);
  }

  // Lets a child work until it has told of `count` steps, kills it, and takes in all that it told.
  void WorkAndKill(int count) {
    std::array<int, 2> ends;
    ASSERT_EQ(pipe(ends.data()), 0);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) WorkUntilKilled(ends[1]);
    close(ends[1]);
    Acknowledgement acknowledgement;
    for (int heard = 0; read(ends[0], &acknowledgement, sizeof acknowledgement) == sizeof acknowledgement; ++heard) {
      if (heard == count) (void)kill(child, SIGKILL);
      alive_[acknowledgement.id] = acknowledgement.what == Acknowledgement::What::kCreated;
    }
    close(ends[0]);
    int outcome = 0;
    ASSERT_EQ(waitpid(child, &outcome, 0), child);
    ASSERT_TRUE(WIFSIGNALED(outcome)) << "the child ended by itself: " << outcome;
  }

  // What was acknowledged holds. One step may have been under way: three blocks made, or one deleted.
  void ExpectWhatWasAcknowledged() {
    Open();
    std::size_t unacknowledged_deletions = 0;
    for (auto& [id, alive] : alive_) {
      const BlockRef block = store_->Find(BlockId{id});
      if (alive && block == nullptr) {
        ++unacknowledged_deletions;
        alive = false;
        continue;
      }
      ASSERT_EQ(block != nullptr, alive) << id;
      ASSERT_TRUE(!alive || Read(BlockId{id}) == ContentsOf(id)) << id;
    }
    EXPECT_LE(unacknowledged_deletions, 1u);
    std::size_t unacknowledged_blocks = 0;
    store_->map().ForEach([&](const BlockRef& block) {
      if (alive_.emplace(block->id().value, true).second) ++unacknowledged_blocks;
    });
    EXPECT_LE(unacknowledged_blocks, 3u);
    EXPECT_GT(store_->next_id().value, alive_.rbegin()->first);
  }

  std::map<std::uint64_t, bool> alive_;  // by id, as far as it was acknowledged
};

TEST_F(BlockStoreCrash, LosesNothingThatWasAcknowledged) {
  for (int round = 0; round < 12; ++round) {
    WorkAndKill(10 + 17 * round);
    if (HasFatalFailure()) return;
    ExpectWhatWasAcknowledged();
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(alive_.size(), 1000u);
}

}  // namespace
}  // namespace engine

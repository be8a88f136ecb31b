// kill -9 in the middle of appends, in a real process. The child (this program again, see main) appends from four
// threads and writes the index of every acknowledged entry into a pipe; the parent kills it after some of these, at no
// moment in particular, and reads the log: every acknowledged entry is there, in order, with its payload. Then another
// child goes on with the same log.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "engine/base/temporary_directory.h"
#include "engine/log/log.h"

namespace engine {
namespace {

constexpr char kAppendFlag[] = "--append_until_killed";

std::string PayloadOf(std::uint64_t index) {
  std::mt19937_64 random(index);
  std::string payload(random() % 300, '\0');
  for (char& byte : payload) byte = static_cast<char>(random() % 16);
  return payload;
}

// The child. Returns only when something went wrong.
int AppendUntilKilled(const std::string& directory) {
  std::uint64_t last_index = 0;
  const auto note = [&last_index](const LogEntry& entry) {
    last_index = std::max(last_index, entry.index);
    return Status::Ok();
  };
  std::unique_ptr<Log> log;
  Status status = Log::Open({.directory = directory, .segment_bytes = 20'000, .queue_bytes = 5'000}, &log);
  if (status.ok()) status = Log::Replay(directory, note);
  if (!status.ok()) return 1;
  std::mutex order;
  const auto append = [&] {
    while (true) {
      const std::lock_guard lock(order);
      const std::uint64_t index = ++last_index;
      EntryBatch batch;
      batch.AddReplicate(index, PayloadOf(index));
      const Status handed_in = log->AsyncAppend(std::move(batch), [index](const Status& appended) {
        if (!appended.ok() || ::write(STDOUT_FILENO, &index, sizeof index) != sizeof index) std::_Exit(2);
      });
      if (!handed_in.ok()) return;
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(append);
  for (std::thread& thread : threads) thread.join();
  return 3;
}

// A running child and the pipe on which it acknowledges.
class Appender {
 public:
  explicit Appender(const std::string& directory) {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    acknowledged_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::string program = "/proc/self/exe";
    std::string flag = kAppendFlag;
    std::string path = directory;
    char* arguments[] = {program.data(), flag.data(), path.data(), nullptr};
    EXPECT_EQ(::posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments, environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  ~Appender() { ::close(acknowledged_); }

  // The next acknowledged index; 0 at the end.
  std::uint64_t Next() const {
    std::uint64_t index = 0;
    return ::read(acknowledged_, &index, sizeof index) == sizeof index ? index : 0;
  }

  void Kill() const {
    ASSERT_EQ(::kill(process_, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(process_, &status, 0), process_);
    ASSERT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended by itself, status " << status;
  }

 private:
  pid_t process_ = 0;
  int acknowledged_ = -1;
};

TEST(LogKill, EveryAcknowledgedEntryIsThereAfterKillNine) {
  TemporaryDirectory directory;
  std::mt19937 random(9);
  std::uint64_t last_acknowledged = 0;
  for (int turn = 0; turn < 5; ++turn) {
    Appender appender(directory.path());
    for (std::uint64_t left = 10 + random() % 80; left > 0; --left) {
      const std::uint64_t index = appender.Next();
      ASSERT_GT(index, last_acknowledged) << "callbacks come in order, over all lives of the log";
      last_acknowledged = index;
    }
    appender.Kill();
    while (const std::uint64_t index = appender.Next()) last_acknowledged = index;

    std::uint64_t entries = 0;
    ReplayCounts counts;
    const Status status = Log::Replay(
        directory.path(),
        [&entries](const LogEntry& entry) {
          EXPECT_EQ(entry.index, ++entries);
          EXPECT_EQ(entry.payload.view(), PayloadOf(entry.index));
          return Status::Ok();
        },
        &counts);
    ASSERT_TRUE(status.ok()) << status.message();
    EXPECT_GE(entries, last_acknowledged);
    EXPECT_GE(counts.segments, static_cast<std::uint64_t>(turn + 1));
  }
}

}  // namespace
}  // namespace engine

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], engine::kAppendFlag) == 0) return engine::AppendUntilKilled(argv[2]);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

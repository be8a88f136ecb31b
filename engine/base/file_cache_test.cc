#include "engine/base/file_cache.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "engine/base/temporary_directory.h"

namespace engine {
namespace {

class FileCacheTest : public testing::Test {
 protected:
  FileCacheTest() {
    for (int number = 0; number < 8; ++number) {
      std::unique_ptr<WritableFile> file;
      EXPECT_TRUE(WritableFile::Open(path(number), OpenMode::kCreate, &file).ok());
      EXPECT_TRUE(file->Append(Slice("file " + std::to_string(number))).ok());
    }
  }

  std::string path(int number) const { return directory_.path() + "/" + std::to_string(number); }

  static std::string Contents(const RandomAccessFile& file) {
    std::array<char, 16> scratch;
    Slice bytes;
    EXPECT_TRUE(file.Read(0, scratch.size(), scratch.data(), &bytes).ok());
    return std::string(bytes.view());
  }

  TemporaryDirectory directory_;
  std::shared_ptr<const RandomAccessFile> file_;
};

TEST_F(FileCacheTest, OpensAFileOnce) {
  FileCache cache(2);
  ASSERT_TRUE(cache.Open(path(0), &file_).ok());
  const auto first = file_;
  ASSERT_TRUE(cache.Open(path(0), &file_).ok());
  EXPECT_EQ(file_, first);
  EXPECT_EQ(cache.size(), 1u);
}

TEST_F(FileCacheTest, ClosesTheLeastRecentlyUsed) {
  FileCache cache(2);
  std::vector<std::weak_ptr<const RandomAccessFile>> files;
  for (const int number : {0, 1, 0, 2}) {  // 1 is the one that was not used for longest
    ASSERT_TRUE(cache.Open(path(number), &file_).ok());
    files.push_back(file_);
  }
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_FALSE(files[0].expired());
  EXPECT_TRUE(files[1].expired());
  EXPECT_FALSE(files[3].expired());
}

TEST_F(FileCacheTest, UserKeepsADroppedFileOpen) {
  FileCache cache(1);
  ASSERT_TRUE(cache.Open(path(0), &file_).ok());
  const auto dropped = file_;
  ASSERT_TRUE(cache.Open(path(1), &file_).ok());
  EXPECT_EQ(Contents(*dropped), "file 0");
}

TEST_F(FileCacheTest, MissingFileIsNotKept) {
  FileCache cache(1);
  EXPECT_EQ(cache.Open(path(99), &file_).code(), Status::Code::kNotFound);
  EXPECT_EQ(cache.size(), 0u);
}

TEST_F(FileCacheTest, ManyThreadsReadThroughFewFiles) {
  FileCache cache(2);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 500; ++round) {
        const int number = (round * 3 + thread) % 8;
        std::shared_ptr<const RandomAccessFile> file;
        ASSERT_TRUE(cache.Open(path(number), &file).ok());
        ASSERT_EQ(Contents(*file), "file " + std::to_string(number));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_LE(cache.size(), 2u);
}

}  // namespace
}  // namespace engine

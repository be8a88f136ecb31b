#include "engine/base/file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "engine/base/temporary_directory.h"

namespace engine {
namespace {

class File : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return directory_.path() + "/" + name; }
  void Write(const std::string& name, Slice bytes) {
    std::unique_ptr<WritableFile> file;
    ASSERT_TRUE(WritableFile::Open(path(name), OpenMode::kTruncate, &file).ok());
    ASSERT_TRUE(file->Append(bytes).ok());
    ASSERT_TRUE(file->Close().ok());
  }
  std::string Contents(const std::string& name) {
    std::string contents;
    EXPECT_TRUE(ReadFile(path(name), &contents).ok());
    return contents;
  }

  TemporaryDirectory directory_;
};

TEST_F(File, AppendContinuesAcrossOpens) {
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kCreate, &file).ok());
  ASSERT_TRUE(file->Append(Slice("one ")).ok());
  EXPECT_EQ(file->size(), 4u);
  ASSERT_TRUE(file->Sync().ok());
  ASSERT_TRUE(file->Close().ok());
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kAppend, &file).ok());
  EXPECT_EQ(file->size(), 4u);
  ASSERT_TRUE(file->Append(Slice("two")).ok());
  EXPECT_EQ(Contents("a"), "one two");
}

TEST_F(File, OpenModesDifferInWhatMustExist) {
  std::unique_ptr<WritableFile> file;
  const Status missing = WritableFile::Open(path("a"), OpenMode::kAppend, &file);
  EXPECT_EQ(missing.code(), Status::Code::kNotFound);
  EXPECT_EQ(missing.message(), path("a") + ": No such file or directory");
  Write("a", "text");
  const Status present = WritableFile::Open(path("a"), OpenMode::kCreate, &file);
  EXPECT_EQ(present.code(), Status::Code::kIoError);
  EXPECT_EQ(present.message(), path("a") + ": File exists");
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kTruncate, &file).ok());
  EXPECT_EQ(file->size(), 0u);
}

TEST_F(File, TruncateCutsAndGrows) {
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kCreate, &file).ok());
  ASSERT_TRUE(file->Append(Slice("abcdef")).ok());
  ASSERT_TRUE(file->Truncate(2).ok());
  ASSERT_TRUE(file->Append(Slice("X")).ok());
  ASSERT_TRUE(file->Truncate(5).ok());
  EXPECT_EQ(Contents("a"), std::string("abX\0\0", 5));
  ASSERT_TRUE(TruncateFile(path("a"), 1).ok());
  EXPECT_EQ(Contents("a"), "a");
}

TEST_F(File, WriteBeyondTheEndLeavesAHole) {
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kCreate, &file).ok());
  ASSERT_TRUE(file->WriteAt(3, Slice("x")).ok());
  EXPECT_EQ(file->size(), 4u);
  ASSERT_TRUE(file->WriteAt(0, Slice("y")).ok());
  EXPECT_EQ(file->size(), 4u);
  EXPECT_EQ(Contents("a"), std::string("y\0\0x", 4));
}

TEST_F(File, PunchedHoleReadsAsZerosAndKeepsTheSize) {
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kCreate, &file).ok());
  ASSERT_TRUE(file->Append(std::string(3 * 4096, 'x')).ok());
  ASSERT_TRUE(file->Sync().ok());
  std::uint64_t on_disk_before = 0;
  ASSERT_TRUE(FileSizeOnDisk(path("a"), &on_disk_before).ok());
  ASSERT_TRUE(file->PunchHole(4096, 4096).ok());
  std::uint64_t on_disk_after = 0;
  ASSERT_TRUE(FileSizeOnDisk(path("a"), &on_disk_after).ok());
  EXPECT_EQ(on_disk_after + 4096, on_disk_before);
  EXPECT_EQ(Contents("a"), std::string(4096, 'x') + std::string(4096, '\0') + std::string(4096, 'x'));
}

TEST_F(File, FailedAppendKeepsTheSizeAndIsOverwritten) {
  std::unique_ptr<WritableFile> file;
  ASSERT_TRUE(WritableFile::Open(path("a"), OpenMode::kCreate, &file).ok());
  ASSERT_TRUE(file->Append(Slice("good")).ok());
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler_before = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit eight{.rlim_cur = 8, .rlim_max = before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &eight), 0);
  const Status status = file->Append(Slice("too long to fit"));  // four bytes fit, then the limit refuses
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler_before);
  EXPECT_EQ(status.code(), Status::Code::kIoError);
  EXPECT_EQ(status.message(), path("a") + ": File too large");
  EXPECT_EQ(file->size(), 4u);
  ASSERT_TRUE(file->Truncate(file->size()).ok());
  ASSERT_TRUE(file->Append(Slice("!")).ok());
  EXPECT_EQ(Contents("a"), "good!");
}

TEST_F(File, ReadStopsAtTheEnd) {
  Write("a", "0123456789");
  std::unique_ptr<RandomAccessFile> file;
  ASSERT_TRUE(RandomAccessFile::Open(path("a"), &file).ok());
  char scratch[16];
  Slice bytes;
  ASSERT_TRUE(file->Read(3, 4, scratch, &bytes).ok());
  EXPECT_EQ(bytes.view(), "3456");
  ASSERT_TRUE(file->Read(8, 16, scratch, &bytes).ok());
  EXPECT_EQ(bytes.view(), "89");
  ASSERT_TRUE(file->Read(10, 1, scratch, &bytes).ok());
  EXPECT_TRUE(bytes.empty());
  std::uint64_t size = 0;
  ASSERT_TRUE(file->Size(&size).ok());
  EXPECT_EQ(size, 10u);
}

TEST_F(File, ReadingADirectoryNamesIt) {
  std::string contents;
  const Status status = ReadFile(directory_.path(), &contents);
  EXPECT_EQ(status.code(), Status::Code::kIoError);
  EXPECT_EQ(status.message(), directory_.path() + ": Is a directory");
}

TEST_F(File, RenameReplaces) {
  Write("a", "after");
  Write("b", "before");
  ASSERT_TRUE(RenameFile(path("a"), path("b")).ok());
  ASSERT_TRUE(SyncDirectory(directory_.path()).ok());
  EXPECT_FALSE(FileExists(path("a")));
  EXPECT_EQ(Contents("b"), "after");
  EXPECT_EQ(RenameFile(path("a"), path("b")).code(), Status::Code::kNotFound);
}

TEST_F(File, DirectoryIsListedInOrder) {
  Write("b", "");
  Write("a", "");
  ASSERT_TRUE(CreateDirectory(path("c")).ok());
  ASSERT_TRUE(CreateDirectory(path("c")).ok());
  std::vector<std::string> names;
  ASSERT_TRUE(ListDirectory(directory_.path(), &names).ok());
  EXPECT_EQ(names, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_TRUE(RemoveFile(path("a")).ok());
  EXPECT_EQ(RemoveFile(path("a")).code(), Status::Code::kNotFound);
  EXPECT_EQ(ListDirectory(path("none"), &names).code(), Status::Code::kNotFound);
  EXPECT_EQ(CreateDirectory(path("none/d")).code(), Status::Code::kNotFound);
}

TEST_F(File, SizeOfAFileByPath) {
  Write("a", "12345");
  std::uint64_t size = 0;
  ASSERT_TRUE(FileSize(path("a"), &size).ok());
  EXPECT_EQ(size, 5u);
  EXPECT_EQ(FileSize(path("b"), &size).code(), Status::Code::kNotFound);
}

}  // namespace
}  // namespace engine

// Every state in which a crash can leave a container, made by hand.
#include "engine/fs/container_recovery.h"

#include <gtest/gtest.h>

#include "engine/fs/block_store_for_test.h"
#include "engine/fs/metadata_compaction.h"

namespace engine {
namespace {

class ContainerRecovery : public BlockStoreFixture {
 protected:
  std::string Contents(const std::string& path) {
    std::string contents;
    EXPECT_TRUE(ReadFile(path, &contents).ok());
    return contents;
  }

  void Write(const std::string& path, const std::string& contents) {
    std::unique_ptr<WritableFile> file;
    ASSERT_TRUE(WritableFile::Open(path, OpenMode::kTruncate, &file).ok());
    ASSERT_TRUE(file->Append(contents).ok());
  }

  void AppendTo(const std::string& path, const std::string& contents) { Write(path, Contents(path) + contents); }

  // A container of the records, whose data file has room for ten blocks.
  std::string WriteContainer(const std::string& name, const std::vector<BlockRecord>& records) {
    const std::string stem = options_.directories.front() + "/" + name;
    std::string metadata = MetadataHeader();
    for (const BlockRecord& record : records) AppendBlockRecord(record, &metadata);
    Write(Container::MetadataPath(stem), metadata);
    std::unique_ptr<WritableFile> data;
    EXPECT_TRUE(WritableFile::Open(Container::DataPath(stem), OpenMode::kTruncate, &data).ok());
    EXPECT_TRUE(data->Truncate(10 * kBlockAlignment).ok());
    return stem;
  }

  static BlockRecord Creation(std::uint64_t id, std::int64_t place, std::uint64_t timestamp_us = 1) {
    return {BlockOperation::kCreate, BlockId{id}, timestamp_us, place * kBlockAlignment, 1};
  }
  static BlockRecord Deletion(std::uint64_t id) { return {BlockOperation::kDelete, BlockId{id}, 9, 0, 0}; }
};

// ---- A torn end (KUDU-1377, KUDU-2260) ----

TEST_F(ContainerRecovery, TrailingZerosAreCutOff) {
  for (const std::size_t zeros : {1, 8, 128}) {
    Open();
    const BlockId id = Create({"kept"}).front();
    const std::string metadata = Container::MetadataPath(OnlyContainer());
    const std::string whole = Contents(metadata);
    AppendTo(metadata, std::string(zeros, '\0'));
    Open();
    EXPECT_EQ(report_.torn_ends, 1) << zeros;
    EXPECT_EQ(Contents(metadata), whole);
    EXPECT_EQ(Read(id), "kept");
    Open();
    EXPECT_EQ(report_.torn_ends, 0);
  }
}

TEST_F(ContainerRecovery, EveryCutKeepsTheBlocksBeforeIt) {
  const std::vector<BlockRecord> records{Creation(1, 1), Creation(2, 2), Creation(3, 3)};  // of one length
  const std::string stem = WriteContainer("c", records);
  const std::string metadata = Contents(Container::MetadataPath(stem));
  const std::size_t record = (metadata.size() - kMetadataHeaderBytes) / 3;
  for (std::size_t size = kMetadataHeaderBytes; size < metadata.size(); ++size) {
    WriteContainer("c", records);
    Write(Container::MetadataPath(stem), metadata.substr(0, size));
    Open();
    const std::size_t whole = (size - kMetadataHeaderBytes) / record;
    EXPECT_EQ(store_->block_count(), whole) << size;
    EXPECT_EQ(Contents(Container::MetadataPath(stem)).size(), kMetadataHeaderBytes + whole * record) << size;
    Create({"appended after recovery"});
    Open();
    EXPECT_EQ(store_->block_count(), whole + 1) << size;
  }
}

TEST_F(ContainerRecovery, CutLastByteLosesOneBlock) {
  Open();
  const std::vector<BlockId> ids = Create({"a", "b"});
  const std::string metadata = Container::MetadataPath(OnlyContainer());
  Write(metadata, Contents(metadata).substr(0, Contents(metadata).size() - 1));
  Open();
  EXPECT_EQ(Read(ids[0]), "a");
  EXPECT_EQ(store_->Find(ids[1]), nullptr);
  // Its bytes have no record, so they go too.
  EXPECT_EQ(Contents(Container::DataPath(OnlyContainer())).size(), static_cast<std::size_t>(kBlockAlignment));
}

TEST_F(ContainerRecovery, ReadOnlyLeavesATornEndAlone) {
  const std::string stem = WriteContainer("c", {Creation(1, 0)});
  AppendTo(Container::MetadataPath(stem), "\x01");
  Write(CompactionPath(stem), "left over");
  const std::string metadata = Contents(Container::MetadataPath(stem));
  options_.recovery.container.access = Access::kReadOnly;
  Open();
  EXPECT_EQ(report_.torn_ends, 1);
  EXPECT_EQ(Contents(Container::MetadataPath(stem)), metadata);
  EXPECT_TRUE(FileExists(CompactionPath(stem)));
}

// ---- Damage ----

TEST_F(ContainerRecovery, ZerosBeforeOtherBytesAreDamage) {
  const std::string stem = WriteContainer("c", {Creation(1, 0)});
  const std::size_t size = Contents(Container::MetadataPath(stem)).size();
  AppendTo(Container::MetadataPath(stem), std::string(8, '\0') + "x");
  const Status status = TryOpen();
  EXPECT_EQ(status.code(), Status::Code::kCorruption);
  EXPECT_EQ(status.message(), Container::MetadataPath(stem) + ": at byte " + std::to_string(size) +
                                  ": the checksum of the record's length is wrong");
}

TEST_F(ContainerRecovery, FlippedBitInTheMiddleIsDamage) {
  const std::string stem = WriteContainer("c", {Creation(1, 0), Creation(2, 1)});
  std::string metadata = Contents(Container::MetadataPath(stem));
  metadata[kMetadataHeaderBytes + 20] ^= 1;
  Write(Container::MetadataPath(stem), metadata);
  EXPECT_EQ(TryOpen().code(), Status::Code::kCorruption);
}

TEST_F(ContainerRecovery, MalformedRecordsAreNamed) {
  BlockRecord unknown = Creation(5, 0);
  unknown.operation = static_cast<BlockOperation>(7);
  const struct {
    std::vector<BlockRecord> records;
    std::string why;
  } cases[] = {
      {{Creation(1, -1)}, "malformed record of block 1: its offset or length is negative"},
      {{Creation(1, 10)}, "malformed record of block 1: it lies beyond the end of the data file"},
      {{Creation(1, 0), Creation(1, 1)}, "malformed record of block 1: it was created already"},
      {{Deletion(1)}, "malformed record of block 1: it is deleted, but was not there"},
      {{unknown}, "malformed record: unknown operation 7"},
      {{Creation(0, 0)}, "malformed record of block 0: the id is null"},
  };
  for (const auto& [records, why] : cases) {
    WriteContainer("c", records);
    const Status status = TryOpen();
    EXPECT_EQ(status.code(), Status::Code::kCorruption);
    EXPECT_TRUE(status.message().ends_with(why)) << status.message();
  }
}

// ---- Ids across containers ----

TEST_F(ContainerRecovery, BlockAliveInTwoContainersIsFatal) {
  const std::string first = WriteContainer("a", {Creation(7, 0)});
  const std::string second = WriteContainer("b", {Creation(7, 0)});
  EXPECT_EQ(TryOpen().message(), "block 7 is alive both in " + second + " and in " + first);
}

TEST_F(ContainerRecovery, IdDeletedInOneContainerMayLiveInAnother) {
  WriteContainer("a", {Creation(7, 0)});
  WriteContainer("b", {Creation(7, 0), Deletion(7)});
  WriteContainer("c", {Creation(8, 0), Deletion(8)});
  Open();
  EXPECT_EQ(store_->block_count(), 1u);
  EXPECT_EQ(store_->next_id(), BlockId{9});
}

// ---- Half a container ----

// The source's matrix: metadata that is missing, cut off, without and with live blocks, by data that is missing, empty
// and not.
class HalfContainer : public ContainerRecovery {
 protected:
  enum class Metadata { kMissing, kCutOff, kDead, kLive };
  enum class Data { kMissing, kEmpty, kPresent };

  void Make(Metadata metadata, Data data) {
    const std::string stem =
        WriteContainer("c", metadata == Metadata::kDead ? std::vector<BlockRecord>{Creation(1, 0), Deletion(1)}
                                                        : std::vector<BlockRecord>{Creation(1, 0)});
    metadata_path_ = Container::MetadataPath(stem);
    data_path_ = Container::DataPath(stem);
    if (metadata == Metadata::kMissing) (void)RemoveFile(metadata_path_);
    if (metadata == Metadata::kCutOff) Write(metadata_path_, MetadataHeader().substr(0, 5));
    if (data == Data::kMissing) (void)RemoveFile(data_path_);
    if (data == Data::kEmpty) Write(data_path_, "");
  }

  void ExpectRemoved(Metadata metadata, Data data) {
    Make(metadata, data);
    Open();
    EXPECT_EQ(report_.unfinished_containers, 1);
    EXPECT_FALSE(FileExists(metadata_path_));
    EXPECT_FALSE(FileExists(data_path_));
    Create({"x"});
    EXPECT_EQ(store_->block_count(), 1u);
    store_.reset();
    for (const std::string& stem : Stems()) {
      ASSERT_TRUE(RemoveFile(Container::MetadataPath(stem)).ok());
      ASSERT_TRUE(RemoveFile(Container::DataPath(stem)).ok());
    }
  }

  void ExpectRefused(Metadata metadata, Data data, Status::Code code) {
    Make(metadata, data);
    EXPECT_EQ(TryOpen().code(), code);
  }

  void ExpectOpened(Metadata metadata, Data data, std::size_t blocks) {
    Make(metadata, data);
    Open();
    EXPECT_EQ(report_.containers, 1);
    EXPECT_EQ(store_->block_count(), blocks);
  }

  std::string metadata_path_;
  std::string data_path_;
};

TEST_F(HalfContainer, NoMetadataAndNoDataBytesIsUnfinished) { ExpectRemoved(Metadata::kMissing, Data::kEmpty); }
TEST_F(HalfContainer, DataWithoutMetadataIsALoss) {
  ExpectRefused(Metadata::kMissing, Data::kPresent, Status::Code::kNotFound);
}
TEST_F(HalfContainer, CutOffHeaderWithoutDataIsUnfinished) { ExpectRemoved(Metadata::kCutOff, Data::kMissing); }
TEST_F(HalfContainer, CutOffHeaderAndNoDataBytesIsUnfinished) { ExpectRemoved(Metadata::kCutOff, Data::kEmpty); }
TEST_F(HalfContainer, CutOffHeaderWithDataIsRefused) {
  ExpectRefused(Metadata::kCutOff, Data::kPresent, Status::Code::kIncomplete);
}
TEST_F(HalfContainer, DeadMetadataWithoutDataIsUnfinished) { ExpectRemoved(Metadata::kDead, Data::kMissing); }
TEST_F(HalfContainer, DeadMetadataBeyondEmptyDataIsDamage) {
  ExpectRefused(Metadata::kDead, Data::kEmpty, Status::Code::kCorruption);
}
TEST_F(HalfContainer, DeadMetadataWithDataIsFine) { ExpectOpened(Metadata::kDead, Data::kPresent, 0); }
TEST_F(HalfContainer, LiveMetadataWithoutDataIsALoss) {
  ExpectRefused(Metadata::kLive, Data::kMissing, Status::Code::kNotFound);
}
TEST_F(HalfContainer, LiveMetadataBeyondEmptyDataIsDamage) {
  ExpectRefused(Metadata::kLive, Data::kEmpty, Status::Code::kCorruption);
}
TEST_F(HalfContainer, LiveMetadataWithDataIsFine) { ExpectOpened(Metadata::kLive, Data::kPresent, 1); }

TEST_F(HalfContainer, HeaderOfZerosIsACutOffHeader) {
  Make(Metadata::kCutOff, Data::kEmpty);
  Write(metadata_path_, std::string(64, '\0'));
  Open();
  EXPECT_EQ(report_.unfinished_containers, 1);
  EXPECT_FALSE(FileExists(metadata_path_));
}

TEST_F(HalfContainer, BlocksWithoutBytesNeedNoData) {
  Make(Metadata::kLive, Data::kEmpty);
  std::string metadata = MetadataHeader();
  AppendBlockRecord({BlockOperation::kCreate, BlockId{1}, 1, 0, 0}, &metadata);
  Write(metadata_path_, metadata);
  Open();
  EXPECT_EQ(Read(BlockId{1}), "");
}

TEST_F(HalfContainer, ReadOnlyRemovesNothing) {
  Make(Metadata::kCutOff, Data::kEmpty);
  options_.recovery.container.access = Access::kReadOnly;
  Open();
  EXPECT_EQ(report_.unfinished_containers, 1);
  EXPECT_TRUE(FileExists(metadata_path_));
}

// ---- Full containers ----

TEST_F(ContainerRecovery, DeadFullContainerIsRemoved) {
  options_.recovery.container.most_blocks = 2;
  const std::string stem = WriteContainer("c", {Creation(1, 0), Creation(2, 1), Deletion(1), Deletion(2)});
  Open();
  EXPECT_EQ(report_.dead_containers, 1);
  EXPECT_FALSE(FileExists(Container::MetadataPath(stem)));
  EXPECT_FALSE(FileExists(Container::DataPath(stem)));
  EXPECT_EQ(store_->next_id(), BlockId{3});
}

TEST_F(ContainerRecovery, DeadContainerWithRoomIsUsedAgain) {
  const std::string stem = WriteContainer("c", {Creation(1, 0), Deletion(1)});
  Open();
  EXPECT_EQ(report_.dead_containers, 0);
  Create({"x"});
  EXPECT_EQ(OnlyContainer(), stem);
}

TEST_F(ContainerRecovery, HalfDeadFullContainerIsCompacted) {
  options_.recovery.container.most_blocks = 4;
  const std::string stem = WriteContainer(
      "c", {Creation(4, 0, 30), Creation(3, 1, 10), Creation(2, 2, 20), Creation(1, 3, 10), Deletion(2), Deletion(4)});
  const std::size_t before = Contents(Container::MetadataPath(stem)).size();
  Open();
  EXPECT_EQ(report_.compacted_containers, 1);
  EXPECT_EQ(store_->block_count(), 2u);
  EXPECT_EQ(store_->next_id(), BlockId{5});
  EXPECT_LT(Contents(Container::MetadataPath(stem)).size(), before);
  // By time, then place.
  std::string expected = MetadataHeader();
  AppendBlockRecord(Creation(3, 1, 10), &expected);
  AppendBlockRecord(Creation(1, 3, 10), &expected);
  EXPECT_EQ(Contents(Container::MetadataPath(stem)), expected);
  Delete({BlockId{1}});
  Open();
  EXPECT_EQ(report_.compacted_containers, 0);
  EXPECT_EQ(store_->block_count(), 1u);
}

TEST_F(ContainerRecovery, MostlyLiveFullContainerIsNotCompacted) {
  options_.recovery.container.most_blocks = 3;
  WriteContainer("c", {Creation(1, 0), Creation(2, 1), Creation(3, 2), Deletion(2)});
  Open();
  EXPECT_EQ(report_.compacted_containers, 0);
}

// A crash between writing the file aside and the rename, and one after it.
TEST_F(ContainerRecovery, CompactionIsAllOrNothing) {
  options_.recovery.container.most_blocks = 2;
  const std::string stem = WriteContainer("c", {Creation(1, 0), Creation(2, 1), Deletion(2)});
  const std::string before = Contents(Container::MetadataPath(stem));
  Open();
  const std::string after = Contents(Container::MetadataPath(stem));
  ASSERT_NE(before, after);
  for (std::size_t size = 0; size <= after.size(); size += 7) {
    Write(Container::MetadataPath(stem), before);
    Write(CompactionPath(stem), after.substr(0, size));
    Open();
    EXPECT_FALSE(FileExists(CompactionPath(stem)));
    EXPECT_EQ(store_->block_count(), 1u);
    EXPECT_EQ(Contents(Container::MetadataPath(stem)), after);
  }
  Open();
  EXPECT_EQ(store_->block_count(), 1u);
}

TEST_F(ContainerRecovery, SpaceOfDeletedBlocksIsGivenBackAgain) {
  options_.recovery.container.most_bytes = 10 * kBlockAlignment;
  std::vector<BlockRecord> records;
  for (std::uint64_t id = 1; id <= 10; ++id) records.push_back(Creation(id, static_cast<std::int64_t>(id) - 1));
  for (std::uint64_t id = 1; id <= 4; ++id) records.push_back(Deletion(id));
  const std::string stem = WriteContainer("c", records);
  Write(Container::DataPath(stem), std::string(10 * kBlockAlignment, 'd'));
  Open();
  EXPECT_EQ(report_.punched_containers, 1);
  std::uint64_t on_disk = 0;
  ASSERT_TRUE(FileSizeOnDisk(Container::DataPath(stem), &on_disk).ok());
  EXPECT_EQ(on_disk, 6u * kBlockAlignment);
  EXPECT_EQ(Read(BlockId{5}), "d");
  Open();
  EXPECT_EQ(report_.punched_containers, 0);
}

TEST_F(ContainerRecovery, OtherFilesAreLeftAlone) {
  Write(directory_.path() + "/README", "not ours");
  Open();
  EXPECT_EQ(report_.containers, 0);
  EXPECT_EQ(Contents(directory_.path() + "/README"), "not ours");
}

}  // namespace
}  // namespace engine

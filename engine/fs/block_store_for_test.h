// What the tests of the block store share: a store in a directory of its own, and its files laid bare.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/base/temporary_directory.h"
#include "engine/fs/block_store.h"

namespace engine {

class BlockStoreFixture : public testing::Test {
 protected:
  BlockStoreFixture() { options_.directories = {directory_.path()}; }

  // Closes the store that is open, and opens it as options_ say.
  Status TryOpen() {
    store_.reset();
    report_ = OpenReport();
    return BlockStore::Open(options_, &store_, &report_);
  }

  void Open() {
    const Status status = TryOpen();
    ASSERT_TRUE(status.ok()) << status.message();
  }

  std::vector<BlockId> Create(const std::vector<std::string>& contents) {
    const std::vector<Slice> slices(contents.begin(), contents.end());
    std::vector<BlockId> ids;
    const Status status = store_->Create(slices, &ids);
    EXPECT_TRUE(status.ok()) << status.message();
    return ids;
  }

  void Delete(const std::vector<BlockId>& ids) {
    const Status status = store_->Delete(ids);
    EXPECT_TRUE(status.ok()) << status.message();
  }

  std::string Read(BlockId id) {
    std::string contents;
    const Status status = store_->Read(id, &contents);
    EXPECT_TRUE(status.ok()) << status.message();
    return contents;
  }

  std::string Directory(const std::string& name) {
    EXPECT_TRUE(CreateDirectory(directory_.path() + "/" + name).ok());
    return directory_.path() + "/" + name;
  }

  // Of the containers in the first directory.
  std::set<std::string> Stems() {
    std::vector<std::string> names;
    EXPECT_TRUE(ListDirectory(options_.directories.front(), &names).ok());
    std::set<std::string> stems;
    for (const std::string& name : names)
      stems.insert(options_.directories.front() + "/" + name.substr(0, name.find('.')));
    return stems;
  }

  std::string OnlyContainer() {
    EXPECT_EQ(Stems().size(), 1u);
    return *Stems().begin();
  }

  TemporaryDirectory directory_;
  BlockStoreOptions options_;
  std::unique_ptr<BlockStore> store_;
  OpenReport report_;
};

}  // namespace engine

#include "engine/loadgen/tablet_replica.h"

#include <gtest/gtest.h>

#include <future>
#include <utility>
#include <vector>

#include "engine/base/temporary_directory.h"

namespace engine {
namespace {

Schema TestSchema() { return Schema({{"key", ColumnType::kInt64}, {"value", ColumnType::kInt64}}, 1); }

WriteRequest RequestOf(OpType type, const std::vector<std::int64_t>& keys, std::int64_t value) {
  const Schema schema = TestSchema();
  WriteRequest request{.row_count = static_cast<std::int32_t>(keys.size())};
  for (const std::int64_t key : keys) {
    PartialRow row(&schema);
    row.SetInt64(0, key);
    row.SetInt64(1, value);
    AppendRowOperation(type, row, &request.operations);
  }
  return request;
}

class TabletReplicaTest : public testing::Test {
 protected:
  void Open() {
    replica_.reset();
    const Status status =
        TabletReplica::Open(TestSchema(), {}, {.directory = directory_.path(), .sync = SyncPolicy::kNever}, &replica_);
    ASSERT_TRUE(status.ok()) << status.message();
  }

  WriteResponse Write(const WriteRequest& request) {
    WriteResponse response;
    std::promise<void> answered;
    replica_->Write(request, &response, [&] { answered.set_value(); });
    answered.get_future().wait();
    return response;
  }

  [[nodiscard]] std::vector<std::pair<std::int64_t, std::int64_t>> Rows() const {
    std::vector<std::pair<std::int64_t, std::int64_t>> rows;
    replica_->tablet().ForEachRow([&](Slice, const std::uint8_t* row) {
      std::int64_t cells[2];
      std::memcpy(cells, row, sizeof cells);
      rows.emplace_back(cells[0], cells[1]);
    });
    return rows;
  }

  TemporaryDirectory directory_;
  std::unique_ptr<TabletReplica> replica_;
};

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

TEST_F(TabletReplicaTest, AWriteIsAppliedWhenItIsAnswered) {
  Open();
  const WriteResponse response = Write(RequestOf(OpType::kInsert, {2, 1}, 7));
  EXPECT_TRUE(response.status.ok());
  EXPECT_TRUE(response.row_errors.empty());
  EXPECT_EQ(Rows(), (Pairs{{1, 7}, {2, 7}}));
}

TEST_F(TabletReplicaTest, ARefusedRowIsNamedAndTheOthersAreWritten) {
  Open();
  Write(RequestOf(OpType::kInsert, {1}, 7));
  const WriteResponse response = Write(RequestOf(OpType::kInsert, {0, 1, 2}, 8));
  EXPECT_TRUE(response.status.ok());
  ASSERT_EQ(response.row_errors.size(), 1u);
  EXPECT_EQ(response.row_errors[0].row_index, 1);
  EXPECT_EQ(response.row_errors[0].status.code(), Status::Code::kAlreadyPresent);
  EXPECT_EQ(Rows(), (Pairs{{0, 8}, {1, 7}, {2, 8}}));
}

TEST_F(TabletReplicaTest, AMalformedRequestIsRefusedAndDoesNotSpoilTheLog) {
  Open();
  WriteRequest request = RequestOf(OpType::kInsert, {1}, 7);
  request.operations.rows.pop_back();
  EXPECT_EQ(Write(request).status.code(), Status::Code::kCorruption);
  Write(RequestOf(OpType::kInsert, {2}, 7));
  Open();
  EXPECT_EQ(Rows(), (Pairs{{2, 7}}));
}

TEST_F(TabletReplicaTest, ReplayLeadsToTheSameRowsAndCanBeGoneOnWith) {
  Open();
  Write(RequestOf(OpType::kInsert, {1, 2, 3}, 1));
  Write(RequestOf(OpType::kInsert, {3, 4}, 2));
  Write(RequestOf(OpType::kUpsert, {2, 5}, 3));
  Write(RequestOf(OpType::kDelete, {1}, 0));
  const Pairs rows = Rows();
  EXPECT_EQ(rows, (Pairs{{2, 3}, {3, 1}, {4, 2}, {5, 3}}));
  Open();
  EXPECT_EQ(Rows(), rows);
  EXPECT_TRUE(Write(RequestOf(OpType::kInsert, {1}, 9)).row_errors.empty());
  Open();
  EXPECT_EQ(Rows().front(), (std::pair<std::int64_t, std::int64_t>{1, 9}));
}

TEST_F(TabletReplicaTest, AWriteToAClosedLogIsRefusedAsAWhole) {
  Open();
  EXPECT_TRUE(replica_->Close().ok());
  EXPECT_EQ(Write(RequestOf(OpType::kInsert, {1}, 7)).status.code(), Status::Code::kShutdown);
  EXPECT_TRUE(Rows().empty());
}

}  // namespace
}  // namespace engine

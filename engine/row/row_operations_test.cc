#include "engine/row/row_operations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/row/cells.h"
#include "engine/row/encoded_key.h"

namespace engine {
namespace {

Schema LoadSchema() {
  return Schema({{"key", ColumnType::kInt64},
                 {"int_val", ColumnType::kInt32, Nullability::kNullable},
                 {"string_val", ColumnType::kString, Nullability::kNullable}},
                1);
}

class RowOperationsTest : public testing::Test {
 protected:
  Status Decode() { return DecodeRowOperations(schema_, operations_.rows, operations_.strings, &arena_, &decoded_); }

  Schema schema_ = LoadSchema();
  RowOperations operations_;
  Arena arena_;
  std::vector<DecodedRowOperation> decoded_;
};

TEST_F(RowOperationsTest, ARowOfTheLoadGeneratorTakes63Bytes) {
  PartialRow row(&schema_);
  row.SetInt64(0, 1);
  row.SetInt32(1, 2);
  row.SetStringCopy(2, std::string(32, 'x'));
  AppendRowOperation(OpType::kInsert, row, &operations_);
  EXPECT_EQ(operations_.rows.size() + operations_.strings.size(), 63u);
  EXPECT_EQ(EncodedBytes(row), 63u);
}

TEST_F(RowOperationsTest, WhatIsWrittenIsRead) {
  for (std::int64_t key = -1; key <= 1; ++key) {
    PartialRow row(&schema_);
    row.SetInt64(0, key);
    if (key != 0) row.SetInt32(1, static_cast<std::int32_t>(key * 10));
    if (key == 1) row.SetNull(2);
    if (key == 0) row.SetStringCopy(2, std::string("zero"));
    const std::size_t before = operations_.rows.size() + operations_.strings.size();
    AppendRowOperation(key == 0 ? OpType::kUpsert : OpType::kUpdate, row, &operations_);
    EXPECT_EQ(operations_.rows.size() + operations_.strings.size() - before, EncodedBytes(row));
  }
  ASSERT_TRUE(Decode().ok());
  ASSERT_EQ(decoded_.size(), 3u);
  EXPECT_EQ(decoded_[0].type, OpType::kUpdate);
  EXPECT_EQ(LoadCell<std::int64_t>(decoded_[0].row), -1);
  EXPECT_EQ(LoadCell<std::int32_t>(decoded_[0].row + 8), -10);
  EXPECT_FALSE(BitmapTest(decoded_[0].is_set, 2));
  EXPECT_EQ(decoded_[1].type, OpType::kUpsert);
  EXPECT_EQ(LoadCell<Slice>(decoded_[1].row + 12).view(), "zero");
  EXPECT_TRUE(BitmapTest(decoded_[1].row + 28, 1)) << "a cell that is not set is null";
  EXPECT_TRUE(BitmapTest(decoded_[2].is_set, 2));
  EXPECT_TRUE(BitmapTest(decoded_[2].row + 28, 2));
}

TEST_F(RowOperationsTest, BothSidesEncodeTheSameKey) {
  PartialRow row(&schema_);
  row.SetInt64(0, -123456789);
  AppendRowOperation(OpType::kDelete, row, &operations_);
  ASSERT_TRUE(Decode().ok());
  std::string client_key;
  row.EncodeKey(&client_key);
  std::string tablet_key;
  EncodeRowKey(schema_, decoded_[0].row, &tablet_key);
  EXPECT_EQ(tablet_key, client_key);
}

TEST_F(RowOperationsTest, EveryCutOffRequestIsRefused) {
  PartialRow row(&schema_);
  row.SetInt64(0, 1);
  row.SetStringCopy(2, std::string("text"));
  AppendRowOperation(OpType::kInsert, row, &operations_);
  const RowOperations whole = operations_;
  for (std::size_t size = 1; size < whole.rows.size(); ++size) {
    operations_.rows = whole.rows.substr(0, size);
    EXPECT_EQ(Decode().code(), Status::Code::kCorruption) << size;
  }
  operations_ = whole;
  operations_.strings.pop_back();
  EXPECT_EQ(Decode().code(), Status::Code::kCorruption);
}

TEST_F(RowOperationsTest, AnUnknownTypeAndAMissingKeyAreRefusedByNumber) {
  PartialRow row(&schema_);
  row.SetInt64(0, 1);
  AppendRowOperation(OpType::kInsert, row, &operations_);
  AppendRowOperation(static_cast<OpType>(9), row, &operations_);
  Status status = Decode();
  EXPECT_EQ(status.code(), Status::Code::kCorruption);
  EXPECT_EQ(status.message(), "row operation 1: there is no operation type 9");

  operations_ = {};
  decoded_.clear();
  PartialRow keyless(&schema_);
  AppendRowOperation(OpType::kInsert, keyless, &operations_);
  status = Decode();
  EXPECT_EQ(status.code(), Status::Code::kInvalidArgument);
  EXPECT_EQ(status.message(), "row operation 0: column 'key' needs a value");
}

}  // namespace
}  // namespace engine

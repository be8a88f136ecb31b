#include "engine/row/partial_row.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/row/encoded_key.h"

namespace engine {
namespace {

Schema LoadSchema() {
  return Schema({{"key", ColumnType::kInt64},
                 {"int_val", ColumnType::kInt32, Nullability::kNullable},
                 {"string_val", ColumnType::kString, Nullability::kNullable}},
                1);
}

TEST(Schema, LaysOutCellsWithoutPaddingAndThenTheNullBitmap) {
  const Schema schema = LoadSchema();
  EXPECT_EQ(schema.offset(0), 0u);
  EXPECT_EQ(schema.offset(1), 8u);
  EXPECT_EQ(schema.offset(2), 12u);
  EXPECT_EQ(schema.cells_bytes(), 28u);
  EXPECT_EQ(schema.row_bytes(), 29u);
}

TEST(PartialRow, HoldsWhatWasSet) {
  const Schema schema = LoadSchema();
  PartialRow row(&schema);
  EXPECT_FALSE(row.IsSet(1));
  EXPECT_FALSE(row.IsKeySet());
  row.SetInt64(0, -5);
  row.SetInt32(1, 77);
  row.SetStringCopy(2, std::string("borrowed only while copied"));
  EXPECT_TRUE(row.IsKeySet());
  EXPECT_EQ(row.int64(0), -5);
  EXPECT_EQ(row.int32(1), 77);
  EXPECT_EQ(row.string(2).view(), "borrowed only while copied");
}

TEST(PartialRow, ACellCanBeSetAgainAndMadeNull) {
  const Schema schema = LoadSchema();
  PartialRow row(&schema);
  row.SetStringCopy(2, std::string("first"));
  row.SetStringCopy(2, std::string("second"));
  EXPECT_EQ(row.string(2).view(), "second");
  row.SetNull(2);
  EXPECT_TRUE(row.IsSet(2));
  EXPECT_TRUE(row.IsNull(2));
  const std::string kept = "kept by the caller";
  row.SetStringBorrowed(2, kept);
  EXPECT_FALSE(row.IsNull(2));
  EXPECT_EQ(row.string(2).data(), kept.data());
}

TEST(PartialRow, EncodesItsKey) {
  const Schema schema({{"host", ColumnType::kString}, {"name", ColumnType::kString}, {"value", ColumnType::kInt32}}, 2);
  PartialRow row(&schema);
  row.SetStringCopy(0, std::string("h"));
  row.SetStringCopy(1, std::string("n"));
  std::string key;
  row.EncodeKey(&key);
  EXPECT_EQ(key, std::string("h\0\0n", 4));
}

}  // namespace
}  // namespace engine

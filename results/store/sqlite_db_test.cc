#include "results/store/sqlite_db.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/model/error.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class SqliteDbTest : public testing::Test {
 protected:
  static std::vector<std::string> texts(Db& db, std::string_view sql, const std::vector<Value>& values = {}) {
    std::vector<std::string> found;
    db.query(sql, values, [&](const Row& row) { found.emplace_back(row.text(0)); });
    return found;
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("db");
};

template <class Action>
std::string sentence_of(Action action) {
  try {
    action();
  } catch (const harness::Error& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(SqliteDbTest, ValuesComeBackAsTheyWere) {
  SqliteDb db(path_, Access::ReadWrite);
  db.execute("CREATE TABLE t (i BIGINT, u BIGINT, d DOUBLE PRECISION, s TEXT, b BYTEA, n BIGINT)");
  const std::uint64_t wide = std::numeric_limits<std::uint64_t>::max() - 7;
  db.execute("INSERT INTO t VALUES ($1, $2, $3, $4, $5, $6)",
             {-5, wide, 0.1 + 0.2, "gr\xC3\xBC\xC3\x9F", Blob{std::string("\0\xFF", 2)}, std::optional<int>()});
  db.query("SELECT i, u, d, s, b, n FROM t", {}, [&](const Row& row) {
    EXPECT_EQ(row.integer(0), -5);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(row.integer(1)), wide);
    EXPECT_EQ(row.real(2), 0.1 + 0.2);
    EXPECT_EQ(row.text(3), "gr\xC3\xBC\xC3\x9F");
    EXPECT_EQ(row.blob(4), std::string_view("\0\xFF", 2));
    EXPECT_TRUE(row.is_null(5));
    EXPECT_FALSE(row.is_null(0));
  });
}

TEST_F(SqliteDbTest, PlaceholdersGoByTheirNumberNotTheirPlace) {
  SqliteDb db(path_, Access::ReadWrite);
  EXPECT_THAT(texts(db, "SELECT $2 || $1 || $2", {"a", "b"}), ElementsAre("bab"));
}

TEST_F(SqliteDbTest, WhatIsNotCommittedHasNotHappened) {
  SqliteDb db(path_, Access::ReadWrite);
  db.execute("CREATE TABLE t (s TEXT)");
  {
    const Transaction abandoned(db, Access::ReadWrite);
    db.execute("INSERT INTO t VALUES ('abandoned')");
  }
  Transaction kept(db, Access::ReadWrite);
  db.execute("INSERT INTO t VALUES ('kept')");
  kept.commit();
  EXPECT_THAT(texts(db, "SELECT s FROM t"), ElementsAre("kept"));
}

TEST_F(SqliteDbTest, AReaderSeesOneMomentWhileAWriterGoesOn) {
  SqliteDb writer(path_, Access::ReadWrite);
  writer.execute("CREATE TABLE t (s TEXT)");
  writer.execute("INSERT INTO t VALUES ('first')");
  SqliteDb reader(path_, Access::ReadOnly);
  {
    const Transaction moment(reader, Access::ReadOnly);
    EXPECT_THAT(texts(reader, "SELECT s FROM t"), ElementsAre("first"));
    writer.execute("INSERT INTO t VALUES ('second')");
    EXPECT_THAT(texts(reader, "SELECT s FROM t"), ElementsAre("first"));
  }
  EXPECT_THAT(texts(reader, "SELECT s FROM t"), ElementsAre("first", "second"));
}

TEST_F(SqliteDbTest, AReaderCannotWrite) {
  SqliteDb(path_, Access::ReadWrite).execute("CREATE TABLE t (s TEXT)");
  SqliteDb reader(path_, Access::ReadOnly);
  EXPECT_THAT(sentence_of([&] { reader.execute("INSERT INTO t VALUES ('x')"); }), HasSubstr("read-only"));
}

TEST_F(SqliteDbTest, ForeignKeysAreKept) {
  SqliteDb db(path_, Access::ReadWrite);
  db.run_script("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a BIGINT REFERENCES a (id));");
  EXPECT_THROW(db.execute("INSERT INTO b VALUES (1)"), harness::Error);
}

TEST_F(SqliteDbTest, ALockThatOutlastsPatienceIsSaid) {
  SqliteDb holder(path_, Access::ReadWrite);
  const Transaction held(holder, Access::ReadWrite);
  SqliteDb other(path_, Access::ReadWrite, std::chrono::milliseconds(1));
  EXPECT_EQ(sentence_of([&] { other.begin(Access::ReadWrite); }),
            "the store " + path_ +
                " is locked by another process that is writing to it; wait until it is done and try again");
}

TEST_F(SqliteDbTest, ATransactionThatFillsTheDiskHasNotHappenedAndTheRestIsSafe) {
  SqliteDb db(path_, Access::ReadWrite);
  db.execute("CREATE TABLE t (s TEXT)");
  db.execute("INSERT INTO t VALUES ('kept')");
  db.query("PRAGMA max_page_count = 4", {}, [](const Row&) {});
  const std::string large(100000, 'x');
  EXPECT_EQ(sentence_of([&] {
              Transaction transaction(db, Access::ReadWrite);
              db.execute("INSERT INTO t VALUES ('small')");
              db.execute("INSERT INTO t VALUES ($1)", {large});
              transaction.commit();
            }),
            "the store " + path_ +
                " cannot grow because its disk is full; what was saved before is safe, free some space and go on");
  EXPECT_THAT(texts(db, "SELECT s FROM t"), ElementsAre("kept"));
  db.execute("INSERT INTO t VALUES ('later')");
  EXPECT_THAT(texts(db, "SELECT s FROM t"), ElementsAre("kept", "later"));
}

TEST_F(SqliteDbTest, AWrongStatementNamesTheStore) {
  SqliteDb db(path_, Access::ReadWrite);
  const std::string sentence = sentence_of([&] { db.execute("SELECT FROM"); });
  EXPECT_THAT(sentence, HasSubstr("the store " + path_ + " refused a statement"));
}

}  // namespace
}  // namespace results::store

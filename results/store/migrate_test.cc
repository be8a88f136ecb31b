#include "results/store/migrate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/model/error.h"
#include "results/store/sqlite_db.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

using schema::EmbeddedFile;

constexpr EmbeddedFile kTwo[] = {{"0001_one.sql", "CREATE TABLE one (a TEXT);"},
                                 {"0002_two.sql", "CREATE TABLE two (a TEXT); ALTER TABLE one ADD COLUMN b TEXT;"}};
constexpr EmbeddedFile kBroken[] = {kTwo[0], {"0002_two.sql", "CREATE TABLE two (a TEXT); CREATE NONSENSE;"}};

class MigrateTest : public testing::Test {
 protected:
  std::string sentence_of_opening(Access access, Migrations migrations) {
    try {
      bring_up_to_date(db_, access, migrations);
    } catch (const harness::Error& error) {
      return error.what();
    }
    return "no error";
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("tandem.db");
  SqliteDb db_{path_, Access::ReadWrite};
};

TEST_F(MigrateTest, EveryMigrationIsAppliedOnce) {
  bring_up_to_date(db_, Access::ReadWrite, Migrations(kTwo).first(1));
  EXPECT_EQ(schema_version(db_), 1);
  bring_up_to_date(db_, Access::ReadWrite, kTwo);
  bring_up_to_date(db_, Access::ReadWrite, kTwo);
  EXPECT_EQ(schema_version(db_), 2);
  EXPECT_TRUE(db_.has_table("two"));
}

TEST_F(MigrateTest, TheMigrationsOfThisProgramApply) {
  bring_up_to_date(db_, Access::ReadWrite);
  EXPECT_EQ(schema_version(db_), static_cast<int>(known_migrations().size()));
  EXPECT_TRUE(db_.has_table("comparison"));
}

TEST_F(MigrateTest, AFailedMigrationLeavesTheVersionBefore) {
  EXPECT_THROW(bring_up_to_date(db_, Access::ReadWrite, kBroken), harness::Error);
  EXPECT_EQ(schema_version(db_), 1);
  EXPECT_FALSE(db_.has_table("two"));
  bring_up_to_date(db_, Access::ReadWrite, kTwo);
  EXPECT_EQ(schema_version(db_), 2);
}

TEST_F(MigrateTest, ANewerStoreIsRefusedWithBothVersions) {
  bring_up_to_date(db_, Access::ReadWrite, kTwo);
  for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
    EXPECT_EQ(
        sentence_of_opening(access, Migrations(kTwo).first(1)),
        "the store " + path_ +
            " was written by a newer tandem (its schema is version 2, this tandem knows version 1); update tandem "
            "or name another file with --store");
  }
}

TEST_F(MigrateTest, AReaderDoesNotMigrate) {
  EXPECT_EQ(sentence_of_opening(Access::ReadOnly, kTwo),
            "the store " + path_ + " is empty; `tandem run` puts a first run into it");
  bring_up_to_date(db_, Access::ReadWrite, Migrations(kTwo).first(1));
  EXPECT_EQ(sentence_of_opening(Access::ReadOnly, kTwo),
            "the store " + path_ +
                " has schema version 1 and this tandem reads version 2; the next `tandem run` brings it up to date");
  EXPECT_EQ(schema_version(db_), 1);
}

TEST_F(MigrateTest, ADatabaseOfAnotherProgramIsLeftAlone) {
  db_.execute("CREATE TABLE bookmarks (url TEXT)");
  for (const Access access : {Access::ReadWrite, Access::ReadOnly}) {
    EXPECT_EQ(sentence_of_opening(access, kTwo),
              path_ + " is a database of another program; name another file with --store");
  }
  EXPECT_FALSE(db_.has_table("schema_version"));
}

}  // namespace
}  // namespace results::store

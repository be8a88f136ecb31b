#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/model/error.h"
#include "results/store/migrate.h"
#include "results/store/sqlite_db.h"
#include "results/store/store.h"
#include "results/store/testing/made_up.h"
#include "results/store/testing/temporary_folder.h"

namespace results::store {
namespace {

using harness::Verdict;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

class StoreCareTest : public testing::Test {
 protected:
  // One run with a change and a canary, both judged.
  void fill(Store& store) {
    const harness::Trial header = made_up_header("a");
    store.begin_run(made_up_run("r1"), made_up_machine());
    for (const Purpose purpose : {Purpose::Change, Purpose::Canary}) {
      const TrialId trial = store.begin_trial("r1", header, 0, purpose);
      for (int i = 0; i < 50; ++i) store.save_launch_pair(trial, made_up_launch_pair(i));
      const Verdict verdict = purpose == Purpose::Change ? Verdict::Improved : Verdict::Unchanged;
      store.save_comparisons("r1", trial, {made_up_comparison(header, verdict)});
    }
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("tandem.db");
};

TEST_F(StoreCareTest, AWholeStoreHasNoFault) {
  Store store = Store::open(path_, Access::ReadWrite);
  fill(store);
  EXPECT_THAT(store.check(), IsEmpty());
  EXPECT_THAT(Store::open(path_, Access::ReadOnly).check(), IsEmpty());
}

TEST_F(StoreCareTest, APackedTableThatWasCutIsFound) {
  Store store = Store::open(path_, Access::ReadWrite);
  fill(store);
  SqliteDb(path_, Access::ReadWrite)
      .execute("UPDATE launch_pair SET batches = $1 WHERE pair_index = 7", {Blob{"12345"}});
  EXPECT_THAT(store.check(), Contains(HasSubstr("the trials of run r1: a packed table of 5 bytes")));
}

TEST_F(StoreCareTest, ARowThatBelongsToNothingIsFound) {
  Store store = Store::open(path_, Access::ReadWrite);
  fill(store);
  {
    SqliteDb db(path_, Access::ReadWrite);
    db.execute("PRAGMA foreign_keys = OFF");
    db.execute("DELETE FROM run");
  }
  EXPECT_THAT(store.check(), Contains(HasSubstr("of trial belongs to a run that is not there")));
}

TEST_F(StoreCareTest, DamagedPagesAreFoundNotFallenOver) {
  {
    Store store = Store::open(path_, Access::ReadWrite);
    fill(store);
  }
  const auto size = std::filesystem::file_size(path_);
  {
    std::fstream file(path_, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 4 * 3));  // launch pairs: the schema lies before them
    file << std::string(size / 8, 'x');
  }
  const Store store = Store::open(path_, Access::ReadOnly);
  EXPECT_THAT(store.check(), Not(IsEmpty()));
}

TEST_F(StoreCareTest, ABackupIsAStoreAsOfNow) {
  Store store = Store::open(path_, Access::ReadWrite);
  fill(store);
  const std::string copy = folder_.file("backups/copy.db");
  store.backup(copy);
  store.begin_run(made_up_run("r2"), made_up_machine());
  const Store backup = Store::open(copy, Access::ReadOnly);
  EXPECT_THAT(backup.check(), IsEmpty());
  EXPECT_THAT(backup.runs(10), SizeIs(1));
  EXPECT_EQ(backup.report("r1"), store.report("r1"));
}

TEST_F(StoreCareTest, ABackupNeverReplacesAFile) {
  const Store store = Store::open(path_, Access::ReadWrite);
  const std::string copy = folder_.file("copy.db");
  std::ofstream(copy) << "precious";
  try {
    store.backup(copy);
    FAIL() << "accepted";
  } catch (const harness::Error& error) {
    EXPECT_EQ(error.what(), "there is a file " + copy + " already; name another one for the copy");
  }
  EXPECT_EQ(std::filesystem::file_size(copy), 8u);
}

TEST_F(StoreCareTest, ASlowdownOfKnownSizeIsKeptWithItsFactor) {
  Store store = Store::open(path_, Access::ReadWrite);
  store.begin_run(made_up_run("r1"), made_up_machine());
  harness::Trial header = made_up_header("a");
  header.variants[1].work_factor = 1.02;
  const TrialId trial = store.begin_trial("r1", header, 0, Purpose::Canary);
  store.save_comparisons("r1", trial, {made_up_comparison(header, Verdict::Regressed)});
  EXPECT_EQ(store.canary_trials("r1").at(0).variants, header.variants);
  EXPECT_EQ(store.report("r1")->canaries.at(0).before.work_factor, 1.0);
  EXPECT_EQ(store.report("r1")->canaries.at(0).after.work_factor, 1.02);
}

TEST_F(StoreCareTest, AConfirmationTakesThePlaceOfItsScreening) {
  Store store = Store::open(path_, Access::ReadWrite);
  store.begin_run(made_up_run("r1"), made_up_machine());
  const harness::Trial header = made_up_header("a");
  const TrialId screening = store.begin_trial("r1", header, 0);
  store.save_launch_pair(screening, made_up_launch_pair(0));
  EXPECT_THAT(store.screening_trials("r1"), SizeIs(0));
  const TrialId fresh = store.begin_confirmation("r1", header, 0, screening);
  EXPECT_THAT(store.screening_trials("r1").at(0).launch_pairs, SizeIs(1));
  EXPECT_THAT(store.unjudged_trials("r1"), SizeIs(1));
  EXPECT_THAT(store.trials("r1").at(0).launch_pairs, SizeIs(0));
  store.save_comparisons("r1", fresh, {made_up_comparison(header, Verdict::Improved)});
  EXPECT_THAT(store.report("r1")->comparisons, SizeIs(1));
  EXPECT_EQ(store.runs(1).at(0).trials, 1);
}

TEST_F(StoreCareTest, TheNewestBaselineOfANameCountsAndTheOthersAreKept) {
  Store store = Store::open(path_, Access::ReadWrite);
  const Baseline first{"release", "1111", "one", "shipped", "2026-11-29T02:00:00Z"};
  const Baseline second{"release", "2222", "two", "shipped again", "2026-11-29T02:00:00Z"};
  const Baseline other{"fast", "1111", "one", "the fastest we had", "2026-11-30T02:00:00Z"};
  for (const Baseline& baseline : {first, second, other}) store.save_baseline(baseline);
  EXPECT_THAT(store.baselines(), ElementsAre(other, second));
  EXPECT_THAT(store.baselines_named("release"), ElementsAre(second, first));
  EXPECT_THAT(store.baselines_named("nothing"), SizeIs(0));
}

TEST_F(StoreCareTest, CanariesStandBesideTheComparisons) {
  Store store = Store::open(path_, Access::ReadWrite);
  fill(store);
  const harness::Trial header = made_up_header("a");
  EXPECT_THAT(store.report("r1")->comparisons, ElementsAre(made_up_comparison(header, Verdict::Improved)));
  EXPECT_THAT(store.canaries("r1"), ElementsAre(made_up_comparison(header, Verdict::Unchanged)));
  EXPECT_THAT(store.trials("r1"), SizeIs(1));
  EXPECT_THAT(store.canary_trials("r1"), SizeIs(1));
  EXPECT_THAT(store.canary_trials("r1").at(0).launch_pairs, SizeIs(50));
  const RunOverview overview = store.runs(1).at(0);
  EXPECT_EQ(overview.trials, 1);
  EXPECT_EQ(overview.improved, 1);
  EXPECT_EQ(overview.unchanged, 0);
  const auto history = store.history({.scenario = "a",
                                      .parameters = harness::to_string(header.parameters),
                                      .before = "std::list",
                                      .after = "std::deque"});
  ASSERT_THAT(history, SizeIs(1));
  EXPECT_EQ(history[0].comparison.verdict, Verdict::Improved);
}

TEST_F(StoreCareTest, TheNewestNoiseFloorCounts) {
  Store store = Store::open(path_, Access::ReadWrite);
  const harness::Parameters point{{"ops", std::int64_t{1}}};
  const NoiseFloor first{"m1", "a", point, 0.006, 20, "2026-11-01T00:00:00Z"};
  NoiseFloor second = first;
  second.value = 0.004;
  second.made_at = "2026-11-02T00:00:00Z";
  NoiseFloor elsewhere = first;
  elsewhere.machine = "m2";
  NoiseFloor other_point = first;
  other_point.parameters = {};
  for (const NoiseFloor& floor : {second, first, elsewhere, other_point}) store.save_noise_floor(floor);

  EXPECT_EQ(store.noise_floor("m1", "a", point), second);
  EXPECT_EQ(store.noise_floor("m2", "a", point), elsewhere);
  EXPECT_FALSE(store.noise_floor("m1", "b", point));
  EXPECT_THAT(store.noise_floors("m1"), ElementsAre(other_point, second));
}

TEST_F(StoreCareTest, AStoreOfTheFirstSchemaIsBroughtUpToDateWithItsTrials) {
  {
    SqliteDb db(path_, Access::ReadWrite);
    bring_up_to_date(db, Access::ReadWrite, known_migrations().first(1));
    db.run_script(
        "INSERT INTO machine VALUES (1, 'f', 'c', 2, 3, 'k', '', 'tsc', '');"
        "INSERT INTO run VALUES ('r1', 'run', 'done', 't', 't', 1, '', '', '', '', 0, 0, 1, '[]', '');"
        "INSERT INTO scenario VALUES (1, 'a', '', '[]');"
        "INSERT INTO trial VALUES (1, 'r1', 0, 1, 'op', 1, 'auto', '[]', 1, NULL);");
  }
  EXPECT_THAT(Store::open(path_, Access::ReadWrite).trials("r1"), SizeIs(1));
}

}  // namespace
}  // namespace results::store

#include "web/api/api.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/formats/numbers.h"
#include "results/store/testing/temporary_folder.h"
#include "web/api/json.h"
#include "web/api/testing/made_up_nights.h"

namespace web::api {
namespace {

using results::store::Access;
using results::store::Store;
using ::testing::HasSubstr;

// One store of a few nights for all tests: nobody writes to it.
class ApiTest : public ::testing::Test {
 protected:
  static constexpr int kNights = 4;

  static void SetUpTestSuite() {
    folder_ = new results::store::TemporaryFolder;
    make_up_nights(folder_->file("tandem.db"), kNights);
  }
  static void TearDownTestSuite() { delete folder_; }

  [[nodiscard]] Answer ask(const std::string& target) const { return answer(target, store_); }

  [[nodiscard]] Json asked(const std::string& target) const {
    const Answer got = ask(target);
    EXPECT_EQ(got.status, 200) << got.body;
    EXPECT_EQ(got.content_type, "application/json");
    return Json::parse(got.body);
  }

  static std::string last_run() { return made_up_run_id(kMadeUpNights - 1); }

 private:
  static inline results::store::TemporaryFolder* folder_ = nullptr;
  Store store_ = Store::open(folder_->file("tandem.db"), Access::ReadOnly);
};

Json problem_of(const Answer& answer, int status) {
  EXPECT_EQ(answer.status, status) << answer.body;
  EXPECT_EQ(answer.content_type, "application/problem+json");
  Json problem = Json::parse(answer.body);
  EXPECT_EQ(problem["status"], status);
  return problem;
}

TEST_F(ApiTest, HealthNamesTheLatestRun) {
  const Json health = asked("/api/v1/health");
  EXPECT_EQ(health["schema"], "tandem.health/1");
  EXPECT_EQ(health["latest_run"], last_run());
}

TEST_F(ApiTest, OverviewTellsOfTheLastRunWithTroubleFirst) {
  const Json overview = asked("/api/v1/overview");
  EXPECT_EQ(overview["run"]["id"], last_run());
  EXPECT_EQ(overview["comparisons"].size(), 11u);
  EXPECT_EQ(overview["counts"]["all"], 11);
  EXPECT_EQ(overview["comparisons"][0]["verdict"], "invalid");
  EXPECT_EQ(overview["comparisons"][0]["failure"]["message"], "the worker ended with signal 11");
  EXPECT_EQ(overview["comparisons"][1]["verdict"], "regressed");
  EXPECT_THAT(overview["sentence"].get<std::string>(), HasSubstr("on AMD EPYC 7B13, 2 cores: 1 invalid, "));
  EXPECT_THAT(overview["sentence"].get<std::string>(), HasSubstr(" of 11"));
}

TEST_F(ApiTest, OverviewOfAnEarlierRun) {
  const std::string earlier = made_up_run_id(kMadeUpNights - 3);
  EXPECT_EQ(asked("/api/v1/overview?run=" + earlier)["run"]["id"], earlier);
}

TEST_F(ApiTest, EveryFigureComesWithItsText) {
  for (const Json& row : asked("/api/v1/overview")["comparisons"]) {
    if (row["verdict"] == "invalid") continue;
    const double speedup = row["median_speedup"];
    EXPECT_EQ(row["text"]["median_speedup"], results::formats::factor(speedup));
    EXPECT_EQ(row["text"]["median_change"], results::formats::change(row["median_change_percent"]));
    EXPECT_THAT(row["text"]["before_median"].get<std::string>(), HasSubstr("/op"));
  }
}

TEST_F(ApiTest, LinksLeadToTheSameComparison) {
  for (const Json& row : asked("/api/v1/overview")["comparisons"]) {
    const Json page = asked("/api/v1" + row["link"].get<std::string>());
    EXPECT_EQ(page["comparison"]["scenario"], row["scenario"]);
    EXPECT_EQ(page["comparison"]["parameters"], row["parameters"]);
    EXPECT_EQ(page["comparison"]["before"]["variant"], row["before"]["variant"]);
    EXPECT_EQ(page["comparison"]["after"]["variant"], row["after"]["variant"]);
  }
}

TEST_F(ApiTest, ScenarioHasLaunchPairsBatchesAndHistory) {
  const Json page = asked("/api/v1/scenario?name=client%2Fin_flight_set&after=google%3A%3Adense_hash_set");
  EXPECT_EQ(page["comparison"]["verdict"], "improved");
  ASSERT_EQ(page["launch_pairs"].size(), 16u);
  EXPECT_NEAR(page["launch_pairs"][0]["speedup"], 1.281, 0.05);
  // 16 launch pairs of 5 rounds in which each variant runs twice; the warm-up round is left out.
  EXPECT_EQ(page["batches"]["before"]["value"].size(), 160u);
  EXPECT_EQ(page["batches"]["after"]["launch_pair"].size(), 160u);
  EXPECT_NEAR(page["batches"]["before"]["value"][0], 61.3, 3);
  ASSERT_EQ(page["history"].size(), static_cast<std::size_t>(kNights));
  EXPECT_EQ(page["history"].back()["run"], last_run());
  EXPECT_EQ(page["history"].back()["median_speedup"], page["comparison"]["median_speedup"]);
  EXPECT_EQ(page["siblings"].size(), 2u);
}

TEST_F(ApiTest, ScenarioOfAnEarlierRun) {
  const std::string earlier = made_up_run_id(kMadeUpNights - 2);
  const Json page = asked("/api/v1/scenario?name=fs%2Fblock_map&run=" + earlier);
  EXPECT_EQ(page["run"]["id"], earlier);
}

TEST_F(ApiTest, AnInvalidComparisonStillHasAPage) {
  const Json page = asked("/api/v1/scenario?name=log%2Fwal_append");
  EXPECT_EQ(page["comparison"]["verdict"], "invalid");
  EXPECT_EQ(page["comparison"]["median_speedup"], nullptr);
  EXPECT_EQ(page["comparison"]["failure"]["stage"], "run");
}

TEST_F(ApiTest, NamesAreDataWhateverTheyHold) {
  const Json page = asked("/api/v1/scenario?name=" + percent_encode(kHostileName));
  EXPECT_EQ(page["comparison"]["scenario"], kHostileName);
  EXPECT_EQ(page["comparison"]["before"]["variant"], "'; DROP TABLE run; --");
  EXPECT_EQ(asked("/api/v1/health")["state"], "ok");
}

TEST_F(ApiTest, RunsAreListedNewestFirstPageByPage) {
  const Json first = asked("/api/v1/runs?limit=3");
  ASSERT_EQ(first["runs"].size(), 3u);
  EXPECT_EQ(first["runs"][0]["id"], last_run());
  EXPECT_EQ(first["runs"][0]["counts"]["invalid"], 1);
  const Json second = asked(first["next"].get<std::string>());
  ASSERT_EQ(second["runs"].size(), 1u);
  EXPECT_EQ(second["runs"][0]["id"], made_up_run_id(kMadeUpNights - kNights));
  EXPECT_EQ(second["next"], nullptr);
}

TEST_F(ApiTest, OneRun) {
  const Json run = asked("/api/v1/runs/" + last_run());
  EXPECT_EQ(run["run"]["id"], last_run());
  EXPECT_EQ(run["run"]["seed"], 30);
  EXPECT_EQ(run["machine"]["cores"], 2);
  EXPECT_EQ(run["comparisons"].size(), 11u);
}

TEST_F(ApiTest, AReportIsWhatTheCommandLineWrites) {
  const Json report = asked("/api/v1/runs/" + last_run() + "/report");
  EXPECT_EQ(report["schema"], "tandem.report/1");
  EXPECT_EQ(report["comparisons"].size(), 11u);
}

TEST_F(ApiTest, ProblemsAreDocuments) {
  EXPECT_THAT(problem_of(ask("/api/v1/runs?limti=3"), 400)["detail"].get<std::string>(), HasSubstr("'limti'"));
  problem_of(ask("/api/v1/runs?limit=' OR 1=1--"), 400);
  problem_of(ask("/api/v1/scenario"), 400);
  problem_of(ask("/api/v1/scenario?name=%00"), 400);
  problem_of(ask("/api/v1/scenario?name=nothing"), 404);
  problem_of(ask("/api/v1/overview?run=nothing"), 404);
  problem_of(ask("/api/v1/runs/nothing"), 404);
  problem_of(ask("/api/v1/runs/"), 404);
  problem_of(ask("/api/v1/nothing"), 404);
  problem_of(ask("/api/v2/health"), 404);
  problem_of(ask("/api/v1/../../etc/passwd"), 404);
}

TEST_F(ApiTest, TheSameQuestionGivesTheSameBytes) {
  for (const char* target : {"/api/v1/overview", "/api/v1/runs", "/api/v1/scenario?name=fs%2Fblock_map"}) {
    EXPECT_EQ(ask(target).body, ask(target).body);
  }
}

TEST(EmptyStoreTest, AnswersWithNothing) {
  const results::store::TemporaryFolder folder;
  const Store store = Store::open(folder.file("tandem.db"), Access::ReadWrite);
  const Json overview = Json::parse(answer("/api/v1/overview", store).body);
  EXPECT_EQ(overview["run"], nullptr);
  EXPECT_TRUE(overview["comparisons"].empty());
  EXPECT_TRUE(Json::parse(answer("/api/v1/runs", store).body)["runs"].empty());
  problem_of(answer("/api/v1/scenario?name=x", store), 404);
}

}  // namespace
}  // namespace web::api

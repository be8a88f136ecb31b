#include "results/formats/report_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "results/formats/testing/made_up_report.h"
#include "results/formats/testing/schema_faults.h"

namespace results::formats {
namespace {

using harness::Report;
using nlohmann::json;

// Empty if the text is a valid report, else what is wrong with it.
std::string faults_of(const std::string& text) { return schema_faults(report_schema(), text); }

std::string written(const Report& report) { return dump(report_to_json(report)); }

TEST(ReportSchema, TakesAReportOfEveryVerdict) {
  const Report report = made_up_report();
  EXPECT_EQ(faults_of(written(report)), "");
  EXPECT_EQ(faults_of(written(hostile_report())), "");
  EXPECT_EQ(faults_of(written({report.run, report.machine, {}})), "");
}

TEST(ReportSchema, RefusesWhatIsNoReport) {
  EXPECT_NE(faults_of("{}"), "");
  const json good = json::parse(written(made_up_report()));
  const auto broken = [&](const std::function<void(json&)>& change) {
    json report = good;
    change(report);
    return faults_of(report.dump());
  };
  EXPECT_EQ(broken([](json&) {}), "");
  EXPECT_NE(broken([](json& report) { report["schema"] = "tandem.report/2"; }), "");
  EXPECT_NE(broken([](json& report) { report["comparisons"][0].erase("mean_speedup"); }), "");
  EXPECT_NE(broken([](json& report) { report["comparisons"][0]["verdict"] = "faster"; }), "");
  EXPECT_NE(broken([](json& report) { report["comparisons"][0]["median_speedup_interval"] = {1.0}; }), "");
  EXPECT_NE(broken([](json& report) { report["run"]["started_at"] = "yesterday"; }), "");
  EXPECT_NE(broken([](json& report) { report["comparisons"][0]["parameters"]["ops"] = nullptr; }), "");
}

// A key that the schema does not know would be written unchecked.
void expect_keys_known(const json& value, const json& schema, const json& definitions, const std::string& path) {
  if (schema.contains("$ref")) {
    const std::string name = schema["$ref"].get<std::string>().substr(std::string("#/definitions/").size());
    return expect_keys_known(value, definitions.at(name), definitions, path);
  }
  for (const char* several : {"oneOf", "allOf"}) {
    if (schema.contains(several)) return expect_keys_known(value, schema[several].back(), definitions, path);
  }
  if (value.is_array() && schema.contains("items")) {
    for (const json& item : value) expect_keys_known(item, schema["items"], definitions, path + "[]");
  }
  if (!value.is_object() || !schema.contains("properties")) return;
  for (const auto& [key, inner] : value.items()) {
    ASSERT_TRUE(schema["properties"].contains(key)) << path << "." << key;
    expect_keys_known(inner, schema["properties"][key], definitions, path + "." + key);
  }
}

TEST(ReportSchema, KnowsEveryKeyThatIsWritten) {
  const json schema = json::parse(report_schema());
  expect_keys_known(json::parse(written(made_up_report())), schema, schema["definitions"], "report");
}

TEST(ReportJson, SaysASpeedupAsFactorAndAsChangeWithIntervals) {
  const json comparison = json::parse(written(made_up_report()))["comparisons"][0];
  EXPECT_EQ(comparison["median_speedup"], 1.25);
  EXPECT_EQ(comparison["median_speedup_interval"], (json{1.23, 1.27}));
  EXPECT_DOUBLE_EQ(comparison["median_change_percent"], -20.0);
  // 100 / 1.27 - 100 and 100 / 1.23 - 100, the lower end first
  EXPECT_NEAR(comparison["median_change_percent_interval"][0], -21.2598, 1e-4);
  EXPECT_NEAR(comparison["median_change_percent_interval"][1], -18.6992, 1e-4);
  EXPECT_NEAR(comparison["reported"]["change_percent"], -23.0769, 1e-4);
  EXPECT_EQ(comparison["parameters"], (json{{"ops", 1000}}));
}

TEST(ReportJson, WhereHigherIsBetterTheChangeHasTheOtherSign) {
  const json comparison = json::parse(written(made_up_report()))["comparisons"][7];
  EXPECT_EQ(comparison["metric"]["direction"], "higher_is_better");
  EXPECT_DOUBLE_EQ(comparison["median_change_percent"], 50.0);
}

TEST(ReportJson, EveryNullFigureHasAReason) {
  for (const Report& report : {made_up_report(), hostile_report()}) {
    const json written_report = json::parse(written(report));
    for (const json& comparison : written_report["comparisons"]) {
      for (const auto& [key, value] : comparison.items()) {
        const bool figure = key != "other_metric" && key != "reported" && key != "failure";
        EXPECT_EQ(comparison["absent"].contains(key), figure && value.is_null()) << key;
      }
    }
  }
}

TEST(ReportJson, ReasonsSayWhatIsTheCase) {
  const json comparisons = json::parse(written(made_up_report()))["comparisons"];
  EXPECT_EQ(comparisons[0]["absent"]["noise_floor"], "this machine has not been calibrated for this scenario");
  EXPECT_EQ(comparisons[0]["absent"]["launch_pairs_needed"], "only said of undecided comparisons");
  EXPECT_EQ(comparisons[6]["absent"]["median_speedup_interval"], "2 launch pairs give no interval at this confidence");
  EXPECT_EQ(comparisons[8]["absent"]["median_speedup"],
            "the measurement is invalid: the worker ended with signal 11 (segmentation fault)");
}

TEST(ReportJson, NumbersAreFiniteOrNull) {
  const std::string text = written(hostile_report());
  EXPECT_EQ(text.find("NaN"), std::string::npos);
  const json comparison = json::parse(text)["comparisons"][0];
  EXPECT_TRUE(comparison["before_median"].is_null());
  EXPECT_TRUE(comparison["median_speedup"].is_null());
  EXPECT_TRUE(comparison["median_speedup_interval"].is_null());
  EXPECT_EQ(comparison["estimates"][0]["after_mean"], 0.0);
  EXPECT_TRUE(comparison["estimates"][0]["log_speedup"].is_null());
  EXPECT_TRUE(number_to_json(std::nan("")).is_null());
}

TEST(ReportJson, BytesThatAreNoTextAreReplaced) {
  const json report = json::parse(written(hostile_report()));
  EXPECT_EQ(report["run"]["command_line"], "tandem run '\xEF\xBF\xBD'");
  EXPECT_EQ(report["comparisons"][0]["scenario"], "<img src=x onerror=alert(1)>");
  EXPECT_EQ(report["comparisons"][0]["before"]["variant"], "\x1B[31mred\xEF\xBF\xBD");
  EXPECT_NO_THROW((void)report_to_json(hostile_report()).dump());  // whoever dumps it
}

TEST(ReportJson, IntegersBeyondDoublesAreTexts) {
  EXPECT_EQ(json::parse(written(made_up_report()))["run"]["seed"], 42);
  EXPECT_EQ(json::parse(written(hostile_report()))["run"]["seed"], "18446744073709551615");
}

TEST(ReportJson, TotalsCountVerdicts) {
  EXPECT_EQ(json::parse(written(made_up_report()))["totals"], (json{{"comparisons", 9},
                                                                    {"improved", 3},
                                                                    {"regressed", 1},
                                                                    {"unchanged", 1},
                                                                    {"undecided", 2},
                                                                    {"mixed", 1},
                                                                    {"invalid", 1}}));
}

}  // namespace
}  // namespace results::formats

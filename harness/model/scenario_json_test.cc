#include "harness/model/scenario_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/model/error.h"

namespace harness {
namespace {

using Json = nlohmann::ordered_json;

const char* const kWritten =
    R"({"name":"log/blocking_queue","summary":"Calls.","unit_of_work":"call","threads":8,)"
    R"("metric":"auto","metrics":[{"name":"waits","unit":"count","direction":"lower_is_better"}],)"
    R"("variants":[{"name":"std::list","role":"before"},{"name":"std::deque","role":"after"}],)"
    R"("parameters":[{"writers":4,"readers":4},{"order":"sorted"}],)"
    R"("presets":[["smoke","quick"],["full"]],)"
    R"("reported":{"source":"s","metric":"calls/s","speedup":1.25,"note":"n = 3"}})";

TEST(ScenarioJson, HasTheDocumentedShape) {
  const Scenario scenario = scenario_from_json(Json::parse(kWritten));
  EXPECT_EQ(scenario.name, "log/blocking_queue");
  EXPECT_EQ(scenario.threads, 8);
  EXPECT_EQ(to_string(scenario.points[0].parameters), "writers=4 readers=4");
  EXPECT_EQ(scenario.points[1].presets, std::vector{Preset::Full});
  EXPECT_EQ(scenario.variants[1], (Variant{"std::deque", Role::After}));
  EXPECT_EQ(scenario.reported->speedup, 1.25);
  EXPECT_EQ(scenario_to_json(scenario).dump(), kWritten);
}

TEST(ScenarioJson, NothingReportedIsNull) {
  Json json = Json::parse(kWritten);
  json["reported"] = nullptr;
  EXPECT_FALSE(scenario_from_json(json).reported.has_value());
  EXPECT_EQ(scenario_to_json(scenario_from_json(json)), json);
}

TEST(ScenarioJson, APointMayHaveAFigureOfItsOwn) {
  Json json = Json::parse(kWritten);
  json["reported_at"] = {nullptr,
                         {{"source", "s"},
                          {"metric", "calls/s"},
                          {"speedup", 1.6},
                          {"note", "n = 1"},
                          {"variant", "std::deque"},
                          {"caveat", "few cores"}}};
  const Scenario scenario = scenario_from_json(json);
  EXPECT_EQ(reported_at(scenario, scenario.points[0].parameters)->speedup, 1.25);
  EXPECT_EQ(reported_at(scenario, scenario.points[1].parameters),
            (Reported{"s", "calls/s", 1.6, "n = 1", "std::deque", "few cores"}));
  EXPECT_EQ(reported_at(scenario, {{"order", "shuffled"}})->speedup, 1.25);
  EXPECT_EQ(scenario_to_json(scenario), json);

  json["reported_at"] = Json::array({nullptr});
  EXPECT_THROW(scenario_from_json(json), Error);
}

// Every way in which one key can be wrong, and the key the sentence must name.
TEST(ScenarioJson, EachWrongKeyIsNamed) {
  const std::vector<std::pair<const char*, Json>> wrong = {{"name", 3},
                                                           {"summary", nullptr},
                                                           {"unit_of_work", Json::array()},
                                                           {"threads", 0},
                                                           {"threads", "8"},
                                                           {"threads", 1e12},
                                                           {"metric", 1},
                                                           {"metrics", Json::object()},
                                                           {"variants", "std::list"},
                                                           {"parameters", nullptr},
                                                           {"presets", Json::array()},
                                                           {"presets", 1}};
  for (const auto& [key, value] : wrong) {
    Json json = Json::parse(kWritten);
    json[key] = value;
    try {
      scenario_from_json(json);
      ADD_FAILURE() << key << " = " << value;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("'" + std::string(key) + "'"));
    }
    json.erase(key);
    EXPECT_THROW(scenario_from_json(json), Error) << key;
  }
}

TEST(ScenarioJson, WrongElementsAreRefused) {
  for (const auto& [pointer, value] :
       std::vector<std::pair<const char*, Json>>{{"/variants/0/role", "base"},
                                                 {"/variants/0", 1},
                                                 {"/metrics/0/direction", "up"},
                                                 {"/presets/0/0", "huge"},
                                                 {"/presets/0/0", 1},
                                                 {"/presets/0", "smoke"},
                                                 {"/parameters/0/writers", 1.5},
                                                 {"/parameters/0", 4},
                                                 {"/parameters/0/writers", 18446744073709551615u},
                                                 {"/reported/speedup", nullptr},
                                                 {"/reported", 1}}) {
    Json json = Json::parse(kWritten);
    json[Json::json_pointer(pointer)] = value;
    EXPECT_THROW(scenario_from_json(json), Error) << pointer;
  }
}

TEST(ScenarioJson, ParametersKeepOrderAndKind) {
  const Parameters point{{"b", std::int64_t{1}}, {"a", std::string("1")}};
  EXPECT_EQ(parameters_to_json(point).dump(), R"({"b":1,"a":"1"})");
  EXPECT_EQ(parameters_from_json(parameters_to_json(point)), point);
}

}  // namespace
}  // namespace harness

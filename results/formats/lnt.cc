// LNT's JSON report, both forms: tests with a list of values each. The name's last word is the metric; a test whose
// status says that it failed has no times.
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::RecordedMetric;
using Json = nlohmann::json;

struct LntMetric {
  std::string_view word;
  std::string_view name;
  std::string_view unit;
  std::optional<Direction> direction;
};

constexpr LntMetric kMetrics[] = {
    {"exec", harness::kWallTime, "s", Direction::LowerIsBetter},
    {"exec_time", harness::kWallTime, "s", Direction::LowerIsBetter},
    {"execution_time", harness::kWallTime, "s", Direction::LowerIsBetter},
    {"compile", "compile_time", "s", Direction::LowerIsBetter},
    {"compile_time", "compile_time", "s", Direction::LowerIsBetter},
    {"score", "score", "count", Direction::HigherIsBetter},
    {"mem", "memory", "bytes", Direction::LowerIsBetter},
    {"mem_bytes", "memory", "bytes", Direction::LowerIsBetter},
    {"code_size", "code_size", "bytes", Direction::LowerIsBetter},
};

const LntMetric* metric_of(std::string_view word) {
  for (const LntMetric& metric : kMetrics) {
    if (metric.word == word) return &metric;
  }
  return nullptr;
}

// LNT's codes: 0 pass, 1 fail, 2 expected failure, 10 not available.
constexpr double kPass = 0;

class Tests {
 public:
  explicit Tests(RecordingBuilder& builder) : builder_(builder) {}

  // A status is known only when all tests were seen.
  void see(const std::string& test, const std::string& word, const Json& values) {
    const std::size_t dot = word.rfind(".status");
    const bool status = word == "status" || dot != std::string::npos || word.ends_with("_status");
    if (!status) {
      values_.push_back({test, word, values});
    } else if (!values.is_array() || values.empty() || values[0] != kPass) {
      failed_.insert(test);
    }
  }

  void finish() {
    for (const auto& [test, word, values] : values_) add(test, word, values);
  }

 private:
  struct Values {
    std::string test, word;
    Json values;
  };

  void add(const std::string& test, const std::string& word, const Json& values) {
    const LntMetric* metric = metric_of(word);
    if (failed_.contains(test)) return builder_.leave_out("values of failed tests", test + "." + word);
    if (metric == nullptr) return builder_.leave_out("values that are no measurement", test + "." + word);
    const RecordedMetric recorded{std::string(metric->name), std::string(metric->unit), metric->direction};
    const Json list = values.is_array() ? values : Json::array({values});
    for (const Json& value : list) {
      const auto number = number_of(value);
      if (number) builder_.add(builder_.scenario(test), recorded, *number);
    }
  }

  RecordingBuilder& builder_;
  std::vector<Values> values_;
  std::set<std::string> failed_;
};

// "nts.Test.exec" and "nts.Test.exec.status" belong to the test "nts.Test".
void see_first_form(Tests& tests, const Json& test) {
  std::string name = text_member(test, "Name");
  const bool status = name.ends_with(".status");
  if (status) name.resize(name.rfind('.'));
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return;
  tests.see(name.substr(0, dot), status ? "status" : name.substr(dot + 1), member(test, "Data"));
}

void see_second_form(Tests& tests, const Json& test) {
  if (!test.is_object()) return;
  for (const auto& [key, value] : test.items()) {
    if (key != "name") tests.see(text_member(test, "name"), key, value);
  }
}

harness::Recording read_lnt(std::string& text, std::string_view) {
  Json file = parse_foreign_json(text);
  if (file.is_array() && file.size() == 1) file = Json(file[0]);
  RecordingBuilder builder(kLnt.name);
  Tests tests(builder);
  builder.set_recorded_at(text_member(member(file, "Run"), "Start Time") + text_member(member(file, "run"), "start_time"));
  for (const Json& test : member(file, "Tests")) see_first_form(tests, test);
  for (const Json& test : member(file, "tests")) see_second_form(tests, test);
  tests.finish();
  return builder.finish();
}

bool recognises_lnt(std::string_view text) {
  return head_has(text, {"\"Machine\"", "\"Run\"", "\"Tests\""}) ||
         head_has(text, {"\"format_version\"", "\"machine\"", "\"run\"", "\"tests\""});
}

}  // namespace

const Format kLnt{.name = "lnt",
                  .extension = "json",
                  .description = "LNT's JSON report",
                  .recognises = recognises_lnt,
                  .read = read_lnt};

}  // namespace results::formats

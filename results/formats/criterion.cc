// Criterion's estimates.json: the mean and the median of one Rust benchmark, in nanoseconds. Its name stands in the path.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Statistic;
using Json = nlohmann::json;

// target/criterion/group/function/new/estimates.json is "group/function"; elsewhere all of the path but the file's name.
std::string name_of(std::string_view source) {
  const std::filesystem::path path{std::string(source)};
  std::filesystem::path name;
  for (const auto& part : path.parent_path()) {
    if (part == "criterion") {
      name.clear();
    } else if (part != "new" && part != "base") {
      name /= part;
    }
  }
  return name.empty() ? path.stem().string() : name.generic_string();
}

harness::Recording read_criterion(std::string& text, std::string_view source) {
  const Json file = parse_foreign_json(text);
  RecordingBuilder builder(kCriterion.name);
  const std::size_t scenario = builder.scenario(name_of(source));
  const harness::RecordedMetric time{std::string(harness::kWallTime), "ns", harness::Direction::LowerIsBetter};
  for (const auto& [key, statistic] : {std::pair{"median", Statistic::Median}, std::pair{"mean", Statistic::Mean}}) {
    const Json& value = member(member(file, key), "point_estimate");
    // The number of samples stands in another file.
    if (value.is_number()) builder.add(scenario, time, value.get<double>(), statistic, 0);
  }
  return builder.finish();
}

bool recognises_criterion(std::string_view text) {
  return head_has(text, {"\"point_estimate\"", "\"confidence_interval\"", "\"median\""});
}

}  // namespace

const Format kCriterion{.name = "criterion",
                        .extension = "json",
                        .description = "Criterion's estimates.json",
                        .recognises = recognises_criterion,
                        .read = read_criterion};

}  // namespace results::formats

// nanobench's JSON: an epoch is a sample, its times are seconds per unit.
#include <nlohmann/json.hpp>

#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Direction;
using Json = nlohmann::json;

// What nanobench titles a benchmark that was given no title.
constexpr std::string_view kNoTitle = "benchmark";

std::string name_of(const Json& result) {
  const std::string title = text_member(result, "title");
  const std::string name = text_member(result, "name");
  return title.empty() || title == kNoTitle ? name : title + ": " + name;
}

// Everything that an epoch measured; all of it is per unit and costs something.
void add_epoch(RecordingBuilder& builder, std::size_t scenario, const Json& epoch, const std::string& unit) {
  if (!epoch.is_object()) return;
  for (const auto& [key, value] : epoch.items()) {
    const auto number = number_of(value);
    if (key == "iterations" || !number) continue;
    const bool time = key == "elapsed";
    builder.add(scenario, {time ? std::string(harness::kWallTime) : key, (time ? "s/" : "count/") + unit,
                           Direction::LowerIsBetter}, *number);
  }
}

harness::Recording read_nanobench(std::string& text, std::string_view) {
  const Json file = parse_foreign_json(text);
  RecordingBuilder builder(kNanobench.name);
  for (const Json& result : member(file, "results")) {
    const std::size_t scenario = builder.scenario(name_of(result));
    const std::string unit = text_member(result, "unit");
    for (const Json& epoch : member(result, "measurements")) add_epoch(builder, scenario, epoch, unit.empty() ? "op" : unit);
  }
  return builder.finish();
}

bool recognises_nanobench(std::string_view text) {
  return head_has(text, {"\"results\"", "\"epochs\"", "\"measurements\""});
}

}  // namespace

const Format kNanobench{.name = "nanobench",
                        .extension = "json",
                        .description = "nanobench's JSON",
                        .recognises = recognises_nanobench,
                        .read = read_nanobench};

}  // namespace results::formats

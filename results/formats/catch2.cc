// Catch2's XML (--reporter xml): a BENCHMARK is a scenario, named by its test case and sections; it keeps a mean, in
// nanoseconds, of so many samples.
#include <pugixml.hpp>

#include "harness/model/error.h"
#include "results/formats/foreign_json.h"
#include "results/formats/recording_builder.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Statistic;

// "Test case / section / benchmark"
std::string name_of(const pugi::xml_node& benchmark) {
  std::string name = benchmark.attribute("name").value();
  for (pugi::xml_node node = benchmark.parent(); node; node = node.parent()) {
    const std::string_view kind = node.name();
    if (kind == "Section" || kind == "TestCase") name = std::string(node.attribute("name").value()) + " / " + name;
  }
  return name;
}

void add(RecordingBuilder& builder, const pugi::xml_node& benchmark) {
  const std::string name = name_of(benchmark);
  const pugi::xml_node mean = benchmark.child("mean");
  if (!mean || benchmark.child("failed")) return builder.leave_out("benchmarks without a mean", name);
  builder.add(builder.scenario(name), {std::string(harness::kWallTime), "ns", harness::Direction::LowerIsBetter},
              mean.attribute("value").as_double(-1), Statistic::Mean, benchmark.attribute("samples").as_llong());
}

struct Walker : pugi::xml_tree_walker {
  explicit Walker(RecordingBuilder& to) : builder(to) {}
  bool for_each(pugi::xml_node& node) override {
    if (std::string_view(node.name()) == "BenchmarkResults") add(builder, node);
    return true;
  }
  RecordingBuilder& builder;
};

harness::Recording read_catch2(std::string& text, std::string_view) {
  pugi::xml_document document;
  const pugi::xml_parse_result parsed = document.load_buffer(text.data(), text.size());
  if (!parsed) {
    throw harness::Error("it is no XML: " + std::string(parsed.description()) + " at byte " + std::to_string(parsed.offset));
  }
  RecordingBuilder builder(kCatch2.name);
  Walker walker(builder);
  document.traverse(walker);
  return builder.finish();
}

bool recognises_catch2(std::string_view text) {
  return head_has(text, {"<Catch"}) || (head_has(text, {"<?xml"}) && text.find("<BenchmarkResults") != std::string_view::npos);
}

}  // namespace

const Format kCatch2{.name = "catch2",
                     .extension = "xml",
                     .description = "Catch2's XML",
                     .recognises = recognises_catch2,
                     .read = read_catch2};

}  // namespace results::formats

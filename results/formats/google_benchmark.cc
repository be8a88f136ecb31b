// Google Benchmark's JSON, of every version from 1.4: reads it event by event, so that a large file takes little more
// than its own size, and a file that ends in the middle gives the rows that are whole.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/model/error.h"
#include "results/formats/google_benchmark_rows.h"
#include "results/formats/google_benchmark_write.h"
#include "results/formats/lenient_json.h"
#include "results/formats/report_json.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Direction;
using Json = nlohmann::ordered_json;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

// Depths of the events that matter: a key of the file, of the context or of a row.
constexpr std::size_t kFileKey = 1;
constexpr std::size_t kContextKey = 2;
constexpr std::size_t kRowKey = 3;

// What the parser says without its own numbering; a number that is too large has no place.
std::string place_of(const std::string& error) {
  const std::size_t place = error.find("at line");
  return place == std::string::npos ? error : error.substr(place);
}

// Shows the parser's events to what they belong to. Names follow the parser's interface.
class Events : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit Events(RecordingBuilder& builder) : builder_(builder), rows_(builder) {}

  bool null() override { return number(kNoNumber); }
  bool boolean(bool value) override {
    if (in_context()) builder_.add_context(key_, value ? "true" : "false");
    if (in_row()) row_.set_flag(key_, value);
    return true;
  }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value), std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return number(static_cast<double>(value), std::to_string(value)); }
  bool number_float(number_float_t value, const string_t& text) override { return number(value, text); }
  bool string(string_t& value) override {
    if (in_context()) builder_.add_context(key_, value);
    if (in_context() && key_ == "date") builder_.set_recorded_at(value);
    if (in_row()) row_.set_text(key_, value);
    return true;
  }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override {
    ++depth_;
    if (depth_ == kRowKey && section_ == "benchmarks") row_ = GoogleBenchmarkRow();
    return true;
  }
  bool end_object() override {
    if (in_row()) rows_.add(std::move(row_));
    return end();
  }
  bool start_array(std::size_t) override { return ++depth_ != 0; }
  bool end_array() override {
    if (depth_ == kContextKey && section_ == "benchmarks") complete_ = true;
    return end();
  }
  bool key(string_t& text) override {
    key_.swap(text);
    if (depth_ == kFileKey) section_ = key_;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) override {
    position_ = position;
    error_ = error.what();
    return false;
  }

  // What is left when the parser is done: an error in the middle is thrown, the end of the file makes it cut off.
  void finish(std::size_t size, bool parsed) {
    rows_.finish();
    if (parsed) return;
    if (position_ < size && !complete_) throw harness::Error("it is no JSON: " + place_of(error_));
    if (!complete_) builder_.set_cut_off();
    builder_.add_notice(complete_ ? "the file goes on behind its results, which is ignored"
                                  : "the file ends in the middle; its whole rows were taken");
  }

 private:
  [[nodiscard]] bool in_context() const { return depth_ == kContextKey && section_ == "context"; }
  [[nodiscard]] bool in_row() const { return depth_ == kRowKey && section_ == "benchmarks"; }

  bool number(double value, const std::string& text = "") {
    if (in_context() && !text.empty()) builder_.add_context(key_, text);
    if (in_row()) row_.set_number(key_, value);
    return true;
  }
  bool end() {
    --depth_;
    return true;
  }

  RecordingBuilder& builder_;
  GoogleBenchmarkRows rows_;
  GoogleBenchmarkRow row_;
  std::size_t depth_ = 0;
  std::string section_, key_;
  bool complete_ = false;  // the list of rows was closed
  std::size_t position_ = 0;
  std::string error_;
};

bool recognises_google_benchmark(std::string_view text) {
  const std::size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == std::string_view::npos || text[brace] != '{') return false;
  const std::string_view head = text.substr(0, 1 << 16);  // the context stands first, and is some hundred bytes
  const bool rows = head.find("\"benchmarks\"") != std::string_view::npos;
  const bool context = head.find("\"context\"") != std::string_view::npos;
  return context && (rows || head.find("\"executable\"") != std::string_view::npos);
}

harness::Recording read_google_benchmark(std::string& text, std::string_view) {
  repair_json(text);
  RecordingBuilder builder(kGoogleBenchmark.name);
  Events events(builder);
  const bool parsed = nlohmann::json::sax_parse(text, &events);
  events.finish(text.size(), parsed);
  return builder.finish();
}

}  // namespace

const Format kGoogleBenchmark{.name = "google-benchmark",
                              .extension = "json",
                              .description = "Google Benchmark's JSON: its compare.py reads it",
                              .write = write_google_benchmark,
                              .recognises = recognises_google_benchmark,
                              .read = read_google_benchmark};

}  // namespace results::formats

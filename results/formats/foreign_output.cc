#include "results/formats/foreign_output.h"

#include <array>

namespace results::formats {
namespace {

struct Sign {
  std::string_view words;  // that stand in it
  std::string_view sentence;
};

constexpr std::array kSigns{
    Sign{"Benchmark  ", "it is Google Benchmark's console output; write JSON with --benchmark_out=FILE"},
    Sign{"| Command |", "it is hyperfine's Markdown; write JSON with --export-json FILE"},
    Sign{"command,mean,stddev", "it is hyperfine's CSV, which has no single times; write JSON with --export-json FILE"},
    Sign{"benchmark name  ", "it is Catch2's console output; write XML with --reporter xml"},
    Sign{"time:   [", "it is Criterion's console output; give the estimates.json files below target/criterion"},
    Sign{"event syntax error", "it is an error message of perf"},
    Sign{"Workload failed", "it is an error message of perf"},
};

const Sign* sign_in(std::string_view text) {
  for (const Sign& sign : kSigns) {
    if (text.find(sign.words) != std::string_view::npos) return &sign;
  }
  return nullptr;
}

}  // namespace

std::string what_else_it_is(std::string_view text) {
  const Sign* sign = sign_in(text);
  return sign == nullptr ? "its form is not known" : std::string(sign->sentence);
}

bool is_foreign_output(std::string_view text) { return sign_in(text) != nullptr; }

}  // namespace results::formats

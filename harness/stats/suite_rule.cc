#include "harness/stats/suite_rule.h"

#include "harness/stats/sequential.h"

namespace harness::stats {
namespace {

constexpr std::string_view kTwoStages = "screen-and-confirm/1 ";

}  // namespace

std::string to_string(const SuiteRule& suite) {
  const std::string stages(suite.stages == Stages::ScreenAndConfirm ? kTwoStages : "");
  return stages + to_string(suite.rule);
}

SuiteRule suite_rule_from_string(std::string_view text) {
  SuiteRule suite;
  if (text.starts_with(kTwoStages)) {
    suite.stages = Stages::ScreenAndConfirm;
    text.remove_prefix(kTwoStages.size());
  }
  suite.rule = rule_from_string(text);
  return suite;
}

}  // namespace harness::stats

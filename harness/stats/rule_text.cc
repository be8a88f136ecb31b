// The rule as text, both directions.
#include <charconv>

#include "harness/model/error.h"
#include "harness/stats/sequential.h"
#include "harness/stats/text.h"

namespace harness::stats {
namespace {

constexpr std::string_view kName = "launch-pairs/1";

std::string looks_text(const std::vector<int>& looks) {
  if (looks.empty()) return "end";
  std::string text;
  for (const int look : looks) text += (text.empty() ? "" : ",") + std::to_string(look);
  return text;
}

[[noreturn]] void refuse(std::string_view part) {
  throw Error("cannot read '" + std::string(part) + "' in a rule; a rule looks like: " + to_string(Rule{}));
}

template <class Number>
Number number_from(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) refuse(text);
  return number;
}

// Takes the text up to the separator off the front.
std::string_view take(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::vector<int> looks_from(std::string_view text) {
  std::vector<int> looks;
  if (text == "end") return looks;
  while (!text.empty()) looks.push_back(number_from<int>(take(text, ',')));
  return looks;
}

void set(Rule& rule, std::string_view key, std::string_view value) {
  if (key == "looks") {
    rule.looks = looks_from(value);
  } else if (key == "confidence") {
    rule.confidence = number_from<double>(value);
  } else if (key == "tolerance") {
    rule.tolerance = number_from<double>(value);
  } else if (key == "noise_floor") {
    rule.noise_floor = number_from<double>(value);
  } else if (key == "metric") {
    rule.metric = value;
  } else {
    refuse(key);
  }
}

}  // namespace

std::string to_string(const Rule& rule) {
  std::string text(kName);
  text += " looks=" + looks_text(rule.looks);
  text += " confidence=" + exact_text(rule.confidence);
  text += " tolerance=" + exact_text(rule.tolerance);
  if (rule.noise_floor) text += " noise_floor=" + exact_text(*rule.noise_floor);
  text += " metric=" + rule.metric;  // last: the name of a metric may contain blanks
  return text;
}

Rule rule_from_string(std::string_view text) {
  if (const auto name = take(text, ' '); name != kName) refuse(name);
  Rule rule;
  while (!text.empty()) {
    const std::string_view key = take(text, '=');
    set(rule, key, key == "metric" ? take(text, '\0') : take(text, ' '));
  }
  return rule;
}

}  // namespace harness::stats

#include "harness/model/wire.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "harness/model/error.h"
#include "harness/model/scenario_json.h"

namespace harness::wire {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kGreeting = "tandem-worker";
constexpr std::string_view kScenario = "scenario";
constexpr std::string_view kSample = "sample";
constexpr std::string_view kError = "error";
constexpr std::string_view kItems = "items";
constexpr std::string_view kChecksum = "checksum";

constexpr std::size_t kQuotedBytes = 60;  // enough to recognise a line, short enough for one sentence on a terminal

constexpr int kHexadecimal = 16;

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f; }

std::string hexadecimal(char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  return {kDigits[value / kHexadecimal], kDigits[value % kHexadecimal]};
}

std::string escaped(std::string_view text, std::string_view also) {
  if (text.empty()) return "%";
  std::string word;
  for (const char byte : text) {
    const bool plain = byte != ' ' && byte != '%' && !is_control(byte) && also.find(byte) == std::string_view::npos;
    word += plain ? std::string(1, byte) : "%" + hexadecimal(byte);
  }
  return word;
}

// Takes the next word off the front of a line.
std::string_view next_word(std::string_view& line) {
  const std::size_t blank = std::min(line.find(' '), line.size());
  const std::string_view word = line.substr(0, blank);
  line.remove_prefix(std::min(blank + 1, line.size()));
  return word;
}

template <class Number, class... Base>
std::optional<Number> number(std::string_view text, Base... base) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base...);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> finite_number(std::string_view text) {
  const std::optional<double> value = number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

template <class Number, class... Base>
std::string digits(Number value, Base... base) {
  char buffer[32];  // the longest shortest form of a double has 24 characters
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value, base...).ptr};
}

[[noreturn]] void refuse(std::string_view line, const std::string& wanted) {
  throw Error("a line of the worker protocol should be " + wanted + ", but it is " + quoted_start(line));
}

// The rest of an answer of the worker after its first word.
std::string_view answer_after(std::string_view line, std::string_view first_word, const std::string& wanted) {
  if (is_error(line)) throw Error(decode_error(line));
  std::string_view rest = line;
  if (next_word(rest) != first_word) refuse(line, wanted);
  return rest;
}

Json parsed(std::string_view line, std::string_view text, const std::string& wanted) {
  Json json = Json::parse(text, /*cb=*/nullptr, /*allow_exceptions=*/false);
  if (json.is_discarded()) refuse(line, wanted);
  return json;
}

std::string dumped(const Json& json) {
  return json.dump(/*indent=*/-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

struct Assignment {
  std::string name;
  std::string_view value;
};

// "name=value", the value still as it is on the wire.
Assignment assignment(std::string_view line, std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    refuse(line, "words of the form name=value from " + quoted_start(word) + " on");
  }
  return {decode_word(word.substr(0, equals)), word.substr(equals + 1)};
}

ParameterValue parameter_value(std::string_view word) {
  std::string text = word.empty() ? "" : decode_word(word);
  const std::optional<std::int64_t> value = number<std::int64_t>(text);
  if (value && std::to_string(*value) == text) return *value;
  return text;
}

double sample_value(std::string_view line, const Assignment& given) {
  const std::optional<double> value = finite_number(given.value);
  if (!value) refuse(line, "a sample whose '" + given.name + "' is a finite number");
  return *value;
}

std::uint64_t sample_checksum(std::string_view line, const Assignment& given) {
  const std::optional<std::uint64_t> value = number<std::uint64_t>(given.value, kHexadecimal);
  if (!value) refuse(line, "a sample whose checksum is hexadecimal");
  return *value;
}

std::string text_or_empty(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

std::string encode_word(std::string_view text) { return escaped(text, /*also=*/""); }

std::string decode_word(std::string_view word) {
  if (word == "%") return "";
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '%') {
      text += word[i];
      continue;
    }
    const std::string_view code = word.substr(i + 1, 2);
    const std::optional<unsigned char> byte = number<unsigned char>(code, kHexadecimal);
    if (code.size() != 2 || !byte) {
      throw Error("the word " + quoted_start(word) + " has a '%' without two hexadecimal digits after it");
    }
    text += static_cast<char>(*byte);
    i += code.size();
  }
  return text;
}

std::string encode_greeting(const Build& build) {
  const Json json = {{"program", build.program},
                     {"revision", build.revision},
                     {"compiler", build.compiler},
                     {"flags", build.flags},
                     {"allocator", build.allocator}};
  return std::string(kGreeting) + " " + std::to_string(kVersion) + " " + dumped(json);
}

Build decode_greeting(std::string_view line) {
  const std::string wanted = "the greeting of a tandem worker";
  std::string_view rest = answer_after(line, kGreeting, wanted);
  const std::string_view version = next_word(rest);
  if (!number<int>(version)) refuse(line, wanted);
  if (number<int>(version) != kVersion) {
    throw Error("the worker speaks version " + std::string(version) +
                " of the worker protocol and this tandem speaks " + std::to_string(kVersion) +
                "; build both from the same release");
  }
  const Json json = parsed(line, rest, wanted);
  if (!json.is_object()) refuse(line, wanted);
  return {.program = text_or_empty(json, "program"),
          .revision = text_or_empty(json, "revision"),
          .compiler = text_or_empty(json, "compiler"),
          .flags = text_or_empty(json, "flags"),
          .allocator = text_or_empty(json, "allocator")};
}

std::string encode_scenario(const Scenario& scenario) {
  return std::string(kScenario) + " " + dumped(scenario_to_json(scenario));
}

Scenario decode_scenario(std::string_view line) {
  const std::string wanted = "'scenario' and its description as JSON";
  const Json json = parsed(line, answer_after(line, kScenario, wanted), wanted);
  try {
    return scenario_from_json(json);
  } catch (const Error& error) {
    throw error.with_context("in the scenario " + quoted_start(line));
  }
}

std::string encode_open(const OpenRequest& request) {
  std::string line = std::string(kOpen) + " " + encode_word(request.scenario) + " " + encode_word(request.variant);
  for (const auto& [name, value] : request.parameters.values()) {
    line += " " + escaped(name, "=") + "=" + encode_word(to_string(value));
  }
  return line;
}

OpenRequest decode_open(std::string_view line) {
  std::string_view rest = line;
  OpenRequest request;
  if (next_word(rest) != kOpen) refuse(line, "'open NAME VARIANT [KEY=VALUE...]'");
  const std::string_view scenario = next_word(rest);
  const std::string_view variant = next_word(rest);
  if (scenario.empty() || variant.empty()) refuse(line, "'open NAME VARIANT [KEY=VALUE...]'");
  request.scenario = decode_word(scenario);
  request.variant = decode_word(variant);
  while (!rest.empty()) {
    Assignment given = assignment(line, next_word(rest));
    request.parameters.add(std::move(given.name), parameter_value(given.value));
  }
  return request;
}

std::string encode_run(std::uint64_t iterations) { return std::string(kRun) + " " + std::to_string(iterations); }

std::uint64_t decode_run(std::string_view line) {
  std::string_view rest = line;
  const std::string_view command = next_word(rest);
  const std::optional<std::uint64_t> iterations = number<std::uint64_t>(rest);
  if (command != kRun || !iterations || *iterations == 0) refuse(line, "'run ITERATIONS' with at least 1 iteration");
  return *iterations;
}

std::string encode_sample(const Sample& sample) {
  std::string line = std::string(kSample) + " " + std::to_string(sample.iterations);
  const auto append = [&line](std::string_view name, double value) {
    if (!std::isfinite(value)) throw Error("the value of '" + std::string(name) + "' is not a finite number");
    line += " " + escaped(name, "=") + "=" + digits(value);
  };
  append(kItems, sample.items);
  line += " " + std::string(kChecksum) + "=" + digits(sample.checksum, kHexadecimal);
  for (const auto& [name, value] : sample.values) append(name, value);
  return line;
}

Sample decode_sample(std::string_view line) {
  const std::string wanted = "'sample ITERATIONS items=... checksum=...' and metrics";
  std::string_view rest = answer_after(line, kSample, wanted);
  const std::optional<std::uint64_t> iterations = number<std::uint64_t>(next_word(rest));
  if (!iterations) refuse(line, wanted);
  Sample sample{.iterations = *iterations};
  std::set<std::string> seen;
  while (!rest.empty()) {
    const Assignment given = assignment(line, next_word(rest));
    if (!seen.insert(given.name).second) refuse(line, "a sample that names '" + given.name + "' once");
    if (given.name == kChecksum) {
      sample.checksum = sample_checksum(line, given);
    } else if (given.name == kItems) {
      sample.items = sample_value(line, given);
    } else {
      sample.values.emplace_back(given.name, sample_value(line, given));
    }
  }
  if (!seen.contains(std::string(kItems)) || !seen.contains(std::string(kChecksum))) refuse(line, wanted);
  return sample;
}

void expect_answer(std::string_view line, std::string_view answer) {
  if (is_error(line)) throw Error(decode_error(line));
  if (line != answer) refuse(line, "'" + std::string(answer) + "'");
}

std::string encode_error(std::string_view sentence) {
  std::string line = std::string(kError) + " " + std::string(sentence);
  for (char& byte : line) {
    if (is_control(byte)) byte = ' ';
  }
  return line;
}

bool is_error(std::string_view line) { return next_word(line) == kError; }

std::string decode_error(std::string_view line) {
  std::string_view rest = line;
  if (next_word(rest) != kError) refuse(line, "'error SENTENCE'");
  return rest.empty() ? "the worker failed and did not say why" : std::string(rest);
}

std::string quoted_start(std::string_view line) {
  std::string quoted = "'";
  for (const char byte : line.substr(0, kQuotedBytes)) {
    quoted += is_control(byte) ? "\\x" + hexadecimal(byte) : std::string(1, byte);
  }
  return quoted + (line.size() > kQuotedBytes ? "...'" : "'");
}

}  // namespace harness::wire

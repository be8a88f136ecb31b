#include "results/formats/foreign_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/model/error.h"
#include "results/formats/lenient_json.h"

namespace results::formats {
namespace {

// Within which the words of a format stand, if it is that format.
constexpr std::size_t kHead = 1 << 16;

}  // namespace

nlohmann::json parse_foreign_json(std::string& text) {
  repair_json(text);
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    const std::string words = error.what();
    const std::size_t place = words.find("at line");
    throw harness::Error("it is no JSON: " + (place == std::string::npos ? words : words.substr(place)));
  }
}

const nlohmann::json& member(const nlohmann::json& object, std::string_view key) {
  static const nlohmann::json kNone;
  if (!object.is_object()) return kNone;
  const auto found = object.find(std::string(key));
  return found == object.end() ? kNone : *found;
}

std::string text_member(const nlohmann::json& object, std::string_view key) {
  const nlohmann::json& value = member(object, key);
  if (value.is_string()) return value.get<std::string>();
  return value.is_number() || value.is_boolean() ? value.dump() : "";
}

std::optional<double> number_of(const nlohmann::json& value) {
  if (value.is_number()) return value.get<double>();
  if (value.is_null()) return std::nan("");
  if (!value.is_string()) return std::nullopt;
  const auto& text = value.get_ref<const std::string&>();
  if (text.empty() || text == "NaN" || text.ends_with("Infinity")) return std::nan("");
  return std::nullopt;
}

bool head_has(std::string_view text, std::initializer_list<std::string_view> words) {
  const std::string_view head = text.substr(0, kHead);
  return std::ranges::all_of(words, [&](std::string_view word) { return head.find(word) != std::string_view::npos; });
}

}  // namespace results::formats

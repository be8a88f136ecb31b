// JSON files of other tools, read whole: small ones with a shape of their own.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace results::formats {

// `text` repaired (lenient_json.h) and parsed. Throws Error with line and column.
nlohmann::json parse_foreign_json(std::string& text);

// The member, or a null value where there is none.
const nlohmann::json& member(const nlohmann::json& object, std::string_view key);

// The member as text: "" where there is none, a number as it is written.
std::string text_member(const nlohmann::json& object, std::string_view key);

// A number; NaN where a file says so ("NaN", null); absent where it is something else.
std::optional<double> number_of(const nlohmann::json& value);

// True if the first bytes hold all these words, in whatever order: enough to recognise a file by.
bool head_has(std::string_view text, std::initializer_list<std::string_view> words);

}  // namespace results::formats

// A JSON text held against a JSON Schema (draft-07).
#pragma once

#include <string>
#include <string_view>

namespace results::formats {

// Empty if the text is valid, else what is wrong with it.
std::string schema_faults(std::string_view schema, const std::string& text);

}  // namespace results::formats

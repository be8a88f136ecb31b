// SQLite's result codes as sentences for the person who runs the tool.
#pragma once

#include <string>

namespace results::store {

// What a failed call means for the store at `path` and what to do about it. `code` is an extended result code,
// `system_error` the errno behind it (0 if none), `message` SQLite's own words, used where nothing better is known.
std::string sentence_for(const std::string& path, int code, int system_error, const std::string& message);

}  // namespace results::store

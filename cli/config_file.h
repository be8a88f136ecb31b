// tandem.toml: where it lies, and reading it. The only file that includes toml++.
#pragma once

#include <string>
#include <string_view>

#include "cli/config.h"

namespace cli {

inline constexpr std::string_view kConfigName = "tandem.toml";

// `asked`, or tandem.toml in `folder` or the nearest folder above it, up to the top of its git repository; empty if
// there is none. Throws UsageError if what was asked for is not there.
std::string find_config(const std::string& asked, const std::string& folder);

// The defaults, with what the file says in their place; an empty path gives the defaults. Where there is a file, relative
// paths of the store and the cache are relative to its folder. Throws UsageError, with file and line, for a key that does not exist
// (naming the closest), a value of the wrong kind, and what is no TOML.
Config read_config(const std::string& path);

// The same of a text; `name` stands for the file in errors and origins.
Config parse_config(std::string_view toml, const std::string& name);

}  // namespace cli

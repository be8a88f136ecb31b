// SHA-256 as text, through OpenSSL (the only place that names it).
#pragma once

#include <string>
#include <string_view>

namespace harness::drive {

// 64 hexadecimal digits.
std::string sha256_of_text(std::string_view text);
std::string sha256_of_file(const std::string& path);  // throws Error if it cannot be read

}  // namespace harness::drive

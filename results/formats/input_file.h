// Files that people have: plain or compressed by gzip, from a path or standard input, in UTF-8 or the UTF-16 that
// PowerShell writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace results::formats {

// A whole file as UTF-8 without a byte order mark; "-" is standard input. Bytes that are no UTF-8 stay as they are.
// Throws Error if it cannot be read, is damaged, or is larger than 2 GiB when unpacked.
std::string input_file(const std::string& path);

// The paths that the patterns stand for, in the order given, each pattern's sorted: "out/*.json". A path that exists,
// and "-", stand for themselves. Throws UsageError for a pattern without a file.
std::vector<std::string> input_paths(const std::vector<std::string>& patterns);

// `text` without the escape sequences that colour a terminal, and with '\n' at the end of each line.
std::string plain_lines(std::string_view text);

}  // namespace results::formats

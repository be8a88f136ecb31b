// Output that is no result file but is given for one again and again, with what to give instead.
#pragma once

#include <string>
#include <string_view>

namespace results::formats {

// "it is Google Benchmark's console output; run it with --benchmark_format=json", or that its form is not known.
std::string what_else_it_is(std::string_view text);
bool is_foreign_output(std::string_view text);

}  // namespace results::formats

// Runs a real program to its end, for black-box tests.
#pragma once

#include <string>
#include <vector>

namespace harness::measure::testing {

struct ProgramResult {
  int exit_status = -1;  // -1 if a signal ended it
  int signal = 0;
  std::string out;
  std::string err;
};

// `argv` with the program's path first; `input` is all of its stdin. Throws Error if it cannot be started.
ProgramResult run_program(const std::vector<std::string>& argv, const std::string& input = "");

std::vector<std::string> lines_of(const std::string& text);

}  // namespace harness::measure::testing

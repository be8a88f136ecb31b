// The report for a terminal. ASCII but for the names; no colour of its own.
#pragma once

#include <functional>
#include <string>

#include "harness/model/report.h"

namespace results::formats {

struct TextStyle {
  int columns = 120;  // of the terminal; names that do not fit get a line of their own
  // Wraps a verdict's word in what colours it; absent: plain. The word is padded already.
  std::function<std::string(harness::Verdict verdict, const std::string& word)> paint;
};

std::string write_text(const harness::Report& report, const TextStyle& style);

}  // namespace results::formats

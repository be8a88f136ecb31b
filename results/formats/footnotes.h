// Notes below a table, numbered in the order of their first use; equal ones are said once.
#pragma once

#include <string>
#include <vector>

#include "harness/model/comparison.h"

namespace results::formats {

// A sentence, and the worker's last lines where it is about a failure.
struct Footnote {
  std::string sentence;
  std::string stderr_tail;

  bool operator==(const Footnote&) const = default;
};

class Footnotes {
 public:
  // The numbers of a comparison's notes, from 1, ascending; notes that are new are added.
  std::vector<std::size_t> numbers_of(const harness::Comparison& comparison);

  [[nodiscard]] const std::vector<Footnote>& footnotes() const { return footnotes_; }

 private:
  std::vector<Footnote> footnotes_;
};

// "(1,3)", or empty.
std::string marks(const std::vector<std::size_t>& numbers);

}  // namespace results::formats

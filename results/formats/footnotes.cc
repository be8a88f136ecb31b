#include "results/formats/footnotes.h"

#include <algorithm>

#include "results/formats/sentences.h"

namespace results::formats {

std::vector<std::size_t> Footnotes::numbers_of(const harness::Comparison& comparison) {
  std::vector<std::size_t> numbers;
  for (const std::string& sentence : notes_of(comparison)) {
    const bool about_failure = numbers.empty() && comparison.failure;  // a failure's note comes first
    const Footnote note{sentence, about_failure ? comparison.failure->stderr_tail : ""};
    const auto found = std::ranges::find(footnotes_, note);
    numbers.push_back(static_cast<std::size_t>(found - footnotes_.begin()) + 1);
    if (found == footnotes_.end()) footnotes_.push_back(note);
  }
  std::ranges::sort(numbers);
  return numbers;
}

std::string marks(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (const std::size_t number : numbers) text += (text.empty() ? "(" : ",") + std::to_string(number);
  return text.empty() ? "" : text + ")";
}

}  // namespace results::formats

// Which commit of a history changed something, found by halving: the order of the questions, and what the answers leave.
// Pure: it builds and measures nothing.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace revisions {

enum class Answer {
  Good,         // as it was at the start of the history
  Bad,          // as it is at its end
  Undecided,    // could not be told: passed over
  Unbuildable,  // passed over
};

std::string_view to_string(Answer answer);  // "good", "bad", "undecided", "unbuildable"
std::optional<Answer> answer_from_string(std::string_view text);

// Commits by their index, oldest first. What came before number 0 is good, the last one is bad.
class Bisection {
 public:
  explicit Bisection(std::size_t commits);  // at least 1

  void answer(std::size_t commit, Answer answer);

  // The commit to ask about next, the one nearest to the middle of what is left; absent at the end.
  [[nodiscard]] std::optional<std::size_t> next() const;

  // Those that may have changed it, oldest first: one, if none between the last good and the first bad was passed over.
  [[nodiscard]] std::vector<std::size_t> suspects() const;

  // The most questions that are still to come if no further commit is passed over.
  [[nodiscard]] int questions_left() const;

 private:
  [[nodiscard]] bool passed_over(std::size_t commit) const { return answers_.contains(commit); }

  std::size_t first_ = 0;  // the oldest that may have changed it
  std::size_t last_;       // the oldest that is known to be bad
  std::map<std::size_t, Answer> answers_;  // of those passed over
};

}  // namespace revisions

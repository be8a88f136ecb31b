#include "revisions/bisection.h"

#include <algorithm>

namespace revisions {
namespace {

constexpr Answer kAnswers[] = {Answer::Good, Answer::Bad, Answer::Undecided, Answer::Unbuildable};

}  // namespace

std::string_view to_string(Answer answer) {
  switch (answer) {
    case Answer::Good: return "good";
    case Answer::Bad: return "bad";
    case Answer::Undecided: return "undecided";
    case Answer::Unbuildable: return "unbuildable";
  }
  return {};
}

std::optional<Answer> answer_from_string(std::string_view text) {
  const auto found = std::ranges::find(kAnswers, text, [](Answer answer) { return to_string(answer); });
  return found == std::end(kAnswers) ? std::nullopt : std::optional(*found);
}

Bisection::Bisection(std::size_t commits) : last_(commits - 1) {}

void Bisection::answer(std::size_t commit, Answer answer) {
  if (answer == Answer::Good) first_ = std::max(first_, commit + 1);
  else if (answer == Answer::Bad) last_ = std::min(last_, commit);
  else answers_.emplace(commit, answer);
}

std::optional<std::size_t> Bisection::next() const {
  // last_ itself is known; asking about `middle` leaves as many before it as after it.
  const std::size_t middle = (first_ + last_) / 2;
  std::optional<std::size_t> nearest;
  const auto distance = [middle](std::size_t commit) { return commit > middle ? commit - middle : middle - commit; };
  for (std::size_t commit = first_; commit < last_; ++commit) {
    if (!passed_over(commit) && (!nearest || distance(commit) < distance(*nearest))) nearest = commit;
  }
  return nearest;
}

std::vector<std::size_t> Bisection::suspects() const {
  std::vector<std::size_t> suspects;
  for (std::size_t commit = first_; commit <= last_; ++commit) suspects.push_back(commit);
  return suspects;
}

int Bisection::questions_left() const {
  int questions = 0;
  for (std::size_t left = last_ - first_ + 1; left > 1; left = (left + 1) / 2) ++questions;
  return questions;
}

}  // namespace revisions

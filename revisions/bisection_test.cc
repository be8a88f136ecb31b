#include "revisions/bisection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace revisions {
namespace {

using ::testing::ElementsAre;

// Asks until there is nothing left to ask; commits from `culprit` on are bad, those in `passed_over` cannot be told.
std::vector<std::size_t> search(std::size_t commits, std::size_t culprit, const std::vector<std::size_t>& passed_over,
                                int* questions = nullptr) {
  Bisection bisection(commits);
  int asked = 0;
  for (auto next = bisection.next(); next; next = bisection.next(), ++asked) {
    const bool skip = std::ranges::find(passed_over, *next) != passed_over.end();
    bisection.answer(*next, skip ? Answer::Undecided : *next >= culprit ? Answer::Bad : Answer::Good);
  }
  if (questions != nullptr) *questions = asked;
  return bisection.suspects();
}

TEST(BisectionTest, FindsEveryCulpritInLogarithmicallyManyQuestions) {
  for (std::size_t commits = 1; commits <= 33; ++commits) {
    const int most = Bisection(commits).questions_left();
    for (std::size_t culprit = 0; culprit < commits; ++culprit) {
      int questions = 0;
      EXPECT_THAT(search(commits, culprit, {}, &questions), ElementsAre(culprit)) << commits;
      EXPECT_LE(questions, most);
    }
  }
  EXPECT_EQ(Bisection(16).questions_left(), 4);
}

TEST(BisectionTest, WhatIsPassedOverElsewhereDoesNotMatter) {
  for (const std::size_t skipped : {0, 1, 2, 12, 14}) EXPECT_THAT(search(16, 7, {skipped}), ElementsAre(7u)) << skipped;
}

TEST(BisectionTest, WhatIsPassedOverBesideTheCulpritIsSuspectedToo) {
  EXPECT_THAT(search(16, 7, {6}), ElementsAre(6u, 7u));
  EXPECT_THAT(search(16, 7, {7}), ElementsAre(7u, 8u));
  EXPECT_THAT(search(16, 7, {5, 6, 7}), ElementsAre(5u, 6u, 7u, 8u));
  EXPECT_THAT(search(3, 2, {0, 1}), ElementsAre(0u, 1u, 2u));
}

TEST(BisectionTest, AnswersHaveWords) {
  for (const Answer answer : {Answer::Good, Answer::Bad, Answer::Undecided, Answer::Unbuildable}) {
    EXPECT_EQ(answer_from_string(to_string(answer)), answer);
  }
  EXPECT_EQ(answer_from_string("perhaps"), std::nullopt);
}

}  // namespace
}  // namespace revisions

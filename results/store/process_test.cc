#include "results/store/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "results/store/testing/child_process.h"

namespace results::store {
namespace {

std::string with_word(std::string text, int index, const std::string& word) {
  std::size_t start = 0;
  for (; index > 0; --index) start = text.find(' ', start) + 1;
  return text.replace(start, text.find(' ', start) - start, word);
}

TEST(Process, ALivingProcessIsNotGone) { EXPECT_FALSE(is_gone(this_process())); }

TEST(Process, AnEndedProcessIsGone) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ChildProcess child([&] {
    const std::string text = this_process();
    return write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1;
  });
  char buffer[1000];
  const ssize_t size = read(ends[0], buffer, sizeof buffer);
  ASSERT_GT(size, 0);
  EXPECT_EQ(child.wait(), 0);
  EXPECT_TRUE(is_gone(std::string(buffer, static_cast<std::size_t>(size))));
  close(ends[0]);
  close(ends[1]);
}

TEST(Process, ANumberThatWasTakenAgainIsAnotherProcess) {
  const std::string text = this_process();
  EXPECT_TRUE(is_gone(text.substr(0, text.rfind(' ')) + " 1"));
}

TEST(Process, ABootEndsWhatRanBefore) { EXPECT_TRUE(is_gone(with_word(this_process(), 1, "another-boot"))); }

TEST(Process, OfOtherHostsAndNamespacesNothingIsKnown) {
  EXPECT_FALSE(is_gone(with_word(with_word(this_process(), 0, "elsewhere"), 1, "another-boot")));
  const std::string other_namespace = with_word(this_process(), 2, "pid:[1]");
  EXPECT_FALSE(is_gone(other_namespace.substr(0, other_namespace.rfind(' ')) + " 1"));
  EXPECT_FALSE(is_gone(""));
}

}  // namespace
}  // namespace results::store

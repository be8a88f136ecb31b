// The time that a comparison may take.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace cli {

class Budget {
 public:
  // `asked` ends the run wherever it is; without it, `otherwise` does, but not before a trial's first look.
  Budget(std::optional<std::chrono::nanoseconds> asked, std::chrono::nanoseconds otherwise, int first_look);

  // Whether a trial with so many launch pairs has to stop now. Remembers that one had to.
  bool ends(int launch_pairs);

  // The sentence that a run owes whose trials were stopped.
  [[nodiscard]] std::vector<std::string> notes() const;

 private:
  std::chrono::nanoseconds most_;
  int at_least_;  // launch pairs
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  bool spent_ = false;
};

}  // namespace cli

// One line on a terminal that says how far a run is, rewritten in place; nothing where stderr is no terminal.
#pragma once

#include <chrono>
#include <string>

namespace cli {

class Progress {
 public:
  enum class Show { Always, Never };

  Progress(int launch_pairs, Show show);
  ~Progress();  // leaves an empty line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Call between launch pairs only: writing during a round costs about 1 % of the batches around it.
  void launch_pair_done(const std::string& scenario);
  // So many launch pairs will not be needed.
  void skip(int launch_pairs);

 private:
  void draw(const std::string& scenario) const;

  int planned_;
  int done_ = 0;
  bool shown_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace cli

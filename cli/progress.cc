#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "cli/quantities.h"

namespace cli {

Progress::Progress(int launch_pairs, Show show)
    : planned_(launch_pairs), shown_(show == Show::Always && isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
}

void Progress::launch_pair_done(const std::string& scenario) {
  ++done_;
  draw(scenario);
}

void Progress::skip(int launch_pairs) { planned_ = std::max(done_, planned_ - launch_pairs); }

void Progress::draw(const std::string& scenario) const {
  if (!shown_ || done_ == 0) return;
  const auto elapsed = std::chrono::steady_clock::now() - started_;
  const auto left = elapsed / done_ * (planned_ - done_);
  std::cerr << "\r\x1b[K" << done_ << '/' << planned_ << " launch pairs, " << format_duration(left) << " left: " << scenario
            << std::flush;
}

}  // namespace cli

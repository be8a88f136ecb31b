#include "cli/interruption.h"

#include <csignal>

namespace cli {
namespace {

// Signal handlers can reach nothing but static storage.
std::atomic<bool> interrupted = false;

void note_signal(int) { interrupted = true; }

}  // namespace

const std::atomic<bool>& watch_for_interruption() {
  struct sigaction action = {};
  action.sa_handler = note_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the next one meets the default: the program ends
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  sigaction(SIGHUP, &action, nullptr);  // the terminal went away: what was measured is kept and reported all the same
  return interrupted;
}

}  // namespace cli

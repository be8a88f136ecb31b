// Numbers within sentences.
#pragma once

#include <iomanip>
#include <sstream>
#include <string>

namespace harness::machine {

inline std::string decimal(double value) {
  std::ostringstream out;
  out << std::fixed << std::setprecision(1) << value;
  return out.str();
}

inline std::string percent(double share) { return decimal(100 * share) + " %"; }

inline std::string cpus(std::size_t count) { return std::to_string(count) + (count == 1 ? " CPU" : " CPUs"); }

}  // namespace harness::machine

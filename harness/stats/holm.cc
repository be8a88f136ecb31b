#include "harness/stats/holm.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace harness::stats {

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> rising(p.size());
  std::iota(rising.begin(), rising.end(), std::size_t{0});
  std::stable_sort(rising.begin(), rising.end(), [&p](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < rising.size(); ++rank) {
    largest = std::max(largest, p[rising[rank]] * static_cast<double>(p.size() - rank));
    adjusted[rising[rank]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace harness::stats

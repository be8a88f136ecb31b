#include "harness/model/glob.h"

#include <fnmatch.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace harness {
namespace {

// Edits to and from a known name: insertions, deletions, substitutions, each counting 1.
struct Distance {
  std::size_t to_part = 0;
  std::size_t to_all = 0;
};

// One row per byte of `name` of the table of edits (Wagner and Fischer). The first row holds what it costs to skip the
// start of `text`: nothing where a part of it is wanted (Sellers), its length where all of it is.
std::vector<std::size_t> last_row(std::string_view name, std::string_view text, std::vector<std::size_t> row) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < text.size(); ++j) {
      const std::size_t substituted = diagonal + (name[i] == text[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({substituted, diagonal + 1, row[j] + 1});
    }
  }
  return row;
}

Distance distance(std::string_view name, std::string_view text) {
  std::vector<std::size_t> from_anywhere(text.size() + 1, 0);
  std::vector<std::size_t> from_start(text.size() + 1);
  std::iota(from_start.begin(), from_start.end(), std::size_t{0});
  return {std::ranges::min(last_row(name, text, std::move(from_anywhere))),
          last_row(name, text, std::move(from_start)).back()};
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
  return pattern == text || fnmatch(std::string(pattern).c_str(), std::string(text).c_str(), FNM_NOESCAPE) == 0;
}

std::vector<std::string> closest_names(std::string_view name, std::span<const std::string> known, std::size_t limit) {
  std::vector<std::pair<Distance, std::string>> ranked;
  for (const std::string& candidate : known) ranked.emplace_back(distance(name, candidate), candidate);
  std::ranges::stable_sort(ranked, {},
                           [](const auto& entry) { return std::tuple(entry.first.to_part, entry.first.to_all); });
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(limit, ranked.size()); ++i) names.push_back(std::move(ranked[i].second));
  return names;
}

}  // namespace harness

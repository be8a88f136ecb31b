#include "harness/model/unit.h"

#include <array>

namespace harness {
namespace {

enum class Kind { Time, Bytes, Count };

struct Scale {
  std::string_view word;
  Kind kind;
  double factor;  // in picoseconds, bytes or pieces
};

// Times are in picoseconds, so that every factor is a whole number and quotients of powers of ten are exact. "K" and "M"
// before B are decimal, as the SI has it; the binary ones say so ("KiB").
constexpr std::array kScales{
    Scale{"s", Kind::Time, 1e12},       Scale{"sec", Kind::Time, 1e12},     Scale{"second", Kind::Time, 1e12},
    Scale{"seconds", Kind::Time, 1e12}, Scale{"ms", Kind::Time, 1e9},       Scale{"msec", Kind::Time, 1e9},
    Scale{"us", Kind::Time, 1e6},       Scale{"usec", Kind::Time, 1e6},     Scale{"\u00B5s", Kind::Time, 1e6},
    Scale{"\u03BCs", Kind::Time, 1e6},  Scale{"ns", Kind::Time, 1e3},       Scale{"nsec", Kind::Time, 1e3},
    Scale{"ps", Kind::Time, 1},         Scale{"min", Kind::Time, 60e12},    Scale{"h", Kind::Time, 3600e12},
    Scale{"bytes", Kind::Bytes, 1},     Scale{"B", Kind::Bytes, 1},         Scale{"kB", Kind::Bytes, 1e3},
    Scale{"KB", Kind::Bytes, 1e3},      Scale{"MB", Kind::Bytes, 1e6},      Scale{"GB", Kind::Bytes, 1e9},
    Scale{"KiB", Kind::Bytes, 1024},    Scale{"MiB", Kind::Bytes, 1048576}, Scale{"GiB", Kind::Bytes, 1073741824},
    Scale{"count", Kind::Count, 1},     Scale{"K", Kind::Count, 1e3},       Scale{"M", Kind::Count, 1e6},
    Scale{"G", Kind::Count, 1e9}};

const Scale* scale_of(std::string_view word) {
  for (const Scale& scale : kScales) {
    if (scale.word == word) return &scale;
  }
  return nullptr;
}

struct Parts {
  std::string_view above, below;
};

Parts parts_of(std::string_view unit) {
  const std::size_t slash = unit.rfind('/');
  if (slash == std::string_view::npos) return {unit, ""};
  return {unit.substr(0, slash), unit.substr(slash + 1)};
}

std::optional<double> word_ratio(std::string_view from, std::string_view to) {
  if (from == to) return 1.0;
  const Scale* one = scale_of(from);
  const Scale* other = scale_of(to);
  if (one == nullptr || other == nullptr || one->kind != other->kind) return std::nullopt;
  return one->factor / other->factor;
}

bool is_of(std::string_view word, Kind kind) {
  const Scale* scale = scale_of(word);
  return scale != nullptr && scale->kind == kind;
}

}  // namespace

std::optional<double> unit_ratio(std::string_view from, std::string_view to) {
  if (from == to) return 1.0;
  const Parts one = parts_of(from);
  const Parts other = parts_of(to);
  if (one.below.empty() != other.below.empty()) return std::nullopt;
  const auto above = word_ratio(one.above, other.above);
  const auto below = word_ratio(other.below, one.below);
  if (!above || !below) return std::nullopt;
  return *above * *below;
}

bool is_time_unit(std::string_view unit) { return is_of(parts_of(unit).above, Kind::Time); }

bool is_rate_unit(std::string_view unit) {
  const Parts parts = parts_of(unit);
  return !parts.above.empty() && !is_time_unit(parts.above) && is_of(parts.below, Kind::Time);
}

bool is_measured_unit(std::string_view unit) {
  const Parts parts = parts_of(unit);
  return is_of(parts.above, Kind::Time) || is_of(parts.above, Kind::Bytes) || is_rate_unit(unit);
}

}  // namespace harness

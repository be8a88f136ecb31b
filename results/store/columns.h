// Reads a row from left to right, so that the order of a SELECT list is written once and the reader follows it.
#pragma once

#include <optional>
#include <string>

#include "results/store/db.h"

namespace results::store {

class Columns {
 public:
  explicit Columns(const Row& row) : row_(row) {}

  std::string text() { return std::string(row_.text(next_++)); }
  std::string_view view() { return row_.text(next_++); }
  std::string_view blob() { return row_.blob(next_++); }
  std::int64_t integer() { return row_.integer(next_++); }
  int small() { return static_cast<int>(integer()); }
  std::uint64_t bits() { return std::bit_cast<std::uint64_t>(integer()); }
  double real() { return row_.real(next_++); }
  std::optional<double> maybe_real() { return skip_null() ? std::nullopt : std::optional(real()); }
  std::optional<int> maybe_small() { return skip_null() ? std::nullopt : std::optional(small()); }

 private:
  bool skip_null() {
    if (!row_.is_null(next_)) return false;
    ++next_;
    return true;
  }

  const Row& row_;
  int next_ = 0;
};

}  // namespace results::store

#include "results/store/db.h"

#include <algorithm>

#include "harness/model/utf8.h"

namespace results::store {

Value::Value(std::string_view text) {
  std::string clean = harness::valid_utf8(text);
  std::size_t nul = 0;
  while ((nul = clean.find('\0', nul)) != std::string::npos) clean.replace(nul, 1, "\xEF\xBF\xBD");
  value_ = std::move(clean);
}

Value::Value(const std::optional<double>& value) {
  if (value) value_ = *value;
}

Value::Value(const std::optional<int>& value) {
  if (value) value_ = std::int64_t{*value};
}

Value::Value(const std::optional<std::string>& text) {
  if (text) *this = Value(*text);
}

}  // namespace results::store

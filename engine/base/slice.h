// A view of bytes that somebody else owns. Ordered as memcmp orders, a prefix before what it is a prefix of.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

namespace engine {

class Slice {
 public:
  Slice() = default;
  Slice(const void* data, std::size_t size) : data_(static_cast<const char*>(data)), size_(size) {}
  Slice(std::string_view text) : data_(text.data()), size_(text.size()) {}    // NOLINT: a view of a view
  Slice(const char* text) : Slice(std::string_view(text)) {}                  // NOLINT: up to its '\0'
  Slice(const std::string& text) : data_(text.data()), size_(text.size()) {}  // NOLINT: as above

  [[nodiscard]] const char* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::string_view view() const { return {data_, size_}; }

  // < 0, 0 or > 0. std::memcmp of the common part, then the length.
  [[nodiscard]] int compare(Slice other) const {
    const std::size_t common = std::min(size_, other.size_);
    const int order = common == 0 ? 0 : std::memcmp(data_, other.data_, common);
    if (order != 0) return order;
    return size_ < other.size_ ? -1 : static_cast<int>(size_ > other.size_);
  }

  friend bool operator==(Slice left, Slice right) { return left.size_ == right.size_ && left.compare(right) == 0; }
  friend std::strong_ordering operator<=>(Slice left, Slice right) { return left.compare(right) <=> 0; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace engine

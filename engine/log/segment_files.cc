#include "engine/log/segment_files.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "engine/base/file.h"

namespace engine {
namespace {

constexpr std::string_view kPrefix = "wal-";
constexpr std::size_t kDigits = 9;  // so that names sort as numbers do; more digits are fine, after a billion segments

std::optional<std::uint64_t> SequenceOf(std::string_view name) {
  if (!name.starts_with(kPrefix) || name.size() < kPrefix.size() + kDigits) return std::nullopt;
  std::uint64_t sequence = 0;
  const char* const end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + kPrefix.size(), end, sequence);
  if (error != std::errc() || stop != end) return std::nullopt;
  return sequence;
}

}  // namespace

std::string SegmentPath(const std::string& directory, std::uint64_t sequence) {
  std::string digits = std::to_string(sequence);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return directory + "/" + std::string(kPrefix) + digits;
}

Status ListSegments(const std::string& directory, std::vector<std::uint64_t>* sequences) {
  std::vector<std::string> names;
  if (Status status = ListDirectory(directory, &names); !status.ok()) return status;
  sequences->clear();
  for (const std::string& name : names) {
    if (const std::optional<std::uint64_t> sequence = SequenceOf(name)) sequences->push_back(*sequence);
  }
  std::sort(sequences->begin(), sequences->end());
  for (std::size_t i = 1; i < sequences->size(); ++i) {
    const std::uint64_t missing = (*sequences)[i - 1] + 1;
    if ((*sequences)[i] != missing) return Status::Corruption(SegmentPath(directory, missing) + " is missing");
  }
  return Status::Ok();
}

}  // namespace engine

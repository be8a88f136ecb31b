#include "results/formats/input_file.h"

#include <fcntl.h>
#include <glob.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "harness/model/error.h"

namespace results::formats {
namespace {

// A few kilobytes of gzip can unpack to anything; the largest result file that was ever seen had some 100 MB.
constexpr std::size_t kMostBytes = std::size_t{2} << 30;
constexpr unsigned kPiece = 1 << 18;

struct CloseGzip {
  void operator()(gzFile file) const { gzclose(file); }
};
using Gzip = std::unique_ptr<gzFile_s, CloseGzip>;

std::string system_words() { return std::strerror(errno); }

// zlib reads what is not compressed as it is.
Gzip opened(const std::string& path) {
  if (path != "-" && std::filesystem::is_directory(path)) {
    throw harness::Error(path + " is a folder; name the files in it, as '" + path + "/*.json'");
  }
  const int descriptor = path == "-" ? dup(STDIN_FILENO) : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw harness::Error(path + " cannot be read: " + system_words());
  Gzip file(gzdopen(descriptor, "rb"));
  if (!file) throw harness::Error(path + " cannot be read: there is no memory for it");
  gzbuffer(file.get(), kPiece);
  return file;
}

// Room for the whole file at once, so that growing never keeps two copies of a large one.
void reserve_for(const std::string& path, std::string& text) {
  std::error_code unknown;
  const auto size = path == "-" ? 0 : std::filesystem::file_size(path, unknown);
  if (!unknown && size < kMostBytes) text.reserve(size + 1);
}

std::string bytes_of(const std::string& path) {
  const Gzip file = opened(path);
  std::string text;
  reserve_for(path, text);
  std::string piece(kPiece, '\0');
  for (int count = 0; (count = gzread(file.get(), piece.data(), kPiece)) != 0;) {
    if (count < 0) break;
    if (text.size() + static_cast<std::size_t>(count) > kMostBytes) throw harness::Error(path + " is larger than 2 GiB");
    text.append(piece, 0, static_cast<std::size_t>(count));
  }
  int trouble = Z_OK;
  const char* words = gzerror(file.get(), &trouble);
  if (trouble == Z_ERRNO) throw harness::Error(path + " cannot be read: " + system_words());
  if (trouble != Z_OK) throw harness::Error(path + " is damaged: " + words);
  return text;
}

void append_utf8(std::string& text, char32_t point) {
  const auto tail = [&](int shift) { text.push_back(static_cast<char>(0x80 | ((point >> shift) & 0x3F))); };
  if (point < 0x80) return text.push_back(static_cast<char>(point));
  if (point < 0x800) return text.push_back(static_cast<char>(0xC0 | (point >> 6))), tail(0);
  if (point < 0x10000) return text.push_back(static_cast<char>(0xE0 | (point >> 12))), tail(6), tail(0);
  text.push_back(static_cast<char>(0xF0 | (point >> 18))), tail(12), tail(6), tail(0);
}

// `high`: the place of a unit's high byte, 1 in little-endian text. Half a pair becomes U+FFFD.
std::string from_utf16(std::string_view bytes, std::size_t high) {
  const auto unit = [&](std::size_t at) {
    return static_cast<char32_t>(static_cast<unsigned char>(bytes[at + high]) << 8 |
                                 static_cast<unsigned char>(bytes[at + 1 - high]));
  };
  std::string text;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    const char32_t one = unit(at);
    const char32_t other = at + 3 < bytes.size() ? unit(at + 2) : 0;
    const bool pair = one >= 0xD800 && one < 0xDC00 && other >= 0xDC00 && other < 0xE000;
    if (pair) at += 2;
    const bool half = !pair && one >= 0xD800 && one < 0xE000;
    append_utf8(text, pair ? 0x10000 + ((one - 0xD800) << 10) + (other - 0xDC00) : half ? 0xFFFD : one);
  }
  return text;
}

}  // namespace

std::string input_file(const std::string& path) {
  std::string text = bytes_of(path);
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  if (text.starts_with("\xFF\xFE")) return from_utf16(std::string_view(text).substr(2), 1);
  if (text.starts_with("\xFE\xFF")) return from_utf16(std::string_view(text).substr(2), 0);
  return text;
}

std::vector<std::string> input_paths(const std::vector<std::string>& patterns) {
  std::vector<std::string> paths;
  for (const std::string& pattern : patterns) {
    std::error_code unknown;
    if (pattern == "-" || std::filesystem::exists(pattern, unknown)) {
      paths.push_back(pattern);
      continue;
    }
    glob_t found{};
    const int trouble = glob(pattern.c_str(), 0, nullptr, &found);
    for (std::size_t i = 0; i < found.gl_pathc; ++i) paths.emplace_back(found.gl_pathv[i]);
    globfree(&found);
    if (trouble != 0) throw harness::UsageError("there is no file " + pattern);
  }
  return paths;
}

std::string plain_lines(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '\x1B' && at + 1 < text.size() && text[at + 1] == '[') {
      // A control sequence ends with its first byte from '@' on (ECMA-48, 5.4).
      for (at += 2; at < text.size() && (text[at] < '@' || text[at] > '~'); ++at) {
      }
    } else if (letter == '\r') {
      if (at + 1 == text.size() || text[at + 1] != '\n') plain.push_back('\n');
    } else {
      plain.push_back(letter);
    }
  }
  return plain;
}

}  // namespace results::formats

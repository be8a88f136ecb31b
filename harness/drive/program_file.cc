#include "harness/drive/program_file.h"

#include <openssl/evp.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include "harness/model/error.h"

namespace harness::drive {
namespace {

std::string state_of(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) throw Error("cannot read " + path + ": " + std::strerror(errno));
  std::string state;
  for (const auto part :
       {std::uintmax_t{status.st_dev}, std::uintmax_t{status.st_ino}, static_cast<std::uintmax_t>(status.st_size),
        static_cast<std::uintmax_t>(status.st_mtim.tv_sec), static_cast<std::uintmax_t>(status.st_mtim.tv_nsec)}) {
    state += std::to_string(part) + ' ';
  }
  return state;
}

std::string hexadecimal(const unsigned char* bytes, unsigned size) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    text += kDigits[bytes[i] >> 4U];
    text += kDigits[bytes[i] & 15U];
  }
  return text;
}

std::string digest_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  bool fine = file && context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  std::array<char, 1 << 16> piece;  // NOLINT: filled by read()
  while (fine && file) {
    file.read(piece.data(), piece.size());
    fine = EVP_DigestUpdate(context.get(), piece.data(), static_cast<std::size_t>(file.gcount())) == 1;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  fine = fine && !file.bad() && EVP_DigestFinal_ex(context.get(), digest.data(), &size) == 1;
  if (!fine) throw Error("cannot read " + path + " to compute its SHA-256");
  return hexadecimal(digest.data(), size);
}

}  // namespace

std::string ProgramDigests::sha256(const std::string& path) {
  std::string& digest = digests_[state_of(path)];
  if (digest.empty()) digest = digest_of(path);
  return digest;
}

}  // namespace harness::drive

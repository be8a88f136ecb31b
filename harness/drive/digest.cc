#include "harness/drive/digest.h"

#include <openssl/evp.h>

#include <array>
#include <fstream>
#include <memory>

#include "harness/model/error.h"

namespace harness::drive {
namespace {

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), EVP_MD_CTX_free) {
    require(context_ && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
  }

  void add(std::string_view piece) { require(EVP_DigestUpdate(context_.get(), piece.data(), piece.size()) == 1); }

  std::string digits() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    require(EVP_DigestFinal_ex(context_.get(), digest.data(), &size) == 1);
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (unsigned i = 0; i < size; ++i) {
      text += kDigits[digest[i] >> 4U];
      text += kDigits[digest[i] & 15U];
    }
    return text;
  }

 private:
  static void require(bool done) {
    if (!done) throw Error("OpenSSL could not compute a SHA-256 on this machine");
  }

  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string sha256_of_text(std::string_view text) {
  Sha256 digest;
  digest.add(text);
  return digest.digits();
}

std::string sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error("cannot open " + path + " to compute its SHA-256");
  Sha256 digest;
  std::array<char, 1 << 16> piece;  // NOLINT: filled by read()
  while (file) {
    file.read(piece.data(), piece.size());
    digest.add({piece.data(), static_cast<std::size_t>(file.gcount())});
  }
  if (file.bad()) throw Error("cannot read " + path + " to compute its SHA-256");
  return digest.digits();
}

}  // namespace harness::drive

#include "harness/drive/program_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "harness/drive/digest.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

// The digests of FIPS 180-2, appendix B.
TEST(Sha256, GivesThePublishedDigests) {
  EXPECT_EQ(sha256_of_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of_text(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ProgramDigests, FollowAFileThatChanges) {
  std::string folder = testing::TempDir() + "tandem_digest_XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string path = folder + "/program";
  ProgramDigests digests;
  std::ofstream(path) << "abc";
  EXPECT_EQ(digests.sha256(path), sha256_of_text("abc"));
  EXPECT_EQ(digests.sha256(path), sha256_of_text("abc"));
  std::ofstream(path) << "another";
  EXPECT_EQ(digests.sha256(path), sha256_of_text("another"));
  std::filesystem::remove_all(folder);
  EXPECT_THROW(digests.sha256(path), Error);
}

}  // namespace
}  // namespace harness::drive

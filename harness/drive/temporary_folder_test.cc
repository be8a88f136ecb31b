#include "harness/drive/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace harness::drive {
namespace {

TEST(TemporaryFolder, IsGoneWithWhatIsInIt) {
  std::string path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::ofstream(path + "/file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path + "/file"));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolderDeathTest, APlaceThatIsNotThereIsNamedWithTheVariable) {
  const auto made_nowhere = [] {
    setenv("TMPDIR", "/nowhere", 1);  // in the child of the death test alone
    try {
      const TemporaryFolder folder;
    } catch (const Error& error) {
      std::fprintf(stderr, "%s\n", error.what());
      std::exit(1);
    }
  };
  EXPECT_EXIT(made_nowhere(), testing::ExitedWithCode(1), "cannot make a temporary folder in '.*TMPDIR says where");
}

}  // namespace
}  // namespace harness::drive

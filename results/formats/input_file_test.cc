#include "results/formats/input_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>

#include "harness/model/error.h"
#include "results/formats/formats.h"

namespace results::formats {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class InputFile : public testing::Test {
 protected:
  InputFile() : folder_(std::filesystem::temp_directory_path() / ("tandem_input_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~InputFile() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

TEST_F(InputFile, ReadsPlainAndCompressedFilesAlike) {
  const std::string text = "some text\nof two lines\n";
  const std::string path = folder_ / "a.gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  ASSERT_EQ(gzwrite(file, text.data(), static_cast<unsigned>(text.size())), static_cast<int>(text.size()));
  gzclose(file);
  EXPECT_EQ(input_file(path), text);
  EXPECT_EQ(input_file(write("a.txt", text)), text);
  EXPECT_EQ(input_file(write("empty", "")), "");
}

TEST_F(InputFile, ADamagedArchiveIsAnError) {
  const std::string path = folder_ / "a.gz";
  const gzFile file = gzopen(path.c_str(), "wb");
  const std::string text(5000, 'x');
  gzwrite(file, text.data(), 5000);
  gzclose(file);
  std::filesystem::resize_file(path, 20);
  EXPECT_THROW((void)input_file(path), harness::Error);
}

TEST_F(InputFile, TakesOffByteOrderMarksAndReadsUtf16) {
  using namespace std::string_literals;
  EXPECT_EQ(input_file(write("8", "\xEF\xBB\xBF{}")), "{}");
  EXPECT_EQ(input_file(write("16le", "\xFF\xFEh\0\xB5\0\x3D\xD8\x00\xDE"s)), "h\u00B5\U0001F600");
  EXPECT_EQ(input_file(write("16be", "\xFE\xFF\0h\0\xB5\xD8\x3D"s)), "h\u00B5\uFFFD");
}

TEST_F(InputFile, WhatIsNoFileIsSaid) {
  EXPECT_THROW((void)input_file(folder_ / "none"), harness::Error);
  try {
    (void)input_file(folder_);
    FAIL() << "accepted";
  } catch (const harness::Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("is a folder"));
  }
}

TEST_F(InputFile, PatternsStandForTheirFilesInOrder) {
  const std::string b = write("b.json", "x");
  const std::string a = write("a.json", "x");
  write("c.txt", "x");
  const std::string odd = write("[odd]*", "x");
  EXPECT_THAT(input_paths({folder_ / "*.json", "-"}), ElementsAre(a, b, "-"));
  EXPECT_THAT(input_paths({odd}), ElementsAre(odd));
  EXPECT_THROW((void)input_paths({folder_ / "*.xml"}), harness::UsageError);
}

TEST(PlainLines, HaveNoColoursAndNoCarriageReturns) {
  EXPECT_EQ(plain_lines("\x1B[1;32mrate: 5\x1B[0m calls/sec\r\nnext\rlast"), "rate: 5 calls/sec\nnext\nlast");
}

TEST(ReadRecording, WhatIsNotKnownIsRefusedWithWhatIs) {
  const auto refusal = [](const std::string& text, std::string_view as = "") -> std::string {
    try {
      (void)read_recording(text, "x.txt", as);
    } catch (const harness::Error& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(refusal("hello"), HasSubstr("x.txt: its form is not known; what can be read: google-benchmark"));
  EXPECT_THAT(refusal(" \n"), HasSubstr("x.txt: there are no results in it: it is empty"));
  EXPECT_THAT(refusal("Benchmark                Time       CPU   Iterations\n"), HasSubstr("--benchmark_out=FILE"));
  EXPECT_THAT(refusal("hello", "yaml"), HasSubstr("there is no format to read 'yaml'; there are: google-benchmark"));
}

}  // namespace
}  // namespace results::formats

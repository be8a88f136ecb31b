#include "results/formats/formats.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "harness/model/error.h"
#include "results/formats/display.h"
#include "results/formats/testing/made_up_report.h"
#include "results/formats/text.h"

namespace results::formats {
namespace {

using testing::HasSubstr;
using testing::Not;

// Where the approved texts lie; set by the build.
const std::filesystem::path kApproved = APPROVED_FOLDER;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// Compares with a text that a person has looked at. With TANDEM_APPROVE set, the text of today is approved instead:
// ci/approve does that, and git shows what changed.
void expect_approved(const std::string& text, const std::string& name) {
  const std::filesystem::path path = kApproved / name;
  if (std::getenv("TANDEM_APPROVE") != nullptr) std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(text, content_of(path)) << "if this is what it should be, run ci/approve and look at the difference";
}

class EveryFormat : public testing::TestWithParam<Format> {};

TEST_P(EveryFormat, WritesWhatWasApproved) {
  const Format& format = GetParam();
  const std::string name = std::string(format.name) + ".approved." + std::string(format.extension);
  expect_approved(format.write(made_up_report()), "made_up_" + name);
  expect_approved(format.write(hostile_report()), "hostile_" + name);
}

// Tables for other programs have no place for a run.
bool is_table(const Format& format) { return format.name == "csv" || format.name == "hyperfine" || format.name == "go"; }

TEST_P(EveryFormat, WritesAReportWithoutComparisons) {
  const harness::Report report = made_up_report();
  const std::string text = GetParam().write({report.run, report.machine, {}});
  EXPECT_EQ(text.find(report.run.id) == std::string::npos, is_table(GetParam()) && GetParam().name != "go");
  EXPECT_NO_THROW((void)GetParam().write({}));
}

TEST_P(EveryFormat, SaysThatARunWasInterrupted) {
  harness::Report report = made_up_report();
  report.run.state = harness::RunState::Interrupted;
  report.run.finished_at.clear();
  EXPECT_EQ(GetParam().write(report).find("interrupted") == std::string::npos, is_table(GetParam()));
}

TEST_P(EveryFormat, IsFoundByName) { EXPECT_EQ(format_named(GetParam().name).write, GetParam().write); }

std::vector<Format> written_formats() {
  std::vector<Format> written;
  std::ranges::copy_if(formats(), std::back_inserter(written), [](const Format& format) { return format.write != nullptr; });
  return written;
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryFormat, testing::ValuesIn(written_formats()), [](const auto& info) {
  std::string name(info.param.name);
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(Formats, AnUnknownNameGetsTheKnownOnes) {
  try {
    (void)format_named("yaml");
    FAIL() << "accepted";
  } catch (const harness::UsageError& error) {
    EXPECT_STREQ(error.what(), "there is no format 'yaml'; there are: text, json, markdown, junit, csv, gerrit, github, "
                               "prometheus, google-benchmark, hyperfine, go, commit-message");
  }
}

TEST(Text, FitsATerminalOf120Columns) {
  for (const std::string& line : lines_of(write_text(made_up_report(), {})))
    EXPECT_LE(display_width(line), 120) << line;
}

TEST(Text, NoByteOfANameActsOnTheTerminal) {
  const std::string text = write_text(hostile_report(), {});
  for (const char letter : text) EXPECT_TRUE(letter == '\n' || static_cast<unsigned char>(letter) >= 0x20);
  EXPECT_THAT(text, Not(HasSubstr("\xE2\x80\xAE")));
}

TEST(Text, VerdictsCanBePaintedWithoutMovingAnything) {
  const harness::Report report = made_up_report();
  TextStyle style;
  style.paint = [](harness::Verdict verdict, const std::string& word) {
    return verdict == harness::Verdict::Regressed ? "\x1B[31m" + word + "\x1B[0m" : word;
  };
  std::string painted = write_text(report, style);
  EXPECT_THAT(painted, HasSubstr("\x1B[31mregressed\x1B[0m"));
  for (const std::string code : {"\x1B[31m", "\x1B[0m"}) painted.erase(painted.find(code), code.size());
  EXPECT_EQ(painted, write_text(report, {}));
}

TEST(Markdown, FoldsWhatDidNotChangeAndWhatIsTooMuch) {
  harness::Report report = made_up_report();
  const harness::Comparison improved = report.comparisons[0];
  const harness::Comparison unchanged = report.comparisons[3];
  report.comparisons.assign(25, improved);
  report.comparisons.push_back(unchanged);
  const std::string text = format_named("markdown").write(report);
  EXPECT_THAT(text, HasSubstr("<summary>and 5 more</summary>"));
  EXPECT_THAT(text, HasSubstr("<summary>1 unchanged</summary>"));
  std::size_t rows = 0;
  for (std::size_t at = text.find("| example/"); at != std::string::npos; at = text.find("| example/", at + 1)) ++rows;
  EXPECT_EQ(rows, 26u + 25u);  // every comparison, and every claim
}

}  // namespace
}  // namespace results::formats

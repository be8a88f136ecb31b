#include "cli/config.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "cli/config_file.h"
#include "harness/model/error.h"

namespace cli {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kEverything = R"(store = "night.db"

[build]
commands = ["meson setup build", "ninja -C build \"worker\""]
timeout = "30min"
cache = "cache"
keep = 3
free_space_mib = 5

[[worker]]
program = "build/worker"

[[worker]]
kind = "command"
program = "build/sort"
arguments = ["-n", "1000"]
name = "sort/numbers"

[scenarios]
only = ["log/*", "fs/*"]
skip = ["fs/slow"]

[tolerances]
"*" = "2%"
"log/*" = "0.5%"
"a/first" = "3%"

[[expected]]
scenario = "log/wal_append"
regression = "4%"
until = 2026-12-31
why = "a checksum of every batch"

[budget]
preset = "standard"
launch_pairs = 24
batch_timeout = "5s"
launch_timeout = "90s"

[gate]
fail_on = ["regressed"]
max_regression = "5%"
)";

std::string refusal(std::string_view toml) {
  try {
    (void)parse_config(toml, "tandem.toml");
  } catch (const harness::UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(ConfigTest, EveryKeyIsRead) {
  const Config config = parse_config(kEverything, "tandem.toml");
  EXPECT_EQ(config.store.value, "night.db");
  EXPECT_EQ(config.build_commands.value[1], "ninja -C build \"worker\"");
  EXPECT_EQ(config.build_timeout.value, 30min);
  EXPECT_EQ(config.builds_kept.value, 3);
  EXPECT_EQ(config.free_space_mib.value, 5);
  ASSERT_EQ(config.workers.value.size(), 2u);
  EXPECT_EQ(config.workers.value[0].kind, WorkerKind::Tandem);
  EXPECT_EQ(config.workers.value[1].kind, WorkerKind::Command);
  EXPECT_EQ(config.workers.value[1].arguments, (std::vector<std::string>{"-n", "1000"}));
  EXPECT_EQ(config.workers.value[1].name, "sort/numbers");
  ASSERT_EQ(config.expected.value.size(), 1u);
  EXPECT_EQ(config.expected.value[0].until, "2026-12-31");
  EXPECT_DOUBLE_EQ(config.expected.value[0].regression, 0.04);
  EXPECT_EQ(config.preset.value, harness::Preset::Standard);
  EXPECT_EQ(config.launch_pairs.value, 24);
  EXPECT_EQ(config.batch_timeout.value, 5s);
  EXPECT_EQ(config.launch_timeout.value, 90s);
  EXPECT_EQ(config.fail_on.value, std::set{harness::Verdict::Regressed});
  EXPECT_DOUBLE_EQ(config.max_regression.value, 0.05);
}

TEST(ConfigTest, TheLastToleranceOfTheFileThatMatchesCounts) {
  const Config config = parse_config(kEverything, "tandem.toml");
  EXPECT_DOUBLE_EQ(tolerance_of(config, "log/wal_append"), 0.005);
  EXPECT_DOUBLE_EQ(tolerance_of(config, "fs/reopen"), 0.02);
  EXPECT_DOUBLE_EQ(tolerance_of(config, "a/first"), 0.03);
  EXPECT_DOUBLE_EQ(tolerance_of(parse_config("[tolerances]\n\"log/*\" = \"5%\"\n", "t"), "fs/reopen"), 0.01);
}

TEST(ConfigTest, OnlyAndSkipChooseScenarios) {
  const Config config = parse_config(kEverything, "tandem.toml");
  EXPECT_TRUE(is_measured(config, "fs/reopen"));
  EXPECT_FALSE(is_measured(config, "fs/slow"));
  EXPECT_FALSE(is_measured(config, "client/op_storage"));
  EXPECT_TRUE(is_measured({}, "client/op_storage"));
}

TEST(ConfigTest, OriginsAreLinesDefaultsAndTheCommandLine) {
  Config config = parse_config(kEverything, "tandem.toml");
  config.preset.override(harness::Preset::Full);
  EXPECT_EQ(to_string(config.store.origin), "tandem.toml:1");
  EXPECT_EQ(to_string(config.build_timeout.origin), "tandem.toml:5");
  EXPECT_EQ(to_string(config.preset.origin), "command line");
  EXPECT_EQ(to_string(Config{}.store.origin), "default");
}

// Whatever may stand in a file comes back from what is printed of it.
TEST(ConfigTest, WhatIsPrintedReadsBackTheSame) {
  const std::string printed = to_toml(parse_config(kEverything, "tandem.toml"));
  std::string again = to_toml(parse_config(printed, "tandem.toml"));
  const auto without_origins = [](const std::string& text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      const std::string line = text.substr(at, end - at);
      out += line.substr(0, line.rfind("  # ")) + "\n";
      at = end + 1;
    }
    return out;
  };
  EXPECT_EQ(without_origins(again), without_origins(printed));
  EXPECT_NE(printed.find("build.timeout = \"30min\"  # tandem.toml:5\n"), std::string::npos) << printed;
  EXPECT_EQ(refusal(to_toml({})), "accepted");
}

TEST(ConfigTest, UnknownKeysNameTheClosest) {
  EXPECT_EQ(refusal("[build]\ncomands = []\n"),
            "tandem.toml:2: there is no key 'build.comands'; the closest is 'build.commands'");
  EXPECT_EQ(refusal("stroe = 'x'\n"), "tandem.toml:1: there is no key 'stroe'; the closest is 'store'");
  EXPECT_EQ(refusal("[[worker]]\nprogramm = 'x'\n"),
            "tandem.toml:2: there is no key 'worker.programm'; the closest is 'worker.program'");
  EXPECT_EQ(refusal("build = 3\n").substr(0, 38), "tandem.toml:1: there is no key 'build'");
}

TEST(ConfigTest, WrongValuesNameTheirPlace) {
  EXPECT_EQ(refusal("[build]\nkeep = '3'\n"), "tandem.toml:2: 'build.keep' must be a whole number, 0 or more");
  EXPECT_EQ(refusal("[build]\nkeep = -1\n"), "tandem.toml:2: 'build.keep' must be a whole number, 0 or more");
  EXPECT_EQ(refusal("[gate]\nmax_regression = 5\n"),
            "tandem.toml:2: 'gate.max_regression' must be a percentage like \"1%\"");
  EXPECT_NE(refusal("[gate]\nmax_regression = '5'\n").find("'gate.max_regression': '5' is not a percentage"),
            std::string::npos);
  EXPECT_NE(refusal("[gate]\nfail_on = ['slower']\n").find("not 'slower'"), std::string::npos);
  EXPECT_EQ(refusal("[[worker]]\nname = 'x'\n"), "tandem.toml:1: 'worker' needs 'program'");
  EXPECT_EQ(refusal("[[expected]]\nscenario = 'x'\n"), "tandem.toml:1: 'expected' needs 'why'");
  EXPECT_EQ(refusal("[[expected]]\nuntil = 'soon'\n"), "tandem.toml:2: 'expected.until' must be a date like 2026-12-31");
  EXPECT_EQ(refusal("worker = 3\n"), "tandem.toml:1: 'worker' must be a list of tables ([[worker]])");
  EXPECT_EQ(refusal("store = \n").substr(0, 32), "tandem.toml:1: this is no TOML: ");
}

TEST(ConfigTest, TheFileIsFoundFromBelowButNotOutsideTheRepository) {
  namespace fs = std::filesystem;
  const fs::path top = fs::path(testing::TempDir()) / "tandem_config_test";
  fs::remove_all(top);
  fs::create_directories(top / "repository/.git");
  fs::create_directories(top / "repository/src/deep");
  std::ofstream(top / "tandem.toml") << "store = 'outside.db'\n";
  EXPECT_EQ(find_config("", top / "repository/src"), "");
  std::ofstream(top / "repository/tandem.toml") << "store = 'inside.db'\n";
  EXPECT_EQ(find_config("", top / "repository/src/deep"), (top / "repository/tandem.toml").string());
  EXPECT_EQ(read_config((top / "repository/tandem.toml").string()).store.value, (top / "repository/inside.db").string());
  EXPECT_THROW(find_config((top / "nothing.toml").string(), "."), harness::UsageError);
  fs::remove_all(top);
}

}  // namespace
}  // namespace cli

// Every reader on thousands of damaged files: whatever they hold, it gives a recording whose numbers are finite, or one
// sentence. The seeds are in testing/corpus, named like their format; the damage is drawn from a fixed seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "results/formats/testing/reading.h"

namespace results::formats {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(APPROVED_FOLDER) / "corpus";
// Some 2 s for all formats together.
constexpr int kRounds = 1500;
constexpr int kMostDamages = 4;

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class Damage {
 public:
  explicit Damage(std::uint64_t seed) : random_(seed) {}

  std::string apply(std::string text) {
    for (std::size_t count = 1 + below(kMostDamages); count-- > 0 && !text.empty();) one(text);
    return text;
  }

 private:
  std::size_t below(std::size_t limit) { return random_() % std::max<std::size_t>(1, limit); }

  void one(std::string& text) {
    static const std::vector<std::string> kWords{"NaN", "-1", "1e999", "\"", "{", "}", "[", "]", ",", ":", "\n", "\xFF", std::string(1, '\0'),
                                                 "99999999999999999999", "(", "#", "Before:", "After:", "rate: 5 calls/sec\n", "%", "'", "<", "&#0;"};
    const std::size_t at = below(text.size());
    const std::size_t size = 1 + below(40);
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, size);
        break;
      case 2:
        text.insert(at, kWords[below(kWords.size())]);
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), size));
        break;
      case 4:
        text.resize(at);
        break;
      default:
        text.insert(at, std::string(size * 50, text[at]));
    }
  }

  std::mt19937_64 random_;
};

void expect_sound(const harness::Recording& recording) {
  EXPECT_FALSE(recording.scenarios.empty());
  for (const auto& scenario : recording.scenarios) {
    EXPECT_FALSE(scenario.series.empty());
    for (const auto& series : scenario.series) {
      ASSERT_LT(series.metric, recording.metrics.size());
      EXPECT_FALSE(series.values.empty());
      for (const double value : series.values) EXPECT_TRUE(std::isfinite(value));
    }
  }
}

class EveryReader : public testing::TestWithParam<std::string> {};

TEST_P(EveryReader, ReadsItsSeedByContent) {
  const harness::Recording recording = read_recording(content_of(kCorpus / GetParam()), "seed");
  EXPECT_EQ(recording.format, GetParam());
  expect_sound(recording);
}

TEST_P(EveryReader, SurvivesDamage) {
  const std::string seed = content_of(kCorpus / GetParam());
  Damage damage(1);
  for (int round = 0; round < kRounds; ++round) {
    try {
      expect_sound(read_recording(damage.apply(seed), "damaged", round % 2 == 0 ? std::string_view(GetParam()) : std::string_view()));
    } catch (const harness::Error& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
}

std::vector<std::string> readers() {
  std::vector<std::string> names;
  for (const Format& format : formats()) {
    if (format.read != nullptr) names.emplace_back(format.name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Formats, EveryReader, testing::ValuesIn(readers()), [](const auto& info) {
  std::string name = info.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace results::formats

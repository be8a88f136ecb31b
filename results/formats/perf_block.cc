#include "results/formats/perf_block.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "harness/model/error.h"

namespace results::formats {
namespace {

using harness::Direction;
using harness::Statistic;

constexpr std::string_view kHeading = "Performance counter stats for";
// The command ends so; the number of runs may stand behind it.
const RE2& command_end_pattern() {
  static const RE2 kPattern(R"(' ?(?:\(([0-9]+) runs?\))?:)");
  return kPattern;
}
// Beyond which no command goes on: the end of a quote was lost.
constexpr std::size_t kLongestCommand = 4000;
const RE2& share_pattern() {
  static const RE2 kPattern(R"([\(\[]([0-9.]+)%[\)\]])");
  return kPattern;
}
const RE2& percent_pattern() {
  static const RE2 kPattern(R"(([0-9.]+)%\)?)");
  return kPattern;
}

// Events without a '-', a ':' or a '/' in their name.
constexpr std::array<std::string_view, 10> kPlainEvents{"cycles", "instructions", "branches", "faults", "migrations",
                                                        "cs",     "slots",        "topdown",  "bus",    "ref"};

struct Token {
  std::string_view text;
  std::size_t end = 0;  // in the block
};

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    at = text.find_first_not_of(" \t\n\r", at);
    if (at == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\n\r", at), text.size());
    tokens.push_back({text.substr(at, end - at), end});
    at = end;
  }
  return tokens;
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Digits with commas and points, whatever they mean.
bool looks_like_number(std::string_view text) {
  return !text.empty() && is_digit(text[0]) && text.find_first_not_of("0123456789.,") == std::string_view::npos;
}

bool is_unit(std::string_view word) { return word == "msec" || word == "Joules" || word == "MB" || word == "ns"; }

class Block {
 public:
  // `text`: what follows the heading.
  Block(std::string_view text, PerfBlock& into) : into_(into) {
    const std::size_t begin = read_command(text);
    tokens_ = tokens_of(text.substr(begin));
    for (Token& token : tokens_) token.end += begin;
    end_ = begin;
  }

  // Returns where the block ends: behind the last figure, or what is said of it.
  std::size_t read() {
    while (at_ < tokens_.size() && !over_) step();
    return end_;
  }

 private:
  std::size_t read_command(std::string_view text) {
    const std::string_view head = text.substr(0, kLongestCommand);
    re2::StringPiece parts[2];
    const std::size_t line = std::min(head.find('\n'), head.size());
    const bool found = command_end_pattern().Match({head.data(), head.size()}, 0, head.size(), RE2::UNANCHORED, parts, 2);
    const std::size_t end = found ? static_cast<std::size_t>(parts[0].data() - head.data()) : line;
    into_.command = head.substr(0, end);
    RE2::GlobalReplace(&into_.command, R"(^[\s']+|\s+$)", "");
    RE2::GlobalReplace(&into_.command, R"(\s+)", " ");
    if (found && !parts[1].empty()) runs_ = static_cast<std::int64_t>(number_in({parts[1].data(), parts[1].size()}).value_or(1));
    return found ? end + parts[0].size() : line;
  }

  [[nodiscard]] std::string_view token(std::size_t ahead) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : std::string_view();
  }

  void step() {
    if (token(0) == "#") return skip(2);  // a remark: its number is derived from the others
    if (token(0).starts_with("<not") && (token(1) == "supported>" || token(1) == "counted>")) return take_absence();
    if (looks_like_number(token(0))) return take_number();
    if (token(0).find("+-") != std::string_view::npos) return take_spread();
    take_share();
    skip(1);
  }

  void skip(std::size_t count) { at_ += count; }

  void take_absence() {
    const std::size_t name = is_unit(token(2)) ? 3 : 2;
    if (!is_event(token(name))) return skip(2);
    into_.not_counted.emplace_back(token(name));
    accept(name + 1);
  }

  void take_number() {
    if (token(1) == "seconds") return take_seconds();
    const bool unit = is_unit(token(1));
    const std::string_view event = token(unit ? 2 : 1);
    if (!is_event(event)) return skip(1);
    // What counts again, or after the time, is running text: "saves 12 branches".
    over_ = timed_ || has(event);
    if (over_) return;
    add(metric_of_event(event, unit ? token(1) : ""));
    accept(unit ? 3 : 2);
  }

  void take_seconds() {
    const std::string_view what = token(2);
    if (what == "time") {
      timed_ = true;
      add({std::string(harness::kWallTime), "s", Direction::LowerIsBetter});
    } else if (what == "user") {
      add({"user_time", "s", Direction::LowerIsBetter});
    } else if (what == "sys") {
      add({"system_time", "s", Direction::LowerIsBetter});
    } else {
      return skip(1);
    }
    accept(what == "time" && token(3) == "elapsed" ? 4 : 3);
  }

  void add(harness::RecordedMetric metric) {
    const std::string_view text = token(0);
    const auto value = number_in(text);
    const bool blank_before = at_ > 0 && looks_like_number(tokens_[at_ - 1].text) && !remark_before();
    if (!value || blank_before) {
      throw harness::Error("'" + (blank_before ? std::string(tokens_[at_ - 1].text) + " " : "") + std::string(text) + " " +
                           metric.name + "' has a decimal comma or blanks between digits; let perf write under LC_ALL=C");
    }
    const Statistic statistic = runs_ > 1 ? Statistic::Mean : Statistic::Sample;
    into_.figures.push_back({into_.command, std::move(metric), *value, statistic, runs_, {}, {}});
  }

  [[nodiscard]] bool has(std::string_view event) const {
    return std::ranges::any_of(into_.figures, [&](const Figure& figure) { return figure.metric.name == event; });
  }

  [[nodiscard]] bool remark_before() const { return at_ > 1 && tokens_[at_ - 2].text == "#"; }

  void accept(std::size_t count) {
    end_ = tokens_[std::min(at_ + count, tokens_.size()) - 1].end;
    skip(count);
  }

  void take_spread() {
    std::string percent;
    if (!into_.figures.empty() && RE2::FullMatch({token(1).data(), token(1).size()}, percent_pattern(), &percent)) {
      into_.figures.back().spread = number_in(percent).value_or(0) / 100;
      accept(token(2) == ")" ? 3 : 2);
    } else {
      skip(1);
    }
  }

  void take_share() {
    std::string percent;
    if (into_.figures.empty() || !RE2::FullMatch({token(0).data(), token(0).size()}, share_pattern(), &percent)) return;
    into_.figures.back().share = number_in(percent).value_or(0) / 100;
    end_ = tokens_[at_].end;
  }

  PerfBlock& into_;
  std::int64_t runs_ = 1;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  bool timed_ = false;  // the time elapsed was read
  bool over_ = false;
};

}  // namespace

bool is_event(std::string_view word) {
  if (word.empty() || std::isalpha(static_cast<unsigned char>(word[0])) == 0) return false;
  if (std::ranges::find(kPlainEvents, word) != kPlainEvents.end()) return true;
  const bool letters = word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:/.=,") ==
                       std::string_view::npos;
  // A dash, a colon or a slash within, not at the end as in running text.
  const std::size_t mark = word.find_first_of("-:/");
  return letters && mark != std::string_view::npos && mark + 1 < word.size();
}

harness::RecordedMetric metric_of_event(std::string_view event, std::string_view unit) {
  // Clocks are in milliseconds, and older versions do not say so.
  const bool clock = event == "task-clock" || event == "cpu-clock";
  const std::string in = clock || unit == "msec" ? "ms" : unit.empty() ? "count" : std::string(unit);
  return {std::string(event), in, Direction::LowerIsBetter};
}

void take_perf_blocks(std::string& text, std::vector<PerfBlock>& into) {
  std::size_t at = text.find(kHeading);
  while (at != std::string::npos) {
    const std::size_t begin = at + kHeading.size();
    const std::size_t next = text.find(kHeading, begin);
    PerfBlock block;
    const std::size_t size = Block(std::string_view(text).substr(begin, next == std::string::npos ? next : next - begin), block).read();
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(begin + size), ' ');
    into.push_back(std::move(block));
    at = next;
  }
}

}  // namespace results::formats

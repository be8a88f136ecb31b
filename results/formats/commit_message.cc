// Before and after blocks as engine developers put them into commit messages: log lines and perf stat output under labels
// such as "Before:" and "With this patch:". Two blocks of opposite sides that follow each other, in whichever order, are
// compared; mail programs may have wrapped the lines, or put all on one.
#include <re2/re2.h>

#include <algorithm>
#include <map>
#include <set>

#include "results/formats/commit_message_write.h"
#include "results/formats/figures.h"
#include "results/formats/input_file.h"
#include "results/formats/rows.h"

namespace results::formats {
namespace {

using harness::Parameters;
using harness::Side;

// A label: the word, a few more, a colon. In running text the words are not capitals, or a stop or a comma comes first.
const RE2& label_pattern() {
  static const RE2 kPattern(R"((?:^|\s)(Before|After|Without|With|BEFORE|AFTER)\b([^:.,;\n]{0,80}):)");
  return kPattern;
}
// What ends a block that no label ends.
const RE2& end_pattern() {
  static const RE2 kPattern(R"((?m)^(?:={10,}|Change-Id:|---$|Reviewed-on:)|\sChange-Id: I)");
  return kPattern;
}

struct LabelledBlock {
  Side side = Side::Before;
  FiguresInText figures;
};

Side side_of(const std::string& word) {
  return word == "After" || word == "AFTER" || word == "With" ? Side::After : Side::Before;
}

bool has_figures(const LabelledBlock& block) {
  return !block.figures.lines.empty() ||
         std::ranges::any_of(block.figures.perf, [](const PerfBlock& perf) { return !perf.figures.empty(); });
}

// The blocks that hold figures, in the order of the text.
std::vector<LabelledBlock> blocks_of(const std::string& text) {
  struct Label {
    std::size_t begin, end;
    Side side;
  };
  std::vector<Label> labels;
  re2::StringPiece parts[3];
  for (std::size_t from = 0; label_pattern().Match(text, from, text.size(), RE2::UNANCHORED, parts, 3);) {
    const auto begin = static_cast<std::size_t>(parts[0].data() - text.data());
    labels.push_back({begin, begin + parts[0].size(), side_of({parts[1].data(), parts[1].size()})});
    from = labels.back().end;
  }
  std::vector<LabelledBlock> blocks;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t limit = i + 1 < labels.size() ? labels[i + 1].begin : text.size();
    re2::StringPiece end;
    const bool ends = end_pattern().Match(text, labels[i].end, limit, RE2::UNANCHORED, &end, 1);
    const std::size_t last = ends ? static_cast<std::size_t>(end.data() - text.data()) : limit;
    blocks.push_back({labels[i].side, figures_in(std::string_view(text).substr(labels[i].end, last - labels[i].end))});
  }
  std::erase_if(blocks, [](const LabelledBlock& block) { return !has_figures(block); });
  return blocks;
}

// Names that several pairs of blocks share are told apart by the pair's number, from the second on.
class Pairs {
 public:
  explicit Pairs(RecordingBuilder& builder) : builder_(builder) {}

  void add(const LabelledBlock& one, const LabelledBlock& other) {
    ++pair_;
    std::set<std::string> names;
    for (const LabelledBlock* block : {&one, &other}) {
      for (const Figure& figure : block->figures.lines) add_line(figure, block->side, names);
      for (std::size_t i = 0; i < block->figures.perf.size(); ++i) add_perf(*block, i, names);
      for (const std::string& line : block->figures.summaries) {
        builder_.leave_out("summaries, which samples give again", line);
      }
    }
    for (const std::string& name : names) first_pair_.try_emplace(name, pair_);
  }

 private:
  Parameters parameters_of(const std::string& name) {
    Parameters parameters;
    const auto first = first_pair_.find(name);
    if (first != first_pair_.end() && first->second != pair_) parameters.add("pair", std::int64_t{pair_});
    return parameters;
  }

  // Our own lines have their parameters behind the scenario's name: "tablet/presence_check ops=33289".
  void add_line(Figure figure, Side side, std::set<std::string>& names) {
    Parameters parameters;
    std::string name_part, parameter_part;
    if (splits_into(figure.scenario, name_part, parameter_part)) {
      parameters = harness::parameters_from_string(parameter_part);
      figure.scenario = name_part;
    }
    const std::string name = figure.scenario + " " + to_string(parameters) + " " + figure.metric.name;
    names.insert(name);
    const Parameters pair = parameters_of(name);
    for (const auto& [key, value] : pair.values()) parameters.add(key, value);
    add_figure(builder_, figure, parameters, side);
  }

  static bool splits_into(const std::string& text, std::string& name, std::string& parameters) {
    static const RE2 kParameters(R"((.*?) ([^\s=]+=[^\s=]*(?: [^\s=]+=[^\s=]*)*))");
    return RE2::FullMatch(text, kParameters, &name, &parameters);
  }

  // A block of counters has the place of its command among the commands of its side: before and after may be two programs.
  void add_perf(const LabelledBlock& block, std::size_t at, std::set<std::string>& names) {
    const auto& all = block.figures.perf;
    std::set<std::string> commands;
    for (std::size_t i = 0; i <= at; ++i) commands.insert(all[i].command);
    const std::string name = "perf stat" + (commands.size() > 1 ? " " + std::to_string(commands.size()) : "");
    names.insert(name);
    for (Figure figure : all[at].figures) {
      figure.scenario = name;
      add_figure(builder_, figure, parameters_of(name), block.side);
    }
    for (const std::string& event : all[at].not_counted) builder_.leave_out("events that were not counted", event);
  }

  RecordingBuilder& builder_;
  std::int64_t pair_ = 0;
  std::map<std::string, std::int64_t> first_pair_;
};

harness::Recording read_commit_message(std::string& text, std::string_view) {
  const std::vector<LabelledBlock> blocks = blocks_of(plain_lines(text));
  RecordingBuilder builder(kCommitMessage.name);
  Pairs pairs(builder);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (i + 1 < blocks.size() && blocks[i].side != blocks[i + 1].side) {
      pairs.add(blocks[i], blocks[i + 1]);
      ++i;
    } else {
      builder.leave_out("blocks without one to compare with", std::string(to_string(blocks[i].side)));
    }
  }
  return builder.finish();
}

bool recognises_commit_message(std::string_view text) {
  const std::vector<LabelledBlock> blocks = blocks_of(plain_lines(text));
  return std::ranges::adjacent_find(blocks, std::not_equal_to<>(), &LabelledBlock::side) != blocks.end();
}

}  // namespace

const Format kCommitMessage{.name = "commit-message",
                            .extension = "txt",
                            .description = "before and after blocks as people put them into commit messages",
                            .write = write_commit_message,
                            .recognises = recognises_commit_message,
                            .read = read_commit_message};

}  // namespace results::formats

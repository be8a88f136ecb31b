#include "cli/bisect_log.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "harness/model/error.h"

namespace cli {

BisectLog::BisectLog(std::string path) : path_(std::move(path)) {
  std::ifstream file(path_);
  for (std::string commit, word; file >> commit >> word;) {
    if (const auto answer = revisions::answer_from_string(word)) answers_.insert_or_assign(commit, *answer);
  }
}

void BisectLog::add(const std::string& commit, revisions::Answer answer) {
  answers_.insert_or_assign(commit, answer);
  std::ofstream file(path_, std::ios::app);
  file << commit << ' ' << to_string(answer) << '\n';
  if (!file.flush()) throw harness::Error("cannot write " + path_ + "; is its disk full?");
}

void BisectLog::remove() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace cli

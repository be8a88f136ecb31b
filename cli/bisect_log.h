// What a bisection has learned, kept beside the builds, so that one that was killed goes on where it was.
#pragma once

#include <map>
#include <string>

#include "revisions/bisection.h"

namespace cli {

class BisectLog {
 public:
  // Reads what is there; a line that is no answer (the last of a killed process) is passed over.
  explicit BisectLog(std::string path);

  [[nodiscard]] const std::map<std::string, revisions::Answer>& answers() const { return answers_; }  // by commit
  void add(const std::string& commit, revisions::Answer answer);  // on disk when it returns; throws Error
  void remove();                                                  // the search is over

 private:
  std::string path_;
  std::map<std::string, revisions::Answer> answers_;
};

}  // namespace cli

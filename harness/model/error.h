// The one exception type for trouble from outside: processes, pipes, files, SQL, HTTP.
// Its text is one sentence for a person: what happened, where, what to do. Callers add context on the way up.
// Doubt is not an error: an uncertain result is a verdict or a warning.
#pragma once

#include <stdexcept>
#include <string>

namespace harness {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  // The same error seen from one level up: "while opening results/tandem.db: disk is full".
  [[nodiscard]] Error with_context(const std::string& context) const {
    return Error(context + ": " + what());
  }
};

// The command line or a name in it is wrong: exit status 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace harness

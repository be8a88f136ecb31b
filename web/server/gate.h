// Which requests are let in. Asked once the head is parsed and before anything is read of a body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <httplib.h>

namespace web {

struct Refusal {
  int status = 400;
  std::string detail;  // one sentence
};

class Gate {
 public:
  // `host_names`: names by which this server may be called, beside localhost and numeric addresses. A name that is not
  // known is refused (421): it is how a foreign web page reaches a server on the reader's own machine.
  explicit Gate(std::vector<std::string> host_names);

  [[nodiscard]] std::optional<Refusal> refuse(const httplib::Request& request) const;

 private:
  [[nodiscard]] bool knows(std::string_view authority) const;  // "localhost:8080"

  std::vector<std::string> host_names_;
};

// Whether a body follows the head. None is ever read here, so the connection ends with the answer.
bool has_body(const httplib::Request& request);

}  // namespace web

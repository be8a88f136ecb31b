// A refused question, as RFC 9457 describes it: application/problem+json.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace web::api {

inline constexpr std::string_view kProblemType = "application/problem+json";

// Thrown by whatever finds out that a question cannot be answered; turned into an answer in one place.
class Problem : public std::runtime_error {
 public:
  // `detail`: one sentence for a person. Never a stack, never SQL.
  Problem(int status, const std::string& detail) : std::runtime_error(detail), status_(status) {}

  [[nodiscard]] int status() const { return status_; }

 private:
  int status_;
};

std::string_view reason_phrase(int status);  // "Not Found"

// {"type": "about:blank", "title": "Not Found", "status": 404, "detail": ..., "instance": "/api/v1/..."}
std::string problem_json(int status, std::string_view detail, std::string_view instance);

}  // namespace web::api

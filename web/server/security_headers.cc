#include "web/server/security_headers.h"

#include "web/api/problem.h"

namespace web {

std::string unparsed_refusal(int status, std::string_view detail) {
  const std::string body = api::problem_json(status, detail, "");
  std::string answer = "HTTP/1.1 " + std::to_string(status) + " " + std::string(api::reason_phrase(status)) + "\r\n";
  for (const auto& [name, value] : kSecurityHeaders) {
    answer += std::string(name) + ": " + std::string(value) + "\r\n";
  }
  answer += "Content-Type: " + std::string(api::kProblemType) + "\r\n";
  answer += "Content-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n\r\n";
  return answer + body;
}

}  // namespace web

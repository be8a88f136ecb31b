// The question in a URL: its path and its query parameters, decoded strictly. A misspelt parameter must never widen an
// answer in silence, so each route says which parameters it knows and everything else is a problem with status 400.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "web/api/problem.h"

namespace web::api {

class Query {
 public:
  Query() = default;

  // `target` as it stands in the request line: "/api/v1/runs?limit=10". Throws Problem (400) on a malformed escape, on
  // bytes that are no UTF-8, on a NUL, and on a parameter given twice.
  static Query from_target(std::string_view target);

  [[nodiscard]] const std::string& path() const { return path_; }

  // Throws Problem (400), naming the parameter and the known ones, if any other than `known` is there.
  void allow_only(std::initializer_list<std::string_view> known) const;

  [[nodiscard]] std::optional<std::string> find(std::string_view name) const;
  [[nodiscard]] std::string required(std::string_view name) const;                   // throws Problem (400)
  [[nodiscard]] std::string text_or(std::string_view name, std::string_view otherwise) const;
  [[nodiscard]] int number_or(std::string_view name, int otherwise, int least, int most) const;

 private:
  std::string path_;
  std::map<std::string, std::string, std::less<>> parameters_;
};

// Percent-encoding for one query value or path segment: everything but unreserved characters.
std::string percent_encode(std::string_view text);

}  // namespace web::api

#include "web/server/gate.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace web {
namespace {

// No question is longer; the API has none that takes a body yet.
constexpr std::uint64_t kLongestBody = 64 * 1024;

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return out;
}

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "[::1]:8080" -> "::1", "localhost:8080" -> "localhost"; empty if it is malformed.
std::string host_part(std::string_view authority) {
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == authority.npos) return "";
    const std::string_view rest = authority.substr(end + 1);
    if (!rest.empty() && (rest[0] != ':' || !is_number(rest.substr(1)))) return "";
    return std::string(authority.substr(1, end - 1));
  }
  const std::size_t colon = authority.find(':');
  if (colon != authority.npos && !is_number(authority.substr(colon + 1))) return "";
  return lower(authority.substr(0, colon));
}

bool is_numeric_address(const std::string& host) {
  in6_addr address{};
  return inet_pton(AF_INET, host.c_str(), &address) == 1 || inet_pton(AF_INET6, host.c_str(), &address) == 1;
}

bool only_reads(const std::string& method) { return method == "GET" || method == "HEAD"; }

std::optional<std::uint64_t> content_length(const httplib::Request& request) {
  const std::string text = request.get_header_value("Content-Length");
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return length;
}

std::optional<Refusal> refuse_body(const httplib::Request& request) {
  if (request.has_header("Content-Encoding")) return Refusal{415, "compressed requests are not taken"};
  if (request.has_header("Transfer-Encoding")) return Refusal{411, "a request with a body must state its length"};
  if (!request.has_header("Content-Length")) return std::nullopt;
  const auto length = content_length(request);
  if (!length || request.get_header_value_count("Content-Length") > 1) return Refusal{400, "Content-Length is malformed"};
  if (*length > kLongestBody) return Refusal{413, "the request's body is longer than 64 KiB"};
  return std::nullopt;
}

}  // namespace

Gate::Gate(std::vector<std::string> host_names) : host_names_(std::move(host_names)) {
  for (std::string& name : host_names_) name = lower(name);
  host_names_.emplace_back("localhost");
}

std::optional<Refusal> Gate::refuse(const httplib::Request& request) const {
  const std::size_t hosts = request.get_header_value_count("Host");
  if (hosts > 1 || (hosts == 0 && request.version == "HTTP/1.1")) return Refusal{400, "one Host field is needed"};
  if (hosts == 1 && !knows(request.get_header_value("Host"))) {
    return Refusal{421, "this server does not go by that host name; use localhost or its address"};
  }
  if (auto refusal = refuse_body(request)) return refusal;
  if (only_reads(request.method)) return std::nullopt;
  const std::string origin = request.get_header_value("Origin");
  if (request.has_header("Origin") && origin != "http://" + request.get_header_value("Host")) {
    return Refusal{403, "another site's page may not change anything here"};
  }
  return Refusal{405, "only GET and HEAD are answered here"};
}

// A numeric address cannot be pointed elsewhere by a name server, so it is always its own.
bool Gate::knows(std::string_view authority) const {
  const std::string host = host_part(authority);
  return is_numeric_address(host) || std::find(host_names_.begin(), host_names_.end(), host) != host_names_.end();
}

bool has_body(const httplib::Request& request) {
  if (request.has_header("Transfer-Encoding") || request.has_header("Expect")) return true;
  return request.has_header("Content-Length") && content_length(request).value_or(1) > 0;
}

}  // namespace web

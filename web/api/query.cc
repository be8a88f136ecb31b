#include "web/api/query.h"

#include <algorithm>
#include <charconv>

#include "harness/model/utf8.h"

namespace web::api {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

enum class Plus { IsBlank, IsPlus };  // forms write a blank as '+', paths do not

std::string decode(std::string_view text, Plus plus) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && plus == Plus::IsBlank) {
      out += ' ';
    } else if (text[i] != '%') {
      out += text[i];
    } else {
      const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
      if (high < 0 || low < 0) throw Problem(400, "the URL has a '%' that two hexadecimal digits do not follow");
      out += static_cast<char>(high * 16 + low);
      i += 2;
    }
  }
  if (out.find('\0') != std::string::npos) throw Problem(400, "the URL has a NUL character");
  if (harness::valid_utf8(out) != out) throw Problem(400, "the URL is not UTF-8");
  return out;
}

std::string listed(std::initializer_list<std::string_view> names) {
  std::string out;
  for (const std::string_view name : names) out += (out.empty() ? "'" : ", '") + std::string(name) + "'";
  return out.empty() ? "none" : out;
}

}  // namespace

Query Query::from_target(std::string_view target) {
  Query query;
  const std::size_t question_mark = target.find('?');
  query.path_ = decode(target.substr(0, question_mark), Plus::IsPlus);
  std::string_view rest = question_mark == target.npos ? std::string_view() : target.substr(question_mark + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string name = decode(pair.substr(0, equals), Plus::IsBlank);
    const std::string value = equals == pair.npos ? "" : decode(pair.substr(equals + 1), Plus::IsBlank);
    if (!query.parameters_.emplace(name, value).second) {
      throw Problem(400, "the parameter '" + name + "' is given twice");
    }
  }
  return query;
}

void Query::allow_only(std::initializer_list<std::string_view> known) const {
  for (const auto& [name, value] : parameters_) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      throw Problem(400, "unknown parameter '" + name + "'; known here: " + listed(known));
    }
  }
}

std::optional<std::string> Query::find(std::string_view name) const {
  const auto found = parameters_.find(name);
  return found == parameters_.end() ? std::nullopt : std::optional(found->second);
}

std::string Query::required(std::string_view name) const {
  const auto value = find(name);
  if (!value || value->empty()) throw Problem(400, "the parameter '" + std::string(name) + "' is missing");
  return *value;
}

std::string Query::text_or(std::string_view name, std::string_view otherwise) const {
  return find(name).value_or(std::string(otherwise));
}

int Query::number_or(std::string_view name, int otherwise, int least, int most) const {
  const auto value = find(name);
  if (!value) return otherwise;
  int number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error != std::errc() || end != value->data() + value->size() || number < least || number > most) {
    throw Problem(400, "the parameter '" + std::string(name) + "' must be a number from " + std::to_string(least) +
                           " to " + std::to_string(most));
  }
  return number;
}

std::string percent_encode(std::string_view text) {
  constexpr std::string_view kUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    if (kUnreserved.find(c) != kUnreserved.npos) {
      out += c;
    } else {
      out += '%';
      out += kDigits[static_cast<unsigned char>(c) >> 4];
      out += kDigits[static_cast<unsigned char>(c) & 0xF];
    }
  }
  return out;
}

}  // namespace web::api

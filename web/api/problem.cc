#include "web/api/problem.h"

#include <nlohmann/json.hpp>

namespace web::api {

std::string_view reason_phrase(int status) {
  switch (status) {
    case 400: return "Bad Request";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 406: return "Not Acceptable";
    case 408: return "Request Timeout";
    case 411: return "Length Required";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 416: return "Range Not Satisfiable";
    case 421: return "Misdirected Request";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "Error";
  }
}

std::string problem_json(int status, std::string_view detail, std::string_view instance) {
  const nlohmann::ordered_json problem = {{"type", "about:blank"},
                                          {"title", reason_phrase(status)},
                                          {"status", status},
                                          {"detail", detail},
                                          {"instance", instance}};
  // What a client sent may be no UTF-8; the answer is.
  return problem.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace web::api

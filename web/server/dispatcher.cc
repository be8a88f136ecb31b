#include "web/server/dispatcher.h"

#include "harness/model/error.h"
#include "web/api/api.h"

namespace web {
namespace {

// Addresses for people; the page's script holds the same list, one file a page.
constexpr std::string_view kPages[] = {"/", "/scenario", "/runs", "/run"};

bool is_page(std::string_view path) {
  return std::find(std::begin(kPages), std::end(kPages), path) != std::end(kPages);
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

}  // namespace

void Dispatcher::respond(const httplib::Request& request, httplib::Response& response) {
  if (const auto refusal = gate_.refuse(request)) {
    if (refusal->status == 405) response.set_header("Allow", "GET, HEAD");
    return refuse(request, response, refusal->status, refusal->detail);
  }
  const std::string_view path = path_of(request.target);
  if (path == "/api" || path.starts_with("/api/")) return respond_with_data(request, response);
  respond_with_page(request, response);
}

void Dispatcher::respond_with_data(const httplib::Request& request, httplib::Response& response) {
  try {
    const StorePool::Lease store = stores_.take();
    api::Answer answer = api::answer(request.target, *store);
    send_document(request, response, answer.status, answer.content_type, std::move(answer.body));
  } catch (const harness::Error& error) {
    refuse(request, response, 503, error.what());
  }
}

void Dispatcher::respond_with_page(const httplib::Request& request, httplib::Response& response) {
  const std::string_view path = path_of(request.target);
  if (const Content* asset = assets_.find(path)) return send(request, response, *asset);
  if (!is_page(path)) response.status = 404;  // with the shell, whose script says so in a sentence
  send(request, response, assets_.shell());
}

void refuse(const httplib::Request& request, httplib::Response& response, int status, std::string_view detail) {
  send_document(request, response, status, api::kProblemType, api::problem_json(status, detail, request.target));
}

}  // namespace web

#include "web/api/api.h"

#include <algorithm>
#include <vector>

#include "harness/model/error.h"
#include "web/api/resources.h"

namespace web::api {
namespace {

constexpr Route kRoutes[] = {
    {"/health", "whether the store can be read, and which program answers", health},
    {"/overview", "how the last run went: one sentence, and a row per comparison", overview},
    {"/scenario", "one comparison: launch pairs in run order, samples, and its history over runs", scenario},
    {"/runs", "the runs in the store, newest first, with the number of each verdict", runs},
    {"/runs/{id}", "one run and its comparisons", run},
    {"/runs/{id}/report", "the report of one run, as `tandem report --format json` writes it", run_report},
};

std::vector<std::string_view> segments(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    out.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return out;
}

bool matches(std::string_view pattern, std::string_view path) {
  const auto wanted = segments(pattern);
  const auto given = segments(path);
  if (wanted.size() != given.size()) return false;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const bool any = wanted[i].starts_with('{');
    if (any ? given[i].empty() : wanted[i] != given[i]) return false;
  }
  return true;
}

Answer answer_or_throw(std::string_view target, const results::store::Store& store) {
  const Query query = Query::from_target(target);
  const std::string_view path = query.path();
  if (path.starts_with(kRoot)) {
    for (const Route& route : kRoutes) {
      if (matches(route.path, path.substr(kRoot.size()))) return {.body = route.respond(query, store)};
    }
  }
  throw Problem(404, "there is nothing at this address; the API begins at " + std::string(kRoot) + "/overview");
}

Answer problem_answer(int status, std::string_view detail, std::string_view target) {
  return {.status = status, .content_type = std::string(kProblemType), .body = problem_json(status, detail, target)};
}

}  // namespace

std::span<const Route> routes() { return kRoutes; }

Answer answer(std::string_view target, const results::store::Store& store) {
  try {
    return answer_or_throw(target, store);
  } catch (const Problem& problem) {
    return problem_answer(problem.status(), problem.what(), target);
  } catch (const harness::Error& error) {
    return problem_answer(503, error.what(), target);  // one sentence that names the store
  }
}

}  // namespace web::api

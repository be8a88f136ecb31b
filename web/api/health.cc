#include "web/api/json.h"
#include "web/api/resources.h"

namespace web::api {

std::string health(const Query& query, const results::store::Store& store) {
  query.allow_only({});
  const auto latest = store.latest_run();
  return to_text({{"schema", "tandem.health/1"},
                  {"program", "tandem"},
                  {"state", "ok"},
                  {"latest_run", latest ? Json(latest->id) : Json(nullptr)}});
}

}  // namespace web::api

// One function per resource of the API: from a question and the store to a JSON document. A file each.
#pragma once

#include <string>

#include "results/store/store.h"
#include "web/api/query.h"

namespace web::api {

std::string health(const Query& query, const results::store::Store& store);
std::string overview(const Query& query, const results::store::Store& store);
std::string scenario(const Query& query, const results::store::Store& store);
std::string runs(const Query& query, const results::store::Store& store);
std::string run(const Query& query, const results::store::Store& store);
std::string run_report(const Query& query, const results::store::Store& store);

}  // namespace web::api

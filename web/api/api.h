// The dashboard's API without its wire: from a question and the store to an answer. Pure: the same question and the
// same rows give the same bytes. What a page shows and what an export contains are the same answer.
//
// Every answer of the API is JSON with a "schema" member. Names are data: they travel as query values, percent-encoded.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "results/store/store.h"
#include "web/api/query.h"

namespace web::api {

inline constexpr std::string_view kRoot = "/api/v1";

struct Answer {
  int status = 200;
  std::string content_type = "application/json";
  std::string body;
};

// One row per resource. `path` is below kRoot; a segment in braces stands for any one segment.
struct Route {
  std::string_view path;
  std::string_view summary;  // one sentence: what the answer is
  std::string (*respond)(const Query& query, const results::store::Store& store);
};

std::span<const Route> routes();

// Every problem with the question or the store is an answer too; what is thrown is a defect of this program.
Answer answer(std::string_view target, const results::store::Store& store);

}  // namespace web::api

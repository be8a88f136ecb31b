#include "web/api/query.h"

#include <gtest/gtest.h>

namespace web::api {
namespace {

int status_of(std::string_view target) {
  try {
    Query::from_target(target);
  } catch (const Problem& problem) {
    return problem.status();
  }
  return 200;
}

TEST(QueryTest, DecodesPathAndValues) {
  const Query query = Query::from_target("/api/v1/runs/a%2Fb?name=client%2Fin_flight_set&parameters=ops%3D33289+x");
  EXPECT_EQ(query.path(), "/api/v1/runs/a/b");
  EXPECT_EQ(query.required("name"), "client/in_flight_set");
  EXPECT_EQ(query.required("parameters"), "ops=33289 x");
}

TEST(QueryTest, KeepsEqualsSignsInValues) {
  EXPECT_EQ(Query::from_target("/?parameters=ops=33289&x=a=b=c").required("x"), "a=b=c");
}

TEST(QueryTest, APlusInAPathIsAPlus) { EXPECT_EQ(Query::from_target("/a+b").path(), "/a+b"); }

TEST(QueryTest, NamesFromForeignFilesSurvive) {
  const std::string name = "<img src=x onerror=alert(1)> \u00e4\u6f22 100% a&b;c'\"";
  EXPECT_EQ(Query::from_target("/?name=" + percent_encode(name)).required("name"), name);
}

TEST(QueryTest, RefusesWhatNoEncoderWrites) {
  EXPECT_EQ(status_of("/?a=%"), 400);
  EXPECT_EQ(status_of("/?a=%4"), 400);
  EXPECT_EQ(status_of("/?a=%zz"), 400);
  EXPECT_EQ(status_of("/?a=%00"), 400) << "NUL";
  EXPECT_EQ(status_of("/%00"), 400);
  EXPECT_EQ(status_of("/?a=%ff"), 400) << "no UTF-8";
  EXPECT_EQ(status_of("/?a=%c0%af"), 400) << "overlong slash";
  EXPECT_EQ(status_of("/?a=%ed%a0%80"), 400) << "surrogate";
  EXPECT_EQ(status_of("/?a=%f4%90%80%80"), 400) << "past the last code point";
  EXPECT_EQ(status_of("/?a=1&a=2"), 400) << "twice";
  EXPECT_EQ(status_of("/?a=%f0%9f%9a%80&b&&c="), 200);
}

TEST(QueryTest, AnUnknownParameterIsNamed) {
  try {
    Query::from_target("/?limti=3").allow_only({"limit", "before"});
    FAIL();
  } catch (const Problem& problem) {
    EXPECT_EQ(problem.status(), 400);
    EXPECT_STREQ(problem.what(), "unknown parameter 'limti'; known here: 'limit', 'before'");
  }
}

TEST(QueryTest, NumbersStayWithinTheirBounds) {
  EXPECT_EQ(Query::from_target("/").number_or("limit", 7, 1, 10), 7);
  EXPECT_EQ(Query::from_target("/?limit=10").number_or("limit", 7, 1, 10), 10);
  for (const char* target : {"/?limit=0", "/?limit=11", "/?limit=", "/?limit=3x", "/?limit=-1", "/?limit=99999999999"}) {
    EXPECT_THROW((void)Query::from_target(target).number_or("limit", 7, 1, 10), Problem) << target;
  }
}

TEST(ProblemTest, IsAProblemDocument) {
  EXPECT_EQ(problem_json(404, "there is no run 'x'", "/api/v1/runs/x"),
            R"({"type":"about:blank","title":"Not Found","status":404,"detail":"there is no run 'x'",)"
            R"("instance":"/api/v1/runs/x"})");
  EXPECT_NE(problem_json(400, "bad \xff byte", "/").find("bad \xef\xbf\xbd byte"), std::string::npos);
}

}  // namespace
}  // namespace web::api

#include "web/server/gate.h"

#include <gtest/gtest.h>

namespace web {
namespace {

httplib::Request asking(const std::string& method, httplib::Headers headers) {
  httplib::Request request;
  request.method = method;
  request.version = "HTTP/1.1";
  request.headers = std::move(headers);
  return request;
}

int status_of(const httplib::Request& request) {
  const auto refusal = Gate({"bench.example.org"}).refuse(request);
  return refusal ? refusal->status : 200;
}

int status_for_host(const std::string& host) { return status_of(asking("GET", {{"Host", host}})); }

TEST(GateTest, KnowsItsOwnNamesOnly) {
  for (const char* host : {"localhost", "LOCALHOST:8080", "127.0.0.1:8080", "[::1]:8080", "[::1]", "192.168.1.2",
                           "bench.example.org:80", "Bench.Example.Org"}) {
    EXPECT_EQ(status_for_host(host), 200) << host;
  }
  for (const char* host : {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "localhost:x",
                           "[::1", "[::1]x", "127.1", "bench.example.org.evil.example:80"}) {
    EXPECT_EQ(status_for_host(host), 421) << host;
  }
}

TEST(GateTest, NeedsExactlyOneHost) {
  EXPECT_EQ(status_of(asking("GET", {})), 400);
  EXPECT_EQ(status_of(asking("GET", {{"Host", "localhost"}, {"Host", "evil.example"}})), 400);
  httplib::Request plain = asking("GET", {});
  plain.version = "HTTP/1.0";
  EXPECT_EQ(status_of(plain), 200);
}

TEST(GateTest, RefusesBodiesThatHideTheirSize) {
  EXPECT_EQ(status_of(asking("GET", {{"Host", "localhost"}, {"Content-Encoding", "gzip"}})), 415);
  EXPECT_EQ(status_of(asking("GET", {{"Host", "localhost"}, {"Transfer-Encoding", "chunked"}})), 411);
  EXPECT_EQ(status_of(asking("POST", {{"Host", "localhost"}, {"Content-Length", "65537"}})), 413);
  EXPECT_EQ(status_of(asking("POST", {{"Host", "localhost"}, {"Content-Length", "-1"}})), 400);
  EXPECT_EQ(status_of(asking("GET", {{"Host", "localhost"}, {"Content-Length", "1"}, {"Content-Length", "2"}})), 400);
}

TEST(GateTest, ForeignPagesMayNotWrite) {
  EXPECT_EQ(status_of(asking("POST", {{"Host", "localhost:1"}, {"Origin", "http://evil.example"}})), 403);
  EXPECT_EQ(status_of(asking("DELETE", {{"Host", "localhost:1"}, {"Origin", "null"}})), 403);
  EXPECT_EQ(status_of(asking("POST", {{"Host", "localhost:1"}, {"Origin", "http://localhost:1"}})), 405);
  EXPECT_EQ(status_of(asking("GET", {{"Host", "localhost:1"}, {"Origin", "http://evil.example"}})), 200);
}

TEST(GateTest, ABodyIsSeenInTheHead) {
  EXPECT_FALSE(has_body(asking("GET", {})));
  EXPECT_FALSE(has_body(asking("GET", {{"Content-Length", "0"}})));
  EXPECT_TRUE(has_body(asking("GET", {{"Content-Length", "5"}})));
  EXPECT_TRUE(has_body(asking("GET", {{"Content-Length", "nonsense"}})));
  EXPECT_TRUE(has_body(asking("GET", {{"Transfer-Encoding", "chunked"}})));
}

}  // namespace
}  // namespace web

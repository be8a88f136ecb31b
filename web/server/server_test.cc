// The server over real sockets: each trap that its HTTP library leaves open, and what a client sees instead.
#include "web/server/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "harness/model/error.h"
#include "results/store/store.h"
#include "results/store/testing/temporary_folder.h"
#include "web/api/testing/made_up_nights.h"
#include "web/server/lobby.h"
#include "web/server/security_headers.h"
#include "web/server/testing/client.h"

namespace web {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using std::chrono::steady_clock;

class Listening {
 public:
  explicit Listening(ServerOptions options) : server_(std::move(options)), thread_([this] { server_.listen(); }) {}
  ~Listening() { stop(); }

  void stop() {
    server_.stop();
    if (thread_.joinable()) thread_.join();
  }
  [[nodiscard]] int port() const { return server_.port(); }

 private:
  Server server_;
  std::thread thread_;
};

class ServerTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new results::store::TemporaryFolder;
    api::make_up_nights(folder_->file("tandem.db"), 2);
  }
  static void TearDownTestSuite() { delete folder_; }

  [[nodiscard]] ServerOptions options(const std::string& store = "tandem.db") {
    return {.port = 0, .store_url = folder_->file(store), .log = [this](std::string_view line) { log_ += std::string(line) + "\n"; }};
  }

  static inline results::store::TemporaryFolder* folder_ = nullptr;
  std::string log_;
  Listening server_{options()};
  int port_ = server_.port();
};

TEST_F(ServerTest, AnswersThePageItsFilesAndTheApi) {
  EXPECT_THAT(get(port_, "/").body, HasSubstr("<script type=\"module\" src=\"/app.js\">"));
  EXPECT_EQ(get(port_, "/").fields["content-type"], "text/html; charset=utf-8");
  EXPECT_EQ(get(port_, "/scenario?name=x").status, 200);
  EXPECT_EQ(get(port_, "/app.js").fields["content-type"], "text/javascript; charset=utf-8");
  EXPECT_EQ(get(port_, "/app.css").fields["content-type"], "text/css; charset=utf-8");
  EXPECT_THAT(get(port_, "/api/v1/health").body, HasSubstr("\"state\":\"ok\""));
  EXPECT_EQ(get(port_, "/nothing").status, 404);
}

TEST_F(ServerTest, EveryAnswerCarriesTheSecurityHeaders) {
  for (const char* target : {"/", "/app.js", "/api/v1/health", "/api/v1/nothing", "/nothing"}) {
    Reply reply = get(port_, target);
    for (const auto& [name, value] : kSecurityHeaders) {
      std::string lower(name);
      std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
      EXPECT_EQ(reply.fields[lower], value) << target << " " << name;
    }
  }
}

// --- Addresses

TEST_F(ServerTest, ASecondServerOnThePortIsRefusedInASentence) {
  ServerOptions again = options();
  again.port = port_;
  try {
    const Server second(again);
    FAIL() << "two servers shared a port";
  } catch (const harness::Error& error) {
    EXPECT_EQ(error.what(), "cannot listen on 127.0.0.1:" + std::to_string(port_) +
                                ": another program listens there; end it, or choose another port with --port");
  }
}

TEST_F(ServerTest, BeyondLoopbackOnlyWhenAllowed) {
  for (const char* host : {"0.0.0.0", "::", "192.0.2.1"}) {
    ServerOptions beyond = options();
    beyond.host = host;
    EXPECT_THROW(const Server server(beyond), harness::Error) << host;
  }
  ServerOptions allowed = options();
  allowed.host = "0.0.0.0";
  allowed.exposure = Exposure::Network;
  const Listening server(allowed);
  EXPECT_EQ(get(server.port(), "/api/v1/health").status, 200);
}

TEST_F(ServerTest, AnUnknownAddressIsASentence) {
  ServerOptions unknown = options();
  unknown.host = "no.such.host.invalid";
  EXPECT_THROW(const Server server(unknown), harness::Error);
}

// --- Whom it answers

TEST_F(ServerTest, AForeignHostIsRefused) {
  Client client(port_);
  client.say("GET /api/v1/health HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  EXPECT_EQ(client.reply().status, 421);
}

TEST_F(ServerTest, AForeignPageMayNotWrite) {
  EXPECT_EQ(Client(port_).ask("POST", "/api/v1/runs", "Origin: http://evil.example\r\n").status, 403);
  const Reply own = Client(port_).ask("POST", "/api/v1/runs", "Origin: http://localhost\r\n");
  EXPECT_EQ(own.status, 405);
  EXPECT_EQ(own.fields.at("allow"), "GET, HEAD");
}

TEST_F(ServerTest, UnknownMethodsAreRefused) {
  for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"}) {
    EXPECT_EQ(Client(port_).ask(method, "/").status, 405) << method;
  }
  EXPECT_EQ(Client(port_).ask("BREW", "/").status, 400);
}

// --- What it reads

TEST_F(ServerTest, CompressedAndChunkedBodiesAreRefusedBeforeTheyAreRead) {
  EXPECT_EQ(Client(port_).ask("POST", "/", "Content-Encoding: gzip\r\nContent-Length: 5\r\n").status, 415);
  EXPECT_EQ(Client(port_).ask("POST", "/", "Transfer-Encoding: chunked\r\n").status, 411);
  EXPECT_EQ(Client(port_).ask("POST", "/", "Content-Length: 104857600\r\n").status, 413);
  EXPECT_EQ(Client(port_).ask("POST", "/", "Expect: 100-continue\r\nContent-Length: 5\r\n").status, 417);
}

TEST_F(ServerTest, AnUnreadBodyIsNotTheNextRequest) {
  Client client(port_);
  client.say("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60\r\n\r\n");
  EXPECT_EQ(client.reply().fields["connection"], "close");
  client.say("GET /api/v1/runs HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.reply().status, 0);
}

TEST_F(ServerTest, TooManyOrTooLongFieldsAreRefused) {
  std::string fields;
  for (int i = 0; i < 101; ++i) fields += "X-" + std::to_string(i) + ": 1\r\n";
  EXPECT_EQ(Client(port_).ask("GET", "/", fields).status, 431);
  EXPECT_EQ(Client(port_).ask("GET", "/", "X: " + std::string(9000, 'x') + "\r\n").status, 400);
  EXPECT_EQ(Client(port_).ask("GET", "/", "X: " + std::string(1 << 20, 'x') + "\r\n").status, 431);
  EXPECT_EQ(Client(port_).ask("GET", "/?x=" + std::string(9000, 'x')).status, 414);
  EXPECT_EQ(Client(port_).ask("GET", "/?x=" + std::string(1 << 20, 'x')).status, 431);
}

TEST_F(ServerTest, GarbageGetsAProblemDocumentOrTheDoor) {
  for (const char* bytes : {"\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01 hello\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                            "GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n"}) {
    Client client(port_);
    client.say(bytes);
    const int status = client.reply().status;
    EXPECT_TRUE(status == 0 || (status >= 400 && status < 500)) << bytes << status;
  }
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200);
}

TEST_F(ServerTest, PathsLeadNowhereElse) {
  for (const char* target : {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/static/../../etc/passwd", "//etc/passwd",
                             "/app.js/../../etc/passwd", "/api/v1/%2e%2e/health", "/api/v1/runs/%2e%2e%2fhealth"}) {
    const Reply reply = get(port_, target);
    EXPECT_EQ(reply.status, 404) << target;
    EXPECT_THAT(reply.body, Not(HasSubstr("root:"))) << target;
  }
  EXPECT_THAT(log_, HasSubstr("404 GET /static/../../etc/passwd"));
}

TEST_F(ServerTest, RangesAreIgnoredSoThatTheyCannotMultiply) {
  std::string ranges = "Range: bytes=0-";
  for (int i = 0; i < 800; ++i) ranges += ",0-";
  const Reply whole = get(port_, "/charts.js");
  const Reply many = get(port_, "/charts.js", ranges + "\r\n");
  EXPECT_EQ(many.status, 200);
  EXPECT_EQ(many.body.size(), whole.body.size());
  EXPECT_EQ(get(port_, "/charts.js", "Range: bytes=0-9\r\n").status, 200);
}

// --- What it sends

TEST_F(ServerTest, FilesAreSentAsCompressedAtBuildTime) {
  const Reply plain = get(port_, "/charts.js");
  Reply zipped = get(port_, "/charts.js", "Accept-Encoding: gzip, deflate, br, zstd\r\n");
  EXPECT_EQ(plain.fields.count("content-encoding"), 0u);
  EXPECT_EQ(zipped.fields["content-encoding"], "gzip");
  EXPECT_EQ(zipped.fields["vary"], "Accept-Encoding");
  EXPECT_LT(zipped.body.size(), plain.body.size() / 2);
  EXPECT_EQ(zipped.body.substr(0, 2), "\x1f\x8b");
  EXPECT_EQ(get(port_, "/charts.js", "Accept-Encoding: br\r\n").fields.count("content-encoding"), 0u);
}

TEST_F(ServerTest, LongDocumentsAreCompressedShortOnesAreNot) {
  const std::string accept = "Accept-Encoding: br, gzip\r\n";
  EXPECT_EQ(get(port_, "/api/v1/overview", accept).fields["content-encoding"], "gzip");
  EXPECT_EQ(get(port_, "/api/v1/health", accept).fields.count("content-encoding"), 0u);
}

TEST_F(ServerTest, WhatIsUnchangedIsNotSentAgain) {
  for (const char* target : {"/", "/charts.js", "/api/v1/overview", "/api/v1/health"}) {
    for (const std::string accept : {"", "Accept-Encoding: gzip\r\n"}) {
      Reply first = get(port_, target, accept);
      Reply again = get(port_, target, accept + "If-None-Match: " + first.fields["etag"] + "\r\n");
      EXPECT_EQ(again.status, 304) << target;
      EXPECT_EQ(again.fields["etag"], first.fields["etag"]);
      EXPECT_EQ(again.fields["content-length"], first.fields["content-length"]);
      EXPECT_EQ(get(port_, target, accept + "If-None-Match: \"other\"\r\n").status, 200) << target;
    }
  }
  const std::string plain = get(port_, "/charts.js").fields["etag"];
  EXPECT_NE(get(port_, "/charts.js", "Accept-Encoding: gzip\r\n").fields["etag"], plain) << "one tag per encoding";
}

TEST_F(ServerTest, HeadSaysWhatGetWouldSend) {
  for (const char* target : {"/", "/charts.js", "/api/v1/overview", "/nothing"}) {
    const Reply head = Client(port_).ask("HEAD", target);
    const Reply full = get(port_, target);
    EXPECT_EQ(head.status, full.status) << target;
    EXPECT_EQ(head.fields.at("content-length"), full.fields.at("content-length")) << target;
  }
}

TEST_F(ServerTest, ProblemsAreDocuments) {
  for (const char* target : {"/api/v1/nothing", "/api/v1/runs?x=1", "/api/"}) {
    Reply reply = get(port_, target);
    EXPECT_GE(reply.status, 400) << target;
    EXPECT_EQ(reply.fields["content-type"], "application/problem+json") << target;
  }
}

// --- Connections

TEST_F(ServerTest, AConnectionCarriesManyRequestsAlsoPipelined) {
  Client client(port_);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(client.ask("GET", "/api/v1/health").status, 200);
  const std::string request = "GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n";
  client.say(request + request + "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.reply().status, 200);
  EXPECT_EQ(client.reply().status, 200);
  EXPECT_EQ(client.reply().status, 404);
}

TEST_F(ServerTest, ARequestInDripsIsAnsweredWhenItIsWhole) {
  Client client(port_);
  for (const char c : std::string("GET /api/v1/health HTTP/1.1\r\nHost: localhost\r\n")) client.say(std::string(1, c));
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200) << "meanwhile others are served";
  client.say("\r\n");
  EXPECT_EQ(client.reply().status, 200);
}

TEST_F(ServerTest, IdleAndSlowClientsHoldNobodyUp) {
  std::vector<std::unique_ptr<Client>> idle;
  for (int i = 0; i < 100; ++i) {
    idle.push_back(std::make_unique<Client>(port_));
    if (i % 2 == 0) idle.back()->say("GET /api/v1/health HTTP/1.1\r\nHost: loc");
    if (i % 4 == 1) {
      EXPECT_EQ(idle.back()->ask("GET", "/api/v1/health").status, 200);
    }
  }
  const auto start = steady_clock::now();
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200);
  EXPECT_LT(steady_clock::now() - start, Lobby::kHeadTimeout) << "it waited for a slow client's time to run out";
}

TEST_F(ServerTest, BeyondItsMostConnectionsTheLongestIdleMakesRoom) {
  std::vector<std::unique_ptr<Client>> idle;
  for (std::size_t i = 0; i < Lobby::kMostConnections; ++i) idle.push_back(std::make_unique<Client>(port_));
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200);
  EXPECT_TRUE(idle.front()->is_ended());
  EXPECT_EQ(idle.back()->ask("GET", "/api/v1/health").status, 200);
}

TEST_F(ServerTest, AHalfSaidRequestEndsInATimeout) {
  Client client(port_);
  client.say("GET /api/v1/health HT");
  EXPECT_EQ(client.reply().status, 408);
  EXPECT_TRUE(client.is_ended());
}

TEST_F(ServerTest, AClientThatLeavesInTheMiddleHarmsNobody) {
  for (int i = 0; i < 50; ++i) Client(port_).say("GET /charts.js HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200);
}

// --- Its end

TEST_F(ServerTest, StopsAtOnceDespiteIdleClients) {
  Client idle(port_);
  EXPECT_EQ(idle.ask("GET", "/api/v1/health").status, 200);
  Client silent(port_);
  const auto start = steady_clock::now();
  server_.stop();
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(1)) << "it waited for an idle client";
  EXPECT_TRUE(idle.is_ended());
  EXPECT_THROW(Client{port_}, std::runtime_error);
}

Server* stopped_by_signal = nullptr;

TEST_F(ServerTest, MayBeStoppedFromASignalHandlerAndBeforeItListens) {
  Server server(options());
  stopped_by_signal = &server;
  const auto previous = std::signal(SIGUSR1, [](int) { stopped_by_signal->stop(); });
  std::thread listening([&] { server.listen(); });
  EXPECT_EQ(get(server.port(), "/api/v1/health").status, 200);
  std::raise(SIGUSR1);
  listening.join();
  std::signal(SIGUSR1, previous);

  Server early(options());
  early.stop();
  early.listen();  // returns
}

TEST_F(ServerTest, ThePortIsFreeAgainAtOnce) {
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200);
  server_.stop();
  ServerOptions again = options();
  again.port = port_;
  const Listening restarted(again);
  EXPECT_EQ(get(port_, "/api/v1/health").status, 200);
}

// --- The store

TEST_F(ServerTest, AStoreThatIsNotThereYetIsEmptyAndIsNoticedWhenItComes) {
  const Listening early(options("later.db"));
  EXPECT_THAT(get(early.port(), "/api/v1/overview").body, HasSubstr("\"run\":null"));
  api::make_up_nights(folder_->file("later.db"), 1);
  EXPECT_THAT(get(early.port(), "/api/v1/overview").body, HasSubstr("\"kind\":\"nightly\""));
}

TEST_F(ServerTest, AStoreThatHasGoneIsAProblem) {
  const std::string file = folder_->file("moved.db");
  api::make_up_nights(file, 1);
  const Listening server(options("moved.db"));
  EXPECT_EQ(get(server.port(), "/api/v1/overview").status, 200);
  std::filesystem::rename(file, file + ".away");
  EXPECT_EQ(get(server.port(), "/api/v1/overview").status, 503);
}

TEST_F(ServerTest, AStoreThatIsNoneIsAProblemInASentence) {
  std::ofstream(folder_->file("noise.db")) << std::string(5000, 'x');
  const Listening server(options("noise.db"));
  const Reply reply = get(server.port(), "/api/v1/overview");
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("noise.db"));
  EXPECT_EQ(get(server.port(), "/").status, 200) << "the page can still say so";
}

TEST_F(ServerTest, ManyAskAtOnce) {
  std::vector<std::thread> clients;
  for (int i = 0; i < 50; ++i) {
    clients.emplace_back([&] {
      Client client(port_);
      for (int k = 0; k < 10; ++k) {
        const Reply reply = client.ask("GET", "/api/v1/overview");
        EXPECT_EQ(reply.status, 200) << reply.body.substr(0, 300);
      }
    });
  }
  for (std::thread& each : clients) each.join();
}

}  // namespace
}  // namespace web

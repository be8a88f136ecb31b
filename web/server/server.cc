#include "web/server/server.h"

#include <mutex>

#include "harness/model/error.h"
#include "web/api/problem.h"
#include "web/server/connection.h"
#include "web/server/dispatcher.h"
#include "web/server/listening_socket.h"
#include "web/server/lobby.h"
#include "web/server/security_headers.h"
#include "web/server/workers.h"

namespace web {
namespace {

// A worker is held only while a question is answered or an answer leaves, so this bounds how many clients may at once
// be slow to take theirs before others wait.
constexpr int kWorkers = 32;
constexpr std::chrono::seconds kGrace{1};
// After so many answers a connection is ended, so that none lives for ever.
constexpr int kMostRequests = 10'000;

std::string printable(std::string_view text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text.substr(0, 200)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > 0x20 && byte < 0x7F) {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 0xF]};
    }
  }
  return out;
}

// The HTTP library's parser and writer, without its sockets and threads.
class Http final : private httplib::Server {
 public:
  Http(int descriptor, Dispatcher& dispatcher, const std::function<void(std::string_view)>& log)
      : dispatcher_(dispatcher), log_(log) {
    svr_sock_ = descriptor;  // the library stops writing when this is no socket
    set_keep_alive_max_count(kMostRequests);
    set_keep_alive_timeout(Lobby::kIdleTimeout.count());
    httplib::Headers headers;
    for (const auto& [name, value] : kSecurityHeaders) headers.emplace(name, value);
    set_default_headers(headers);
    set_expect_100_continue_handler([this](const auto& request, auto& response) { return expect(request, response); });
    set_pre_routing_handler([this](const auto& request, auto& response) {
      dispatcher_.respond(request, response);
      return HandlerResponse::Handled;
    });
    set_exception_handler([this](const auto& request, auto& response, std::exception_ptr thrown) {
      fail(request, response, thrown);
    });
    set_error_handler(HandlerWithResponse([](const auto& request, auto& response) { return describe(request, response); }));
    set_post_routing_handler([](const auto& request, auto& response) { announce_end(request, response); });
    set_logger([this](const auto& request, const auto& response) { note(request, response); });
  }

  ~Http() override { svr_sock_ = INVALID_SOCKET; }

  // Answers the complete request at the front of the connection. True if another may follow.
  bool serve(Connection& connection) {
    connection.begin_request();
    bool parsed = false, ends = false;
    const bool last = connection.served() >= kMostRequests;
    const bool written = process_request(connection, last, ends, [&](httplib::Request& request) {
      parsed = true;
      ends = ends || has_body(request);
      request.ranges.clear();  // a server may ignore Range; honouring 1600 of them would cost 480 MB
    });
    connection.end_request();
    if (!connection.flush() || !written) return false;
    return parsed && !last && !ends;
  }

 private:
  // The body is not wanted, so do not ask for it.
  static int expect(const httplib::Request& request, httplib::Response& response) {
    refuse(request, response, 417, "no request with a body is answered here");
    return response.status + 1;  // anything but 100 and 417, which the library answers itself
  }

  // An answer of the library's own (a malformed head) gets a body like all others.
  static HandlerResponse describe(const httplib::Request& request, httplib::Response& response) {
    if (response.content_length_ == 0) refuse(request, response, response.status, "the request is malformed");
    return HandlerResponse::Handled;  // else the library would leave out the answer's length
  }

  static void announce_end(const httplib::Request& request, httplib::Response& response) {
    if (!has_body(request) && !request.method.empty()) return;
    response.headers.erase("Keep-Alive");
    response.headers.erase("Connection");
    response.set_header("Connection", "close");
  }

  void fail(const httplib::Request& request, httplib::Response& response, const std::exception_ptr& thrown) {
    std::string what = "an unknown exception";
    try {
      std::rethrow_exception(thrown);
    } catch (const std::exception& exception) {
      what = exception.what();
    } catch (...) {
    }
    write_log("500 " + printable(request.target) + ": " + what);
    response.status = -1;
    refuse(request, response, 500, "the dashboard failed to answer this; what it printed says more");
  }

  void note(const httplib::Request& request, const httplib::Response& response) {
    if (response.status < 400) return;
    write_log(std::to_string(response.status) + " " + printable(request.method) + " " + printable(request.target));
  }

  void write_log(const std::string& line) {
    if (!log_) return;
    const std::lock_guard lock(log_mutex_);
    log_(line);
  }

  Dispatcher& dispatcher_;
  const std::function<void(std::string_view)>& log_;
  std::mutex log_mutex_;
};

void check_exposure(const ServerOptions& options) {
  if (options.exposure == Exposure::Network || is_loopback(options.host)) return;
  throw harness::Error("'" + options.host + "' can be reached from other machines, and the dashboard has no passwords; " +
                       "listen on 127.0.0.1, or allow it explicitly");
}

}  // namespace

class Server::Parts {
 public:
  explicit Parts(ServerOptions given)
      : options((check_exposure(given), std::move(given))), socket(options.host, options.port), lobby(socket) {}

  ServerOptions options;
  ListeningSocket socket;
  Lobby lobby;
};

Server::Server(ServerOptions options) : parts_(std::make_unique<Parts>(std::move(options))) {}

Server::~Server() = default;

int Server::port() const { return parts_->socket.port(); }

std::string Server::url() const { return "http://" + address_text(parts_->options.host, port()) + "/"; }

void Server::listen() {
  const ServerOptions& options = parts_->options;
  Lobby& lobby = parts_->lobby;
  std::vector<std::string> names = options.host_names;
  names.push_back(options.host);
  Dispatcher dispatcher(Gate(std::move(names)), options.store_url);
  Http http(parts_->socket.descriptor(), dispatcher, options.log);
  Workers workers(
      kWorkers, [&](Connection& connection) { return http.serve(connection); },
      [&](std::unique_ptr<Connection> connection) { lobby.give_back(std::move(connection)); });
  lobby.run([&](std::unique_ptr<Connection> connection) { workers.add(std::move(connection)); });
  parts_->socket.close();
  workers.stop_within(kGrace);
  lobby.dismiss_all();
}

void Server::stop() noexcept { parts_->lobby.stop(); }

}  // namespace web

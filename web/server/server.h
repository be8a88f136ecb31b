// The dashboard's server.
//
//   web::Server server({.store_url = "results/tandem.db"});   // binds; throws harness::Error if it cannot
//   server.listen();                                          // answers until stop()
//
// Threads: listen() blocks its caller and runs a bounded number of workers of its own; each question has a read-only
// store to itself. stop() may be called from any thread and from a signal handler, at any time, also before listen().
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace web {

enum class Exposure {
  Loopback,  // only programs of this machine can connect; anything else is refused before binding
  Network,   // whoever reaches the address may read everything in the store: there are no passwords
};

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;  // 0: the system chooses; ask port()
  std::string store_url = "results/tandem.db";
  Exposure exposure = Exposure::Loopback;
  std::vector<std::string> host_names;  // names, beside localhost and numeric addresses, by which clients may call it
  // One line, without a line end, for every refused or failed request. Called from any worker, one at a time.
  std::function<void(std::string_view line)> log;
};

class Server {
 public:
  // Binds at once, so that trouble with the address is known before anything is printed. Throws harness::Error: port in
  // use, address not of this machine, or an address beyond loopback without Exposure::Network.
  explicit Server(ServerOptions options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  [[nodiscard]] int port() const;
  [[nodiscard]] std::string url() const;  // "http://127.0.0.1:8080/"

  // Answers until stop(). Requests in progress are finished for up to a second, then cut.
  void listen();

  // Async-signal-safe: an atomic store and one write(2).
  void stop() noexcept;

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace web

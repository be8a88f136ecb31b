// The socket that the dashboard answers at.
#pragma once

#include <string>

namespace web {

class ListeningSocket {
 public:
  // Binds and listens. `host` is a numeric address or a name of this machine; port 0 lets the system choose.
  // Throws harness::Error: one sentence that names the address and what to do. A port that another program listens on
  // is an error: addresses are never shared between two servers.
  ListeningSocket(const std::string& host, int port);
  ~ListeningSocket();
  ListeningSocket(const ListeningSocket&) = delete;
  ListeningSocket& operator=(const ListeningSocket&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] int port() const { return port_; }

  // From now on connecting is refused. Async-signal-safe no more than close(2) is.
  void close();

 private:
  int descriptor_ = -1;
  int port_ = 0;
};

// Whether every address that `host` stands for can be reached from this machine only.
bool is_loopback(const std::string& host);

// "127.0.0.1:8080", "[::1]:8080"
std::string address_text(const std::string& host, int port);

}  // namespace web

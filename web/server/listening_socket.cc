#include "web/server/listening_socket.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "harness/model/error.h"

namespace web {
namespace {

// Connections that the kernel completes while the accepting thread is busy: a browser opens six at once.
constexpr int kBacklog = 128;

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses resolve(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int trouble = getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (trouble != 0) {
    throw harness::Error("cannot listen on '" + host + "': " + gai_strerror(trouble) +
                         "; give an address of this machine, such as 127.0.0.1");
  }
  return Addresses(found, freeaddrinfo);
}

[[noreturn]] void throw_cannot_listen(const std::string& where, int error) {
  const std::string start = "cannot listen on " + where + ": ";
  if (error == EADDRINUSE) {
    throw harness::Error(start + "another program listens there; end it, or choose another port with --port");
  }
  if (error == EACCES) throw harness::Error(start + "ports below 1024 need more rights; choose another with --port");
  throw harness::Error(start + std::strerror(error));
}

int bound_port(int descriptor) {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &length);
  return address.ss_family == AF_INET6 ? ntohs(reinterpret_cast<sockaddr_in6&>(address).sin6_port)
                                       : ntohs(reinterpret_cast<sockaddr_in&>(address).sin_port);
}

bool is_loopback(const sockaddr& address) {
  if (address.sa_family == AF_INET) {
    return (ntohl(reinterpret_cast<const sockaddr_in&>(address).sin_addr.s_addr) >> 24) == 127;
  }
  if (address.sa_family != AF_INET6) return false;
  return IN6_IS_ADDR_LOOPBACK(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr) != 0;
}

}  // namespace

ListeningSocket::ListeningSocket(const std::string& host, int port) {
  const Addresses addresses = resolve(host, std::to_string(port));
  descriptor_ = socket(addresses->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  // Lets a restarted dashboard have its port back while old connections fade. Not SO_REUSEPORT: with that a second
  // server would start without complaint and take half of the traffic.
  const int on = 1;
  setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(descriptor_, addresses->ai_addr, addresses->ai_addrlen) != 0 || listen(descriptor_, kBacklog) != 0) {
    const int error = errno;
    close();
    throw_cannot_listen(address_text(host, port), error);
  }
  port_ = bound_port(descriptor_);
}

ListeningSocket::~ListeningSocket() { close(); }

void ListeningSocket::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

bool is_loopback(const std::string& host) {
  const Addresses addresses = resolve(host, "0");
  for (const addrinfo* entry = addresses.get(); entry != nullptr; entry = entry->ai_next) {
    if (!is_loopback(*entry->ai_addr)) return false;
  }
  return true;
}

std::string address_text(const std::string& host, int port) {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace web

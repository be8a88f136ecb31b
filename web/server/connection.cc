#include "web/server/connection.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace web {
namespace {

// The library accepts a URI of 8 KiB; a browser sends about 1 KiB beside it.
constexpr std::size_t kLongestHead = 16 * 1024;
constexpr std::ptrdiff_t kMostFields = 100;
// A client that takes none of an answer for so long is gone; one that takes it in drips gets this long for a piece.
constexpr int kWriteTimeoutMilliseconds = 5000;
constexpr std::chrono::seconds kPieceTimeout{20};
// Larger answers leave in pieces, so that memory per connection stays bounded.
constexpr std::size_t kPiece = 256 * 1024;
constexpr std::string_view kEndOfHead = "\r\n\r\n";

void put_address(const sockaddr_storage& address, std::string& ip, int& port) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
    port = ntohs(v6.sin6_port);
  } else {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
    inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
    port = ntohs(v4.sin_port);
  }
  ip = text;
}

}  // namespace

Connection::Connection(int socket) : socket_(socket) {}

Connection::~Connection() { close(socket_); }

Connection::Filled Connection::fill() {
  char buffer[8 * 1024];
  const ssize_t count = recv(socket_, buffer, sizeof buffer, MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? Filled::Nothing : Filled::Closed;
  if (count == 0) return Filled::Closed;
  if (!half_closed_) arrived_.append(buffer, static_cast<std::size_t>(count));
  return Filled::Something;
}

Connection::Head Connection::head() const {
  if (arrived_.empty()) return Head::Empty;
  const std::size_t end = arrived_.find(kEndOfHead);
  const std::size_t length = std::min(end, arrived_.size());
  if (length > kLongestHead) return Head::TooLong;
  const auto stop = arrived_.begin() + static_cast<std::ptrdiff_t>(length);
  if (std::count(arrived_.begin(), stop, '\n') > kMostFields) return Head::TooManyFields;
  return end == std::string::npos ? Head::Partial : Head::Complete;
}

void Connection::begin_request() {
  position_ = 0;
  head_end_ = arrived_.find(kEndOfHead) + kEndOfHead.size();
  ++served_;
}

void Connection::end_request() {
  arrived_.erase(0, head_end_);
  position_ = head_end_ = 0;
  wait_from_now();
}

ssize_t Connection::read(char* to, size_t size) {
  const std::size_t count = std::min(size, head_end_ - position_);
  std::memcpy(to, arrived_.data() + position_, count);
  position_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t Connection::write(const char* from, size_t size) {
  leaving_.append(from, size);
  if (leaving_.size() >= kPiece) flush();
  return broken_ ? -1 : static_cast<ssize_t>(size);
}

bool Connection::flush() {
  std::string_view rest = leaving_;
  const auto deadline = Clock::now() + kPieceTimeout;
  while (!rest.empty() && !broken_) {
    const ssize_t count = send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd writable{.fd = socket_, .events = POLLOUT};
      broken_ = poll(&writable, 1, kWriteTimeoutMilliseconds) == 0 || Clock::now() > deadline;
    } else {
      broken_ = errno != EINTR;
    }
  }
  leaving_.clear();
  return !broken_;
}

void Connection::half_close() {
  shutdown(socket_, SHUT_WR);
  half_closed_ = true;
  arrived_.clear();
  wait_from_now();
}

void Connection::cut() const { shutdown(socket_, SHUT_RDWR); }

void Connection::get_remote_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &length) == 0) put_address(address, ip, port);
}

void Connection::get_local_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length) == 0) put_address(address, ip, port);
}

}  // namespace web

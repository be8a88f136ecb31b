#include "web/server/lobby.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "web/server/security_headers.h"

namespace web {
namespace {

// After the process ran out of descriptors, connecting clients wait so long in the kernel's backlog.
constexpr int kPauseMilliseconds = 100;

Connection::Clock::duration patience(const Connection& connection) {
  if (connection.half_closed()) return Lobby::kFarewell;
  return connection.head() == Connection::Head::Empty ? Connection::Clock::duration(Lobby::kIdleTimeout)
                                                      : Connection::Clock::duration(Lobby::kHeadTimeout);
}

bool is_idle(const Connection& connection) {
  return !connection.half_closed() && connection.head() == Connection::Head::Empty;
}

void refuse(Connection& connection, int status, std::string_view detail) {
  const std::string answer = unparsed_refusal(status, detail);
  connection.write(answer.data(), answer.size());
  connection.flush();
  connection.half_close();
}

}  // namespace

Lobby::Lobby(ListeningSocket& socket) : socket_(socket), wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Lobby::~Lobby() { close(wake_); }

void Lobby::run(const Ready& ready) {
  while (!stopping_) {
    wait();
    take_back();
    if (newcomers_) accept_all();
    attend_all(ready);
  }
}

void Lobby::dismiss_all() {
  take_back();
  guests_.clear();
}

void Lobby::give_back(std::unique_ptr<Connection> connection) {
  {
    const std::lock_guard lock(mutex_);
    returned_.push_back(std::move(connection));
  }
  --outside_;
  eventfd_write(wake_, 1);
}

void Lobby::stop() noexcept {
  stopping_ = true;
  eventfd_write(wake_, 1);
}

void Lobby::take_back() {
  const std::lock_guard lock(mutex_);
  for (auto& connection : returned_) guests_.push_back({.connection = std::move(connection), .readable = true});
  returned_.clear();
}

// Sleeps until a socket has something, something was given back, or somebody's patience ends.
void Lobby::wait() {
  std::vector<pollfd> polled{{.fd = wake_, .events = POLLIN},
                             {.fd = may_accept_ ? socket_.descriptor() : -1, .events = POLLIN}};
  int timeout = may_accept_ ? -1 : kPauseMilliseconds;
  const auto now = Connection::Clock::now();
  for (const Guest& guest : guests_) {
    polled.push_back({.fd = guest.connection->socket(), .events = POLLIN});
    const auto left = guest.connection->waiting_since() + patience(*guest.connection) - now;
    const int rounded_up = std::max(0, static_cast<int>(left / std::chrono::milliseconds(1)) + 1);
    timeout = timeout < 0 ? rounded_up : std::min(timeout, rounded_up);
  }
  if (poll(polled.data(), polled.size(), timeout) < 0) polled.assign(polled.size(), {});  // EINTR: nothing is readable
  eventfd_t drained = 0;
  eventfd_read(wake_, &drained);
  may_accept_ = true;
  newcomers_ = polled[1].revents != 0;
  for (std::size_t i = 0; i < guests_.size(); ++i) guests_[i].readable = polled[i + 2].revents != 0;
}

void Lobby::accept_all() {
  while (true) {
    const int descriptor = accept4(socket_.descriptor(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (descriptor < 0) {
      may_accept_ = errno != EMFILE && errno != ENFILE && errno != ENOBUFS && errno != ENOMEM;
      return;
    }
    // Without this an answer of two segments waits 40 ms for the client's delayed acknowledgement.
    const int on = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    auto connection = std::make_unique<Connection>(descriptor);
    if (guests_.size() + outside_ >= kMostConnections && !make_room()) {
      refuse(*connection, 503, "the dashboard has too many open connections; try again in a moment");
    }
    guests_.push_back({.connection = std::move(connection), .readable = true});
  }
}

bool Lobby::make_room() {
  auto longest = guests_.end();
  for (auto guest = guests_.begin(); guest != guests_.end(); ++guest) {
    if (!is_idle(*guest->connection)) continue;
    if (longest == guests_.end() || guest->connection->waiting_since() < longest->connection->waiting_since()) {
      longest = guest;
    }
  }
  if (longest == guests_.end()) return false;
  guests_.erase(longest);
  return true;
}

void Lobby::attend_all(const Ready& ready) {
  for (Guest& guest : guests_) attend(guest, ready);
  std::erase_if(guests_, [](const Guest& guest) { return guest.connection == nullptr; });
}

// Leaves the guest without its connection if that went to a worker or came to its end.
void Lobby::attend(Guest& guest, const Ready& ready) {
  Connection& connection = *guest.connection;
  const bool was_idle = is_idle(connection);
  if (guest.readable && connection.fill() == Connection::Filled::Closed) return guest.connection.reset();
  if (was_idle && !is_idle(connection)) connection.wait_from_now();  // the head's time starts with its first byte
  switch (connection.half_closed() ? Connection::Head::Empty : connection.head()) {
    case Connection::Head::Complete:
      ++outside_;
      return ready(std::move(guest.connection));
    case Connection::Head::TooLong:
      return refuse(connection, 431, "the request's head is longer than 16 KiB");
    case Connection::Head::TooManyFields:
      return refuse(connection, 431, "the request has more than 100 header fields");
    case Connection::Head::Empty:
    case Connection::Head::Partial: break;
  }
  if (Connection::Clock::now() - connection.waiting_since() < patience(connection)) return;
  if (is_idle(connection) || connection.half_closed()) return guest.connection.reset();
  refuse(connection, 408, "the request's head took longer than 5 s to arrive");
}

}  // namespace web

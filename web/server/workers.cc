#include "web/server/workers.h"

#include <poll.h>

#include <algorithm>

namespace web {
namespace {

// A busy client's next request is there within microseconds of its last answer. Waiting this long for it here saves two
// changes of thread; an idle client goes back to the lobby.
constexpr int kLingerMilliseconds = 2;

bool next_request_is_there(Connection& connection) {
  if (connection.head() == Connection::Head::Complete) return true;
  pollfd readable{.fd = connection.socket(), .events = POLLIN};
  if (poll(&readable, 1, kLingerMilliseconds) <= 0) return false;
  return connection.fill() == Connection::Filled::Something && connection.head() == Connection::Head::Complete;
}

}  // namespace

Workers::Workers(int count, Serve serve, Done done) : serve_(std::move(serve)), done_(std::move(done)) {
  for (int i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
}

Workers::~Workers() { stop_within(std::chrono::milliseconds(0)); }

void Workers::add(std::unique_ptr<Connection> connection) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(connection));
  }
  changed_.notify_one();
}

void Workers::work() {
  while (auto connection = next()) serve(std::move(connection));
}

std::unique_ptr<Connection> Workers::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
  if (stopping_) return nullptr;
  auto connection = std::move(queue_.front());
  queue_.pop_front();
  in_service_.push_back(connection.get());
  return connection;
}

void Workers::serve(std::unique_ptr<Connection> connection) {
  bool goes_on = true;
  do {
    goes_on = serve_(*connection);
  } while (goes_on && nobody_waits() && next_request_is_there(*connection));
  if (!goes_on) connection->half_close();
  {
    const std::lock_guard lock(mutex_);
    std::erase(in_service_, connection.get());
  }
  changed_.notify_all();
  done_(std::move(connection));
}

bool Workers::nobody_waits() {
  const std::lock_guard lock(mutex_);
  return !stopping_ && queue_.empty();
}

void Workers::stop_within(std::chrono::milliseconds grace) {
  {
    std::unique_lock lock(mutex_);
    stopping_ = true;
    changed_.notify_all();
    changed_.wait_for(lock, grace, [this] { return in_service_.empty(); });
    for (const Connection* connection : in_service_) connection->cut();
    queue_.clear();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace web

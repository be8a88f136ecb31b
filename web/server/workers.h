// Threads that answer: each takes a connection with a whole request head and serves it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "web/server/connection.h"

namespace web {

class Workers {
 public:
  // Serves one request; returns whether another may follow on the connection.
  using Serve = std::function<bool(Connection&)>;
  // Receives a connection that has no request ready, or is half closed.
  using Done = std::function<void(std::unique_ptr<Connection>)>;

  Workers(int count, Serve serve, Done done);
  ~Workers();  // as stop_within(0)

  void add(std::unique_ptr<Connection> connection);

  // Lets requests in progress finish for `grace`, then cuts their connections. Afterwards all threads have ended.
  void stop_within(std::chrono::milliseconds grace);

 private:
  void work();
  std::unique_ptr<Connection> next();
  void serve(std::unique_ptr<Connection> connection);
  [[nodiscard]] bool nobody_waits();

  const Serve serve_;
  const Done done_;
  std::mutex mutex_;  // guards all below but threads_
  std::condition_variable changed_;
  bool stopping_ = false;
  std::deque<std::unique_ptr<Connection>> queue_;
  std::vector<const Connection*> in_service_;
  std::vector<std::thread> threads_;
};

}  // namespace web

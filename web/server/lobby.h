// Where connections wait. One thread watches them all; a connection leaves for a worker only with a whole request head,
// so a client that is idle, silent or slow to ask costs a descriptor and never a worker.
//
// Bounds: at most kMostConnections are open; beyond that the one that has been idle longest makes room, and if none is
// idle the newcomer is told 503. A head must be whole kHeadTimeout after its first byte. The answers given here (408,
// 431, 503) come before any parsing.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "web/server/connection.h"
#include "web/server/listening_socket.h"

namespace web {

class Lobby {
 public:
  using Ready = std::function<void(std::unique_ptr<Connection>)>;

  static constexpr std::size_t kMostConnections = 256;
  static constexpr std::chrono::seconds kHeadTimeout{5};
  static constexpr std::chrono::seconds kIdleTimeout{60};
  static constexpr std::chrono::seconds kFarewell{1};  // for a half-closed client to notice

  explicit Lobby(ListeningSocket& socket);
  ~Lobby();
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  // Runs until stop(); `ready` is called on this thread and must not block.
  void run(const Ready& ready);

  // Takes a connection back after its answer. From any thread.
  void give_back(std::unique_ptr<Connection> connection);

  // Ends every connection that waits here. To be called when run() has returned and no worker is left.
  void dismiss_all();

  // Makes run() return. Async-signal-safe: one write(2) to a pipe-like descriptor. Stays in force.
  void stop() noexcept;

 private:
  struct Guest {
    std::unique_ptr<Connection> connection;
    bool readable = false;  // by the last poll
  };

  void take_back();
  void wait();
  void accept_all();
  bool make_room();
  void attend_all(const Ready& ready);
  void attend(Guest& guest, const Ready& ready);

  ListeningSocket& socket_;
  const int wake_;  // eventfd: something was given back, or stop() was called
  std::atomic<bool> stopping_ = false;
  std::atomic<std::size_t> outside_ = 0;  // connections that workers hold
  std::vector<Guest> guests_;
  bool may_accept_ = true;
  bool newcomers_ = false;  // by the last poll
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> returned_;  // guarded by mutex_
};

}  // namespace web

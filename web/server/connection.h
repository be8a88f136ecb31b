// One client's connection, as a stream for the HTTP library.
//
// The library reads a request byte by byte from a blocking socket and has no bound on how much or for how long. So it
// never reads from the socket here: fill() collects bytes without blocking, and the library is asked only once a whole
// request head is there. What is written is collected too and leaves in one piece, so that no answer waits for the
// client's delayed acknowledgement.
#pragma once

#include <chrono>
#include <string>

#include <httplib.h>

namespace web {

class Connection final : public httplib::Stream {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Connection(int socket);  // takes over the socket, which must be non-blocking
  ~Connection() override;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  enum class Filled { Something, Nothing, Closed };

  // Takes over what has arrived. Never blocks.
  Filled fill();

  // Where the request head at the front of what arrived stands.
  enum class Head { Empty, Partial, Complete, TooLong, TooManyFields };
  [[nodiscard]] Head head() const;

  // Sends what the library wrote. False if the client is gone or too slow.
  bool flush();

  // Around one request: opens the complete head to the library; then drops it, read or not, so that the next request
  // starts at its own start.
  void begin_request();
  void end_request();

  // Says goodbye: nothing more is sent, what still arrives is thrown away. Closing at once would reset the connection
  // and could take the last answer with it.
  void half_close();
  [[nodiscard]] bool half_closed() const { return half_closed_; }

  // Wakes a thread that waits in flush() and makes every later read and write fail. From any thread.
  void cut() const;

  [[nodiscard]] int served() const { return served_; }
  [[nodiscard]] Clock::time_point waiting_since() const { return waiting_since_; }
  void wait_from_now() { waiting_since_ = Clock::now(); }

  // httplib::Stream
  bool is_readable() const override { return position_ < head_end_; }
  bool is_writable() const override { return true; }
  ssize_t read(char* to, size_t size) override;
  ssize_t write(const char* from, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  socket_t socket() const override { return socket_; }

 private:
  const int socket_;
  std::string arrived_;       // not yet read by the library, from position_ on
  std::size_t position_ = 0;  // the library's
  std::size_t head_end_ = 0;  // of the request being answered
  std::string leaving_;
  bool broken_ = false;
  bool half_closed_ = false;
  int served_ = 0;
  Clock::time_point waiting_since_ = Clock::now();
};

}  // namespace web

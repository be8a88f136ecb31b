// A client that says exactly the bytes it is told to, as no well-behaved HTTP library would.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace web {

struct Reply {
  int status = 0;  // 0: the connection ended without an answer
  std::map<std::string, std::string> fields;  // names in lower case
  std::string body;
};

class Client {
 public:
  explicit Client(int port);  // connects to 127.0.0.1
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void say(std::string_view bytes) const;

  // The next answer. `method` HEAD has no body. Gives up, with status 0, when nothing comes for a minute.
  Reply reply(std::string_view method = "GET");

  // Asks over this connection, with a Host field and `fields` ("Name: value\r\n").
  Reply ask(std::string_view method, std::string_view target, std::string_view fields = "");

  // Whether the server ends the connection within a minute, reading nothing but that.
  bool is_ended();

 private:
  bool more();
  std::string until(std::string_view end);

  int socket_;
  std::string arrived_;
};

// Over a connection of its own.
Reply get(int port, std::string_view target, std::string_view fields = "");

}  // namespace web

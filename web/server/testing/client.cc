#include "web/server/testing/client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

namespace web {
namespace {

// Long enough for a machine that is busy with other things.
constexpr int kPatienceMilliseconds = 60'000;

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  return text;
}

void read_head(const std::string& head, Reply& reply) {
  reply.status = std::stoi(head.substr(9, 3));
  for (std::size_t at = head.find("\r\n") + 2; at < head.size();) {
    const std::string line = head.substr(at, head.find("\r\n", at) - at);
    at += line.size() + 2;
    if (const std::size_t colon = line.find(": "); colon != std::string::npos) {
      reply.fields[lower(line.substr(0, colon))] = line.substr(colon + 2);
    }
  }
}

}  // namespace

Client::Client(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{.sin_family = AF_INET, .sin_port = htons(static_cast<std::uint16_t>(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    close(socket_);
    throw std::runtime_error("nobody listens");
  }
}

Client::~Client() { close(socket_); }

void Client::say(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0) return;  // the server has heard enough: its answer is what matters
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

bool Client::more() {
  pollfd readable{.fd = socket_, .events = POLLIN};
  if (poll(&readable, 1, kPatienceMilliseconds) <= 0) return false;
  char buffer[64 * 1024];
  const ssize_t count = recv(socket_, buffer, sizeof buffer, 0);
  if (count > 0) arrived_.append(buffer, static_cast<std::size_t>(count));
  return count > 0;
}

std::string Client::until(std::string_view end) {
  std::size_t at = std::string::npos;
  while ((at = arrived_.find(end)) == std::string::npos) {
    if (!more()) return "";
  }
  std::string head = arrived_.substr(0, at + end.size());
  arrived_.erase(0, head.size());
  return head;
}

Reply Client::reply(std::string_view method) {
  Reply reply;
  const std::string head = until("\r\n\r\n");
  if (head.empty()) return reply;
  read_head(head, reply);
  if (method == "HEAD" || reply.status == 304) return reply;
  const std::size_t length = std::stoul(reply.fields["content-length"]);
  while (arrived_.size() < length && more()) {
  }
  reply.body = arrived_.substr(0, length);
  arrived_.erase(0, length);
  return reply;
}

Reply Client::ask(std::string_view method, std::string_view target, std::string_view fields) {
  say(std::string(method) + " " + std::string(target) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(fields) + "\r\n");
  return reply(method);
}

bool Client::is_ended() {
  while (more()) arrived_.clear();
  pollfd readable{.fd = socket_, .events = POLLIN};
  return poll(&readable, 1, 0) == 1;
}

Reply get(int port, std::string_view target, std::string_view fields) {
  return Client(port).ask("GET", target, fields);
}

}  // namespace web

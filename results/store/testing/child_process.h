// A piece of a test that runs in a process of its own: to be killed, to be somebody else, to have a disk of its own.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <system_error>

namespace results::store {

class ChildProcess {
 public:
  // Runs `body()` in a fork; its int is the exit status, 99 if it throws (with the reason on stderr).
  template <class Body>
  explicit ChildProcess(Body body) : id_(fork()) {
    if (id_ < 0) throw std::system_error(errno, std::generic_category(), "fork");
    if (id_ == 0) _exit(status_of(body));
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() {
    if (!waited_) kill_and_wait();
  }

  // The exit status, or minus the signal that ended it.
  int wait() {
    int status = 0;
    waitpid(id_, &status, 0);
    waited_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  int kill_and_wait() {
    kill(id_, SIGKILL);
    return wait();
  }

 private:
  template <class Body>
  static int status_of(Body& body) {
    try {
      return body();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "child process: %s\n", error.what());
      return 99;
    }
  }

  pid_t id_;
  bool waited_ = false;
};

}  // namespace results::store

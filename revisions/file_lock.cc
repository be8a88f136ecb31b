#include "revisions/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "harness/model/error.h"
#include "revisions/program_run.h"

namespace revisions {
namespace {

constexpr std::chrono::milliseconds kPatience{100};  // between two tries: flock() cannot wait for a flag as well

harness::drive::FileDescriptor opened(const std::string& path) {
  harness::drive::FileDescriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.is_open()) throw harness::Error("cannot open " + path + " to lock it: " + std::strerror(errno));
  return file;
}

}  // namespace

FileLock::FileLock(const std::string& path, LockMode mode) : file_(opened(path)), held_(try_lock(mode)) {}

FileLock::FileLock(const std::string& path, LockMode mode, const std::function<void()>& on_wait,
                   const std::atomic<bool>& interrupted)
    : FileLock(path, mode) {
  if (!held_) on_wait();
  while (!held_) {
    if (interrupted) throw Stopped{};
    std::this_thread::sleep_for(kPatience);
    held_ = try_lock(mode);
  }
}

bool FileLock::try_lock(LockMode mode) {
  return flock(file_.number(), (mode == LockMode::Shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
}

}  // namespace revisions

// A lock that belongs to a process and to those that inherit its file: whatever way they end, the lock ends with them.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "harness/drive/file_descriptor.h"

namespace revisions {

enum class LockMode { Shared, Exclusive };

class FileLock {
 public:
  // Waits until the lock on `path` (a file, made if need be, that stays empty) can be had. `on_wait` is called once, if
  // it has to wait. Throws Stopped once `interrupted` is true; Error if the file cannot be made.
  FileLock(const std::string& path, LockMode mode, const std::function<void()>& on_wait,
           const std::atomic<bool>& interrupted);
  // Does not wait; held() says whether it has the lock.
  FileLock(const std::string& path, LockMode mode);

  [[nodiscard]] bool held() const { return held_; }
  [[nodiscard]] int descriptor() const { return file_.number(); }
  void release() { file_.close(); }

 private:
  bool try_lock(LockMode mode);

  harness::drive::FileDescriptor file_;
  bool held_ = false;
};

}  // namespace revisions

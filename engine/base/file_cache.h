// Keeps files open for reading, but not more than a process may have: the least recently used one is closed.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "engine/base/file.h"
#include "engine/base/status.h"

namespace engine {

// Any number of threads.
class FileCache {
 public:
  explicit FileCache(std::size_t capacity) : capacity_(capacity) {}
  FileCache(const FileCache&) = delete;
  FileCache& operator=(const FileCache&) = delete;

  // A file that was handed out stays open until its last user lets it go, even if the cache has dropped it.
  Status Open(const std::string& path, std::shared_ptr<const RandomAccessFile>* file);

  [[nodiscard]] std::size_t size() const;

 private:
  using File = std::shared_ptr<const RandomAccessFile>;

  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::list<File> by_use_;  // most recently used first
  std::unordered_map<std::string, std::list<File>::iterator> by_path_;
};

}  // namespace engine

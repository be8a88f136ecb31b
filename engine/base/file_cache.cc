#include "engine/base/file_cache.h"

#include <utility>

namespace engine {

Status FileCache::Open(const std::string& path, std::shared_ptr<const RandomAccessFile>* file) {
  const std::lock_guard guard(mutex_);
  if (const auto found = by_path_.find(path); found != by_path_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, found->second);
    *file = by_use_.front();
    return Status::Ok();
  }
  std::unique_ptr<RandomAccessFile> opened;
  if (Status status = RandomAccessFile::Open(path, &opened); !status.ok()) return status;
  by_use_.push_front(std::move(opened));
  by_path_[path] = by_use_.begin();
  *file = by_use_.front();
  if (by_use_.size() > capacity_) {
    by_path_.erase(by_use_.back()->path());
    by_use_.pop_back();
  }
  return Status::Ok();
}

std::size_t FileCache::size() const {
  const std::lock_guard guard(mutex_);
  return by_use_.size();
}

}  // namespace engine

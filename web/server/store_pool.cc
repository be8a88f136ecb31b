#include "web/server/store_pool.h"

#include <sys/stat.h>

#include "harness/model/error.h"

namespace web {
namespace {

// Device and inode of the store's file; empty if there is none, or nothing in it. Another kind of store has no file: "-".
std::string file_identity(std::string path) {
  if (path.starts_with("sqlite:")) path.erase(0, 7);
  if (path.find("://") != std::string::npos) return "-";
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || status.st_size == 0) return "";
  return std::to_string(status.st_dev) + "/" + std::to_string(status.st_ino);
}

}  // namespace

using results::store::Access;
using results::store::Store;

StorePool::StorePool(std::string url) : url_(std::move(url)), was_there_(!file_identity(url_).empty()) {}

StorePool::Lease::Lease(StorePool& pool)
    : pool_(pool), identity_(file_identity(pool.url_)), store_(pool.wait_for_turn(identity_)) {
  if (store_ != nullptr) return;
  try {
    store_ = std::make_unique<Store>(identity_.empty() ? Store::open(":memory:", Access::ReadWrite)
                                                       : Store::open(pool_.url_, Access::ReadOnly));
  } catch (...) {
    pool_.end_turn(nullptr, identity_);
    throw;
  }
}

StorePool::Lease::~Lease() { pool_.end_turn(std::move(store_), identity_); }

// One that is open and idle, or null: then the caller opens one.
std::unique_ptr<Store> StorePool::wait_for_turn(const std::string& identity) {
  std::unique_lock lock(mutex_);
  was_there_ = was_there_ || !identity.empty();
  if (identity.empty() && was_there_) {
    throw harness::Error("the store " + url_ +
                         " is gone: somebody has removed, moved or emptied its file since this server saw it; put it back");
  }
  turn_ended_.wait(lock, [this] { return taken_ < kMostStores; });
  ++taken_;
  if (identity != identity_) idle_.clear();
  identity_ = identity;
  if (idle_.empty()) return nullptr;
  auto store = std::move(idle_.back());
  idle_.pop_back();
  return store;
}

void StorePool::end_turn(std::unique_ptr<Store> store, const std::string& identity) {
  {
    const std::lock_guard lock(mutex_);
    --taken_;
    if (store != nullptr && identity == identity_) idle_.push_back(std::move(store));
  }
  turn_ended_.notify_one();
}

}  // namespace web

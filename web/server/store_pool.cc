#include "web/server/store_pool.h"

#include <sys/stat.h>

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

StorePool::StorePool(std::string url) : url_(std::move(url)) {}

StorePool::Lease::Lease(StorePool& pool, std::unique_ptr<Store> store, std::string identity)
    : pool_(pool), store_(std::move(store)), identity_(std::move(identity)) {}

StorePool::Lease::~Lease() { pool_.put_back(std::move(store_), identity_); }

StorePool::Lease StorePool::take() {
  std::string identity = file_identity(url_);
  {
    const std::lock_guard lock(mutex_);
    if (identity != identity_) idle_.clear();
    identity_ = identity;
    if (!idle_.empty()) {
      auto store = std::move(idle_.back());
      idle_.pop_back();
      return Lease(*this, std::move(store), std::move(identity));
    }
  }
  Store store = identity.empty() ? Store::open(":memory:", Access::ReadWrite) : Store::open(url_, Access::ReadOnly);
  return Lease(*this, std::make_unique<Store>(std::move(store)), std::move(identity));
}

void StorePool::put_back(std::unique_ptr<Store> store, const std::string& identity) {
  const std::lock_guard lock(mutex_);
  if (identity == identity_) idle_.push_back(std::move(store));
}

}  // namespace web

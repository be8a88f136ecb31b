// Read-only stores for answers: one per question at a time, kept open between questions.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "results/store/store.h"

namespace web {

class StorePool {
 public:
  explicit StorePool(std::string url);

  // A store that nobody else has. Back it goes when the lease ends.
  class Lease {
   public:
    Lease(StorePool& pool, std::unique_ptr<results::store::Store> store, std::string identity);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    [[nodiscard]] const results::store::Store& operator*() const { return *store_; }

   private:
    StorePool& pool_;
    std::unique_ptr<results::store::Store> store_;
    std::string identity_;
  };

  // Throws harness::Error if the store cannot be opened. Notices when the file at the store's path is another one than
  // before. A file that is not there yet is an empty store: the first run creates it.
  [[nodiscard]] Lease take();

 private:
  void put_back(std::unique_ptr<results::store::Store> store, const std::string& identity);

  const std::string url_;
  std::mutex mutex_;
  std::string identity_;                                         // of the file that idle_ has open; guarded by mutex_
  std::vector<std::unique_ptr<results::store::Store>> idle_;  // guarded by mutex_
};

}  // namespace web

// Read-only stores for answers: one per question at a time, kept open between questions. At most kMostStores are open,
// however many clients ask: each has a cache of pages, and more readers than processors only wait for each other.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "results/store/store.h"

namespace web {

class StorePool {
 public:
  static constexpr int kMostStores = 8;

  explicit StorePool(std::string url);

  // A store that nobody else has. Back it goes when the lease ends.
  class Lease {
   public:
    explicit Lease(StorePool& pool);
    ~Lease();
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    [[nodiscard]] const results::store::Store& operator*() const { return *store_; }

   private:
    StorePool& pool_;
    std::string identity_;  // of the file that store_ has open
    std::unique_ptr<results::store::Store> store_;
  };

  // Waits while kMostStores are taken. Throws harness::Error if the store cannot be opened. Notices when the file at the
  // store's path is another one than before. A file that is not there yet is an empty store: the first run creates it. One that was
  // there and is gone is trouble, and no empty history.
  [[nodiscard]] Lease take() { return Lease(*this); }

 private:
  std::unique_ptr<results::store::Store> wait_for_turn(const std::string& identity);
  void end_turn(std::unique_ptr<results::store::Store> store, const std::string& identity);

  const std::string url_;
  std::mutex mutex_;  // guards all below
  std::condition_variable turn_ended_;
  bool was_there_;  // the file, at some time since this was made
  int taken_ = 0;
  std::string identity_;  // of the file that idle_ has open
  std::vector<std::unique_ptr<results::store::Store>> idle_;
};

}  // namespace web

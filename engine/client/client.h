// What the sessions of a program share: the meta cache and the reactors.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/client/meta_cache.h"
#include "engine/client/reactor.h"

namespace engine {

// Must outlive its sessions and all that they have under way.
class Client {
 public:
  static constexpr int kReactors = 4;  // as the source's client

  // The locator is borrowed.
  explicit Client(TabletLocator* locator, int reactors = kReactors) : meta_cache_(locator) {
    for (int i = 0; i < reactors; ++i) reactors_.push_back(std::make_unique<Reactor>());
  }

  [[nodiscard]] MetaCache* meta_cache() { return &meta_cache_; }

  // A connection stays with one reactor: everything for one server runs on one thread.
  [[nodiscard]] Reactor* reactor_of(const WriteService* server) {
    return reactors_[std::hash<const void*>()(server) / alignof(std::max_align_t) % reactors_.size()].get();
  }

  [[nodiscard]] Reactor* timer_reactor() { return reactors_.front().get(); }

 private:
  MetaCache meta_cache_;
  std::vector<std::unique_ptr<Reactor>> reactors_;
};

}  // namespace engine

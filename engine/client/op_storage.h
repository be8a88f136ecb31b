// Where a batcher's in-flight ops live, as a policy. Made on the generator thread, destroyed on the reactor.
//
//   HeapOpStorage           a block an op, given back one by one on another thread
//   ArenaOpStorage          an arena a batcher, given back as a whole with it (Apache Kudu f7caae03d)
//   RecycledArenaOpStorage  ours: the same, but the arena goes to the session's next batcher
//   MonotonicOpStorage      std::pmr::monotonic_buffer_resource, the standard library's arena
//
// Each offers New, one thread at a time, and Destroy, which runs the destructor and may run on another thread while New
// does. All ops have to be destroyed before their storage.
#pragma once

#include <memory>
#include <memory_resource>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/base/arena.h"
#include "engine/base/spin_lock.h"
#include "engine/client/write_op.h"

namespace engine {

// Arenas that the batchers of one session hand on. Any number of threads.
class ArenaPool {
 public:
  std::unique_ptr<Arena> Take() {
    std::lock_guard lock(lock_);
    if (arenas_.empty()) return std::make_unique<Arena>();
    std::unique_ptr<Arena> arena = std::move(arenas_.back());
    arenas_.pop_back();
    return arena;
  }

  void Give(std::unique_ptr<Arena> arena) {
    arena->Reset();
    std::lock_guard lock(lock_);
    arenas_.push_back(std::move(arena));
  }

 private:
  SpinLock lock_;
  std::vector<std::unique_ptr<Arena>> arenas_;
};

template <class Op>
class HeapOpStorage {
 public:
  explicit HeapOpStorage(const std::shared_ptr<ArenaPool>&) {}

  Op* New(std::unique_ptr<WriteOp> write_op) { return new Op(std::move(write_op)); }
  void Destroy(Op* op) { delete op; }
};

template <class Op>
class ArenaOpStorage {
 public:
  explicit ArenaOpStorage(const std::shared_ptr<ArenaPool>&) {}

  Op* New(std::unique_ptr<WriteOp> write_op) { return arena_.NewObject<Op>(std::move(write_op)); }
  void Destroy(Op* op) { std::destroy_at(op); }

 private:
  Arena arena_;
};

template <class Op>
class RecycledArenaOpStorage {
 public:
  explicit RecycledArenaOpStorage(std::shared_ptr<ArenaPool> pool) : pool_(std::move(pool)), arena_(pool_->Take()) {}
  ~RecycledArenaOpStorage() { pool_->Give(std::move(arena_)); }
  RecycledArenaOpStorage(const RecycledArenaOpStorage&) = delete;
  RecycledArenaOpStorage& operator=(const RecycledArenaOpStorage&) = delete;

  Op* New(std::unique_ptr<WriteOp> write_op) { return arena_->NewObject<Op>(std::move(write_op)); }
  void Destroy(Op* op) { std::destroy_at(op); }

 private:
  std::shared_ptr<ArenaPool> pool_;
  std::unique_ptr<Arena> arena_;
};

template <class Op>
class MonotonicOpStorage {
 public:
  explicit MonotonicOpStorage(const std::shared_ptr<ArenaPool>&) {}

  Op* New(std::unique_ptr<WriteOp> write_op) {
    return std::pmr::polymorphic_allocator<>(&memory_).new_object<Op>(std::move(write_op));
  }
  void Destroy(Op* op) { std::destroy_at(op); }

 private:
  std::pmr::monotonic_buffer_resource memory_{Arena::kFirstChunkBytes};
};

}  // namespace engine

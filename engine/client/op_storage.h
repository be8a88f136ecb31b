// Where a batcher's in-flight ops live, as a policy. Made on the generator thread, destroyed on the reactor.
//
//   HeapOpStorage       a block an op, given back one by one on another thread
//   ArenaOpStorage      an arena a batcher, given back as a whole with it (Apache Kudu f7caae03d)
//   MonotonicOpStorage  std::pmr::monotonic_buffer_resource, the standard library's arena
//
// Each offers New, one thread at a time, and Destroy, which runs the destructor and may run on another thread while New
// does. All ops have to be destroyed before their storage.
#pragma once

#include <memory>
#include <memory_resource>
#include <utility>

#include "engine/base/arena.h"
#include "engine/client/write_op.h"

namespace engine {

template <class Op>
class HeapOpStorage {
 public:
  Op* New(std::unique_ptr<WriteOp> write_op) { return new Op(std::move(write_op)); }
  void Destroy(Op* op) { delete op; }
};

template <class Op>
class ArenaOpStorage {
 public:
  Op* New(std::unique_ptr<WriteOp> write_op) { return arena_.NewObject<Op>(std::move(write_op)); }
  void Destroy(Op* op) { std::destroy_at(op); }

 private:
  Arena arena_;
};

template <class Op>
class MonotonicOpStorage {
 public:
  Op* New(std::unique_ptr<WriteOp> write_op) {
    return std::pmr::polymorphic_allocator<>(&memory_).new_object<Op>(std::move(write_op));
  }
  void Destroy(Op* op) { std::destroy_at(op); }

 private:
  std::pmr::monotonic_buffer_resource memory_{Arena::kFirstChunkBytes};
};

}  // namespace engine

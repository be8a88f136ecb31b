// The ops that a batcher waits for, as a policy. Filled on the generator thread, emptied on the reactor, always under
// the batcher's lock; a batch of default buffers has 33 289 ops.
//
//   UnorderedOpSet  std::unordered_set: a heap node an op, and a prime modulo to find it
//   DenseOpSet      google::dense_hash_set: one flat array (Apache Kudu 2e5033511)
//   FlatOpSet       absl::flat_hash_set: one flat array that scatters neighbours
//   LinkedOpSet     ours: the ops are a list, the set is its length
//
// Each offers Insert and Erase, false if the op was there already or was not there, size() and empty(). The hash sets
// can be iterated; they keep no order.
#pragma once

#include <cstddef>
#include <unordered_set>

#include "absl/container/flat_hash_set.h"
#include "engine/client/in_flight_op.h"
#include "sparsehash/dense_hash_set"

namespace engine {

class UnorderedOpSet {
 public:
  using Op = InFlightOp;

  bool Insert(Op* op) { return ops_.insert(op).second; }
  bool Erase(Op* op) { return ops_.erase(op) == 1; }
  [[nodiscard]] std::size_t size() const { return ops_.size(); }
  [[nodiscard]] bool empty() const { return ops_.empty(); }
  [[nodiscard]] auto begin() const { return ops_.begin(); }
  [[nodiscard]] auto end() const { return ops_.end(); }

 private:
  std::unordered_set<Op*> ops_;
};

// The two keys that the table keeps for itself cannot be the address of an op: no op lies at null, and ops are aligned.
class DenseOpSet {
 public:
  using Op = InFlightOp;
  static_assert(alignof(Op) > 1);

  DenseOpSet() {
    ops_.set_empty_key(nullptr);
    ops_.set_deleted_key(reinterpret_cast<Op*>(-1));
  }

  bool Insert(Op* op) { return ops_.insert(op).second; }
  bool Erase(Op* op) { return ops_.erase(op) == 1; }
  [[nodiscard]] std::size_t size() const { return ops_.size(); }
  [[nodiscard]] bool empty() const { return ops_.empty(); }
  [[nodiscard]] std::size_t bucket_count() const { return ops_.bucket_count(); }
  [[nodiscard]] auto begin() const { return ops_.begin(); }
  [[nodiscard]] auto end() const { return ops_.end(); }

 private:
  google::dense_hash_set<Op*> ops_;
};

class FlatOpSet {
 public:
  using Op = InFlightOp;

  bool Insert(Op* op) { return ops_.insert(op).second; }
  bool Erase(Op* op) { return ops_.erase(op) == 1; }
  [[nodiscard]] std::size_t size() const { return ops_.size(); }
  [[nodiscard]] bool empty() const { return ops_.empty(); }
  [[nodiscard]] auto begin() const { return ops_.begin(); }
  [[nodiscard]] auto end() const { return ops_.end(); }

 private:
  absl::flat_hash_set<Op*> ops_;
};

// A circular list through the ops around a sentinel. An op is in it exactly if it is linked.
class LinkedOpSet {
 public:
  using Op = LinkedInFlightOp;

  LinkedOpSet() : sentinel_(nullptr) { sentinel_.previous = sentinel_.next = &sentinel_; }
  LinkedOpSet(const LinkedOpSet&) = delete;
  LinkedOpSet& operator=(const LinkedOpSet&) = delete;

  bool Insert(Op* op) {
    if (op->next != nullptr) return false;
    op->previous = sentinel_.previous;
    op->next = &sentinel_;
    sentinel_.previous = op->previous->next = op;
    ++size_;
    return true;
  }

  bool Erase(Op* op) {
    if (op->next == nullptr) return false;
    op->previous->next = op->next;
    op->next->previous = op->previous;
    op->previous = op->next = nullptr;
    --size_;
    return true;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

 private:
  Op sentinel_;
  std::size_t size_ = 0;
};

}  // namespace engine

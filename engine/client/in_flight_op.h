// A write operation on its way from Apply to its answer.
//
//   kNew -> kLookingUpTablet -> kBufferedToTabletServer -> kRequestSent -> destroyed
//
// and destroyed early when the lookup fails or the batcher is aborted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "engine/base/ref_counted.h"
#include "engine/base/spin_lock.h"
#include "engine/client/remote_tablet.h"
#include "engine/client/write_op.h"

namespace engine {

struct InFlightOp {
  enum class State : std::int32_t { kNew, kLookingUpTablet, kBufferedToTabletServer, kRequestSent };

  explicit InFlightOp(std::unique_ptr<WriteOp> op) : write_op(std::move(op)) {}

  SpinLock lock;  // guards `state`; taken after the batcher's lock
  State state = State::kNew;
  std::unique_ptr<WriteOp> write_op;  // null once it was handed to the error collector
  RefPtr<RemoteTablet> tablet;        // set when buffered
  std::int32_t sequence_number = 0;   // order of Apply within the batcher, from 0, without gaps
};
static_assert(sizeof(InFlightOp) == 32);

// An op that carries its own place in a list, for the op set that needs no memory of its own.
struct LinkedInFlightOp : InFlightOp {
  using InFlightOp::InFlightOp;

  LinkedInFlightOp* previous = nullptr;
  LinkedInFlightOp* next = nullptr;
};

// Calls destroy(op) for every op, and loads what the later ones need while it does: the op, then its write op, then the
// row's block, each a step further ahead. Without it each destruction waits three times for memory that another thread
// wrote. (Apache Kudu dff0349f9.)
template <class Op, class Destroy>
void DestroyPrefetching(std::span<Op* const> ops, Destroy destroy) {
  constexpr std::size_t kStep = 4;  // destructions that take about as long as one cache miss
  for (std::size_t i = 0; i < ops.size(); ++i) {
    if (i + 3 * kStep < ops.size()) __builtin_prefetch(ops[i + 3 * kStep]);
    if (i + 2 * kStep < ops.size()) __builtin_prefetch(ops[i + 2 * kStep]->write_op.get());
    if (i + kStep < ops.size() && ops[i + kStep]->write_op != nullptr) {
      __builtin_prefetch(ops[i + kStep]->write_op->row().is_set());
    }
    destroy(ops[i]);
  }
}

}  // namespace engine

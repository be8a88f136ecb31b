// One request of a batcher to one tablet, from encoding its rows to destroying its ops. It goes from hand to hand: made
// on the flushing thread, sent and finished on the reactor, in between with the server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/ref_counted.h"
#include "engine/base/status.h"
#include "engine/client/error_collector.h"
#include "engine/client/in_flight_op.h"
#include "engine/client/reactor.h"
#include "engine/client/write_service.h"

namespace engine {

template <class Policy>
class Batcher;

template <class Policy>
class WriteRpc {
 public:
  using Op = typename Policy::Op;

  // Encodes the rows. Takes over the ops: each is destroyed with the rpc. It keeps the batcher, and with it their
  // storage.
  WriteRpc(RefPtr<Batcher<Policy>> batcher, RefPtr<RemoteTablet> tablet, std::vector<Op*> ops);
  ~WriteRpc();
  WriteRpc(const WriteRpc&) = delete;
  WriteRpc& operator=(const WriteRpc&) = delete;

  // Sends on `reactor`, takes the answer there, and ends there.
  static void Send(std::unique_ptr<WriteRpc> rpc, Reactor* reactor);

  // Hands over the write ops that failed, each with its reason. Whether there were any.
  bool CollectErrors(ErrorCollector* errors);

  [[nodiscard]] std::span<Op* const> ops() const { return ops_; }

 private:
  RefPtr<Batcher<Policy>> batcher_;
  RefPtr<RemoteTablet> tablet_;
  std::vector<Op*> ops_;
  WriteRequest request_;
  WriteResponse response_;
};

template <class Policy>
WriteRpc<Policy>::WriteRpc(RefPtr<Batcher<Policy>> batcher, RefPtr<RemoteTablet> tablet, std::vector<Op*> ops)
    : batcher_(std::move(batcher)), tablet_(std::move(tablet)), ops_(std::move(ops)) {
  request_.tablet_id = tablet_->id();
  request_.row_count = static_cast<std::int32_t>(ops_.size());
  for (Op* op : ops_) {
    AppendRowOperation(op->write_op->type(), op->write_op->row(), &request_.operations);
    std::lock_guard lock(op->lock);
    op->state = InFlightOp::State::kRequestSent;
  }
}

template <class Policy>
WriteRpc<Policy>::~WriteRpc() {
  DestroyPrefetching<Op>(ops_, [this](Op* op) { batcher_->storage_.Destroy(op); });
}

template <class Policy>
void WriteRpc<Policy>::Send(std::unique_ptr<WriteRpc> rpc, Reactor* reactor) {
  reactor->Post([rpc = std::move(rpc), reactor]() mutable {
    WriteRpc& sent = *rpc;
    sent.tablet_->server()->Write(sent.request_, &sent.response_, [rpc = std::move(rpc), reactor]() mutable {
      reactor->Post([rpc = std::move(rpc)] { rpc->batcher_->ProcessResponse(rpc.get()); });
    });
  });
}

// A row index that no row of the request has is the server's mistake: it is passed over, the other errors still count.
template <class Policy>
bool WriteRpc<Policy>::CollectErrors(ErrorCollector* errors) {
  if (!response_.status.ok()) {
    for (Op* op : ops_) errors->Add(std::move(op->write_op), Status(response_.status));
    return true;
  }
  for (const RowError& error : response_.row_errors) {
    const auto index = static_cast<std::size_t>(error.row_index);
    if (error.row_index < 0 || index >= ops_.size() || ops_[index]->write_op == nullptr) {
      std::fprintf(stderr, "engine: tablet %s reports an error of row %d of %zu rows\n", tablet_->id().c_str(),
                   error.row_index, ops_.size());
      continue;
    }
    errors->Add(std::move(ops_[index]->write_op), Status(error.status));
  }
  return !response_.row_errors.empty();
}

}  // namespace engine

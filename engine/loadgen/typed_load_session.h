// The sessions behind LoadSession, for the files that instantiate them; to be included nowhere else.
#pragma once

#include <memory>
#include <utility>

#include "engine/loadgen/load_session.h"

namespace engine {

template <class Policy>
class TypedLoadSession final : public LoadSession {
 public:
  TypedLoadSession(Client* client, const SessionOptions& options) : session_(Session<Policy>::Make(client, options)) {}

  Status Apply(std::unique_ptr<WriteOp> write_op) override { return session_->Apply(std::move(write_op)); }
  Status Flush() override { return session_->Flush(); }
  ErrorCollector::Errors TakeErrors() override { return session_->TakeErrors(); }

 private:
  std::shared_ptr<Session<Policy>> session_;
};

template <class OpSet>
std::unique_ptr<LoadSession> MakeLoadSessionOf(OpStorageKind op_storage, Client* client,
                                               const SessionOptions& options) {
  switch (op_storage) {
    case OpStorageKind::kHeap:
      return std::make_unique<TypedLoadSession<ClientPolicy<OpSet, HeapOpStorage>>>(client, options);
    case OpStorageKind::kMonotonic:
      return std::make_unique<TypedLoadSession<ClientPolicy<OpSet, MonotonicOpStorage>>>(client, options);
    case OpStorageKind::kArena:
      break;
  }
  return std::make_unique<TypedLoadSession<ClientPolicy<OpSet, ArenaOpStorage>>>(client, options);
}

}  // namespace engine

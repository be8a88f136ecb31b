// A session whose op set and op storage are chosen while running. Each combination is compiled apart, as the scenarios
// and the source have it; what is added is one virtual call a row.
#pragma once

#include <memory>

#include "engine/base/status.h"
#include "engine/client/client.h"
#include "engine/client/error_collector.h"
#include "engine/client/session.h"
#include "engine/loadgen/policies.h"

namespace engine {

// As Session, in every word.
class LoadSession {
 public:
  virtual ~LoadSession() = default;

  virtual Status Apply(std::unique_ptr<WriteOp> write_op) = 0;
  virtual Status Flush() = 0;
  virtual ErrorCollector::Errors TakeErrors() = 0;
};

// The client is borrowed.
std::unique_ptr<LoadSession> MakeLoadSession(OpSetKind op_set, OpStorageKind op_storage, Client* client,
                                             const SessionOptions& options);

// The same where the op set is known. One file for each op set instantiates it: together they would take a minute to
// compile.
template <class OpSet>
std::unique_ptr<LoadSession> MakeLoadSessionOf(OpStorageKind op_storage, Client* client, const SessionOptions& options);

}  // namespace engine

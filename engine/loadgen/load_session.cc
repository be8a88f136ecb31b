#include "engine/loadgen/load_session.h"

namespace engine {

std::unique_ptr<LoadSession> MakeLoadSession(OpSetKind op_set, OpStorageKind op_storage, Client* client,
                                             const SessionOptions& options) {
  switch (op_set) {
    case OpSetKind::kUnordered:
      return MakeLoadSessionOf<UnorderedOpSet>(op_storage, client, options);
    case OpSetKind::kFlat:
      return MakeLoadSessionOf<FlatOpSet>(op_storage, client, options);
    case OpSetKind::kLinked:
      return MakeLoadSessionOf<LinkedOpSet>(op_storage, client, options);
    case OpSetKind::kDense:
      break;
  }
  return MakeLoadSessionOf<DenseOpSet>(op_storage, client, options);
}

}  // namespace engine

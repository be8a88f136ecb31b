// The sessions with UnorderedOpSet, compiled apart: see load_session.h.
#include "engine/loadgen/typed_load_session.h"

namespace engine {

template std::unique_ptr<LoadSession> MakeLoadSessionOf<UnorderedOpSet>(OpStorageKind op_storage, Client* client,
                                                                        const SessionOptions& options);

}  // namespace engine

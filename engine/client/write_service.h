// What the client sends to a tablet and gets back, and the door it goes through. In one process there is no network:
// the other side is called directly and answers when it is done.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "engine/base/status.h"
#include "engine/row/row_operations.h"

namespace engine {

struct WriteRequest {
  std::string tablet_id;
  RowOperations operations;
  std::int32_t row_count = 0;
};

struct RowError {
  std::int32_t row_index = 0;  // in the request
  Status status;
};

struct WriteResponse {
  Status status;                     // of the request as a whole; if not ok, no row was written
  std::vector<RowError> row_errors;  // rows that were refused; all others were written
};

class WriteService {
 public:
  using Done = absl::AnyInvocable<void()>;

  virtual ~WriteService() = default;

  // Fills in `response`, then calls `done`, once, on any thread, perhaps before returning. Both stay alive until then.
  virtual void Write(const WriteRequest& request, WriteResponse* response, Done done) = 0;
};

}  // namespace engine

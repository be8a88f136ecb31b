// A tablet as the client knows it: what it owns and who serves it. Shared by the meta cache and all operations under
// way.
#pragma once

#include <string>
#include <utility>

#include "engine/base/ref_counted.h"
#include "engine/base/slice.h"
#include "engine/client/write_service.h"

namespace engine {

// Where a tablet is, as whoever knows it says. Owns partition keys from `start` up to `end`; an empty end is no end.
struct TabletLocation {
  std::string tablet_id;
  std::string start;
  std::string end;
  WriteService* server = nullptr;
};

// Immutable. The server is borrowed and must outlive the client.
class RemoteTablet : public RefCounted<RemoteTablet> {
 public:
  explicit RemoteTablet(TabletLocation location) : location_(std::move(location)) {}

  [[nodiscard]] const std::string& id() const { return location_.tablet_id; }
  [[nodiscard]] const std::string& start() const { return location_.start; }
  [[nodiscard]] WriteService* server() const { return location_.server; }
  [[nodiscard]] bool Owns(Slice partition_key) const {
    return partition_key >= Slice(location_.start) && (location_.end.empty() || partition_key < Slice(location_.end));
  }

 private:
  TabletLocation location_;
};

}  // namespace engine

// What the store remembers of one block: where its bytes lie. Shared by the block map and by whoever reads the block.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/ref_counted.h"
#include "engine/fs/block_id.h"

namespace engine {

class Container;

// 48 bytes with the reference count inside: copying a RefPtr<LogBlock> writes here, not to a control block elsewhere.
// All but MarkDeleted() is read-only after construction. The container must outlive its blocks.
class LogBlock : public RefCounted<LogBlock> {
 public:
  LogBlock(Container* container, BlockId id, std::int64_t offset, std::int64_t length)
      : container_(container), id_(id), offset_(offset), length_(length) {}
  ~LogBlock();  // gives the space of a deleted block back, now that nobody reads it any more

  [[nodiscard]] Container* container() const { return container_; }
  [[nodiscard]] BlockId id() const { return id_; }
  [[nodiscard]] std::int64_t offset() const { return offset_; }  // in the container's data file, in bytes
  [[nodiscard]] std::int64_t length() const { return length_; }

  void MarkDeleted() { deleted_.store(true, std::memory_order_relaxed); }

 private:
  Container* const container_;
  const BlockId id_;
  const std::int64_t offset_;
  const std::int64_t length_;
  std::atomic<bool> deleted_{false};
};

static_assert(sizeof(LogBlock) == 48);

}  // namespace engine

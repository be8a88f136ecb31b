// Memory that is handed out piece by piece and given back all at once. The first chunk has 1 KiB, each next one twice
// as much, up to 1 016 KiB (as the source's arena: just below where its allocator leaves its fast path); what is larger
// than that gets a chunk of its own. Nothing is destroyed by the arena: whoever constructs also destroys.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace engine {

// One thread at a time. Under AddressSanitizer, memory that was not handed out, or was reset, traps when touched.
class Arena {
 public:
  static constexpr std::size_t kFirstChunkBytes = 1024;
  static constexpr std::size_t kLargestChunkBytes = 8192 * 127;  // 127 pages of 8 KiB, the source's cap
  static constexpr std::size_t kLargestAlignment = 64;           // a cache line

  Arena() = default;
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // Never null; throws std::bad_alloc if the system refuses. Requires: alignment is a power of two, at most 64.
  [[nodiscard]] void* Allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) {
    const std::size_t begin = (used_ + alignment - 1) & ~(alignment - 1);  // chunks begin at a multiple of 64
    if (begin + size > current_size_) return AllocateFromFreshChunk(size);
    used_ = begin + size;
    return HandOut(current_ + begin, size);
  }

  template <typename T, typename... Arguments>
  [[nodiscard]] T* NewObject(Arguments&&... arguments) {
    static_assert(alignof(T) <= kLargestAlignment);
    return ::new (Allocate(sizeof(T), alignof(T))) T(std::forward<Arguments>(arguments)...);
  }

  // Takes everything back, and keeps the newest chunk for what comes next.
  void Reset();

  // Bytes asked of the system, used or not.
  [[nodiscard]] std::size_t footprint() const { return footprint_; }

 private:
  struct Chunk {
    char* memory;
    std::size_t size;
  };

  void* AllocateFromFreshChunk(std::size_t size);
  char* AddChunk(std::size_t size);
  void FreeChunk(const Chunk& chunk);
  static void* HandOut(char* memory, std::size_t size);

  char* current_ = nullptr;  // the chunk that is being handed out
  std::size_t current_size_ = 0;
  std::size_t used_ = 0;
  std::size_t footprint_ = 0;
  std::vector<Chunk> chunks_;  // all of them, also those of oversize requests; the current one is somewhere in it
};

}  // namespace engine

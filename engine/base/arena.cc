#include "engine/base/arena.h"

#include <algorithm>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(memory, size) (static_cast<void>(memory), static_cast<void>(size))
#define ASAN_UNPOISON_MEMORY_REGION(memory, size) (static_cast<void>(memory), static_cast<void>(size))
#endif

namespace engine {

Arena::~Arena() {
  for (const Chunk& chunk : chunks_) FreeChunk(chunk);
}

void Arena::Reset() {
  const auto is_current = [this](const Chunk& chunk) { return chunk.memory == current_; };
  for (const Chunk& chunk : chunks_) {
    if (!is_current(chunk)) FreeChunk(chunk);
  }
  std::erase_if(chunks_, [&](const Chunk& chunk) { return !is_current(chunk); });
  ASAN_POISON_MEMORY_REGION(current_, current_size_);
  used_ = 0;
}

void* Arena::AllocateFromFreshChunk(std::size_t size) {
  if (size > kLargestChunkBytes) return HandOut(AddChunk(size), size);
  std::size_t chunk_size = current_ == nullptr ? kFirstChunkBytes : std::min(2 * current_size_, kLargestChunkBytes);
  while (chunk_size < size) chunk_size = std::min(2 * chunk_size, kLargestChunkBytes);
  current_ = AddChunk(chunk_size);
  current_size_ = chunk_size;
  used_ = size;
  return HandOut(current_, size);
}

char* Arena::AddChunk(std::size_t size) {
  chunks_.push_back({nullptr, 0});  // its place first, so that a refusal leaks nothing
  char* const memory = static_cast<char*>(::operator new (size, std::align_val_t{kLargestAlignment}));
  chunks_.back() = {memory, size};
  footprint_ += size;
  ASAN_POISON_MEMORY_REGION(memory, size);
  return memory;
}

void Arena::FreeChunk(const Chunk& chunk) {
  footprint_ -= chunk.size;
  ASAN_UNPOISON_MEMORY_REGION(chunk.memory, chunk.size);
  ::operator delete (chunk.memory, chunk.size, std::align_val_t{kLargestAlignment});
}

void* Arena::HandOut(char* memory, std::size_t size) {
  ASAN_UNPOISON_MEMORY_REGION(memory, size);
  return memory;
}

}  // namespace engine

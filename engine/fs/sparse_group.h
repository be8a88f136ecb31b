// A run of 32 or 48 buckets of a sparse table: a bitmap of those in use, a bitmap of those erased, and an array that
// holds values for the former only, in bucket order. A free bucket costs its share of a 24-byte header, not a value.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace engine {

// How a value gets from one array to the next, or makes room for its neighbour.
enum class Relocation {
  kCopy,  // copy, then destroy: all that C++98 knew, so all that google::sparse_hash_map does
  kMove,  // a reference-counted pointer is stolen: no atomic operation, and its object is not touched
};

// How large the array is made when it has to grow.
enum class Growth {
  kExact,  // one more than before: an allocation for every insertion
  kSlack,  // 4, 8, then two more each time: 14 allocations to fill 32 buckets (as sparsepp)
};

// The four decisions in which google::sparse_hash_map and its successor differ.
struct SparsePolicy {
  Relocation relocation;
  Growth growth;
  int group_buckets;     // at most 48
  int max_load_percent;  // the table doubles when more of its buckets would be used or erased
};

// `T` is destroyed and constructed, never assigned, so pairs with a constant key will do. The allocator is handed in
// because a table has one and thousands of groups. Inserting and erasing invalidate pointers into the group.
template <typename T, SparsePolicy kPolicy>
class SparseGroup {
 public:
  static constexpr unsigned kBuckets = kPolicy.group_buckets;

  static_assert(kBuckets >= 1 && kBuckets <= 48);
  static_assert(kPolicy.relocation == Relocation::kMove ? std::is_nothrow_move_constructible_v<T>
                                                        : std::is_nothrow_copy_constructible_v<T>,
                "values change places; if that could fail, some would be lost");

  [[nodiscard]] bool contains(unsigned bucket) const { return (present_ >> bucket) & 1; }
  [[nodiscard]] bool was_erased(unsigned bucket) const { return (erased_ >> bucket) & 1; }
  [[nodiscard]] unsigned size() const { return std::popcount(std::uint64_t{present_}); }
  [[nodiscard]] T* begin() const { return values_; }
  [[nodiscard]] T* end() const { return values_ + size(); }

  // Requires: contains(bucket).
  [[nodiscard]] T* at(unsigned bucket) const { return values_ + PlaceOf(bucket); }

  // Requires: !contains(bucket). `Source` is T& (copied from) or T&& (moved from).
  template <typename Allocator, typename Source>
  T* Insert(Allocator& allocator, unsigned bucket, Source&& value) {
    assert(!contains(bucket));
    const unsigned place = PlaceOf(bucket);
    if (size() == capacity_) {
      MoveToLargerArray(allocator, place);
    } else {
      ShiftUp(place);
    }
    std::construct_at(values_ + place, std::forward<Source>(value));
    present_ = present_ | Bit(bucket);
    erased_ = erased_ & ~Bit(bucket);
    return values_ + place;
  }

  // Requires: contains(bucket). The bucket is marked, so that probes go on beyond it.
  template <typename Allocator>
  void Erase(Allocator& allocator, unsigned bucket) {
    assert(contains(bucket));
    const unsigned place = PlaceOf(bucket);
    std::destroy_at(values_ + place);
    ShiftDown(place);
    present_ = present_ & ~Bit(bucket);
    erased_ = erased_ | Bit(bucket);
    if (kPolicy.growth == Growth::kExact || size() == 0) MoveToSmallerArray(allocator);
  }

  template <typename Allocator>
  void Clear(Allocator& allocator) {
    std::destroy(begin(), end());
    if (values_ != nullptr) allocator.deallocate(values_, capacity_);
    *this = SparseGroup();
  }

 private:
  static constexpr std::uint64_t Bit(unsigned bucket) { return std::uint64_t{1} << bucket; }

  // How many buckets before this one are in use.
  [[nodiscard]] unsigned PlaceOf(unsigned bucket) const {
    return std::popcount(std::uint64_t{present_} & (Bit(bucket) - 1));
  }

  static void Relocate(T* from, T* to) {
    if constexpr (kPolicy.relocation == Relocation::kMove) {
      std::construct_at(to, std::move(*from));
    } else {
      std::construct_at(to, std::as_const(*from));
    }
    std::destroy_at(from);
  }

  static void RelocateRange(T* from, unsigned count, T* to) {
    for (unsigned index = 0; index < count; ++index) Relocate(from + index, to + index);
  }

  static unsigned NextCapacity(unsigned capacity) {
    if constexpr (kPolicy.growth == Growth::kExact) return capacity + 1;
    if (capacity < 8) return capacity == 0 ? 4 : 8;
    return std::min(capacity + 2, kBuckets);
  }

  // Leaves the place free.
  template <typename Allocator>
  void MoveToLargerArray(Allocator& allocator, unsigned place) {
    const unsigned larger = NextCapacity(capacity_);
    T* const values = allocator.allocate(larger);
    const unsigned count = size();
    RelocateRange(values_, place, values);
    RelocateRange(values_ + place, count - place, values + place + 1);
    ReplaceArray(allocator, values, larger);
  }

  template <typename Allocator>
  void MoveToSmallerArray(Allocator& allocator) {
    const unsigned count = size();
    T* const values = count == 0 ? nullptr : allocator.allocate(count);
    RelocateRange(values_, count, values);
    ReplaceArray(allocator, values, count);
  }

  template <typename Allocator>
  void ReplaceArray(Allocator& allocator, T* values, unsigned capacity) {
    if (values_ != nullptr) allocator.deallocate(values_, capacity_);
    values_ = values;
    capacity_ = capacity;
  }

  void ShiftUp(unsigned place) {
    for (unsigned index = size(); index > place; --index) Relocate(values_ + index - 1, values_ + index);
  }

  void ShiftDown(unsigned place) {
    const unsigned count = size();
    for (unsigned index = place + 1; index < count; ++index) Relocate(values_ + index, values_ + index - 1);
  }

  T* values_ = nullptr;
  std::uint64_t present_ : 48 = 0;
  std::uint64_t capacity_ : 16 = 0;
  std::uint64_t erased_ = 0;
};

}  // namespace engine

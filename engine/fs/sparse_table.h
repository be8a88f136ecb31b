// A hash table that pays for its entries, not for its buckets: a power of two of buckets in groups (sparse_group.h),
// probed in triangular steps. A clean-room table in the manner of google::sparse_hash_map and sparsepp, with what
// distinguishes the two as policies, so that each difference can be measured alone.
#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "engine/fs/sparse_group.h"

namespace engine {

// What replaces google::sparse_hash_map: Apache Kudu 3c26cc3c2 "switch from google::sparse_hash_map to sparsepp".
inline constexpr SparsePolicy kSparseMove{Relocation::kMove, Growth::kSlack, 32, 50};

// The same table with google's decisions. If it is not about as slow as google's, the comparison is unfair.
inline constexpr SparsePolicy kSparseLikeGoogle{Relocation::kCopy, Growth::kExact, 48, 80};

// Named and behaving as the standard's maps, where it has the operation. Inserting and erasing invalidate iterators,
// and references to elements. Not thread-safe. Memory per entry: sizeof(value_type), plus 24 bytes of group header
// shared by the entries of a group, plus up to three unused places per group with Growth::kSlack.
template <typename Key, typename Value, typename Hash, SparsePolicy kPolicy, typename Equal = std::equal_to<Key>,
          typename Allocator = std::allocator<std::pair<const Key, Value>>>
class SparseTable {
 public:
  using key_type = Key;
  using mapped_type = Value;
  using value_type = std::pair<const Key, Value>;
  using allocator_type = Allocator;

 private:
  using Group = SparseGroup<value_type, kPolicy>;
  using GroupAllocator = typename std::allocator_traits<Allocator>::template rebind_alloc<Group>;
  using Groups = std::vector<Group, GroupAllocator>;

 public:
  template <typename Element>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = SparseTable::value_type;
    using difference_type = std::ptrdiff_t;
    using pointer = Element*;
    using reference = Element&;

    Iterator() = default;
    operator Iterator<const Element>() const { return {group_, end_, element_}; }  // NOLINT: as the standard's

    reference operator*() const { return *element_; }
    pointer operator->() const { return element_; }
    Iterator& operator++() {
      if (++element_ == group_->end()) {
        ++group_;
        SkipEmptyGroups();
      }
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator& left, const Iterator& right) { return left.element_ == right.element_; }

   private:
    friend class SparseTable;
    template <typename Other>
    friend class Iterator;

    Iterator(const Group* group, const Group* end, Element* element) : group_(group), end_(end), element_(element) {}

    void SkipEmptyGroups() {
      while (group_ != end_ && group_->size() == 0) ++group_;
      element_ = group_ == end_ ? nullptr : group_->begin();
    }

    const Group* group_ = nullptr;
    const Group* end_ = nullptr;
    Element* element_ = nullptr;  // null at the end
  };

  using iterator = Iterator<value_type>;
  using const_iterator = Iterator<const value_type>;

  explicit SparseTable(const Allocator& allocator = Allocator())
      : allocator_(allocator), groups_(GroupAllocator(allocator)) {}
  ~SparseTable() { clear(); }
  SparseTable(const SparseTable&) = delete;
  SparseTable& operator=(const SparseTable&) = delete;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t bucket_count() const { return bucket_count_; }
  [[nodiscard]] Allocator get_allocator() const { return allocator_; }

  [[nodiscard]] iterator begin() { return First<value_type>(); }
  [[nodiscard]] iterator end() { return iterator(); }
  [[nodiscard]] const_iterator begin() const { return First<const value_type>(); }
  [[nodiscard]] const_iterator end() const { return const_iterator(); }

  [[nodiscard]] iterator find(const Key& key) { return Find<value_type>(key); }
  [[nodiscard]] const_iterator find(const Key& key) const { return Find<const value_type>(key); }

  std::pair<iterator, bool> insert(const value_type& value) { return Insert(value); }
  std::pair<iterator, bool> insert(value_type&& value) { return Insert(std::move(value)); }

  // 1 if the key was there, else 0.
  std::size_t erase(const Key& key) {
    const Probe probe = Locate(key);
    if (!probe.found) return 0;
    GroupOf(probe.bucket).Erase(allocator_, PlaceInGroup(probe.bucket));
    --size_;
    ++erased_count_;
    return 1;
  }

  void clear() {
    for (Group& group : groups_) group.Clear(allocator_);
    Groups(groups_.get_allocator()).swap(groups_);
    bucket_count_ = size_ = erased_count_ = 0;
  }

 private:
  static constexpr std::size_t kFewestBuckets = 32;  // as google::sparse_hash_map and sparsepp begin

  struct Probe {
    std::size_t bucket;  // of the key, or else the first one that would take it
    bool found;
  };

  static std::size_t MostUsed(std::size_t bucket_count) { return bucket_count * kPolicy.max_load_percent / 100; }
  static unsigned PlaceInGroup(std::size_t bucket) { return static_cast<unsigned>(bucket % Group::kBuckets); }
  Group& GroupOf(std::size_t bucket) { return groups_[bucket / Group::kBuckets]; }
  const Group& GroupOf(std::size_t bucket) const { return groups_[bucket / Group::kBuckets]; }

  // Requires: at least one bucket that is neither used nor erased, which the maximum load sees to.
  Probe Locate(const Key& key) const {
    if (bucket_count_ == 0) return {0, false};
    constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    const std::size_t mask = bucket_count_ - 1;
    std::size_t bucket = Hash()(key) & mask;
    std::size_t erased = kNone;
    for (std::size_t step = 1;; ++step) {
      const Group& group = GroupOf(bucket);
      const unsigned place = PlaceInGroup(bucket);
      if (group.contains(place)) {
        if (Equal()(group.at(place)->first, key)) return {bucket, true};
      } else if (!group.was_erased(place)) {
        return {erased != kNone ? erased : bucket, false};
      } else if (erased == kNone) {
        erased = bucket;
      }
      bucket = (bucket + step) & mask;  // sums of 1, 2, 3, ... reach every bucket of a power of two
    }
  }

  template <typename Element>
  [[nodiscard]] Iterator<Element> First() const {
    Iterator<Element> first(groups_.data(), groups_.data() + groups_.size(), nullptr);
    first.SkipEmptyGroups();
    return first;
  }

  template <typename Element>
  [[nodiscard]] Iterator<Element> Find(const Key& key) const {
    const Probe probe = Locate(key);
    return probe.found ? At<Element>(probe.bucket) : Iterator<Element>();
  }

  template <typename Element>
  [[nodiscard]] Iterator<Element> At(std::size_t bucket) const {
    const Group& group = GroupOf(bucket);
    return {&group, groups_.data() + groups_.size(), group.at(PlaceInGroup(bucket))};
  }

  template <typename Source>
  std::pair<iterator, bool> Insert(Source&& value) {
    if (size_ + erased_count_ + 1 > MostUsed(bucket_count_)) Rehash();
    const Probe probe = Locate(value.first);
    if (!probe.found) InsertAt(probe.bucket, std::forward<Source>(value));
    return {At<value_type>(probe.bucket), !probe.found};
  }

  template <typename Source>
  void InsertAt(std::size_t bucket, Source&& value) {
    Group& group = GroupOf(bucket);
    const bool reused = group.was_erased(PlaceInGroup(bucket));
    if constexpr (kPolicy.relocation == Relocation::kMove) {
      group.Insert(allocator_, PlaceInGroup(bucket), std::forward<Source>(value));
    } else {
      group.Insert(allocator_, PlaceInGroup(bucket), std::as_const(value));
    }
    if (reused) --erased_count_;
    ++size_;
  }

  // Forgets erased buckets and makes room. A quarter of the room stays free, or else a table that is as large as it may
  // be, with one entry erased and one inserted in turn, would be rebuilt again and again.
  void Rehash() {
    std::size_t bucket_count = kFewestBuckets;
    while (size_ + 1 > MostUsed(bucket_count) / 4 * 3) bucket_count *= 2;
    Groups sources((bucket_count + Group::kBuckets - 1) / Group::kBuckets, groups_.get_allocator());
    sources.swap(groups_);
    bucket_count_ = bucket_count;
    size_ = erased_count_ = 0;
    for (Group& source : sources) {
      for (value_type& value : source) InsertAt(Locate(value.first).bucket, std::move(value));
      source.Clear(allocator_);  // one group at a time, so that hardly more than one table is in memory
    }
  }

  [[no_unique_address]] Allocator allocator_;
  Groups groups_;
  std::size_t bucket_count_ = 0;
  std::size_t size_ = 0;
  std::size_t erased_count_ = 0;
};

}  // namespace engine

// An intrusive reference count and the pointer that keeps it. The count lives inside the object, so copying a pointer
// writes to the line of the object it points to: that is the cost the block map's choice of table is about.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace engine {

// Base of objects shared by RefPtr: `class LogBlock : public RefCounted<LogBlock>`. Adds 4 bytes, no virtual table.
// A fresh object has no references; whoever drops the last one deletes it, on whichever thread.
template <typename T>
class RefCounted {
 public:
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  void AddRef() const { count_.fetch_add(1, std::memory_order_relaxed); }

  void DropRef() const {
    // Release: our writes come before the deletion; acquire: the deleter sees everyone's.
    const std::int32_t count = count_.fetch_sub(1, std::memory_order_acq_rel);
    assert(count > 0);
    if (count == 1) delete static_cast<const T*>(this);
  }

  // Exact only while no other thread copies or drops references.
  [[nodiscard]] std::int32_t ref_count() const { return count_.load(std::memory_order_acquire); }

 protected:
  RefCounted() = default;
  ~RefCounted() = default;

 private:
  mutable std::atomic<std::int32_t> count_{0};
};

// As safe across threads as a plain pointer: distinct RefPtrs to one object may be used at once, one RefPtr may not.
template <typename T>
class RefPtr {
 public:
  RefPtr() = default;
  RefPtr(std::nullptr_t) {}  // NOLINT: as std::shared_ptr
  explicit RefPtr(T* object) noexcept : object_(object) {
    if (object_ != nullptr) object_->AddRef();
  }
  RefPtr(const RefPtr& other) noexcept : RefPtr(other.object_) {}
  RefPtr(RefPtr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  RefPtr& operator=(const RefPtr& other) {
    RefPtr(other).swap(*this);
    return *this;
  }
  RefPtr& operator=(RefPtr&& other) noexcept {
    RefPtr(std::move(other)).swap(*this);
    return *this;
  }
  ~RefPtr() {
    if (object_ != nullptr) object_->DropRef();
  }

  void swap(RefPtr& other) noexcept { std::swap(object_, other.object_); }
  void reset() { RefPtr().swap(*this); }

  [[nodiscard]] T* get() const { return object_; }
  T& operator*() const { return *object_; }
  T* operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  friend bool operator==(const RefPtr& left, const RefPtr& right) { return left.object_ == right.object_; }
  friend bool operator==(const RefPtr& left, std::nullptr_t) { return left.object_ == nullptr; }

 private:
  T* object_ = nullptr;
};

template <typename T, typename... Arguments>
RefPtr<T> MakeRef(Arguments&&... arguments) {
  return RefPtr<T>(new T(std::forward<Arguments>(arguments)...));
}

}  // namespace engine

template <typename T>
struct std::hash<engine::RefPtr<T>> {
  std::size_t operator()(const engine::RefPtr<T>& pointer) const { return std::hash<T*>()(pointer.get()); }
};

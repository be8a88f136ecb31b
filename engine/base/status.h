// The engine's error value. Every operation that can fail returns one; nothing in the engine throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace engine {

class [[nodiscard]] Status {
 public:
  enum class Code : std::uint8_t {
    kOk,
    kNotFound,
    kAlreadyPresent,
    kCorruption,
    kInvalidArgument,
    kIoError,
    kAborted,
    kTimedOut,
    kShutdown,
    kIncomplete,
    kIllegalState,
  };

  Status() = default;
  static Status Ok() { return Status(); }
  static Status NotFound(std::string message) { return Status(Code::kNotFound, std::move(message)); }
  static Status AlreadyPresent(std::string message) { return Status(Code::kAlreadyPresent, std::move(message)); }
  static Status Corruption(std::string message) { return Status(Code::kCorruption, std::move(message)); }
  static Status InvalidArgument(std::string message) { return Status(Code::kInvalidArgument, std::move(message)); }
  static Status IoError(std::string message) { return Status(Code::kIoError, std::move(message)); }
  static Status Aborted(std::string message) { return Status(Code::kAborted, std::move(message)); }
  static Status TimedOut(std::string message) { return Status(Code::kTimedOut, std::move(message)); }
  static Status Shutdown(std::string message) { return Status(Code::kShutdown, std::move(message)); }
  static Status Incomplete(std::string message) { return Status(Code::kIncomplete, std::move(message)); }
  static Status IllegalState(std::string message) { return Status(Code::kIllegalState, std::move(message)); }

  [[nodiscard]] bool ok() const { return code_ == Code::kOk; }
  [[nodiscard]] Code code() const { return code_; }
  [[nodiscard]] const std::string& message() const { return message_; }

  // The same status with what was being done in front: "opening block 7: checksum mismatch". Ok stays ok.
  [[nodiscard]] Status WithContext(std::string_view context) && {
    if (!ok()) message_.insert(0, std::string(context) + ": ");
    return std::move(*this);
  }

 private:
  Status(Code code, std::string message) : code_(code), message_(std::move(message)) {}

  Code code_ = Code::kOk;
  std::string message_;
};

}  // namespace engine

// Reads a container's metadata file record by record, and tells a torn end from damage.
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/file.h"
#include "engine/fs/block_record.h"

namespace engine {

// Where the bytes come from.
class RecordSource {
 public:
  virtual ~RecordSource() = default;
  // Fewer bytes only at the end. `scratch` has room for `size`; *bytes is valid until the next call.
  virtual Status Read(std::uint64_t offset, std::size_t size, char* scratch, Slice* bytes) = 0;
  virtual std::uint64_t size() const = 0;
};

// One system call for each Read, as at the source until 94b246ae3: two for every record.
class FileRecordSource final : public RecordSource {
 public:
  // Requires: `file` outlives this and does not grow meanwhile.
  FileRecordSource(const RandomAccessFile* file, std::uint64_t size) : file_(file), size_(size) {}
  Status Read(std::uint64_t offset, std::size_t size, char* scratch, Slice* bytes) override {
    return file_->Read(offset, size, scratch, bytes);
  }
  std::uint64_t size() const override { return size_; }

 private:
  const RandomAccessFile* file_;
  std::uint64_t size_;
};

// The whole file at once: Apache Kudu 94b246ae3 "KUDU-3778 [fs] speed up LBM startup by replaying small metadata files
// from memory".
class MemoryRecordSource final : public RecordSource {
 public:
  explicit MemoryRecordSource(std::string contents) : contents_(std::move(contents)) {}
  Status Read(std::uint64_t offset, std::size_t size, char*, Slice* bytes) override {
    const std::size_t begin = std::min<std::uint64_t>(offset, contents_.size());
    *bytes = Slice(contents_.data() + begin, std::min(size, contents_.size() - begin));
    return Status::Ok();
  }
  std::uint64_t size() const override { return contents_.size(); }

 private:
  std::string contents_;
};

// One pass over the records behind the header.
class RecordReader {
 public:
  explicit RecordReader(RecordSource* source) : source_(source) {}

  // Checks the file's header. To be called first.
  Status ReadHeader();

  [[nodiscard]] bool at_end() const { return offset_ == source_->size(); }

  // Ok, and offset() is behind the record. Incomplete: the rest of the file, from offset() on, is what a crash leaves
  // of an append that was under way: a cut-off record, or zeros (KUDU-1377, KUDU-2260). Corruption: anything else.
  Status Next(BlockRecord* record);

  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 private:
  Status ReadLength(std::uint32_t* length);
  Status ReadBody(std::uint32_t length, Slice* body);
  Status DamagedOrTorn(std::uint64_t from, const char* what);
  Status Located(Status status) const;

  RecordSource* const source_;
  std::uint64_t offset_ = 0;
  std::string scratch_;
};

}  // namespace engine

// Writes one segment: header, records, footer. Each record is one write of the whole record. One thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/file.h"
#include "engine/log/log_entry.h"
#include "engine/log/log_format.h"

namespace engine {

class SegmentWriter {
 public:
  // Creates the file and writes its header. The segment must not exist yet.
  static Status Create(const std::string& directory, std::uint64_t sequence, Compression compression,
                       std::unique_ptr<SegmentWriter>* segment);

  // Requires: the batch is not empty. On an error what was written of the record is cut off again, if that can be done.
  Status Append(const EntryBatch& batch);

  // Writes the footer; no Append may follow. Does not sync.
  Status Finish();

  [[nodiscard]] WritableFile& file() { return *file_; }
  [[nodiscard]] std::uint64_t sequence() const { return sequence_; }
  [[nodiscard]] std::uint64_t size() const { return file_->size(); }
  [[nodiscard]] const SegmentIndex& index() const { return index_; }

 private:
  SegmentWriter(std::unique_ptr<WritableFile> file, std::uint64_t sequence, Compression compression)
      : file_(std::move(file)), sequence_(sequence), compression_(compression) {}

  Status Write();

  std::unique_ptr<WritableFile> file_;
  const std::uint64_t sequence_;
  const Compression compression_;
  SegmentIndex index_;
  std::string record_;  // scratch, kept for its memory
  std::string packed_;  // likewise
};

}  // namespace engine

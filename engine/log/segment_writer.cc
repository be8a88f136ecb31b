#include "engine/log/segment_writer.h"

#include "engine/log/segment_files.h"

namespace engine {

Status SegmentWriter::Create(const std::string& directory, std::uint64_t sequence, Compression compression,
                             std::unique_ptr<SegmentWriter>* segment) {
  std::unique_ptr<WritableFile> file;
  Status status = WritableFile::Open(SegmentPath(directory, sequence), OpenMode::kCreate, &file);
  if (!status.ok()) return status;
  segment->reset(new SegmentWriter(std::move(file), sequence, compression));
  AppendSegmentHeader(sequence, &(*segment)->record_);
  return (*segment)->Write();
}

Status SegmentWriter::Append(const EntryBatch& batch) {
  const std::uint64_t offset = size();
  AppendBatchRecord({sequence_, offset}, batch.encoded(), compression_, &packed_, &record_);
  if (Status status = Write(); !status.ok()) return status;
  if (batch.has_replicates()) {
    index_.entries.push_back({batch.first_index(), offset});
    index_.last_index = batch.last_index();
  }
  return Status::Ok();
}

Status SegmentWriter::Finish() {
  AppendFooter({sequence_, size()}, index_, &record_);
  return Write();
}

Status SegmentWriter::Write() {
  Status status = file_->Append(record_);
  record_.clear();
  if (!status.ok()) (void)file_->Truncate(file_->size());  // a reader takes what is left for a torn tail
  return status;
}

}  // namespace engine

#include "engine/log/log.h"

#include <algorithm>
#include <future>
#include <utility>

namespace engine {

Status Log::Open(LogOptions options, std::unique_ptr<Log>* log) {
  RecoveredLog recovered;
  Status status = CreateDirectory(options.directory);
  if (status.ok()) status = RecoverLog(options.directory, options.sync, &recovered);
  if (!status.ok()) return std::move(status).WithContext("opening log " + options.directory);
  std::unique_ptr<Log> opened(new Log(std::move(options), recovered));
  if (status = opened->BeginSegment(); !status.ok()) return status;
  *log = std::move(opened);
  return Status::Ok();
}

Log::Log(LogOptions options, RecoveredLog recovered)
    : options_(std::move(options)),
      next_sequence_(recovered.next_sequence),
      last_index_(recovered.last_index),
      queue_(AppendQueue::Create(options_.queue, options_.queue_bytes)),
      thread_(queue_.get(), options_.idle_after, [this](Group group) { AppendGroup(std::move(group)); }) {}

Log::~Log() { (void)Close(); }

Status Log::AsyncAppend(EntryBatch batch, AppendCallback callback) {
  if (batch.encoded().size() > kMaxBodyBytes) return Status::InvalidArgument("batch is larger than 4 GiB");
  Status status = queue_->Put(std::make_unique<PendingBatch>(PendingBatch{std::move(batch), std::move(callback)}));
  if (status.ok()) thread_.Wake();
  return status;
}

Status Log::Append(EntryBatch batch) {
  std::promise<Status> answer;
  Status status = AsyncAppend(std::move(batch), [&answer](const Status& status) { answer.set_value(status); });
  return status.ok() ? answer.get_future().get() : status;
}

Status Log::WaitAll() { return Append(EntryBatch()); }

Status Log::Close() {
  thread_.Stop();
  if (segment_ == nullptr) return failure_;
  if (failure_.ok()) failure_ = FinishSegment();
  segment_.reset();
  return failure_;
}

LogCounts Log::counts() const { return {groups_, batches_, syncs_, segments_, bytes_}; }

void Log::AppendGroup(Group group) {
  ++groups_;
  std::vector<Status> answers;
  answers.reserve(group.size());
  for (const auto& pending : group) answers.push_back(WriteBatch(pending->batch));
  const Status synced = SyncGroup(group);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Status& answer = answers[i].ok() ? synced : answers[i];
    if (group[i]->callback) group[i]->callback(answer);
    group[i].reset();  // before the next callback, which may want the memory: Kudu frees one by one for the same reason
  }
}

Status Log::WriteBatch(const EntryBatch& batch) {
  if (!failure_.ok() || batch.empty()) return failure_;
  if (batch.has_replicates() && batch.first_index() <= last_index_) {
    return Status::InvalidArgument("replicate " + std::to_string(batch.first_index()) + " comes after " +
                                   std::to_string(last_index_));
  }
  if (segment_->size() >= options_.segment_bytes) failure_ = RollSegment();
  const std::uint64_t size_before = segment_->size();
  if (failure_.ok()) failure_ = segment_->Append(batch);
  if (!failure_.ok()) return failure_;
  if (batch.has_replicates()) last_index_ = batch.last_index();
  is_unsynced_ = true;
  ++batches_;
  bytes_ += segment_->size() - size_before;
  return Status::Ok();
}

Status Log::SyncGroup(const Group& group) {
  const bool is_wanted = std::any_of(group.begin(), group.end(), [](const auto& pending) {
    return pending->batch.empty() || pending->batch.has_replicates();
  });
  // Also when a write has failed in this group: the batches before it are whole and deserve their sync.
  if (sync_failure_.ok() && is_wanted && is_unsynced_) (void)Sync();
  return sync_failure_;
}

Status Log::Sync() {
  if (options_.sync == SyncPolicy::kNever) return Status::Ok();
  ++syncs_;
  sync_failure_ = options_.sync_file(&segment_->file());
  if (!sync_failure_.ok()) failure_ = sync_failure_;
  is_unsynced_ = false;
  return sync_failure_;
}

Status Log::RollSegment() {
  Status status = FinishSegment();
  return status.ok() ? BeginSegment() : status;
}

Status Log::BeginSegment() {
  std::unique_ptr<SegmentWriter> segment;
  Status status = SegmentWriter::Create(options_.directory, next_sequence_, options_.compression, &segment);
  if (status.ok() && options_.sync != SyncPolicy::kNever) status = SyncDirectory(options_.directory);
  if (!status.ok()) return status;
  segment_ = std::move(segment);
  ++next_sequence_;
  ++segments_;
  bytes_ += segment_->size();
  return Status::Ok();
}

// Durable before its successor exists: a segment with a successor was closed in order.
Status Log::FinishSegment() {
  const std::uint64_t size_before = segment_->size();
  Status status = segment_->Finish();
  bytes_ += segment_->size() - size_before;
  return status.ok() ? Sync() : status;
}

}  // namespace engine

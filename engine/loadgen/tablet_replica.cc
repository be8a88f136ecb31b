#include "engine/loadgen/tablet_replica.h"

#include <utility>
#include <vector>

#include "engine/base/coding.h"

namespace engine {
namespace {

// The payload of a log entry: the rows with their length in front, then the strings.
std::string EncodeWrite(const RowOperations& operations) {
  std::string payload;
  payload.reserve(kMaxVarint64Bytes + operations.rows.size() + operations.strings.size());
  PutLengthPrefixed(&payload, operations.rows);
  payload.append(operations.strings);
  return payload;
}

Status ApplyEntry(const LogEntry& entry, Tablet* tablet) {
  Slice strings = entry.payload;
  Slice rows;
  if (!TakeLengthPrefixed(&strings, &rows)) return Status::Corruption("a logged write is cut off");
  std::vector<OpResult> results;
  (void)tablet->Write(rows, strings, &results);  // what was refused when it was logged is refused again
  return Status::Ok();
}

Status StatusOf(OpResult result) {
  switch (result) {
    case OpResult::kApplied:
      return Status::Ok();
    case OpResult::kAlreadyPresent:
      return Status::AlreadyPresent("there is a row with this key already");
    case OpResult::kNotFound:
      return Status::NotFound("there is no row with this key");
    case OpResult::kPending:
      break;
  }
  return Status::IllegalState("the operation was not applied");
}

}  // namespace

Status TabletReplica::Open(const Schema& schema, const TabletOptions& tablet_options, LogOptions log_options,
                           std::unique_ptr<TabletReplica>* replica) {
  std::unique_ptr<TabletReplica> opened(new TabletReplica(schema, tablet_options));
  const std::string directory = log_options.directory;
  Status status = Log::Open(std::move(log_options), &opened->log_);
  if (status.ok()) status = opened->Replay(directory);
  if (!status.ok()) return status;
  *replica = std::move(opened);
  return Status::Ok();
}

Status TabletReplica::Replay(const std::string& directory) {
  Status status = Log::Replay(directory, [this](const LogEntry& entry) {
    last_index_ = entry.index;
    return ApplyEntry(entry, &tablet_);
  });
  return std::move(status).WithContext("replaying log " + directory);
}

void TabletReplica::Write(const WriteRequest& request, WriteResponse* response, WriteService::Done done) {
  // Shared, because a callback of the log has to be copyable.
  auto write = std::make_shared<PendingWrite>(PendingWrite{request, response, std::move(done)});
  const auto finish = [this, write](const Status& logged) {
    write->response->status = logged.ok() ? Apply(write->request, write->response) : logged;
    write->done();
  };
  const Status status = Append(request, finish);
  if (!status.ok()) finish(status);  // the log will not call back
}

Status TabletReplica::Append(const WriteRequest& request, AppendCallback callback) {
  const std::string payload = EncodeWrite(request.operations);
  EntryBatch batch;
  const std::lock_guard lock(order_);
  batch.AddReplicate(++last_index_, payload);
  return log_->AsyncAppend(std::move(batch), std::move(callback));
}

Status TabletReplica::Apply(const WriteRequest& request, WriteResponse* response) {
  std::vector<OpResult> results;
  Status status = tablet_.Write(request.operations.rows, request.operations.strings, &results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i] == OpResult::kApplied) continue;
    response->row_errors.push_back({static_cast<std::int32_t>(i), StatusOf(results[i])});
  }
  return status;
}

}  // namespace engine

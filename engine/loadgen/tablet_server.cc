#include "engine/loadgen/tablet_server.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>
#include <vector>

#include "engine/base/file.h"
#include "engine/row/cells.h"
#include "engine/row/key_hash.h"
#include "engine/tablet/stored_row.h"

namespace engine {
namespace {

std::string TabletId(const Table& table, std::size_t number) { return table.name() + "." + std::to_string(number); }

// Where the tablets start, in hexadecimal, a line each.
std::string DescribePartitions(const Table& table) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const std::string& start : table.partitions().TabletStarts()) {
    for (const char letter : start) {
      text += kDigits[static_cast<unsigned char>(letter) >> 4];
      text += kDigits[static_cast<unsigned char>(letter) & 15];
    }
    text += '\n';
  }
  return text;
}

// A row's key decides which log it is in, so a log can only be gone on with by the same partitions.
Status CheckOrWriteDescription(const std::string& path, const std::string& description) {
  std::error_code ignored;  // what cannot be looked at cannot be written either, and that is said
  if (std::filesystem::exists(path, ignored)) {
    std::ifstream file(path);
    const std::string logged{std::istreambuf_iterator<char>(file), {}};
    if (logged == description) return Status::Ok();
    return Status::InvalidArgument(path + " is of a table with other partitions; name another directory for the log");
  }
  std::ofstream file(path);
  file << description << std::flush;
  return file ? Status::Ok() : Status::IoError("cannot write " + path);
}

std::uint64_t HashRow(const Schema& schema, Slice key, const std::uint8_t* row, std::string* scratch) {
  scratch->assign(key.view());
  for (std::size_t column = schema.key_columns(); column < schema.columns().size(); ++column) {
    const bool is_null = IsNullCell(schema, row, column);
    scratch->push_back(is_null ? '\0' : '\1');
    if (is_null) continue;
    const std::uint8_t* cell = row + schema.offset(column);
    const ColumnType type = schema.columns()[column].type;
    const Slice bytes = type == ColumnType::kString ? LoadCell<Slice>(cell) : Slice(cell, CellBytes(type));
    scratch->append(bytes.view());
  }
  return HashKey(*scratch);
}

}  // namespace

TabletServer::TabletServer(std::shared_ptr<const Table> table, const Policies& policies)
    : table_(std::move(table)), policies_(policies) {}

Status TabletServer::Open(const std::string& wal_directory) {
  Status status = CreateDirectory(wal_directory);
  if (status.ok()) status = CheckOrWriteDescription(wal_directory + "/table", DescribePartitions(*table_));
  const std::size_t tablets = table_->partitions().TabletStarts().size();
  for (std::size_t i = 0; i < tablets && status.ok(); ++i) status = OpenTablet(TabletId(*table_, i), wal_directory);
  return status;
}

// Never synced, as in the source: the log outlives the process, not the machine.
Status TabletServer::OpenTablet(const std::string& id, const std::string& wal_directory) {
  LogOptions log_options{.directory = wal_directory + "/" + id, .sync = SyncPolicy::kNever, .queue = policies_.queue};
  return TabletReplica::Open(table_->schema(), {.presence_policy = policies_.presence_check}, std::move(log_options),
                             &tablets_[id]);
}

Status TabletServer::Close() {
  Status first_failure;
  for (const auto& [id, replica] : tablets_) {
    Status status = replica->Close();
    if (first_failure.ok()) first_failure = std::move(status);
  }
  return first_failure;
}

void TabletServer::Write(const WriteRequest& request, WriteResponse* response, Done done) {
  const auto tablet = tablets_.find(request.tablet_id);
  if (tablet == tablets_.end()) {
    response->status = Status::NotFound("there is no tablet " + request.tablet_id);
    return done();
  }
  tablet->second->Write(request, response, std::move(done));
}

void TabletServer::Locate(const Table& table, Slice /*the answer is the whole table*/, Found found) {
  const std::vector<std::string> starts = table.partitions().TabletStarts();
  std::vector<TabletLocation> locations;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::string end = i + 1 < starts.size() ? starts[i + 1] : std::string();
    locations.push_back({.tablet_id = TabletId(table, i), .start = starts[i], .end = end, .server = this});
  }
  found(Status::Ok(), std::move(locations));
}

TableContents TabletServer::Contents() const {
  TableContents contents;
  std::string scratch;
  for (const auto& [id, replica] : tablets_) {
    replica->tablet().ForEachRow([&](Slice key, const std::uint8_t* row) {
      ++contents.rows;
      contents.checksum += HashRow(table_->schema(), key, row, &scratch);
    });
  }
  return contents;
}

std::uint64_t TabletServer::bytes_logged() const {
  std::uint64_t bytes = 0;
  for (const auto& [id, replica] : tablets_) bytes += replica->bytes_logged();
  return bytes;
}

}  // namespace engine

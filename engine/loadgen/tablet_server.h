// All tablets of one table in this process, each with its log: what clients write to, and who tells them where tablets
// are.
//
//   wal_directory/table             how the table is partitioned
//   wal_directory/loadgen.0/...     the log of the first tablet, and so on
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "engine/client/meta_cache.h"
#include "engine/client/table.h"
#include "engine/client/write_service.h"
#include "engine/loadgen/policies.h"
#include "engine/loadgen/tablet_replica.h"

namespace engine {

// What the tablets hold, whatever the order in which it came to them.
struct TableContents {
  std::int64_t rows = 0;
  std::uint64_t checksum = 0;  // sum over all rows of a hash of their cells

  bool operator==(const TableContents&) const = default;
};

// Write() and Locate() may come from any thread; the rest from one at a time, with no write under way.
class TabletServer final : public WriteService, public TabletLocator {
 public:
  TabletServer(std::shared_ptr<const Table> table, const Policies& policies);

  // Opens every tablet, and replays what is logged already. The directory's parent must exist. InvalidArgument if the
  // directory has the log of a table that is partitioned otherwise.
  Status Open(const std::string& wal_directory);

  // Closes the logs; the rows stay until Drop().
  Status Close();
  // Frees the tablets. Then Open() may be called again.
  void Drop() { tablets_.clear(); }

  void Write(const WriteRequest& request, WriteResponse* response, Done done) override;
  void Locate(const Table& table, Slice partition_key, Found found) override;

  [[nodiscard]] TableContents Contents() const;
  [[nodiscard]] std::uint64_t bytes_logged() const;  // since Open()

  // By id; empty before Open().
  [[nodiscard]] const std::map<std::string, std::unique_ptr<TabletReplica>>& tablets() const { return tablets_; }

 private:
  Status OpenTablet(const std::string& id, const std::string& wal_directory);

  const std::shared_ptr<const Table> table_;
  const Policies policies_;
  std::map<std::string, std::unique_ptr<TabletReplica>> tablets_;  // by id; constant while writes are under way
};

}  // namespace engine

#include "engine/client/meta_cache.h"

#include <mutex>
#include <utility>

namespace engine {

RefPtr<RemoteTablet> MetaCache::Find(const Table& table, Slice partition_key) const {
  std::shared_lock lock(mutex_);
  const auto tablets = tables_.find(table.name());
  if (tablets == tables_.end()) return nullptr;
  auto above = tablets->second.upper_bound(partition_key.view());
  if (above == tablets->second.begin()) return nullptr;
  const RefPtr<RemoteTablet>& floor = std::prev(above)->second;
  return floor->Owns(partition_key) ? floor : nullptr;
}

void MetaCache::Lookup(std::shared_ptr<const Table> table, std::string partition_key, Callback callback) {
  if (RefPtr<RemoteTablet> tablet = Find(*table, partition_key)) {
    callback(Status::Ok(), std::move(tablet));
    return;
  }
  const Table& borrowed = *table;
  const Slice key(partition_key);
  locator_->Locate(borrowed, key,
                   [this, table = std::move(table), partition_key = std::string(partition_key),
                    callback = std::move(callback)](Status status, std::vector<TabletLocation> locations) mutable {
                     if (!status.ok()) return callback(std::move(status), nullptr);
                     Remember(*table, std::move(locations));
                     RefPtr<RemoteTablet> tablet = Find(*table, partition_key);
                     if (tablet == nullptr)
                       status = Status::NotFound("no tablet of " + table->name() + " owns the row");
                     callback(std::move(status), std::move(tablet));
                   });
}

// A tablet that is known already stays: operations under way are queued by the pointer to it.
void MetaCache::Remember(const Table& table, std::vector<TabletLocation> locations) {
  std::lock_guard lock(mutex_);
  TabletsByStart& tablets = tables_[table.name()];
  for (TabletLocation& location : locations) {
    std::string start = location.start;
    if (!tablets.contains(start)) tablets.emplace(std::move(start), MakeRef<RemoteTablet>(std::move(location)));
  }
}

}  // namespace engine

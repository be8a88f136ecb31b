// Which tablet owns a partition key. What is known lies in one ordered map a table, by where tablets start, so a lookup
// is a floor search under a reader's lock; what is not known is asked of the locator, which may take its time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/functional/any_invocable.h"
#include "engine/base/slice.h"
#include "engine/base/status.h"
#include "engine/client/remote_tablet.h"
#include "engine/client/table.h"

namespace engine {

// Knows where tablets are: the master, for a client.
class TabletLocator {
 public:
  using Found = absl::AnyInvocable<void(Status, std::vector<TabletLocation>)>;

  virtual ~TabletLocator() = default;

  // Calls `found`, once, on any thread, perhaps before returning, with the tablet that owns `partition_key` and any
  // number of others of the table, or with why there is none.
  virtual void Locate(const Table& table, Slice partition_key, Found found) = 0;
};

// Any number of threads.
class MetaCache {
 public:
  using Callback = absl::AnyInvocable<void(Status, RefPtr<RemoteTablet>)>;

  // The locator is borrowed, and must have made all its calls back before the cache is destroyed.
  explicit MetaCache(TabletLocator* locator) : locator_(locator) {}

  // The tablet that owns the key, or null if that is not known. (A pointer and no callback, so that a hit copies one
  // reference and allocates nothing; Apache Kudu b2b8fb74d.)
  [[nodiscard]] RefPtr<RemoteTablet> Find(const Table& table, Slice partition_key) const;

  // As Find; what is not known is located first. NotFound if the locator's answer does not own the key either.
  void Lookup(std::shared_ptr<const Table> table, std::string partition_key, Callback callback);

 private:
  using TabletsByStart = std::map<std::string, RefPtr<RemoteTablet>, std::less<>>;

  void Remember(const Table& table, std::vector<TabletLocation> locations);

  TabletLocator* locator_;
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string, TabletsByStart> tables_;
};

}  // namespace engine

#include "results/store/store.h"

#include <string_view>
#include <utility>

#include "harness/model/error.h"
#include "results/store/db.h"
#include "results/store/migrate.h"
#include "results/store/sqlite_db.h"

namespace results::store {
namespace {

constexpr std::string_view kSqlite = "sqlite:";

// A word of two letters or more before "://": PostgreSQL and whatever else a person may try.
bool names_a_server(std::string_view url) { return url.find("://") != std::string_view::npos; }

std::unique_ptr<Db> connect(const std::string& url, Access access) {
  if (url.starts_with(kSqlite)) return std::make_unique<SqliteDb>(url.substr(kSqlite.size()), access);
  if (names_a_server(url)) {
    throw harness::Error("the store " + url +
                         " is on a server, and this tandem keeps stores in files only; "
                         "name a file with --store");
  }
  return std::make_unique<SqliteDb>(url, access);
}

}  // namespace

Store Store::open(const std::string& url, Access access) {
  if (url.empty()) throw harness::Error("the store has no name; name a file with --store");
  std::unique_ptr<Db> db = connect(url, access);
  bring_up_to_date(*db, access);
  return Store(std::move(db));
}

Store::Store(std::unique_ptr<Db> db) : db_(std::move(db)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

}  // namespace results::store

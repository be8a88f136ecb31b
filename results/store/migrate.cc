#include "results/store/migrate.h"

#include <string>

#include "harness/model/error.h"

namespace results::store {
namespace {

constexpr std::string_view kVersionTable =
    "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY, name TEXT NOT NULL)";

void refuse_newer(const Db& db, int version, int known) {
  if (version <= known) return;
  throw harness::Error("the store " + db.name() + " was written by a newer tandem (its schema is version " +
                       std::to_string(version) + ", this tandem knows version " + std::to_string(known) +
                       "); update tandem or name another file with --store");
}

void refuse_foreign(Db& db, int version) {
  if (version > 0 || !db.has_any_table()) return;
  throw harness::Error(db.name() + " is a database of another program; name another file with --store");
}

void refuse_unready(const Db& db, int version, int known) {
  if (version == 0) throw harness::Error("the store " + db.name() + " is empty; `tandem run` puts a first run into it");
  if (version < known) {
    throw harness::Error("the store " + db.name() + " has schema version " + std::to_string(version) +
                         " and this tandem reads version " + std::to_string(known) +
                         "; the next `tandem run` brings it up to date");
  }
}

// The version is read again inside: another process may have migrated while this one waited for its turn.
void apply(Db& db, int version, const schema::EmbeddedFile& migration) {
  Transaction transaction(db, Access::ReadWrite);
  if (schema_version(db) >= version) return;
  refuse_foreign(db, version - 1);
  db.execute(kVersionTable);
  db.run_script(migration.content);
  db.execute("INSERT INTO schema_version (version, name) VALUES ($1, $2)", {version, migration.name});
  transaction.commit();
}

}  // namespace

Migrations known_migrations() { return schema::embedded_files(); }

int schema_version(Db& db) {
  if (!db.has_table("schema_version")) return 0;
  std::int64_t version = 0;
  db.query("SELECT coalesce(max(version), 0) FROM schema_version", {},
           [&](const Row& row) { version = row.integer(0); });
  return static_cast<int>(version);
}

void bring_up_to_date(Db& db, Access access, Migrations migrations) {
  const int known = static_cast<int>(migrations.size());
  const int version = schema_version(db);
  refuse_newer(db, version, known);
  refuse_foreign(db, version);
  if (access == Access::ReadOnly) return refuse_unready(db, version, known);
  for (int next = version + 1; next <= known; ++next) apply(db, next, migrations[static_cast<std::size_t>(next - 1)]);
}

}  // namespace results::store

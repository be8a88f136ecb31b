// Brings a database to the schema of this program, one numbered migration after the other.
#pragma once

#include <span>

#include "results/schema/migrations.h"
#include "results/store/access.h"
#include "results/store/db.h"

namespace results::store {

using Migrations = std::span<const schema::EmbeddedFile>;

// The migrations of this program, in order; the n-th brings the schema to version n.
Migrations known_migrations();

// ReadWrite: applies what is missing, each migration in one transaction. ReadOnly: only looks.
// Throws Error if the store is newer than the program, belongs to another program, is empty (ReadOnly) or is older
// (ReadOnly). A migration that fails leaves the store at the version before it.
void bring_up_to_date(Db& db, Access access, Migrations migrations = known_migrations());

int schema_version(Db& db);  // 0: no migration was applied

}  // namespace results::store

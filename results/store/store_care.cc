// Looking after a store: is it whole, and a copy of it.
#include "harness/model/error.h"
#include "results/store/db.h"
#include "results/store/store.h"

namespace results::store {
namespace {

std::vector<std::string> run_ids(Db& db) {
  std::vector<std::string> ids;
  db.query("SELECT id FROM run ORDER BY id", {}, [&](const Row& row) { ids.emplace_back(row.text(0)); });
  return ids;
}

}  // namespace

std::vector<std::string> Store::check() const {
  std::vector<std::string> found;
  // What the database cannot know: whether every packed table, JSON text and word can be read as what it is.
  const auto attempt = [&](const std::string& what, const auto& read) {
    try {
      read();
    } catch (const harness::Error& error) {
      found.push_back(what + ": " + error.what());
    }
  };
  attempt("the database", [&] {
    for (std::string& fault : db_->faults()) found.push_back(std::move(fault));
  });
  attempt("the list of runs", [&] {
    for (const std::string& id : run_ids(*db_)) {
      attempt("run " + id, [&] { (void)report(id); });
      attempt("the trials of run " + id, [&] { (void)trials(id); });
      attempt("the canaries of run " + id, [&] { (void)canaries(id), (void)canary_trials(id); });
    }
  });
  return found;
}

void Store::backup(const std::string& path) const { db_->copy_to(path); }

}  // namespace results::store

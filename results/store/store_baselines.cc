// Baselines: revisions by name.
#include <string>
#include <vector>

#include "results/store/columns.h"
#include "results/store/db.h"
#include "results/store/store.h"

namespace results::store {
namespace {

Baseline read_baseline(const Row& row) {
  Columns columns(row);
  return {.name = columns.text(),
          .revision = columns.text(),
          .subject = columns.text(),
          .why = columns.text(),
          .set_at = columns.text()};
}

}  // namespace

void Store::save_baseline(const Baseline& baseline) {
  Transaction transaction(*db_, Access::ReadWrite);
  db_->execute("INSERT INTO baseline (name, revision, subject, why, set_at) VALUES ($1, $2, $3, $4, $5)",
               {baseline.name, baseline.revision, baseline.subject, baseline.why, baseline.set_at});
  transaction.commit();
}

std::vector<Baseline> Store::baselines() const {
  std::vector<Baseline> baselines;
  db_->query(
      "SELECT name, revision, subject, why, set_at FROM baseline "
      "WHERE id = (SELECT max(later.id) FROM baseline AS later WHERE later.name = baseline.name) ORDER BY name",
      {}, [&](const Row& row) { baselines.push_back(read_baseline(row)); });
  return baselines;
}

std::vector<Baseline> Store::baselines_named(const std::string& name) const {
  std::vector<Baseline> baselines;
  db_->query("SELECT name, revision, subject, why, set_at FROM baseline WHERE name = $1 ORDER BY id DESC", {name},
             [&](const Row& row) { baselines.push_back(read_baseline(row)); });
  return baselines;
}

}  // namespace results::store

// The load that `kudu perf loadgen` makes, through everything that there is, in one process:
//
//   generator threads -> sessions -> reactor -> TabletServer -> blocking queue -> write-ahead log -> tablet -> reactor
//
// In pieces, for a scenario that runs it again and again: clients, sessions and threads of the client stay, the table
// is new each time. loadgen.h has the whole.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/status.h"
#include "engine/client/client.h"
#include "engine/loadgen/load_session.h"
#include "engine/loadgen/loadgen_options.h"
#include "engine/loadgen/tablet_server.h"

namespace engine {

// What became of one generator's rows.
struct GeneratedRows {
  std::int64_t rows = 0;    // made
  std::int64_t errors = 0;  // of them: refused by the session or by a tablet
  Status first_error;
};

class Load {
 public:
  // Requires: CheckOptions() is ok.
  explicit Load(LoadgenOptions options);
  // The tablets go first: a thread of a log may have its last answer still in hand, which it posts to a reactor.
  ~Load() { Drop(); }
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;

  // The table: see TabletServer. Between two tables, Drop().
  Status Open(const std::string& wal_directory) { return server_.Open(wal_directory); }
  Status Close() { return server_.Close(); }
  void Drop() { server_.Drop(); }

  // Writes all rows of one generator, 0 to num_threads - 1, and waits until they are answered and their operations are
  // destroyed. One thread a generator; all generators at once.
  GeneratedRows Generate(int generator);
  // The same for all generators, each in a thread started for it, in their order.
  std::vector<GeneratedRows> GenerateAll();

  [[nodiscard]] const LoadgenOptions& options() const { return options_; }
  [[nodiscard]] const TabletServer& server() const { return server_; }
  [[nodiscard]] std::int64_t reactor_cpu_time_ns();  // of all clients

 private:
  [[nodiscard]] Client& ClientOf(int generator) {
    return *clients_[static_cast<std::size_t>(generator) % clients_.size()];
  }
  void WaitForReactor(int generator);

  const LoadgenOptions options_;
  const std::shared_ptr<const Table> table_;
  TabletServer server_;
  std::vector<std::unique_ptr<Client>> clients_;
  std::vector<std::unique_ptr<LoadSession>> sessions_;  // last: one a generator, each of a client
};

}  // namespace engine

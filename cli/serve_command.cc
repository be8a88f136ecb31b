// tandem serve: the dashboard.
#include <pthread.h>

#include <csignal>
#include <iostream>
#include <thread>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "results/store/store.h"
#include "web/server/server.h"

namespace cli {
namespace {

// SIGINT and SIGTERM, kept from every thread so that one of ours can wait for them.
sigset_t block_stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  return signals;
}

web::ServerOptions server_options(const ServeOptions& options) {
  return {.host = options.listen,
          .port = options.port,
          .store_url = options.store,
          .exposure = options.beyond_loopback ? web::Exposure::Network : web::Exposure::Loopback,
          .host_names = {},
          .log = [](std::string_view line) { std::cerr << line << '\n'; }};
}

}  // namespace

int serve_command(const ServeOptions& options) {
  const sigset_t signals = block_stop_signals();
  // Trouble with the store is said now, not to the first reader.
  (void)results::store::Store::open(options.store, results::store::Access::ReadOnly);
  web::Server server(server_options(options));
  std::thread waiter([&] {
    int signal = 0;
    sigwait(&signals, &signal);
    server.stop();
  });
  std::cerr << "the dashboard of " << options.store << " is at " << server.url() << " (Ctrl-C ends it)\n";
  server.listen();
  waiter.join();
  return kFine;
}

}  // namespace cli

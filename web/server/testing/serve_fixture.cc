// Serves a store of made-up nights, for the browser tests and for looking: prints its URL, serves until its input ends.
//
// usage: serve_fixture [NIGHTS]    0: no store at all
#include <cstdlib>
#include <iostream>
#include <thread>

#include "results/store/testing/temporary_folder.h"
#include "web/api/testing/made_up_nights.h"
#include "web/server/server.h"

int main(int argc, char** argv) {
  const results::store::TemporaryFolder folder;
  const std::string store = folder.file("tandem.db");
  const int nights = argc > 1 ? std::atoi(argv[1]) : web::api::kMadeUpNights;
  if (nights > 0) web::api::make_up_nights(store, nights);
  web::Server server({.port = 0, .store_url = store, .log = [](std::string_view line) { std::cerr << line << '\n'; }});
  std::thread listening([&] { server.listen(); });
  std::cout << server.url() << std::endl;
  while (std::cin.get() != EOF) {
  }
  server.stop();
  listening.join();
}

#include "harness/measure/worker.h"

#include <istream>
#include <ostream>
#include <string>

#include "harness/model/error.h"

namespace harness::measure {
namespace {

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }

class Worker {
 public:
  Worker(std::ostream& answers, Catalogue& catalogue) : answers_(answers), catalogue_(catalogue) {}

  void answer(std::string_view request) {
    try {
      dispatch(request);
    } catch (const std::exception& error) {
      say(wire::encode_error(error.what()));
    } catch (...) {
      say(wire::encode_error("the scenario threw something that is not a std::exception"));
    }
  }

 private:
  void dispatch(std::string_view request) {
    if (request == wire::kList) return list();
    if (request == wire::kClose) return close();
    if (first_word(request) == wire::kOpen) return open(wire::decode_open(request));
    if (first_word(request) == wire::kRun) return run(wire::decode_run(request));
    throw Error("there is no request " + wire::quoted_start(request) +
                "; there are: list, open NAME VARIANT [KEY=VALUE...], run ITERATIONS, close, quit");
  }

  void list() {
    for (const Scenario& scenario : catalogue_.scenarios()) answers_ << wire::encode_scenario(scenario) << '\n';
    say(wire::kEnd);
  }

  void open(const wire::OpenRequest& request) {
    if (open_) throw Error("a variant is open already; close it first");
    open_ = catalogue_.open(request);
    say(wire::kOpened);
  }

  void run(std::uint64_t iterations) {
    if (!open_) throw Error("no variant is open; open one first");
    say(wire::encode_sample(open_->run(iterations)));
  }

  void close() {
    if (!open_) throw Error("no variant is open");
    open_.reset();
    say(wire::kClosed);
  }

  void say(std::string_view line) { answers_ << line << '\n' << std::flush; }

  std::ostream& answers_;
  Catalogue& catalogue_;
  std::unique_ptr<OpenVariant> open_;
};

}  // namespace

void serve_requests(std::istream& requests, std::ostream& answers, const Build& build, Catalogue& catalogue) {
  answers << wire::encode_greeting(build) << '\n' << std::flush;
  Worker worker(answers, catalogue);
  for (std::string request; std::getline(requests, request) && request != wire::kQuit;) worker.answer(request);
}

}  // namespace harness::measure

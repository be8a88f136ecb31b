// tandem: the command line. One of the three places that catch exceptions; here they become one line and a status.
#include <exception>
#include <iostream>

#include "cli/arguments.h"
#include "cli/exit_status.h"
#include "harness/model/error.h"
#include "results/formats/display.h"

namespace {

// What a sentence quotes (arguments, names of files, what a worker said) may hold anything, and this is a terminal.
void complain(const std::exception& error) {
  std::cerr << "tandem: " << results::formats::one_line(error.what()) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int status = cli::parse_arguments(argc, argv)();
    if (!std::cout.flush()) throw harness::Error("the output could not be written in full; is its disk full, or was it closed?");
    return status;
  } catch (const harness::UsageError& error) {
    complain(error);
    return cli::kBadUsage;
  } catch (const std::exception& error) {
    complain(error);
    return cli::kToolFailed;
  }
}

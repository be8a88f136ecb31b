// tandem: the command line. One of the three places that catch exceptions; here they become one line and a status.
#include <exception>
#include <iostream>

#include "cli/arguments.h"
#include "cli/exit_status.h"
#include "harness/model/error.h"

int main(int argc, char** argv) {
  try {
    return cli::parse_arguments(argc, argv)();
  } catch (const harness::UsageError& error) {
    std::cerr << "tandem: " << error.what() << '\n';
    return cli::kBadUsage;
  } catch (const std::exception& error) {
    std::cerr << "tandem: " << error.what() << '\n';
    return cli::kToolFailed;
  }
}

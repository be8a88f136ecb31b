// tandem doctor: what on this machine will spoil a measurement, and what to do about it.
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/commands.h"
#include "cli/exit_status.h"
#include "cli/worker_program.h"
#include "harness/drive/greeting.h"
#include "harness/drive/placement.h"
#include "harness/machine/checks.h"
#include "harness/machine/hardware_counters.h"
#include "harness/model/error.h"
#include "results/formats/doctor.h"
#include "results/formats/report_json.h"

namespace cli {
namespace {

constexpr std::chrono::seconds kWatch{1};  // hundreds of naps, and a hundred ticks a CPU of the kernel's accounts

harness::machine::AskedWorker ask(const std::string& worker) {
  try {
    return {.build = harness::drive::greeting(worker_program(worker)), .trouble = ""};
  } catch (const harness::Error& error) {
    return {.build = {}, .trouble = error.what()};
  }
}

}  // namespace

int doctor_command(const DoctorOptions& options) {
  auto circumstances =
      harness::machine::read_circumstances(harness::machine::MachineFiles(), harness::drive::allowed_cpus());
  circumstances.counters = harness::machine::try_hardware_counters();
  circumstances.worker = ask(options.worker);
  circumstances.watched = harness::machine::watch(circumstances.files, kWatch);
  const auto checks = harness::machine::check_machine(circumstances);
  std::cout << (options.format == "json" ? results::formats::dump(results::formats::doctor_to_json(checks))
                                         : results::formats::doctor_to_text(checks))
            << std::flush;
  return harness::is_usable(checks) ? kFine : kInvalid;
}

}  // namespace cli

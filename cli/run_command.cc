// tandem run: measure before against after, store, judge, print.
#include <random>

#include "cli/commands.h"
#include "cli/measured_run.h"
#include "cli/run_plan.h"
#include "cli/worker_program.h"
#include "results/formats/formats.h"

namespace cli {
namespace {

std::vector<std::string> names(const harness::drive::SuitePlan& plan) {
  std::vector<std::string> names;
  for (const auto& trial : plan.trials) names.push_back(trial.scenario.name + " " + to_string(trial.parameters));
  return names;
}

}  // namespace

int run_command(const RunOptions& options) {
  (void)results::formats::format_named(options.format);  // a misspelt format is said before minutes of measuring
  const auto worker = worker_program(options.worker);
  const auto scenarios = select_scenarios(harness::drive::list_scenarios(worker), options.patterns);
  const auto seed = options.seed.value_or(std::random_device{}());
  const auto plan = plan_run(options, worker, scenarios, seed);
  MeasuredRun measured{
      .run = begin_run_record(options.against_itself ? harness::RunKind::Aa : harness::RunKind::Run, seed,
                              options.command_line),
      .rule = plan_rule(options, plan.launch_pairs),
      .store = options.store,
      .format = options.format,
      .fail_on = options.fail_on,
      .progress = options.quiet ? Progress::Show::Never : Progress::Show::Always,
      .trials = names(plan),
      .launch_pairs = plan.launch_pairs};
  measured.run.preset = to_string(options.preset);
  return measure_and_report(std::move(measured), [&plan](auto& observer, const auto& stop, const auto& interrupted) {
    return run_suite(plan, observer, stop, interrupted);
  });
}

}  // namespace cli

// tandem run: measure before against after, store, judge, print.
#include <random>

#include "cli/commands.h"
#include "cli/measured_suite.h"
#include "cli/run_plan.h"
#include "cli/run_record.h"
#include "cli/worker_program.h"
#include "results/formats/formats.h"

namespace cli {

int run_command(const RunOptions& options) {
  (void)results::formats::format_named(options.format);  // a misspelt format is said before minutes of measuring
  const auto worker = worker_program(options.worker);
  const auto scenarios = select_scenarios(harness::drive::list_scenarios(worker), options.patterns);
  const auto seed = options.seed.value_or(std::random_device{}());
  const auto kind = options.against_itself ? harness::RunKind::Aa : harness::RunKind::Run;
  MeasuredSuite suite{.run = begin_run_record(kind, seed, options.command_line),
                      .plan = plan_run(options, worker, scenarios, seed),
                      .canaries = options.canaries,
                      .progress = options.quiet ? Progress::Show::Never : Progress::Show::Always};
  suite.run.preset = to_string(options.preset);
  const auto [rule, stages] = plan_rule(options, suite.plan.launch_pairs);
  suite.rule = rule;
  suite.stages = stages;
  return measure_suite_and_report(std::move(suite), {options.store, options.format, options.fail_on});
}

}  // namespace cli

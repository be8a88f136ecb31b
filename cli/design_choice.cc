#include "cli/design_choice.h"

#include <algorithm>
#include <cmath>

#include "harness/model/error.h"

namespace cli {
namespace {

using harness::drive::CommandDesign;
using harness::drive::CommandShape;

// What a run costs its CPU, and thus what two runs that share one can be compared by.
bool of_the_cpu(const std::string& metric) {
  return metric == harness::kAutoMetric || metric == harness::kCpuTime || metric == harness::drive::kUserTime ||
         metric == harness::drive::kSystemTime;
}

bool parallel(const std::vector<CommandShape>& shapes) { return std::ranges::any_of(shapes, &CommandShape::parallel); }

double waiting_share(const std::vector<CommandShape>& shapes) {
  double most = 0;
  for (const auto& shape : shapes) most = std::max(most, shape.waiting_share());
  return most;
}

// Why a duet would not do; empty where it would.
std::string objection(const DesignQuestion& question) {
  if (question.sharing == Sharing::Exclusive) return "--exclusive was asked for";
  if (!of_the_cpu(question.metric)) return question.metric + " is measured one run at a time";
  if (question.preparation == Preparation::BeforeEachRun) {
    return "two runs at once might spoil what --prepare prepared (--design duet if they do not)";
  }
  if (parallel(question.shapes)) return "the commands use several CPUs at once";
  const double waiting = waiting_share(question.shapes);
  if (waiting <= 0 || question.metric != harness::kAutoMetric) return "";
  return "the commands wait " + std::to_string(std::lround(100 * waiting)) +
         " % of their time, which CPU time does not see";
}

DesignChoice alternation(const std::string& reason) {
  return {{CommandDesign::Alternate}, "Decided by alternation (one run at a time, in turns): " + reason + "."};
}

DesignChoice asked_duet(const DesignQuestion& question) {
  if (question.sharing == Sharing::Exclusive) {
    throw harness::UsageError("--exclusive keeps two runs apart, and --design duet runs them together; leave one out");
  }
  if (question.metric == harness::kWallTime) {
    throw harness::UsageError("a duet has no wall_time, as its runs share one CPU; leave out --design duet");
  }
  return {{CommandDesign::Duet},
          "Decided by duet (both runs at once on one CPU, compared by what each used of it), as --design asks; nothing "
          "here says how wall time changed."};
}

}  // namespace

DesignChoice choose_design(const DesignQuestion& question) {
  if (question.asked == CommandDesign::Duet) return asked_duet(question);
  if (question.asked == CommandDesign::Alternate) return alternation("--design asks for it");
  const std::string reason = objection(question);
  if (!reason.empty()) return alternation(reason);
  return {{CommandDesign::Duet, CommandDesign::Alternate},
          "Decided by duet (both runs at once on one CPU, compared by the CPU time each used); alternation (one run at "
          "a time, in turns) gives the size of the change, and what became of wall time."};
}

int threads_of(const std::vector<CommandShape>& shapes) {
  int most = parallel(shapes) ? 2 : 1;
  for (const auto& shape : shapes) most = std::max(most, shape.most_threads);
  return most;
}

}  // namespace cli

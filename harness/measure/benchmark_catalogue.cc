#include "harness/measure/benchmark_catalogue.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "harness/measure/batch.h"
#include "harness/measure/meters.h"
#include "harness/measure/unknown_name.h"
#include "harness/model/error.h"
#include "harness/model/metric.h"

namespace harness::measure {
namespace {

using Families = std::vector<benchmark::internal::Benchmark*>;

// A repetition count that no one asks for, so that a family can be recognised by it in a full name.
constexpr int kFirstMark = 1'000'000'000;

// More than 0, as MinTime demands, and so little that Google Benchmark takes it for none. There is no other way to take
// back a minimum time, and with one a benchmark accepts no iteration count.
constexpr double kNoTime = 1e-300;

bool contains(const std::string& name, const char* part) { return name.find(part) != std::string::npos; }

void set_repetitions(const Families& families, int first, int step) {
  for (auto* family : families) {
    family->Repetitions(first);
    first += step;
  }
}

void set_iterations(const Families& families, benchmark::IterationCount iterations) {
  for (auto* family : families) family->Iterations(iterations);
}

std::size_t marked_family(const std::string& name) {
  constexpr std::string_view kRepeats = "/repeats:";
  int mark = kFirstMark;
  std::from_chars(name.data() + name.rfind(kRepeats) + kRepeats.size(), name.data() + name.size(), mark);
  return static_cast<std::size_t>(mark - kFirstMark);
}

std::vector<BenchmarkInstance> named_instances(const Families& families) {
  std::vector<BenchmarkInstance> instances;
  for (const std::string& name : list_benchmarks()) instances.push_back({.name = name});
  set_repetitions(families, kFirstMark, 1);
  const std::vector<std::string> marked = list_benchmarks();
  for (std::size_t i = 0; i < instances.size(); ++i) instances[i].family = marked_family(marked[i]);
  set_repetitions(families, 1, 0);
  return instances;
}

// Takes back what a family says about how long it wants to run.
void drop_times(const Families& families, const std::vector<BenchmarkInstance>& instances) {
  for (const BenchmarkInstance& instance : instances) {
    if (contains(instance.name, "/iterations:")) continue;  // those have no times, and may not be asked for them
    if (contains(instance.name, "/min_warmup_time:")) families[instance.family]->MinWarmUpTime(0);
    if (contains(instance.name, "/min_time:")) families[instance.family]->MinTime(kNoTime);
  }
}

// Two names that differ in the iteration count alone show where it stands.
void find_iteration_counts(const Families& families, std::vector<BenchmarkInstance>& instances) {
  set_iterations(families, 1);
  const std::vector<std::string> once = list_benchmarks();
  set_iterations(families, 2);
  const std::vector<std::string> twice = list_benchmarks();
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const auto count = std::ranges::mismatch(once[i], twice[i]).in1;
    instances[i].prefix = std::string(once[i].begin(), count);
    instances[i].suffix = std::string(count + 1, once[i].end());
  }
}

std::vector<BenchmarkInstance> find_instances(const Families& families) {
  std::vector<BenchmarkInstance> instances = named_instances(families);
  for (auto* family : families) family->MeasureProcessCPUTime();  // what cpu_time means in every worker
  drop_times(families, instances);
  find_iteration_counts(families, instances);
  return instances;
}

int thread_count(const std::string& name) {
  constexpr std::string_view kThreads = "/threads:";
  const std::size_t at = name.rfind(kThreads);
  int threads = 1;
  if (at != std::string::npos) {
    std::from_chars(name.data() + at + kThreads.size(), name.data() + name.size(), threads);
  }
  return threads;
}

Scenario to_scenario(const BenchmarkInstance& instance) {
  const bool own_clock = contains(instance.name, "/manual_time") || contains(instance.name, "/real_time");
  return {.name = instance.name,
          .summary = "A benchmark of this program.",
          .unit_of_work = "iteration",
          .threads = thread_count(instance.name),
          .metric = std::string(own_clock ? kWallTime : kAutoMetric),
          .variants = {{kOnlyVariant, Role::Before}},
          .points = {{{}, {Preset::Smoke, Preset::Quick, Preset::Standard, Preset::Full}}}};
}

class BenchmarkVariant : public OpenVariant {
 public:
  BenchmarkVariant(const Families& families, BenchmarkInstance instance)
      : families_(families), instance_(std::move(instance)) {}

  wire::Sample run(std::uint64_t iterations) override {
    if (iterations > std::numeric_limits<benchmark::IterationCount>::max()) throw Error("too many iterations");
    families_[instance_.family]->Iterations(static_cast<benchmark::IterationCount>(iterations));
    const std::string filter = exact_filter(instance_.prefix + std::to_string(iterations) + instance_.suffix);
    const ResourceUsage started = resource_usage();
    const BatchTimes times = run_batch(filter);
    wire::Sample sample{.iterations = iterations, .items = times.iterations};
    sample.values = common_values(times, resource_usage() - started);
    return sample;
  }

 private:
  const Families& families_;
  BenchmarkInstance instance_;
};

}  // namespace

const std::vector<BenchmarkInstance>& BenchmarkCatalogue::instances() const {
  if (!instances_) instances_ = find_instances(families_);
  return *instances_;
}

std::vector<Scenario> BenchmarkCatalogue::scenarios() const {
  std::vector<Scenario> scenarios;
  for (const BenchmarkInstance& instance : instances()) scenarios.push_back(to_scenario(instance));
  return scenarios;
}

std::unique_ptr<OpenVariant> BenchmarkCatalogue::open(const wire::OpenRequest& request) {
  std::vector<const BenchmarkInstance*> found;
  std::vector<std::string> known;
  for (const BenchmarkInstance& instance : instances()) {
    if (instance.name == request.scenario) found.push_back(&instance);
    known.push_back(instance.name);
  }
  if (found.empty()) refuse_name("scenario", request.scenario, known);
  if (found.size() > 1) throw Error("two benchmarks of this program are called '" + request.scenario + "'");
  if (request.variant != kOnlyVariant) refuse_name("variant of " + request.scenario, request.variant, {kOnlyVariant});
  if (!request.parameters.empty()) throw Error(request.scenario + " takes no parameters: they are part of its name");
  return std::make_unique<BenchmarkVariant>(families_, *found.front());
}

}  // namespace harness::measure

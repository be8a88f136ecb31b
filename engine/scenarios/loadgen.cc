// loadgen/insert and loadgen/upsert_sorted: the whole way of a row, from the thread that makes it through session,
// reactor, queue, write-ahead log and tablet and back to the reactor. Before has all that the source's five changes
// replaced (the block map is not on the way), after has all that they brought, and the ablations have one of them each.
//
// The source reported one change at a time. What it reported has its like in an ablation; after, which has all of them,
// should gain more.
//
// What hurts is what hurts the parts, diluted by everything else: one change alone gains a tenth or less. In insert one
// client, and thus one reactor, serves all generators, as in the source when it measured: clients for each thread came
// after.
// upsert_sorted has one tablet and batches so large that sorting their keys shows.
//
// CPU time of all threads decides. Generators, reactor and log threads are more than the CPUs of a small machine, so
// wall time there is how well the scheduler packed them; what the changes save is work and waiting for memory, and CPU
// time has both. What a change saves by blocking less it does not have: wall time is reported beside it.
//
// Unit of work: a row. A batch writes the same rows to a new table; opening it, counting what it holds and removing it
// is not timed. Logs are in a temporary directory ($TMPDIR), never synced. The checksum is over every cell of every
// row in the tablets.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/temporary_directory.h"
#include "engine/loadgen/load.h"
#include "engine/scenarios/crew.h"
#include "engine/scenarios/memory_available.h"
#include "engine/scenarios/reported.h"
#include "harness/measure/registry.h"
#include "harness/model/error.h"

namespace engine::scenarios {
namespace {

using harness::Parameters;
using harness::Preset;
using harness::Role;
using harness::measure::Body;

constexpr const char* kReactorCpuTime = "reactor_cpu_time";
constexpr const char* kBytesLogged = "bytes_logged";

void Check(const Status& status) {
  if (!status.ok()) throw harness::Error("loadgen: " + status.message());
}

// A load whose clients, sessions and generator threads live for the launch.
class RepeatedLoad {
 public:
  explicit RepeatedLoad(LoadgenOptions options) : load_(std::move(options)), crew_(Jobs()) {}

  void OpenTable() {
    directory_ = std::make_unique<TemporaryDirectory>();
    Check(load_.Open(directory_->path()));
  }

  void Run() { crew_.WorkOneShift(); }

  // What the table held; fails if that is not every row.
  TableContents DropTable() {
    for (const GeneratedRows& generated : generated_) Check(generated.first_error);
    Check(load_.Close());
    const TableContents contents = load_.server().Contents();
    bytes_logged_ = load_.server().bytes_logged();
    load_.Drop();
    directory_.reset();
    if (contents.rows != rows())
      throw harness::Error("loadgen: the tablets hold another number of rows than was written");
    return contents;
  }

  [[nodiscard]] std::int64_t rows() const { return RowsTotal(load_.options()); }
  [[nodiscard]] std::uint64_t bytes_logged() const { return bytes_logged_; }  // to the last table that was dropped
  [[nodiscard]] std::int64_t reactor_cpu_time_ns() { return load_.reactor_cpu_time_ns(); }

 private:
  std::vector<std::function<void()>> Jobs() {
    generated_.resize(static_cast<std::size_t>(load_.options().num_threads));
    std::vector<std::function<void()>> jobs;
    for (int i = 0; i < load_.options().num_threads; ++i) {
      jobs.emplace_back([this, i] { generated_[static_cast<std::size_t>(i)] = load_.Generate(i); });
    }
    return jobs;
  }

  Load load_;
  std::unique_ptr<TemporaryDirectory> directory_;
  std::uint64_t bytes_logged_ = 0;
  std::vector<GeneratedRows> generated_;
  Crew crew_;  // last: its threads use what stands above
};

// Counts of the kernel, unlike times, go on while a table is opened or dropped.
Body WriteRows(LoadgenOptions options) {
  options.wal_directory = "a temporary directory, new for each table";
  Check(CheckOptions(options));
  auto load = std::make_shared<RepeatedLoad>(std::move(options));
  return [load](benchmark::State& state) {
    std::uint64_t checksum = 0;
    std::uint64_t bytes_logged = 0;
    const std::int64_t reactor_cpu_time = load->reactor_cpu_time_ns();
    for (auto _ : harness::measure::metered(state)) {
      state.PauseTiming();
      load->OpenTable();
      state.ResumeTiming();
      load->Run();
      state.PauseTiming();
      checksum += load->DropTable().checksum;
      bytes_logged += load->bytes_logged();
      state.ResumeTiming();
    }
    harness::measure::report_metric(state, kReactorCpuTime,
                                    static_cast<double>(load->reactor_cpu_time_ns() - reactor_cpu_time));
    harness::measure::report_metric(state, kBytesLogged, static_cast<double>(bytes_logged));
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * load->rows());
    harness::measure::report_checksum(state, checksum);
  };
}

// Resident memory grew by 165 to 226 bytes a row that was written, and was, with all buffers full, 3 to 4.4 times the
// encoded bytes that they may hold: their operations, rows and strings are blocks of the heap, and requests are copies.
constexpr std::int64_t kBytesPerRow = 256;
constexpr std::int64_t kBytesPerBufferByte = 5;

LoadgenOptions OptionsAt(const Parameters& parameters, const Policies& policies) {
  LoadgenOptions options{.num_threads = static_cast<int>(parameters.integer("threads")),
                         .num_rows_per_thread = parameters.integer("rows_per_thread"),
                         .buffer_size_bytes = parameters.integer("buffer_kib") << 10,
                         .policies = policies};
  RefuseIfMemoryIsShort(
      "loadgen with " + to_string(parameters),
      RowsTotal(options) * kBytesPerRow + options.num_threads * options.buffer_size_bytes * kBytesPerBufferByte);
  return options;
}

harness::measure::MakeBody Insert(const Policies& policies) {
  return [policies](const Parameters& parameters) {
    LoadgenOptions options = OptionsAt(parameters, policies);
    options.use_client_per_thread = false;
    return WriteRows(std::move(options));
  };
}

harness::measure::MakeBody UpsertSorted(const Policies& policies) {
  return [policies](const Parameters& parameters) {
    LoadgenOptions options = OptionsAt(parameters, policies);
    options.use_upsert = true;
    options.table_num_hash_partitions = 1;
    return WriteRows(std::move(options));
  };
}

// Before, with one of the policies of after.
Policies BeforeBut(auto Policies::*policy) {
  Policies policies = kPoliciesBefore;
  policies.*policy = kPoliciesAfter.*policy;
  return policies;
}

struct NamedPolicies {
  harness::Variant variant;
  Policies policies;
};

const std::vector<NamedPolicies> kVariants = {
    {{"all before", Role::Before}, kPoliciesBefore},
    {{"all after", Role::After}, kPoliciesAfter},
    {{"after: op set only", Role::Ablation}, BeforeBut(&Policies::op_set)},
    {{"after: op storage only", Role::Ablation}, BeforeBut(&Policies::op_storage)},
    {{"after: queue only", Role::Ablation}, BeforeBut(&Policies::queue)},
    {{"after: presence check only", Role::Ablation}, BeforeBut(&Policies::presence_check)},
    {{"all beyond", Role::Beyond}, kPoliciesBeyond}};

harness::ParameterPoint Point(std::int64_t threads, std::int64_t rows_per_thread, std::int64_t buffer_kib,
                              std::vector<Preset> presets) {
  return {.parameters = {{"threads", threads}, {"rows_per_thread", rows_per_thread}, {"buffer_kib", buffer_kib}},
          .presets = std::move(presets)};
}

harness::measure::RegisteredScenario WithVariants(harness::Scenario description, auto make_body) {
  harness::measure::RegisteredScenario scenario{.description = std::move(description)};
  scenario.description.unit_of_work = "row";
  scenario.description.metric = harness::kCpuTime;
  scenario.description.metrics = {{.name = kReactorCpuTime, .unit = "ns"}, {.name = kBytesLogged, .unit = "bytes"}};
  scenario.description.reported = reported(scenario.description.name);
  for (const NamedPolicies& named : kVariants) {
    scenario.description.variants.push_back(named.variant);
    scenario.bodies.push_back(make_body(named.policies));
  }
  return scenario;
}

// The smaller points have smaller buffers, so that each session flushes a few times. At the largest it is the source's
// 4 MiB: batches of 33 289 rows.
const harness::measure::Registered insert = harness::measure::register_scenario(WithVariants(
    {.name = "loadgen/insert",
     .summary =
         "Generator threads insert rows through one client into the eight tablets of a table, each with its log.",
     .threads = 17,  // generators, the reactor, the threads of the logs
     .points = {Point(2, 2'000, 64, {Preset::Smoke}), Point(2, 20'000, 512, {Preset::Quick}),
                Point(8, 100'000, 4096, {Preset::Standard, Preset::Full}), Point(8, 1'000'000, 4096, {Preset::Full})}},
    Insert));

// The source wrote five million rows with a buffer of 96 MiB: batches of 798 916 rows.
const harness::measure::Registered upsert_sorted = harness::measure::register_scenario(WithVariants(
    {.name = "loadgen/upsert_sorted",
     .summary =
         "One thread upserts rows in key order into one tablet, in batches as large as its session's buffer makes "
         "them.",
     .threads = 3,  // generator, reactor, log
     .points = {Point(1, 4'000, 256, {Preset::Smoke}), Point(1, 40'000, 4096, {Preset::Quick}),
                Point(1, 1'000'000, 98'304, {Preset::Standard, Preset::Full}),
                Point(1, 5'000'000, 98'304, {Preset::Full})}},
    UpsertSorted));

}  // namespace
}  // namespace engine::scenarios

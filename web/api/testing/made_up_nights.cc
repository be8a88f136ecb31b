#include "web/api/testing/made_up_nights.h"

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "harness/stats/judge.h"

namespace web::api {
namespace {

using harness::Direction;
using harness::Role;
using results::store::Store;

constexpr int kRounds = 5;
constexpr double kItems = 33289;

struct MadeUpVariant {
  std::string name;
  Role role;
  double speedup;  // over before
};

struct MadeUpScenario {
  std::string name;
  harness::Parameters parameters;
  double nanoseconds;  // per op, of before
  double noise;        // relative, between launch pairs
  int launch_pairs;
  std::vector<MadeUpVariant> variants;  // without before
  std::string before;
  double reported;   // 0: nothing was reported
  double step = 1;   // what every variant but before is slowed by from the middle of the month on
  bool fails = false;  // in the last night
};

std::vector<MadeUpScenario> scenarios() {
  return {
      {"client/in_flight_set", {{"ops", std::int64_t{33289}}}, 61.3, 0.006, 16,
       {{"google::dense_hash_set", Role::After, 1.281}, {"absl::flat_hash_set", Role::Beyond, 1.342}},
       "std::unordered_set", 1.278},
      {"log/blocking_queue", {{"writers", std::int64_t{4}}, {"readers", std::int64_t{4}}}, 1843, 0.02, 16,
       {{"std::deque, signal outside", Role::After, 1.094}}, "std::list, signal inside", 1.069},
      {"log/blocking_queue", {{"writers", std::int64_t{2}}, {"readers", std::int64_t{1}}}, 912, 0.09, 8,
       {{"std::deque, signal outside", Role::After, 1.03}}, "std::list, signal inside", 1.069},
      {"tablet/presence_check", {{"ops", std::int64_t{4161}}, {"order", "sorted"}}, 38.9, 0.004, 16,
       {{"sort when needed", Role::After, 1.912}}, "always sort", 1.109},
      {"tablet/presence_check", {{"ops", std::int64_t{33289}}, {"order", "shuffled"}}, 141.7, 0.003, 20,
       {{"sort when needed", Role::After, 1.001}}, "always sort", 0},
      {"fs/block_map", {{"blocks", std::int64_t{1000000}}}, 212.4, 0.002, 20,
       {{"google::sparse_hash_map", Role::After, 0.9985}, {"the same again", Role::Control, 1.0}},
       "std::unordered_map", 0},
      {"loadgen/insert", {{"rows", std::int64_t{100000}}}, 733, 0.005, 16, {{"batched", Role::After, 1.043}},
       "row by row", 1.066, 1.071},
      {"log/wal_append", {{"bytes", std::int64_t{512}}}, 2900, 0.01, 16, {{"group commit", Role::After, 1.5}}, "one by one",
       0, 1, true},
      {kHostileName, {{"\"><script>alert(2)</script>", "a&b=c d"}}, 10, 0.01, 12,
       {{"<svg onload=alert(3)>", Role::After, 0.97}}, "'; DROP TABLE run; --", 0},
  };
}

double noise(std::mt19937_64& random, double relative) {
  return std::exp(std::normal_distribution<double>(0, relative)(random));
}

harness::Trial header(const MadeUpScenario& made_up, int night) {
  char revision[16];
  std::snprintf(revision, sizeof revision, "%07x", 0x1a2b3c4 + night * 7919);
  const harness::Build build{"engine_bench", revision, "g++ 12.2.0", "release -O3", "glibc 2.36", "aa11"};
  harness::Trial trial{.scenario = made_up.name, .parameters = made_up.parameters, .unit_of_work = "op", .iterations = 64};
  trial.metrics = {{"wall_time", "ns"}, {"cpu_time", "ns"}};
  trial.variants.resize(1 + made_up.variants.size());
  trial.variants[0].variant = {made_up.before, Role::Before};
  for (std::size_t i = 0; i < made_up.variants.size(); ++i) {
    trial.variants[i + 1].variant = {made_up.variants[i].name, made_up.variants[i].role};
  }
  for (harness::TrialVariant& each : trial.variants) each.build = build;
  if (made_up.reported > 0) {
    trial.reported = harness::Reported{"the change's own message", "time of the whole load", made_up.reported, ""};
  }
  return trial;
}

// Each launch has its own level, as real processes do; batches of one launch agree with each other.
harness::LaunchPair launch_pair(const MadeUpScenario& made_up, int index, bool slowed, std::mt19937_64& random) {
  harness::LaunchPair pair{.index = index, .seed = random(), .elapsed_ns = 4e8};
  std::vector<double> level{made_up.nanoseconds * noise(random, made_up.noise)};
  for (const MadeUpVariant& each : made_up.variants) {
    const double slowing = slowed && each.role != Role::Control ? made_up.step : 1;
    level.push_back(made_up.nanoseconds / each.speedup * slowing * noise(random, made_up.noise));
  }
  const int variants = static_cast<int>(level.size());
  for (int round = -1; round < kRounds; ++round) {
    for (int slot = 0; slot < 2 * variants; ++slot) {
      const int place = slot < variants ? slot : 2 * variants - 1 - slot;  // there and back again
      const int variant = round % 2 == 0 ? place : variants - 1 - place;
      const double cpu = level[static_cast<std::size_t>(variant)] * kItems * noise(random, made_up.noise / 3);
      pair.batches.push_back({variant, round, slot, 1e6 * slot, 64, kItems, {cpu * 1.001, cpu}});
    }
  }
  return pair;
}

void save_trial(Store& store, const std::string& run_id, const MadeUpScenario& made_up, int night, bool last,
                std::mt19937_64& random) {
  harness::Trial trial = header(made_up, night);
  const auto id = store.begin_trial(run_id, trial);
  for (int index = 0; index < made_up.launch_pairs; ++index) {
    trial.launch_pairs.push_back(launch_pair(made_up, index, night >= kMadeUpNights / 2, random));
    store.save_launch_pair(id, trial.launch_pairs.back());
  }
  if (made_up.fails && last) {
    trial.failure = harness::Failure{harness::Stage::Run, made_up.variants[0].name, "the worker ended with signal 11",
                                     "wal.cc:118: assertion failed: offset <= limit_\nAborted"};
    store.save_failure(id, *trial.failure);
  }
  store.save_comparisons(run_id, id, harness::stats::judge(trial, {}));
}

harness::Machine machine() {
  return {.fingerprint = "5f3c9a0e77d1b204", .cpu_model = "AMD EPYC 7B13", .cores = 2, .memory_bytes = 24696061952,
          .kernel = "Linux 6.1.0-28-cloud-amd64", .hypervisor = "kvm", .clock_source = "tsc",
          .notes = {"the load average was 1.5 when the run began"}};
}

std::string started_at(int night) {
  char text[32];
  std::snprintf(text, sizeof text, "2026-11-%02dT02:00:00Z", night + 1);
  return text;
}

}  // namespace

std::string made_up_run_id(int night) {
  char text[32];
  std::snprintf(text, sizeof text, "202611%02dT020000Z-%04x", night + 1, night + 1);
  return text;
}

void make_up_nights(const std::string& url, int nights) {
  Store store = Store::open(url, results::store::Access::ReadWrite);
  for (int night = kMadeUpNights - nights; night < kMadeUpNights; ++night) {
    std::mt19937_64 random(static_cast<std::uint64_t>(night) + 1);
    harness::Run run{.id = made_up_run_id(night), .kind = harness::RunKind::Nightly, .started_at = started_at(night),
                     .seed = static_cast<std::uint64_t>(night) + 1, .preset = "quick", .harness_version = "0.1.0",
                     .command_line = "tandem run --preset quick"};
    store.begin_run(run, machine());
    for (const MadeUpScenario& each : scenarios()) {
      save_trial(store, run.id, each, night, night == kMadeUpNights - 1, random);
    }
    run.state = harness::RunState::Done;
    run.finished_at = run.started_at.substr(0, 14) + "02:41Z";
    run.batch_seconds = 118.4;
    run.elapsed_seconds = 161.2;
    store.finish_run(run);
  }
}

}  // namespace web::api

#include "engine/loadgen/load.h"

#include <future>
#include <thread>
#include <utility>

#include "engine/loadgen/row_generator.h"

namespace engine {
namespace {

// One server, so one reactor of a client has all the work: more would only idle.
constexpr int kReactors = 1;

SessionOptions SessionOptionsOf(const LoadgenOptions& options) {
  return {.flush_mode = options.flush_per_n_rows == 0 ? FlushMode::kAutoBackground : FlushMode::kManual,
          .buffer_bytes = options.buffer_size_bytes,
          .flush_watermark = options.buffer_flush_watermark_pct,
          .max_batchers = options.buffers_num};
}

}  // namespace

Load::Load(LoadgenOptions options)
    : options_(std::move(options)), table_(MakeLoadTable(options_)), server_(table_, options_.policies) {
  const int clients = options_.use_client_per_thread ? options_.num_threads : 1;
  for (int i = 0; i < clients; ++i) clients_.push_back(std::make_unique<Client>(&server_, kReactors));
  for (int i = 0; i < options_.num_threads; ++i) {
    sessions_.push_back(MakeLoadSession(options_.policies.op_set, options_.policies.op_storage, &ClientOf(i),
                                        SessionOptionsOf(options_)));
  }
}

GeneratedRows Load::Generate(int generator) {
  LoadSession& session = *sessions_[static_cast<std::size_t>(generator)];
  RowGenerator rows(options_, table_, generator);
  // What was refused is in the session's errors, be it by Apply or by a tablet.
  for (std::int64_t row = 1; row <= options_.num_rows_per_thread; ++row) {
    (void)session.Apply(rows.Next());
    if (options_.flush_per_n_rows != 0 && row % options_.flush_per_n_rows == 0) (void)session.Flush();
  }
  (void)session.Flush();
  WaitForReactor(generator);
  const ErrorCollector::Errors errors = session.TakeErrors();
  return {.rows = options_.num_rows_per_thread,
          .errors = static_cast<std::int64_t>(errors.failed.size()) + errors.dropped,
          .first_error = errors.failed.empty() ? Status::Ok() : errors.failed.front().status};
}

// A flush is over when its last row is answered; the operations of that answer are destroyed after it.
void Load::WaitForReactor(int generator) {
  std::promise<void> reached;
  ClientOf(generator).reactor_of(&server_)->Post([&] { reached.set_value(); });
  reached.get_future().wait();
}

std::vector<GeneratedRows> Load::GenerateAll() {
  std::vector<GeneratedRows> generated(static_cast<std::size_t>(options_.num_threads));
  std::vector<std::thread> threads;
  for (int i = 0; i < options_.num_threads; ++i) {
    threads.emplace_back([this, i, &generated] { generated[static_cast<std::size_t>(i)] = Generate(i); });
  }
  for (std::thread& thread : threads) thread.join();
  return generated;
}

std::int64_t Load::reactor_cpu_time_ns() {
  std::int64_t time = 0;
  for (const auto& client : clients_) time += client->reactor_of(&server_)->cpu_time_ns();
  return time;
}

}  // namespace engine

// log/blocking_queue: threads that put and threads that get, one element at a time, through one small queue.
//
// What hurts it: every call takes the one lock; an allocation or a signal under it makes all others wait longer, and a
// thread that is woken while the waker still holds the lock goes to sleep again. The queue is short (64 elements), so
// both sides block all the time, as in the source's MultiThreadPerf. On few cores it is the scheduler that is measured
// as much as the queue: look at the context switches per call before believing a small difference.
//
// Unit of work: a call, a BlockingPut or a BlockingGet. The source lets its threads run for a fixed time and counts
// calls; here a fixed number of elements passes, so that every variant does the same work and returns the same
// checksum.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/log/blocking_queue.h"
#include "engine/scenarios/crew.h"
#include "engine/scenarios/reported.h"
#include "harness/measure/registry.h"

namespace engine::scenarios {
namespace {

using harness::Parameters;
using harness::measure::Body;

// Elements per iteration: 5 to 20 ms of work, beside which starting and ending the shift (0.1 ms) is small.
constexpr std::uint64_t kElements = 8'192;

// Threads take their share in portions of this size, so that all of them work until the end: a fixed share each would
// let the lucky ones finish early and the rest run uncontended.
constexpr std::uint64_t kPortion = 64;

// What travels: its id, in 8 bytes as in the source, or in a text long enough to live on the heap, which copies dearly.
template <typename Element>
Element MakeElement(std::uint64_t id) {
  if constexpr (std::is_same_v<Element, std::string>) {
    Element text(64, ' ');
    std::memcpy(text.data(), &id, sizeof id);
    return text;
  } else {
    return id;
  }
}

template <typename Element>
std::uint64_t IdOf(const Element& element) {
  std::uint64_t id = 0;
  if constexpr (std::is_same_v<Element, std::string>) {
    std::memcpy(&id, element.data(), sizeof id);
  } else {
    id = element;
  }
  return id;
}

template <QueuePolicy kPolicy, typename Element>
class QueueTraffic {
 public:
  explicit QueueTraffic(const Parameters& parameters)
      : queue_(static_cast<std::size_t>(parameters.integer("capacity"))), crew_(Jobs(parameters)) {}

  void Run() {
    put_next_ = 0;
    got_next_ = 0;
    crew_.WorkOneShift();
  }

  [[nodiscard]] std::uint64_t checksum() const { return checksum_; }

 private:
  std::vector<std::function<void()>> Jobs(const Parameters& parameters) {
    std::vector<std::function<void()>> jobs;
    jobs.insert(jobs.end(), parameters.integer("writers"), [this] { PutAll(); });
    jobs.insert(jobs.end(), parameters.integer("readers"), [this] { GetAll(); });
    return jobs;
  }

  void PutAll() {
    std::uint64_t id = 0;
    while ((id = put_next_.fetch_add(kPortion)) < kElements) {
      for (const std::uint64_t end = id + kPortion; id < end; ++id) (void)queue_.BlockingPut(MakeElement<Element>(id));
    }
  }

  void GetAll() {
    std::uint64_t sum = 0;
    Element element{};
    while (got_next_.fetch_add(kPortion) < kElements) {
      for (std::uint64_t i = 0; i < kPortion; ++i) {
        (void)queue_.BlockingGet(&element);
        sum += Mix(IdOf(element));
      }
    }
    checksum_ += sum;
  }

  // Odd multiples of odd powers: a lost and a doubled element do not cancel out as they might in a plain sum.
  static std::uint64_t Mix(std::uint64_t id) { return (id + 1) * (id + 1) * 0x9e3779b97f4a7c15u; }

  BlockingQueue<Element, kPolicy> queue_;
  std::atomic<std::uint64_t> put_next_ = 0;  // the next portion to put
  std::atomic<std::uint64_t> got_next_ = 0;  // the next portion to get
  std::atomic<std::uint64_t> checksum_ = 0;
  Crew crew_;  // last: its threads use what stands above
};

template <QueuePolicy kPolicy, typename Element>
Body TrafficOf(const Parameters& parameters) {
  auto traffic = std::make_shared<QueueTraffic<kPolicy, Element>>(parameters);
  return [traffic](benchmark::State& state) {
    const std::uint64_t sum_before = traffic->checksum();
    for (auto _ : harness::measure::metered(state)) traffic->Run();
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * kElements * 2));
    harness::measure::report_checksum(state, traffic->checksum() - sum_before);
  };
}

template <QueuePolicy kPolicy>
Body Traffic(const Parameters& parameters) {
  return parameters.text("element") == "text" ? TrafficOf<kPolicy, std::string>(parameters)
                                              : TrafficOf<kPolicy, std::uint64_t>(parameters);
}

constexpr QueuePolicy With(QueuePolicy policy, auto QueuePolicy::*field, auto value) {
  policy.*field = value;
  return policy;
}
constexpr QueuePolicy kWithDeque = With(kQueueBefore, &QueuePolicy::container, QueueContainer::kDeque);
constexpr QueuePolicy kWithMove = With(kQueueBefore, &QueuePolicy::transfer, ElementTransfer::kMove);
constexpr QueuePolicy kWithOutside = With(kQueueBefore, &QueuePolicy::signal, SignalPlacement::kOutsideLock);
constexpr QueuePolicy kWithShutdown =
    With(kQueueBefore, &QueuePolicy::full_and_shut_down, FullAndShutDown::kSaysShutdown);
constexpr QueuePolicy kWithOneSignal = With(kQueueAfter, &QueuePolicy::signal_condition, SignalCondition::kOneAtATime);

harness::ParameterPoint Point(int writers, int readers, std::vector<harness::Preset> presets, int capacity = 64,
                              const std::string& element = "uint64") {
  return {.parameters = {{"writers", writers}, {"readers", readers}, {"capacity", capacity}, {"element", element}},
          .presets = std::move(presets)};
}

using harness::Preset;
using harness::Role;

// The one other point that the source has a figure for.
harness::ParameterPoint TwoWritersOneReader() {
  harness::ParameterPoint point = Point(2, 1, {Preset::Quick, Preset::Standard, Preset::Full});
  point.reported = reported("log/blocking_queue", "2 writers, 1 reader");
  return point;
}

const harness::measure::Registered registered = harness::measure::register_scenario(
    {.description = {.name = "log/blocking_queue",
                     .summary = "writers and readers pass elements through one bounded queue, one per call",
                     .unit_of_work = "call",
                     .threads = 8,
                     .metric = std::string(harness::kWallTime),
                     .variants = {{"list+copy+inside+full", Role::Before},
                                  {"deque+move+outside+shutdown", Role::After},
                                  {"before+deque", Role::Ablation},
                                  {"before+move", Role::Ablation},
                                  {"before+outside", Role::Ablation},
                                  {"before+shutdown", Role::Ablation},
                                  {"after+one_signal", Role::Beyond},
                                  {"ring+one_signal", Role::Beyond}},
                     .points = {Point(4, 4, {Preset::Smoke, Preset::Quick, Preset::Standard, Preset::Full}),
                                TwoWritersOneReader(),
                                Point(1, 1, {Preset::Standard, Preset::Full}),
                                Point(4, 4, {Preset::Standard, Preset::Full}, 64, "text"), Point(3, 3, {Preset::Full}),
                                Point(4, 4, {Preset::Full}, 8), Point(4, 4, {Preset::Full}, 1024)},
                     .reported = reported("log/blocking_queue")},
     .bodies = {Traffic<kQueueBefore>, Traffic<kQueueAfter>, Traffic<kWithDeque>, Traffic<kWithMove>,
                Traffic<kWithOutside>, Traffic<kWithShutdown>, Traffic<kWithOneSignal>, Traffic<kQueueRing>}});

}  // namespace
}  // namespace engine::scenarios

#include "engine/client/batcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/allocation_count.h"
#include "engine/client/scripted_service_for_test.h"
#include "engine/row/cells.h"

namespace engine {
namespace {

template <class Policy>
class BatcherTest : public testing::Test {
 protected:
  using BatcherRef = RefPtr<Batcher<Policy>>;

  BatcherRef MakeBatcher() { return MakeRef<Batcher<Policy>>(&client_, errors_); }

  void Add(const BatcherRef& batcher, std::int64_t key) { batcher->Add(TestInsert(table_, key)); }

  // Flushes; what the callback says comes out of the future, and a second call would throw inside the reactor.
  std::future<Status> Flush(const BatcherRef& batcher) {
    auto said = std::make_shared<std::promise<Status>>();
    batcher->FlushAsync([said](Status status) { said->set_value(std::move(status)); });
    return said->get_future();
  }

  // The keys of a request, in its order.
  std::vector<std::int64_t> Keys(const WriteRequest& request) {
    Arena arena;
    std::vector<DecodedRowOperation> operations;
    const Status status =
        DecodeRowOperations(table_->schema(), request.operations.rows, request.operations.strings, &arena, &operations);
    EXPECT_TRUE(status.ok()) << status.message();
    std::vector<std::int64_t> keys;
    for (const DecodedRowOperation& operation : operations) keys.push_back(LoadCell<std::int64_t>(operation.row));
    return keys;
  }

  std::vector<std::int64_t> FailedKeys(Status::Code code) {
    std::vector<std::int64_t> keys;
    for (const FailedOp& failed : errors_->Take().failed) {
      EXPECT_EQ(failed.status.code(), code) << failed.status.message();
      keys.push_back(failed.write_op->row().int64(0));
    }
    std::ranges::sort(keys);
    return keys;
  }

  std::shared_ptr<const Table> table_ = TestTable(1);
  ScriptedService service_;
  ScriptedLocator locator_{&service_};
  std::shared_ptr<ErrorCollector> errors_ = std::make_shared<ErrorCollector>(0);
  Client client_{&locator_, 1};  // last: it ends with what is under way
};

using Policies =
    testing::Types<ClientPolicy<UnorderedOpSet, HeapOpStorage>, ClientPolicy<DenseOpSet, ArenaOpStorage>,
                   ClientPolicy<FlatOpSet, MonotonicOpStorage>, ClientPolicy<LinkedOpSet, ArenaOpStorage>>;
TYPED_TEST_SUITE(BatcherTest, Policies);

using Keys = std::vector<std::int64_t>;

TYPED_TEST(BatcherTest, GathersFlushesAndIsFlushed) {
  const auto batcher = this->MakeBatcher();
  EXPECT_EQ(batcher->state(), BatcherState::kGatheringOps);
  this->Add(batcher, 1);
  this->Add(batcher, 2);
  EXPECT_EQ(batcher->pending_ops(), 2u);
  EXPECT_EQ(batcher->buffer_bytes(), 2 * kTestInsertBytes);
  std::future<Status> said = this->Flush(batcher);
  EXPECT_EQ(batcher->state(), BatcherState::kFlushing);
  EXPECT_EQ(this->Keys(this->service_.WaitForRequest(0)), (Keys{1, 2}));
  this->service_.Answer(0);
  EXPECT_TRUE(said.get().ok());
  EXPECT_EQ(batcher->state(), BatcherState::kFlushed);
  EXPECT_EQ(batcher->pending_ops(), 0u);
  batcher->Abort();
  EXPECT_EQ(batcher->state(), BatcherState::kFlushed) << "there is nothing left to abort";
}

TYPED_TEST(BatcherTest, AnEmptyBatcherIsFlushedAtOnce) {
  const auto batcher = this->MakeBatcher();
  int calls = 0;
  batcher->FlushAsync([&](const Status& status) { calls += status.ok() ? 1 : 100; });
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(batcher->state(), BatcherState::kFlushed);
  EXPECT_EQ(this->service_.request_count(), 0u);
}

TYPED_TEST(BatcherTest, OneRequestATabletWithItsRowsInOrderOfAdd) {
  this->table_ = TestTable(4);
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 0; key < 100; ++key) this->Add(batcher, key);
  std::future<Status> said = this->Flush(batcher);
  std::set<std::int64_t> all;
  for (std::size_t i = 0; i < 4; ++i) {
    const Keys keys = this->Keys(this->service_.WaitForRequest(i));
    EXPECT_TRUE(std::ranges::is_sorted(keys));
    all.insert(keys.begin(), keys.end());
  }
  EXPECT_EQ(all.size(), 100u);
  for (const std::size_t i : {2, 0, 3, 1}) this->service_.Answer(i);
  EXPECT_TRUE(said.get().ok());
  EXPECT_EQ(this->service_.request_count(), 4u);
}

// KUDU-743: given lookups that finish last to first, then the tablet still gets the rows in the order of Add.
TYPED_TEST(BatcherTest, RowsKeepTheirOrderWhenLookupsFinishOutOfOrder) {
  ScriptedLocator::Held held;
  this->locator_.held = &held;
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 0; key < 5; ++key) this->Add(batcher, key);
  std::future<Status> said = this->Flush(batcher);
  EXPECT_EQ(this->service_.request_count(), 0u) << "nothing is sent before the last lookup";
  for (const std::size_t i : {4, 2, 3, 0, 1}) held[i].first(Status::Ok(), this->locator_.AllTablets(*this->table_));
  EXPECT_EQ(this->Keys(this->service_.WaitForRequest(0)), (Keys{0, 1, 2, 3, 4}));
  this->service_.Answer(0);
  EXPECT_TRUE(said.get().ok());
}

TYPED_TEST(BatcherTest, AFailedLookupOfTheLastOpFinishesTheFlush) {
  ScriptedLocator::Held held;
  this->locator_.held = &held;
  const auto batcher = this->MakeBatcher();
  this->Add(batcher, 1);
  std::future<Status> said = this->Flush(batcher);
  held[0].first(Status::TimedOut("the master does not answer"), {});
  EXPECT_EQ(said.get().code(), Status::Code::kIoError);
  EXPECT_EQ(this->FailedKeys(Status::Code::kTimedOut), (Keys{1}));
  EXPECT_EQ(batcher->state(), BatcherState::kFlushed);
}

TYPED_TEST(BatcherTest, AKeyThatNoTabletOwnsIsAnError) {
  ScriptedLocator::Held held;
  this->locator_.held = &held;
  const auto batcher = this->MakeBatcher();
  this->Add(batcher, 1);
  held[0].first(Status::Ok(), {{.tablet_id = "elsewhere", .start = "\xff", .end = "", .server = &this->service_}});
  EXPECT_EQ(this->FailedKeys(Status::Code::kNotFound), (Keys{1}));
  EXPECT_TRUE(batcher->pending_ops() == 0);
  EXPECT_EQ(this->Flush(batcher).get().code(), Status::Code::kIoError) << "the flush knows that an op failed before it";
}

TYPED_TEST(BatcherTest, ARequestThatFailsAsAWholeIsOneErrorAnOp) {
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 0; key < 3; ++key) this->Add(batcher, key);
  std::future<Status> said = this->Flush(batcher);
  this->service_.Answer(0, {.status = Status::TimedOut("no answer")});
  EXPECT_EQ(said.get().code(), Status::Code::kIoError);
  EXPECT_EQ(this->FailedKeys(Status::Code::kTimedOut), (Keys{0, 1, 2}));
}

TYPED_TEST(BatcherTest, AnErrorOfARowThatIsNotThereIsLoggedAndPassedOver) {
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 10; key < 13; ++key) this->Add(batcher, key);
  std::future<Status> said = this->Flush(batcher);
  testing::internal::CaptureStderr();
  this->service_.Answer(
      0, {.row_errors = {
              {3, Status::AlreadyPresent("")}, {-1, Status::AlreadyPresent("")}, {1, Status::AlreadyPresent("")}}});
  EXPECT_EQ(said.get().code(), Status::Code::kIoError);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "engine: tablet t.0 reports an error of row 3 of 3 rows\n"
            "engine: tablet t.0 reports an error of row -1 of 3 rows\n");
  EXPECT_EQ(this->FailedKeys(Status::Code::kAlreadyPresent), (Keys{11}));
}

TYPED_TEST(BatcherTest, AbortFailsWhatIsBufferedAndCallsBack) {
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 0; key < 100; ++key) this->Add(batcher, key);
  batcher->Abort();
  EXPECT_EQ(batcher->state(), BatcherState::kAborted);
  EXPECT_EQ(batcher->pending_ops(), 0u);
  EXPECT_EQ(this->FailedKeys(Status::Code::kAborted).size(), 100u);
  EXPECT_EQ(this->service_.request_count(), 0u);
}

TYPED_TEST(BatcherTest, AbortLeavesAloneWhatIsSent) {
  const auto batcher = this->MakeBatcher();
  this->Add(batcher, 1);
  std::future<Status> said = this->Flush(batcher);
  (void)this->service_.WaitForRequest(0);
  batcher->Abort();
  EXPECT_EQ(said.get().code(), Status::Code::kAborted);
  EXPECT_EQ(batcher->pending_ops(), 1u);
  EXPECT_EQ(this->errors_->count(), 0) << "the row may yet be written";
  this->service_.Answer(0);
}

TYPED_TEST(BatcherTest, AbortDuringALookupFailsTheOpWhenTheLookupEnds) {
  ScriptedLocator::Held held;
  this->locator_.held = &held;
  const auto batcher = this->MakeBatcher();
  this->Add(batcher, 1);
  std::future<Status> said = this->Flush(batcher);
  batcher->Abort();
  EXPECT_EQ(said.get().code(), Status::Code::kAborted);
  EXPECT_EQ(batcher->pending_ops(), 1u);
  held[0].first(Status::Ok(), this->locator_.AllTablets(*this->table_));
  EXPECT_EQ(batcher->pending_ops(), 0u);
  EXPECT_EQ(this->FailedKeys(Status::Code::kAborted), (Keys{1}));
  EXPECT_EQ(this->service_.request_count(), 0u);
}

// A set that notes, whenever an op leaves it, how many errors are known.
class NotingOpSet : public DenseOpSet {
 public:
  bool Erase(Op* op) {
    errors_at_erase.push_back(errors->count());
    return DenseOpSet::Erase(op);
  }

  static inline ErrorCollector* errors = nullptr;
  static inline std::vector<std::int64_t> errors_at_erase;
};

using NotingBatcherTest = BatcherTest<ClientPolicy<NotingOpSet, ArenaOpStorage>>;

// KUDU-1743: whoever sees that no op is pending must also see all errors.
TEST_F(NotingBatcherTest, ErrorsAreKnownBeforeTheFirstOpLeavesTheSet) {
  NotingOpSet::errors = errors_.get();
  NotingOpSet::errors_at_erase.clear();
  const auto batcher = MakeBatcher();
  for (std::int64_t key = 0; key < 3; ++key) Add(batcher, key);
  std::future<Status> said = Flush(batcher);
  service_.Answer(0, {.row_errors = {{0, Status::NotFound("")}, {2, Status::NotFound("")}}});
  EXPECT_EQ(said.get().code(), Status::Code::kIoError);
  EXPECT_EQ(NotingOpSet::errors_at_erase, (std::vector<std::int64_t>{2, 2, 2}));
}

using BatcherDeathTest = BatcherTest<ClientPolicy<DenseOpSet, HeapOpStorage>>;

TEST_F(BatcherDeathTest, AddAfterFlushAndASecondFlushAreFatal) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // there is a reactor thread
  const auto batcher = MakeBatcher();
  (void)Flush(batcher);
  EXPECT_DEATH(Add(batcher, 1), "added to a batcher that is flushed");
  EXPECT_DEATH(Flush(batcher), "flushed twice");
}

// Knows the ops that are alive in it, and counts those of all storages of its kind.
template <template <class> class Storage>
struct Counting {
  template <class Op>
  class Of : public Storage<Op> {
   public:
    using Storage<Op>::Storage;
    ~Of() { EXPECT_TRUE(alive_.empty()) << "the storage ended before its ops"; }

    Op* New(std::unique_ptr<WriteOp> write_op) {
      Op* op = Storage<Op>::New(std::move(write_op));
      std::lock_guard lock(mutex_);
      EXPECT_TRUE(alive_.insert(op).second);
      ++made;
      return op;
    }
    void Destroy(Op* op) {
      {
        std::lock_guard lock(mutex_);
        EXPECT_EQ(alive_.erase(op), 1u) << "an op was destroyed twice";
      }
      ++destroyed;
      Storage<Op>::Destroy(op);
    }

    static inline std::atomic<int> made = 0;
    static inline std::atomic<int> destroyed = 0;

   private:
    std::mutex mutex_;
    std::set<Op*> alive_;
  };
};

template <class Storage>
class OpLifetimeTest : public BatcherTest<ClientPolicy<DenseOpSet, Storage::template Of>> {
 protected:
  using Counted = typename Storage::template Of<InFlightOp>;

  OpLifetimeTest() {
    this->table_ = TestTable(4);
    Counted::made = Counted::destroyed = 0;
  }

  void ExpectAllDestroyed(int made) {
    std::promise<void> reached;
    this->client_.timer_reactor()->Post([&] { reached.set_value(); });  // behind the destruction of the last request
    reached.get_future().wait();
    EXPECT_EQ(Counted::made, made);
    EXPECT_EQ(Counted::destroyed, made);
  }
};

using Storages = testing::Types<Counting<HeapOpStorage>, Counting<ArenaOpStorage>, Counting<MonotonicOpStorage>>;
TYPED_TEST_SUITE(OpLifetimeTest, Storages);

// Given four requests and no one but them that holds the batcher, then its storage lives to the last, in whatever order
// they end.
TYPED_TEST(OpLifetimeTest, TheStorageOutlivesTheLastRequest) {
  std::vector<std::size_t> order = {0, 1, 2, 3};
  std::size_t first = 0;
  int made = 0;
  do {
    auto batcher = this->MakeBatcher();
    for (std::int64_t key = 0; key < 40; ++key) this->Add(batcher, key);
    made += 40;
    std::future<Status> said = this->Flush(batcher);
    batcher.reset();
    for (const std::size_t i : order) this->service_.Answer(first + i);
    EXPECT_TRUE(said.get().ok());
    first += 4;
  } while (std::ranges::next_permutation(order).found);
  this->ExpectAllDestroyed(made);
}

TYPED_TEST(OpLifetimeTest, EveryOpIsDestroyedOnceWhenRequestsAndRowsFail) {
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 0; key < 100; ++key) this->Add(batcher, key);
  std::future<Status> said = this->Flush(batcher);
  this->service_.Answer(0, {.status = Status::TimedOut("")});
  this->service_.Answer(1, {.row_errors = {{0, Status::NotFound("")}, {0, Status::NotFound("again")}}});
  this->service_.Answer(2);
  this->service_.Answer(3, {.row_errors = {{1, Status::NotFound("")}}});
  EXPECT_EQ(said.get().code(), Status::Code::kIoError);
  this->ExpectAllDestroyed(100);
}

TYPED_TEST(OpLifetimeTest, EveryOpIsDestroyedOnceWhenLookupsFail) {
  this->locator_.failure = Status::NotFound("no such table");
  const auto batcher = this->MakeBatcher();
  for (std::int64_t key = 0; key < 10; ++key) this->Add(batcher, key);
  EXPECT_EQ(this->Flush(batcher).get().code(), Status::Code::kIoError);
  this->ExpectAllDestroyed(10);
}

TYPED_TEST(OpLifetimeTest, EveryOpIsDestroyedOnceWhenABatcherIsAborted) {
  ScriptedLocator::Held held;
  this->locator_.held = &held;
  {
    const auto batcher = this->MakeBatcher();
    for (std::int64_t key = 0; key < 10; ++key) this->Add(batcher, key);
    for (std::size_t i = 0; i < 5; ++i) held[i].first(Status::Ok(), this->locator_.AllTablets(*this->table_));
    batcher->Abort();
    for (std::size_t i = 5; i < 10; ++i) held[i].first(Status::NotFound("too late"), {});
  }
  this->ExpectAllDestroyed(10);
  EXPECT_EQ(this->errors_->count(), 10);
}

// The point of the arena: of a row's four blocks on the heap one is gone. (The other three are the write op, its row
// and its string.)
TEST(OpStorage, AnArenaTakesElevenBlocksForABatchAndTheHeapOneForEachOp) {
  constexpr std::uint64_t kOps = 33'289;
  const auto blocks_of = [](auto storage) {
    std::vector<InFlightOp*> ops(kOps);
    const std::uint64_t before = AllocationsOfThisThread();
    for (InFlightOp*& op : ops) op = storage->New(nullptr);
    const std::uint64_t blocks = AllocationsOfThisThread() - before;
    for (InFlightOp* op : ops) storage->Destroy(op);
    return blocks;
  };
  EXPECT_EQ(blocks_of(std::make_unique<HeapOpStorage<InFlightOp>>()), kOps);
  // 1 KiB to 512 KiB and 1016 KiB; the list of chunks itself grows to 16 in five steps.
  EXPECT_EQ(blocks_of(std::make_unique<ArenaOpStorage<InFlightOp>>()), 11u + 5u);
}

#if defined(__SANITIZE_ADDRESS__)
TEST(ArenaDeathTest, AnOpIsNotToBeTouchedAfterItsBatcherDied) {
  InFlightOp* op = nullptr;
  {
    ArenaOpStorage<InFlightOp> storage;
    op = storage.New(nullptr);
    storage.Destroy(op);
  }
  EXPECT_DEATH(op->sequence_number = 1, "AddressSanitizer");
}
#endif

}  // namespace
}  // namespace engine

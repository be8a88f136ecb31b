#include "engine/client/session.h"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "engine/client/scripted_service_for_test.h"

namespace engine {
namespace {

using Policy = ClientPolicy<DenseOpSet, ArenaOpStorage>;

class SessionTest : public testing::Test {
 protected:
  std::shared_ptr<Session<Policy>> MakeSession(SessionOptions options) {
    return Session<Policy>::Make(&client_, options);
  }

  // A session whose buffer takes exactly four rows, in batches of two.
  static SessionOptions FourRows() {
    return {.buffer_bytes = 4 * kTestInsertBytes, .flush_interval = std::chrono::milliseconds(0)};
  }

  std::unique_ptr<WriteOp> Insert(std::int64_t key) { return TestInsert(table_, key); }

  std::shared_ptr<const Table> table_ = TestTable(1);
  ScriptedService service_;
  ScriptedLocator locator_{&service_};
  Client client_{&locator_, 1};
};

TEST_F(SessionTest, FlushesAtTheWatermarkAndGivesTheBytesBack) {
  const auto session = MakeSession(FourRows());
  ASSERT_TRUE(session->Apply(Insert(1)).ok());
  EXPECT_EQ(service_.request_count(), 0u);
  ASSERT_TRUE(session->Apply(Insert(2)).ok());
  EXPECT_EQ(service_.WaitForRequest(0).row_count, 2);
  EXPECT_EQ(session->buffered_bytes(), 2 * kTestInsertBytes);
  EXPECT_EQ(session->batchers(), 1);
  service_.Answer(0);
  EXPECT_TRUE(session->Flush().ok());
  EXPECT_EQ(session->buffered_bytes(), 0);
  EXPECT_EQ(session->batchers(), 0);
}

TEST_F(SessionTest, ApplyBlocksAtTheLimitAndWakesWhenABatcherIsAnswered) {
  const auto session = MakeSession(FourRows());
  for (int key = 0; key < 4; ++key) ASSERT_TRUE(session->Apply(Insert(key)).ok());
  std::promise<void> applied;
  std::future<void> fifth = applied.get_future();
  std::thread user([&] {
    EXPECT_TRUE(session->Apply(Insert(4)).ok());
    applied.set_value();
  });
  (void)service_.WaitForRequest(1);
  // Both batchers are under way, so there is nothing but an answer that the fifth row could go on with.
  EXPECT_EQ(fifth.wait_for(std::chrono::seconds(0)), std::future_status::timeout);
  service_.Answer(0);
  fifth.wait();
  user.join();
  EXPECT_EQ(session->buffered_bytes(), 3 * kTestInsertBytes);
  service_.Answer(1);
  session->FlushAsync([](const Status& status) { EXPECT_TRUE(status.ok()); });
  service_.Answer(2);
  EXPECT_TRUE(session->Flush().ok());
}

// Given a buffer that the gathering batcher fills on its own, then the row that does not fit flushes it and does not
// wait for ever.
TEST_F(SessionTest, ARowThatDoesNotFitSendsWhatGathers) {
  SessionOptions options = FourRows();
  options.flush_watermark = 2.0;  // never reached
  const auto session = MakeSession(options);
  for (int key = 0; key < 4; ++key) ASSERT_TRUE(session->Apply(Insert(key)).ok());
  EXPECT_EQ(service_.request_count(), 0u);
  std::thread user([&] { EXPECT_TRUE(session->Apply(Insert(4)).ok()); });
  EXPECT_EQ(service_.WaitForRequest(0).row_count, 4);
  service_.Answer(0);
  user.join();
  session->FlushAsync([](const Status&) {});
  service_.Answer(1);
  EXPECT_TRUE(session->Flush().ok());
}

TEST_F(SessionTest, ARowLargerThanTheBufferIsIncomplete) {
  const auto session = MakeSession(FourRows());
  auto op = Insert(1);
  op->row().SetStringCopy(1, std::string(100, 'x'));
  EXPECT_EQ(session->Apply(std::move(op)).code(), Status::Code::kIncomplete);
  EXPECT_EQ(session->buffered_bytes(), 0);
  ErrorCollector::Errors errors = session->TakeErrors();
  ASSERT_EQ(errors.failed.size(), 1u);
  EXPECT_EQ(errors.failed[0].status.code(), Status::Code::kIncomplete);
  EXPECT_EQ(errors.failed[0].write_op->row().int64(0), 1);
}

TEST_F(SessionTest, ARowWithoutItsKeyIsRefused) {
  const auto session = MakeSession(FourRows());
  EXPECT_EQ(session->Apply(std::make_unique<InsertOp>(table_)).code(), Status::Code::kIllegalState);
  EXPECT_EQ(session->error_count(), 1);
}

TEST_F(SessionTest, InManualModeNothingIsSentUnaskedAndAFullBufferRefuses) {
  SessionOptions options = FourRows();
  options.flush_mode = FlushMode::kManual;
  const auto session = MakeSession(options);
  for (int key = 0; key < 4; ++key) ASSERT_TRUE(session->Apply(Insert(key)).ok());
  EXPECT_EQ(session->Apply(Insert(4)).code(), Status::Code::kIncomplete);
  EXPECT_EQ(service_.request_count(), 0u);
  session->FlushAsync([](const Status&) {});
  EXPECT_EQ(service_.WaitForRequest(0).row_count, 4);
  service_.Answer(0);
  EXPECT_EQ(session->Flush().code(), Status::Code::kIoError) << "the refused row is still in the errors";
  (void)session->TakeErrors();
  EXPECT_TRUE(session->Flush().ok());
}

TEST_F(SessionTest, FlushSaysThatARowFailedAndTheErrorsSayWhich) {
  const auto session = MakeSession(FourRows());
  ASSERT_TRUE(session->Apply(Insert(7)).ok());
  ASSERT_TRUE(session->Apply(Insert(8)).ok());
  service_.Answer(0, {.row_errors = {{1, Status::AlreadyPresent("there is such a row")}}});
  EXPECT_EQ(session->Flush().code(), Status::Code::kIoError);
  ErrorCollector::Errors errors = session->TakeErrors();
  ASSERT_EQ(errors.failed.size(), 1u);
  EXPECT_EQ(errors.failed[0].write_op->row().int64(0), 8);
  EXPECT_EQ(errors.failed[0].status.code(), Status::Code::kAlreadyPresent);
  EXPECT_TRUE(session->Flush().ok());
}

TEST_F(SessionTest, AFewRowsAreSentAfterAWhile) {
  SessionOptions options = FourRows();
  options.flush_interval = std::chrono::milliseconds(1);
  const auto session = MakeSession(options);
  for (std::size_t round = 0; round < 3; ++round) {  // the timer is set again for each batcher
    ASSERT_TRUE(session->Apply(Insert(static_cast<std::int64_t>(round))).ok());
    EXPECT_EQ(service_.WaitForRequest(round).row_count, 1);
    service_.Answer(round);
    EXPECT_TRUE(session->Flush().ok());
  }
}

TEST_F(SessionTest, ASessionMayEndBeforeItsBatchersAreAnswered) {
  auto session = MakeSession(FourRows());
  for (int key = 0; key < 3; ++key) ASSERT_TRUE(session->Apply(Insert(key)).ok());  // two under way, one gathering
  (void)service_.WaitForRequest(0);
  session.reset();
  service_.Answer(0);
  EXPECT_EQ(service_.request_count(), 1u) << "what was not flushed is aborted";
}

}  // namespace
}  // namespace engine

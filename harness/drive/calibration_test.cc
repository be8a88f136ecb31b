#include "harness/drive/calibration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace harness::drive {
namespace {

using std::chrono::milliseconds;

CalibrationGoal goal() {
  return {.batch_time = milliseconds(5), .launch_pair_time = milliseconds(60), .most_rounds = 16};
}

// Variants with a known time per iteration (ns), counting the batches they were asked for.
struct Clock {
  std::vector<double> per_iteration;
  int calls = 0;

  std::vector<double> operator()(std::uint64_t iterations) {
    ++calls;
    std::vector<double> times;
    for (const double time : per_iteration) times.push_back(time * static_cast<double>(iterations));
    return times;
  }
};

Calibration calibrated(std::vector<double> per_iteration) {
  Clock clock{std::move(per_iteration)};
  return calibrate(goal(), std::ref(clock));
}

auto Is(std::uint64_t iterations, int rounds) {
  return testing::AllOf(testing::Field(&Calibration::iterations, iterations),
                        testing::Field(&Calibration::rounds, rounds));
}

TEST(IterationsFor, FillsTheSlowestBatch) {
  EXPECT_EQ(iterations_for(5e6, {1000, 500}), 5000U);
  EXPECT_EQ(iterations_for(5e6, {300, 700}), 7142U);  // floor(5e6 / 700)
}

TEST(IterationsFor, KeepsTheFastestAboveATenth) {
  EXPECT_EQ(iterations_for(5e6, {1000, 10}), 50000U);  // 5e5 / 10, although the slowest then takes 50 ms
  EXPECT_EQ(iterations_for(5e6, {1000, 100}), 5000U);  // exactly a tenth: nothing to raise
}

TEST(IterationsFor, ACallLongerThanABatchIsOneIteration) {
  EXPECT_EQ(iterations_for(5e6, {6e6, 1}), 1U);
  EXPECT_EQ(iterations_for(5e6, {5e6}), 1U);
}

TEST(IterationsFor, AnEmptyLoopHasALimit) { EXPECT_EQ(iterations_for(5e6, {0, 0}), 1000000000000U); }

TEST(RoundsFor, TwoBatchesARoundFillTheLaunchPair) {
  EXPECT_EQ(rounds_for(60e6, 5e6, 16), 6);
  EXPECT_EQ(rounds_for(60e6, 1e6, 16), 16);
  EXPECT_EQ(rounds_for(60e6, 500e6, 16), 1);
  EXPECT_EQ(rounds_for(60e6, 1e6, 0), 1);
}

TEST(Calibrate, FindsTheKnownSpeed) {
  EXPECT_THAT(calibrated({1000, 500}), Is(5000, 6));
  EXPECT_THAT(calibrated({2.0, 1.9}), Is(2500000, 6));
  EXPECT_THAT(calibrated({20e6, 10e6}), Is(1, 2));
}

TEST(Calibrate, RoundsUpToTheGranularity) {
  CalibrationGoal coarse = goal();
  coarse.granularity = 300;
  Clock clock{{1000, 500}};
  EXPECT_THAT(calibrate(coarse, std::ref(clock)), Is(5100, 6));
  coarse.granularity = 50;
  Clock slow{{20e6, 10e6}};
  const Calibration calibration = calibrate(coarse, std::ref(slow));
  EXPECT_THAT(calibration, Is(50, 1));
  EXPECT_EQ(calibration.batch_time, 1e9);
}

TEST(Calibrate, TheSlowestVariantDecidesWhereverItStands) {
  EXPECT_EQ(calibrated({500, 1000}).iterations, calibrated({1000, 500}).iterations);
}

// Every third batch is hit by a preemption of 4 ms, which alone would look like a nearly full batch.
TEST(Calibrate, APreemptionDoesNotShortenTheBatch) {
  Clock clock{{1000, 500}};
  const Calibration calibration = calibrate(goal(), [&clock](std::uint64_t iterations) {
    std::vector<double> times = clock(iterations);
    if (clock.calls % 3 == 1) times[0] += 4e6;
    return times;
  });
  EXPECT_EQ(calibration.iterations, 5000U);
}

// The first calls are slow while caches fill: 100 times at the first batch, nothing from the tenth on.
TEST(Calibrate, AColdStartDoesNotShortenTheBatch) {
  Clock clock{{1000}};
  const Calibration calibration = calibrate(goal(), [&clock](std::uint64_t iterations) {
    std::vector<double> times = clock(iterations);
    times[0] *= clock.calls < 10 ? 100.0 / clock.calls : 1.0;
    return times;
  });
  EXPECT_GE(calibration.iterations, 1000U);
  EXPECT_LE(calibration.iterations, 5000U);
}

// A clock that never gives the same time twice still ends.
TEST(Calibrate, EndsOnAMachineThatNeverAgrees) {
  Clock clock{{1000}};
  double spread = 1;
  const Calibration calibration = calibrate(goal(), [&](std::uint64_t iterations) {
    std::vector<double> times = clock(iterations);
    times[0] *= spread *= 1.3;
    return times;
  });
  EXPECT_GE(calibration.iterations, 1U);
  EXPECT_LE(clock.calls, 40);
}

}  // namespace
}  // namespace harness::drive

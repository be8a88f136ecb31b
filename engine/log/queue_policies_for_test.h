// The ways to build a queue that the tests go through: before, before with each change of the source alone, after, and
// the ring with each signal condition.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "engine/log/queue_policy.h"

namespace engine {

template <QueuePolicy kPolicy>
struct PolicyTag {
  static constexpr QueuePolicy kValue = kPolicy;
};

// What Kudu had, with change i of the source made.
constexpr QueuePolicy BeforeWithChange(int change) {
  QueuePolicy policy = kQueueBefore;
  if (change == 0) policy.container = kQueueAfter.container;
  if (change == 1) policy.transfer = kQueueAfter.transfer;
  if (change == 2) policy.signal = kQueueAfter.signal;
  if (change == 3) policy.full_and_shut_down = kQueueAfter.full_and_shut_down;
  return policy;
}

constexpr QueuePolicy RingSignalling(SignalCondition condition) {
  QueuePolicy policy = kQueueRing;
  policy.signal_condition = condition;
  return policy;
}

using AllQueuePolicies =
    ::testing::Types<PolicyTag<kQueueBefore>, PolicyTag<BeforeWithChange(0)>, PolicyTag<BeforeWithChange(1)>,
                     PolicyTag<BeforeWithChange(2)>, PolicyTag<BeforeWithChange(3)>, PolicyTag<kQueueAfter>,
                     PolicyTag<RingSignalling(SignalCondition::kAlways)>,
                     PolicyTag<RingSignalling(SignalCondition::kWhenWaited)>, PolicyTag<kQueueRing>>;

struct PolicyName {
  template <typename Tag>
  static std::string GetName(int) {
    constexpr QueuePolicy kPolicy = Tag::kValue;
    std::string name = kPolicy.container == QueueContainer::kList    ? "list"
                       : kPolicy.container == QueueContainer::kDeque ? "deque"
                                                                     : "ring";
    name += kPolicy.transfer == ElementTransfer::kCopy ? "_copy" : "_move";
    name += kPolicy.signal == SignalPlacement::kInsideLock ? "_inside" : "_outside";
    name += kPolicy.full_and_shut_down == FullAndShutDown::kSaysFull ? "_full" : "_shutdown";
    if (kPolicy.signal_condition == SignalCondition::kWhenWaited) name += "_when_waited";
    if (kPolicy.signal_condition == SignalCondition::kOneAtATime) name += "_one_at_a_time";
    return name;
  }
};

}  // namespace engine

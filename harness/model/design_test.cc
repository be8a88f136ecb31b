#include "harness/model/design.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

TEST(GivesSizeOnly, AnAlternationBesideADuetOfTheSame) {
  const Comparison duet{.scenario = "prog", .parameters = {{"n", std::int64_t{1}}, {"design", "duet"}}};
  const Comparison alternation{.scenario = "prog", .parameters = {{"n", std::int64_t{1}}, {"design", "alternate"}}};
  const Comparison alone{.scenario = "prog", .parameters = {{"n", std::int64_t{2}}, {"design", "alternate"}}};
  const Comparison worker{.scenario = "prog", .parameters = {{"n", std::int64_t{1}}}};
  const std::vector<Comparison> all{duet, alternation, alone, worker};
  EXPECT_FALSE(gives_size_only(duet, all));
  EXPECT_TRUE(gives_size_only(alternation, all));
  EXPECT_FALSE(gives_size_only(alone, all));
  EXPECT_FALSE(gives_size_only(worker, all));
}

}  // namespace
}  // namespace harness

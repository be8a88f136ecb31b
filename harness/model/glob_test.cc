#include "harness/model/glob.h"

#include <gtest/gtest.h>

namespace harness {
namespace {

using Names = std::vector<std::string>;

TEST(Glob, Patterns) {
  EXPECT_TRUE(matches_glob("*", "client/in_flight_set"));
  EXPECT_TRUE(matches_glob("client/*", "client/in_flight_set"));
  EXPECT_TRUE(matches_glob("*set", "client/in_flight_set"));
  EXPECT_TRUE(matches_glob("log/?al*", "log/wal_append"));
  EXPECT_TRUE(matches_glob("[c-l]*/*", "client/in_flight_set"));
  EXPECT_FALSE(matches_glob("[!c-l]*", "client/in_flight_set"));
  EXPECT_FALSE(matches_glob("client", "client/in_flight_set"));
  EXPECT_FALSE(matches_glob("", "client/in_flight_set"));
  EXPECT_TRUE(matches_glob("", ""));
}

TEST(Glob, ANameIsAPatternForItself) {
  for (const char* name : {"fake/<img src=x onerror=alert(1)>", "BM_sort[int]", "a\\*b", "[", "x[!", "\xff\xfe"}) {
    EXPECT_TRUE(matches_glob(name, name)) << name;
  }
  EXPECT_TRUE(matches_glob("fake/<img*", "fake/<img src=x onerror=alert(1)>"));
}

const Names kKnown = {"client/in_flight_set", "client/op_storage", "fs/block_map",
                      "log/blocking_queue",   "log/wal_append",    "tablet/presence_check"};

TEST(ClosestNames, FindsTypingMistakesAndParts) {
  EXPECT_EQ(closest_names("clint/in_flght_set", kKnown, 1), Names{"client/in_flight_set"});
  EXPECT_EQ(closest_names("presence", kKnown, 1), Names{"tablet/presence_check"});
  EXPECT_EQ(closest_names("log/", kKnown, 2), (Names{"log/wal_append", "log/blocking_queue"}));
}

TEST(ClosestNames, TheOrderOfKnownDecidesBetweenEquals) {
  EXPECT_EQ(closest_names("ab", Names{"ad", "ac", "ab"}, 3), (Names{"ab", "ad", "ac"}));
}

TEST(ClosestNames, NeverMoreThanThereAre) {
  EXPECT_EQ(closest_names("x", kKnown, 100).size(), kKnown.size());
  EXPECT_TRUE(closest_names("x", {}, 3).empty());
  EXPECT_TRUE(closest_names("x", kKnown, 0).empty());
  EXPECT_EQ(closest_names("", kKnown, 1), Names{"fs/block_map"});
}

}  // namespace
}  // namespace harness

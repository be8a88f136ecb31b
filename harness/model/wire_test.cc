#include "harness/model/wire.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "harness/model/error.h"

namespace harness::wire {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

const std::string kHostile = "fake/<img src=x onerror=alert(1)>";

// The sentence `decode` refuses `line` with; fails the test if it takes the line.
template <class Decode>
std::string refusal(Decode decode, std::string_view line) {
  try {
    (void)decode(line);
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "taken: " << line;
  return "";
}

Scenario full_scenario() {
  return {.name = kHostile,
          .summary = "Says \"more\"\nthan one line, 100 %",
          .unit_of_work = "op",
          .threads = 5,
          .metric = "reactor_cpu",
          .metrics = {{"reactor_cpu", "ns", Direction::LowerIsBetter}, {"hits", "count", Direction::HigherIsBetter}},
          .variants = {{"std::list", Role::Before},
                       {"std::deque", Role::After},
                       {"ring", Role::Beyond},
                       {"std::list, signal outside", Role::Ablation},
                       {"again", Role::Control}},
          .points = {{{{"writers", std::int64_t{4}}, {"order", std::string("sorted")}}, {Preset::Smoke, Preset::Quick}},
                     {{{"writers", std::int64_t{-2}}, {"order", std::string("")}}, {}}},
          .reported = Reported{"mail 003", "calls/s", 1.354, "n = 3"}};
}

TEST(WireWords, EverythingComesBack) {
  for (const std::string& text :
       {std::string(""), std::string(" "), std::string("%"), std::string("%41"), kHostile,
        std::string("two\nlines\r\t\x7f"), std::string("nul\0inside", 10), std::string("\xff\xfe not UTF-8 \xc3"),
        std::string("\xc3\xa9t\xc3\xa9"), std::string("a=b=c")}) {
    const std::string word = encode_word(text);
    EXPECT_EQ(decode_word(word), text);
    EXPECT_EQ(word.find_first_of(" \n\r\t"), std::string::npos) << word;
    EXPECT_FALSE(word.empty());
  }
}

TEST(WireWords, AreReadable) {
  EXPECT_EQ(encode_word("client/in_flight_set"), "client/in_flight_set");
  EXPECT_EQ(encode_word("std::list, again 5 %"), "std::list,%20again%205%20%25");
  EXPECT_EQ(encode_word(""), "%");
}

TEST(WireWords, AMalformedEscapeIsQuoted) {
  for (const std::string_view word : {"a%", "a%4", "a%g1", "%%", "a%-1", "%1"}) {
    EXPECT_THAT(refusal(decode_word, word), AllOf(HasSubstr(word), HasSubstr("two hexadecimal digits")));
  }
}

TEST(WireGreeting, ComesBack) {
  const Build build{.program = "engine bench",
                    .revision = "1f2e-dirty",
                    .compiler = "g++ 12.2.0",
                    .flags = "release -O3",
                    .allocator = "glibc 2.36"};
  EXPECT_EQ(decode_greeting(encode_greeting(build)), build);
  EXPECT_THAT(encode_greeting(build), testing::StartsWith("tandem-worker 1 {\"program\":\"engine bench\""));
}

TEST(WireGreeting, WhatAnOtherWorkerSaysMoreOrLessIsNoError) {
  EXPECT_EQ(decode_greeting("tandem-worker 1 {\"program\":\"x\",\"more\":[1],\"revision\":null}").program, "x");
  EXPECT_EQ(decode_greeting("tandem-worker 1 {}"), Build{});
}

TEST(WireGreeting, AnotherVersionIsNamed) {
  EXPECT_THAT(refusal(decode_greeting, "tandem-worker 2 {}"), AllOf(HasSubstr("version 2"), HasSubstr("speaks 1")));
  EXPECT_THAT(refusal(decode_greeting, "tandem-worker 17 not even JSON"), HasSubstr("version 17"));
}

TEST(WireGreeting, WhateverElseIsQuoted) {
  for (const std::string_view line : {"", "hello", "tandem-worker", "tandem-worker one {}", "tandem-worker 1",
                                      "tandem-worker 1 {", "tandem-worker 1 []", " tandem-worker 1 {}",
                                      "BM_copy/8   12 ns", "sample 1 items=1 checksum=0", "tandem-worker 1x {}"}) {
    EXPECT_THAT(refusal(decode_greeting, line), AllOf(HasSubstr(line), HasSubstr("greeting")));
  }
}

TEST(WireGreeting, BytesThatAreNotUtf8AreReplacedInJson) {
  EXPECT_EQ(decode_greeting(encode_greeting({.program = "a\xff"})).program, "a\xef\xbf\xbd");
}

TEST(WireScenario, ComesBack) {
  EXPECT_EQ(decode_scenario(encode_scenario(full_scenario())), full_scenario());
  Scenario plain = full_scenario();
  plain.reported.reset();
  plain.metrics.clear();
  plain.points = {{{}, {Preset::Full}}};
  EXPECT_EQ(decode_scenario(encode_scenario(plain)), plain);
}

TEST(WireScenario, IsOneLine) { EXPECT_EQ(encode_scenario(full_scenario()).find('\n'), std::string::npos); }

TEST(WireScenario, AMissingOrWrongKeyIsNamed) {
  EXPECT_THAT(refusal(decode_scenario, R"(scenario {"name": "x", "reported": null})"),
              AllOf(HasSubstr("'summary' is missing"), HasSubstr(R"('scenario {"name": "x")")));
  EXPECT_THAT(refusal(decode_scenario, "scenario []"), HasSubstr("JSON object"));
  EXPECT_THAT(refusal(decode_scenario, "scenario {\"name\""), HasSubstr("as JSON"));
  EXPECT_THAT(refusal(decode_scenario, "end"), HasSubstr("'end'"));
}

TEST(WireOpen, ComesBack) {
  const OpenRequest request{
      kHostile,
      "std::unordered_set",
      {{"ops", std::int64_t{33289}}, {"a=b c", std::string("x=y % z\n")}, {"none", std::string()}}};
  EXPECT_EQ(decode_open(encode_open(request)), request);
  EXPECT_EQ(encode_open({"client/in_flight_set", "google::dense_hash_set", {{"ops", std::int64_t{-3}}}}),
            "open client/in_flight_set google::dense_hash_set ops=-3");
}

TEST(WireOpen, TakesWhatAPersonTypes) {
  EXPECT_EQ(decode_open("open a b").parameters, Parameters{});
  EXPECT_EQ(decode_open("open a b order= ops=7").parameters,
            (Parameters{{"order", std::string()}, {"ops", std::int64_t{7}}}));
}

TEST(WireOpen, AMalformedLineIsQuoted) {
  for (const std::string_view line : {"", "open", "open a", "open  b", "open a ", "opened a b", "open a b ops",
                                      "open a b =3", "open a b  ops=3", "run 4"}) {
    EXPECT_THAT(refusal(decode_open, line), HasSubstr("'" + std::string(line) + "'"));
  }
  EXPECT_THAT(refusal(decode_open, "open a%4 b"), HasSubstr("'a%4'"));
}

TEST(WireRun, ComesBack) {
  EXPECT_EQ(encode_run(4096), "run 4096");
  EXPECT_EQ(decode_run(encode_run(std::numeric_limits<std::uint64_t>::max())),
            std::numeric_limits<std::uint64_t>::max());
}

TEST(WireRun, AMalformedLineIsQuoted) {
  for (const std::string_view line :
       {"run", "run ", "run 0", "run -1", "run 1.5", "run 4096 ", "run 4 4", "run 18446744073709551616", "Run 4"}) {
    EXPECT_THAT(refusal(decode_run, line), HasSubstr("'" + std::string(line) + "'"));
  }
}

TEST(WireSample, ComesBackToTheLastBit) {
  const Sample sample{.iterations = 4096,
                      .items = 33289,
                      .checksum = 0xffffffffffffffff,
                      .values = {{"wall_time", 1.0 / 3}, {"cpu_time", 1e300}, {"a=b c", -5e-324}, {"zero", 0}}};
  EXPECT_EQ(decode_sample(encode_sample(sample)), sample);
}

TEST(WireSample, IsReadable) {
  EXPECT_EQ(encode_sample({.iterations = 2, .items = 66578, .checksum = 0x1f2e, .values = {{"wall_time", 812340}}}),
            "sample 2 items=66578 checksum=1f2e wall_time=812340");
}

TEST(WireSample, AValueThatIsNotFiniteIsRefusedOnBothSides) {
  EXPECT_THROW(encode_sample({.iterations = 1, .values = {{"wall_time", std::nan("")}}}), Error);
  EXPECT_THROW(encode_sample({.iterations = 1, .items = HUGE_VAL}), Error);
  for (const std::string value : {"nan", "inf", "-inf", "1e999", "", "1 2", "0x10", "1,5"}) {
    refusal(decode_sample, "sample 1 items=1 checksum=0 wall_time=" + value);
  }
}

TEST(WireSample, AMalformedLineIsQuoted) {
  for (const std::string_view line :
       {"", "sample", "sample x items=1 checksum=0", "sample -1 items=1 checksum=0", "sample 1", "sample 1 items=1",
        "sample 1 checksum=0", "sample 1 items=1 checksum=xyz", "sample 1 items=1 checksum=-1",
        "sample 1 items=1 checksum=0 items=1", "sample 1 items=1 checksum=0 a=1 a=1", "sample 1 items=1 checksum=0 a",
        "sample 1 items=1 checksum=0 =1", "sampl 1 items=1 checksum=0", "opened", "\x01\x02"}) {
    EXPECT_THAT(refusal(decode_sample, line), HasSubstr(quoted_start(line)));
  }
}

TEST(WireAnswers, TheWorkersOwnSentenceIsTheError) {
  const std::string line = encode_error("there is no scenario 'x';\nclosest: y");
  EXPECT_EQ(line, "error there is no scenario 'x'; closest: y");
  EXPECT_TRUE(is_error(line));
  EXPECT_FALSE(is_error("errors 5"));
  EXPECT_EQ(decode_error(line), "there is no scenario 'x'; closest: y");
  EXPECT_EQ(refusal(decode_sample, line), decode_error(line));
  EXPECT_EQ(refusal(decode_scenario, line), decode_error(line));
  EXPECT_EQ(refusal(decode_greeting, line), decode_error(line));
  EXPECT_THAT(refusal(decode_sample, "error"), HasSubstr("did not say why"));
  EXPECT_THAT(refusal(decode_error, "opened"), HasSubstr("'opened'"));
}

TEST(WireAnswers, AnExpectedWordIsOnlyThatWord) {
  EXPECT_NO_THROW(expect_answer("opened", kOpened));
  const auto expect_opened = [](std::string_view line) { return expect_answer(line, kOpened), 0; };
  EXPECT_THAT(refusal(expect_opened, "opened "), HasSubstr("'opened '"));
  EXPECT_THAT(refusal(expect_opened, "closed"), HasSubstr("'closed'"));
  EXPECT_EQ(refusal(expect_opened, "error no memory"), "no memory");
}

TEST(WireQuotedStart, IsShortAndHarmless) {
  EXPECT_EQ(quoted_start("a\x1b[31m\n"), "'a\\x1B[31m\\x0A'");
  EXPECT_THAT(quoted_start(std::string(1 << 20, 'x')), AllOf(EndsWith("x...'"), Not(HasSubstr("\n"))));
  EXPECT_LT(quoted_start(std::string(1 << 20, 'x')).size(), 70u);
}

}  // namespace
}  // namespace harness::wire

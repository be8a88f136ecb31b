#include "harness/measure/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <stdexcept>

#include "harness/model/error.h"

namespace harness::measure {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class CountingVariant : public OpenVariant {
 public:
  explicit CountingVariant(int& open) : open_(open) { ++open_; }
  ~CountingVariant() override { --open_; }

  wire::Sample run(std::uint64_t iterations) override {
    if (iterations == 13) throw Error("13 brings\nbad luck");
    if (iterations == 14) throw 14;
    return {.iterations = iterations, .items = 2.0 * static_cast<double>(iterations), .checksum = 0xab};
  }

 private:
  int& open_;
};

class CountingCatalogue : public Catalogue {
 public:
  [[nodiscard]] std::vector<Scenario> scenarios() const override {
    return {{.name = "test/one", .unit_of_work = "op"}, {.name = "test/two", .unit_of_work = "op"}};
  }

  std::unique_ptr<OpenVariant> open(const wire::OpenRequest& request) override {
    if (request.scenario == "test/broken") throw std::runtime_error("no memory for it");
    return std::make_unique<CountingVariant>(now_open);
  }

  int now_open = 0;
};

// What a worker answers to `requests`, after its greeting.
std::vector<std::string> answers_to(const std::string& requests) {
  std::istringstream in(requests);
  std::ostringstream out;
  CountingCatalogue catalogue;
  serve_requests(in, out, {.program = "test"}, catalogue);
  EXPECT_EQ(catalogue.now_open, 0) << "a fixture is left over";
  std::vector<std::string> lines;
  std::istringstream written(out.str());
  for (std::string line; std::getline(written, line);) lines.push_back(line);
  EXPECT_EQ(wire::decode_greeting(lines.at(0)), Build{.program = "test"});
  lines.erase(lines.begin());
  return lines;
}

TEST(Worker, GreetsAndEndsWithItsInput) {
  EXPECT_THAT(answers_to(""), ElementsAre());
  EXPECT_THAT(answers_to("quit\nlist\n"), ElementsAre());
}

TEST(Worker, Lists) {
  EXPECT_THAT(answers_to("list\n"), ElementsAre(HasSubstr("test/one"), HasSubstr("test/two"), "end"));
}

TEST(Worker, OpensRunsAndCloses) {
  EXPECT_THAT(answers_to("open test/one before\nrun 5\nrun 6\nclose\nopen test/two before ops=3\nrun 7\n"),
              ElementsAre("opened", "sample 5 items=10 checksum=ab", "sample 6 items=12 checksum=ab", "closed",
                          "opened", "sample 7 items=14 checksum=ab"));
}

TEST(Worker, RequestsOutOfOrderAreErrorsAndItGoesOn) {
  EXPECT_THAT(answers_to("run 1\nclose\nopen a b\nopen a b\nrun 1\n"),
              ElementsAre(StartsWith("error no variant is open"), StartsWith("error no variant is open"), "opened",
                          StartsWith("error a variant is open already"), StartsWith("sample 1")));
}

TEST(Worker, WhateverFailsIsOneErrorLineAndItGoesOn) {
  EXPECT_THAT(answers_to("open test/broken x\nopen a b\nrun 13\nrun 14\nrun 1\n"),
              ElementsAre("error no memory for it", "opened", "error 13 brings bad luck",
                          HasSubstr("not a std::exception"), StartsWith("sample 1")));
}

TEST(Worker, NonsenseIsQuotedBack) {
  EXPECT_THAT(answers_to("\nhelp\nopen\nopen a\nopen %4 b\nrun\nrun -1\nlist all\nRUN 1\n"),
              testing::AllOf(testing::SizeIs(9), testing::Each(StartsWith("error "))));
  EXPECT_THAT(answers_to("help me\n"), ElementsAre(HasSubstr("'help me'; there are: list, open")));
  EXPECT_THAT(answers_to(std::string(1 << 20, 'x') + "\n"), ElementsAre(testing::SizeIs(testing::Lt(300u))));
}

TEST(Worker, ALastLineWithoutItsEndIsAnswered) { EXPECT_THAT(answers_to("open a b\nrun 2"), testing::SizeIs(2)); }

}  // namespace
}  // namespace harness::measure

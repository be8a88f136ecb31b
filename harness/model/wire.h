// The worker protocol, version 1: lines of text over stdin and stdout that a person can type. Both ends use this file.
//
//   worker says first    tandem-worker 1 {"program":"engine_bench","revision":...}      the build, as JSON
//   list                 scenario {...}   one line each, as JSON        then  end
//   open NAME VARIANT [KEY=VALUE...]
//                        opened                                        the fixture is built
//   run ITERATIONS       sample ITERATIONS items=33289 checksum=1f2e wall_time=812340 cpu_time=801002 ...
//   close                closed                                        the fixture is gone
//   quit, or end of input: the worker exits with status 0
//   anything that fails  error SENTENCE                                the worker stays alive
//
// Words are separated by one blank. Names may contain anything: blanks, '%' and control bytes in a word are written
// %XX, and so is '=' in a name that stands before '='. Only `open` before `run`; `open` while open is an error. Numbers
// are decimal and finite; checksum is hexadecimal. Text inside JSON is UTF-8; other bytes become U+FFFD there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/model/build.h"
#include "harness/model/parameters.h"
#include "harness/model/scenario.h"

namespace harness::wire {

inline constexpr int kVersion = 1;

// First words of requests with more words.
inline constexpr std::string_view kOpen = "open";
inline constexpr std::string_view kRun = "run";

// The lines that are one word.
inline constexpr std::string_view kList = "list";
inline constexpr std::string_view kEnd = "end";
inline constexpr std::string_view kOpened = "opened";
inline constexpr std::string_view kClose = "close";
inline constexpr std::string_view kClosed = "closed";
inline constexpr std::string_view kQuit = "quit";

// A worker program speaks the protocol when it is started with this argument.
inline constexpr std::string_view kWorkerFlag = "--tandem_worker";
// ... and moves its stack by so many bytes: --tandem_stack_offset=1024
inline constexpr std::string_view kStackOffsetFlag = "--tandem_stack_offset=";

// One batch's totals, as the worker reports them.
struct Sample {
  std::uint64_t iterations = 0;
  double items = 0;
  std::uint64_t checksum = 0;                          // the scenario's answer; all variants must agree
  std::vector<std::pair<std::string, double>> values;  // metric name, total of the batch

  bool operator==(const Sample&) const = default;
};

struct OpenRequest {
  std::string scenario;
  std::string variant;
  Parameters parameters;

  bool operator==(const OpenRequest&) const = default;
};

// Every decode_ function throws Error with a sentence that quotes the start of the line where the line is not what it
// should be. Those that read an answer throw the worker's own sentence where the line is `error SENTENCE`.

std::string encode_word(std::string_view text);  // never empty: the empty text is "%"
std::string decode_word(std::string_view word);

std::string encode_greeting(const Build& build);
Build decode_greeting(std::string_view line);  // not a worker, or another protocol version: the error says which

std::string encode_scenario(const Scenario& scenario);  // "scenario {...}"
Scenario decode_scenario(std::string_view line);

std::string encode_open(const OpenRequest& request);
OpenRequest decode_open(std::string_view line);  // a value that reads as an integer is one

std::string encode_run(std::uint64_t iterations);
std::uint64_t decode_run(std::string_view line);  // at least 1

// Throws Error on a value that is not finite: a worker that has no value for a metric leaves the metric out.
std::string encode_sample(const Sample& sample);
Sample decode_sample(std::string_view line);

// Returns if `line` is `answer` (kOpened, kClosed), else throws like a decode_ function.
void expect_answer(std::string_view line, std::string_view answer);

std::string encode_error(std::string_view sentence);  // line breaks become blanks: an answer is one line
bool is_error(std::string_view line);
std::string decode_error(std::string_view line);  // the sentence

// The start of a line in quotes, for a sentence about it: at most 60 bytes, control bytes as \xXX.
std::string quoted_start(std::string_view line);

}  // namespace harness::wire

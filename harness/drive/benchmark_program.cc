#include "harness/drive/benchmark_program.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "harness/drive/child_process.h"
#include "harness/drive/file_descriptor.h"
#include "harness/drive/placement.h"
#include "harness/drive/trial_runner.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

constexpr milliseconds kInterruptGrain{200};
constexpr const char* kMinTime = "benchmark_min_time";

// Items are whole numbers; a rate times a time gives them back to about this.
constexpr double kSameItems = 1e-6;

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

// A file in memory that a child may write to, however much it prints.
FileDescriptor unnamed_file() {
  FileDescriptor file(memfd_create("answer", MFD_CLOEXEC));
  if (!file.is_open()) throw Error(std::string("cannot make a file in memory: ") + std::strerror(errno));
  return file;
}

std::string content_of(const FileDescriptor& file) {
  std::string text;
  std::array<char, 1 << 14> piece;  // NOLINT: filled by pread()
  while (true) {
    const ssize_t size = pread(file.number(), piece.data(), piece.size(), static_cast<off_t>(text.size()));
    if (size <= 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(size));
  }
}

struct Answer {
  int status = 0;
  std::string output;
  std::string error;
};

Answer answer_of(const std::string& path, std::vector<std::string> arguments, nanoseconds timeout,
                 const std::atomic<bool>& interrupted) {
  const std::string program = find_program(path);
  arguments.insert(arguments.begin(), program);
  const FileDescriptor input = unnamed_file(), output = unnamed_file(), error = unnamed_file();
  ChildProcess child({.program = program,
                      .argv = arguments,
                      .environment = inherited_environment(),
                      .cpus = allowed_cpus(),
                      .standard_input = input.number(),
                      .standard_output = output.number(),
                      .standard_error = error.number()});
  const auto deadline = steady_clock::now() + timeout;
  while (true) {
    if (interrupted) throw Interrupted();
    const auto end = child.wait(kInterruptGrain);
    if (end) return {end->status, content_of(output), content_of(error)};
    if (steady_clock::now() < deadline) continue;
    throw Error(file_name(path) + " had not listed its benchmarks after " + seconds_text(timeout) +
                " and was ended; it is no Google Benchmark program");
  }
}

// Whether a time is written with its unit or without is the one thing that versions do not agree on; whichever the
// program does not want, it complains about by the option's name, or ends.
bool accepted(const Answer& answer) { return answer.status == 0 && answer.error.find(kMinTime) == std::string::npos; }

void take_names(const std::string& lines, BenchmarkProgram& program) {
  std::istringstream stream(lines);
  std::map<std::string, int> seen;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    const int times = ++seen[line];
    if (times == 1) program.benchmarks.push_back(line);
    if (times == 2) program.repeated.push_back(line);
  }
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

// Matches this name alone, in every library of regular expressions that a Google Benchmark program may be built with.
std::string exact_filter(const std::string& name) {
  constexpr std::string_view kSpecial = R"(.[\()*+?{|^$)";  // of POSIX extended expressions: more is an error in one
  std::string filter = "^";
  for (const char byte : name) {
    if (kSpecial.find(byte) != std::string_view::npos) filter += '\\';
    filter += byte;
  }
  return filter + "$";
}

std::string seconds_number(nanoseconds time) {
  std::ostringstream out;
  out.imbue(std::locale::classic());
  out << std::chrono::duration<double>(time).count();
  return out.str();
}

double nanoseconds_per(const std::string& unit) {
  if (unit == "ns") return 1;
  if (unit == "us") return 1e3;
  if (unit == "ms") return 1e6;
  if (unit == "s") return 1e9;
  throw Error("wrote a time in the unit '" + unit + "', which is not known here");
}

bool is_result_of(const json& row, const std::string& benchmark) {
  if (row.value("run_type", "iteration") != "iteration") return false;
  return row.value("name", "") == benchmark || row.value("run_name", "") == benchmark;
}

void refuse_failed(const json& row) {
  const bool skipped = row.value("skipped", false);
  if (!skipped && !row.value("error_occurred", false)) return;
  const std::string reason = row.value(skipped ? "skip_message" : "error_message", "");
  throw Error(std::string(skipped ? "skipped the benchmark: " : "could not run the benchmark: ") + reason);
}

void add_row(const json& row, BenchmarkResult& result) {
  refuse_failed(row);
  const double unit = nanoseconds_per(row.value("time_unit", "ns"));
  const double iterations = row.at("iterations").get<double>();
  const double wall = row.at("real_time").get<double>() * unit;
  const double cpu = row.at("cpu_time").get<double>() * unit;
  result.iterations += iterations;
  result.wall_time += wall * iterations;
  result.cpu_time += cpu * iterations;
  const std::string name = row.value("run_name", row.value("name", ""));
  const bool by_wall_time =
      name.find("/real_time") != std::string::npos || name.find("/manual_time") != std::string::npos;
  const double rate = row.contains("items_per_second") ? row["items_per_second"].get<double>() : 0;
  result.items_per_iteration = rate * (by_wall_time ? wall : cpu) / 1e9;
}

}  // namespace

BenchmarkProgram ask_benchmark_program(const std::string& path, nanoseconds timeout,
                                       const std::atomic<bool>& interrupted) {
  BenchmarkProgram program{.path = path};
  Answer answer;
  for (const char* const unit : {"s", ""}) {
    program.time_unit = unit;
    answer = answer_of(path, {"--benchmark_list_tests=true", std::string("--") + kMinTime + "=0.01" + unit}, timeout,
                       interrupted);
    if (accepted(answer)) break;
  }
  if (answer.status != 0) {
    const std::string said = first_line(answer.error);
    throw Error(file_name(path) + " is no Google Benchmark program: asked for its benchmarks, it " +
                describe_end(answer.status) + (said.empty() ? "" : " (" + said + ")"));
  }
  take_names(answer.output, program);
  if (program.benchmarks.empty())
    throw Error(file_name(path) + " lists no benchmarks; it is no Google Benchmark program");
  return program;
}

std::vector<std::string> benchmark_command(const BenchmarkProgram& program, const std::string& benchmark,
                                           nanoseconds least_time, const std::string& output) {
  return {program.path, "--benchmark_filter=" + exact_filter(benchmark),
          std::string("--") + kMinTime + "=" + seconds_number(least_time) + program.time_unit,
          "--benchmark_out=" + output, "--benchmark_out_format=json"};
}

BenchmarkResult benchmark_result(const std::string& text, const std::string& benchmark) {
  BenchmarkResult result;
  try {
    const json document = json::parse(text);
    for (const json& row : document.at("benchmarks")) {
      if (is_result_of(row, benchmark)) add_row(row, result);
    }
  } catch (const json::exception&) {
    throw Error("wrote no JSON of Google Benchmark; does its main() look at --benchmark_out?");
  }
  if (result.iterations > 0) return result;
  throw Error("wrote no result of a run of '" + benchmark + "'");
}

BenchmarkResult read_benchmark_output(const std::string& path, const std::string& benchmark) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  file.close();
  std::ofstream(path, std::ios::trunc);
  return benchmark_result(text, benchmark);
}

void check_same_work(const BenchmarkResult& first, const BenchmarkResult& other) {
  const double most = std::max(first.items_per_iteration, other.items_per_iteration);
  if (std::abs(first.items_per_iteration - other.items_per_iteration) <= kSameItems * most) return;
  std::ostringstream out;
  out << "did " << other.items_per_iteration << " items per iteration where the other did " << first.items_per_iteration
      << ": that is different work";
  throw Error(out.str());
}

}  // namespace harness::drive

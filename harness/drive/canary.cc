#include "harness/drive/canary.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "harness/drive/child_process.h"
#include "harness/drive/file_descriptor.h"
#include "harness/model/error.h"

namespace harness::drive {
namespace {

namespace fs = std::filesystem;

// An empty file of a name that nobody uses, as long as `name` where that is long enough; empty text if the folder takes
// none.
std::string new_file(const fs::path& folder, const std::string& name) {
  constexpr std::string_view kRandom = "XXXXXX";  // what mkstemp() replaces
  const std::size_t kept = name.size() > kRandom.size() ? name.size() - kRandom.size() : 0;
  std::string path = folder / (name.substr(0, kept) + std::string(kRandom));
  const FileDescriptor file(mkstemp(path.data()));
  return file.is_open() ? path : "";
}

std::string copy_of(const std::string& program) {
  const fs::path original(program);
  std::error_code ignored;
  for (const fs::path& folder : {original.parent_path(), fs::temp_directory_path(ignored)}) {
    const std::string path = new_file(folder, original.filename());
    if (path.empty()) continue;
    std::error_code trouble;
    fs::copy_file(original, path, fs::copy_options::overwrite_existing, trouble);
    if (!trouble) fs::permissions(path, fs::status(original).permissions(), trouble);
    if (!trouble) return path;
    fs::remove(path, ignored);
  }
  throw Error("cannot copy " + program + ": neither its own folder nor the one for temporary files takes the copy");
}

std::string percent(double work_factor) {
  std::array<char, 32> text{};
  const double change = std::round((work_factor - 1.0) * 1e4) / 1e2;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), change);
  return (change < 0 ? "" : "+") + std::string(text.data(), end) + " %";
}

}  // namespace

WorkerCopy::WorkerCopy(const WorkerCommand& worker) : command_(worker) {
  command_.argv.at(0) = copy_of(find_program(worker.argv.at(0)));
}

WorkerCopy::~WorkerCopy() {
  std::error_code ignored;
  fs::remove(command_.argv.front(), ignored);
}

VariantPlan copied(const VariantPlan& variant, const WorkerCopy& copy) {
  VariantPlan plan = variant;
  plan.worker = copy.command();
  plan.labelled = {variant.labelled.name + " (copy)", Role::Control};
  return plan;
}

VariantPlan slowed(const VariantPlan& variant, double work_factor) {
  VariantPlan plan = variant;
  plan.work_factor = work_factor;
  plan.labelled = {variant.labelled.name + " (" + percent(work_factor) + " work)", Role::Control};
  return plan;
}

TrialPlan canaries(const TrialPlan& trial, const WorkerCopy& copy, double work_factor) {
  TrialPlan plan = trial;
  const VariantPlan& before = trial.variants.front();
  plan.variants = {before, copied(before, copy), slowed(before, work_factor)};
  plan.scenario.reported.reset();
  for (auto& point : plan.scenario.points) point.reported.reset();
  return plan;
}

}  // namespace harness::drive

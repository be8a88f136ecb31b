#include "results/formats/doctor.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "harness/model/utf8.h"
#include "results/formats/display.h"
#include "results/formats/embedded_schema.h"

namespace results::formats {
namespace {

using harness::MachineCheck;
using harness::Suitability;
using Json = nlohmann::ordered_json;

constexpr int kColumns = 100;  // fits beside an editor; remedies are commands, and wrapping one makes it hard to copy
constexpr int kWordColumns = 16;
constexpr std::array kWords{std::pair{Suitability::WillSpoil, "will spoil"},
                            std::pair{Suitability::MayDisturb, "may disturb"},
                            std::pair{Suitability::CannotTell, "cannot be told"},
                            std::pair{Suitability::Fine, "fine"}};

std::string word(Suitability verdict) {
  return std::ranges::find(kWords, verdict, &std::pair<Suitability, const char*>::first)->second;
}

Json check_to_json(const MachineCheck& check) {
  return {{"name", harness::valid_utf8(check.name)},
          {"verdict", harness::to_string(check.verdict)},
          {"evidence", harness::valid_utf8(check.evidence)},
          {"source", harness::valid_utf8(check.source)},
          {"remedy", check.remedy.empty() ? Json() : Json(harness::valid_utf8(check.remedy))}};
}

std::string indented(const std::string& text) {
  std::string out;
  for (const std::string& line : wrapped(one_line(text), kColumns - kWordColumns)) {
    out += std::string(kWordColumns, ' ') + line + "\n";
  }
  return out;
}

std::string check_to_text(const MachineCheck& check) {
  std::string out = padded_right(word(check.verdict), kWordColumns) + check.name + "\n" + indented(check.evidence);
  if (check.verdict == Suitability::Fine) return out;
  out += indented("from: " + check.source);
  // A command stands on a line of its own, whole.
  return out + std::string(kWordColumns, ' ') + "do: " + one_line(check.remedy) + "\n";
}

std::string conclusion(const std::vector<MachineCheck>& checks) {
  std::string counts;
  for (const auto& [verdict, text] : kWords) {
    const auto count = std::ranges::count(checks, verdict, &MachineCheck::verdict);
    counts += (counts.empty() ? "" : ", ") + std::to_string(count) + " " + text;
  }
  return std::to_string(checks.size()) + " checks: " + counts + ". " +
         (harness::is_usable(checks) ? "This machine can be measured on.\n"
                                     : "Remedy what will spoil before you measure here.\n");
}

}  // namespace

Json doctor_to_json(const std::vector<MachineCheck>& checks) {
  Json rows = Json::array();
  for (const MachineCheck& check : checks) rows.push_back(check_to_json(check));
  return {{"schema", kDoctorSchema}, {"usable", harness::is_usable(checks)}, {"checks", std::move(rows)}};
}

std::string doctor_to_text(const std::vector<MachineCheck>& checks) {
  std::string out;
  for (const auto& [verdict, text] : kWords) {  // what needs doing first
    for (const MachineCheck& check : checks) {
      if (check.verdict == verdict) out += check_to_text(check);
    }
  }
  return out + "\n" + conclusion(checks);
}

std::string_view doctor_schema() {
  return std::ranges::find(embedded_files(), std::string_view("doctor.schema.json"), &EmbeddedFile::name)->content;
}

}  // namespace results::formats

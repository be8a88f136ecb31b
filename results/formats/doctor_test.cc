#include "results/formats/doctor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "results/formats/report_json.h"
#include "results/formats/testing/schema_faults.h"

namespace results::formats {
namespace {

using harness::MachineCheck;
using harness::Suitability;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::vector<MachineCheck> made_up_checks() {
  return {{"swap", Suitability::Fine, "There is no swap.", "/proc/swaps", ""},
          {"turbo", Suitability::CannotTell, "The kernel does not tell.", "/sys/boost", "Nothing can be done."},
          {"governor", Suitability::MayDisturb, "It is '\x1b[31m\xffpowersave'.", "/sys/governor", "sudo cpupower"},
          {"worker_build", Suitability::WillSpoil, "It is slow.", "the worker", "Build it for speed."}};
}

std::string faults_of(const std::string& text) { return schema_faults(doctor_schema(), text); }

TEST(DoctorJson, KeepsToItsSchema) {
  EXPECT_EQ(faults_of(dump(doctor_to_json(made_up_checks()))), "");
  const auto broken = [](const std::function<void(json&)>& change) {
    json document = json::parse(dump(doctor_to_json(made_up_checks())));
    change(document);
    return faults_of(document.dump());
  };
  EXPECT_EQ(broken([](json&) {}), "");
  EXPECT_NE(broken([](json& d) { d["schema"] = "tandem.doctor/2"; }), "");
  EXPECT_NE(broken([](json& d) { d["checks"][0]["verdict"] = "good"; }), "");
  EXPECT_NE(broken([](json& d) { d["checks"][1].erase("source"); }), "");
  EXPECT_NE(broken([](json& d) { d["checks"][1]["remedy"] = nullptr; }), "");
  EXPECT_NE(broken([](json& d) { d["checks"][0]["remedy"] = "something"; }), "");
  EXPECT_NE(broken([](json& d) { d["checks"] = json::array(); }), "");
}

TEST(DoctorJson, KeepsTheOrderOfTheChecks) {
  const auto document = doctor_to_json(made_up_checks());
  EXPECT_EQ(document["checks"][0]["name"], "swap");
  EXPECT_EQ(document["checks"][3]["name"], "worker_build");
  EXPECT_EQ(document["checks"][0]["remedy"], nullptr);
}

TEST(DoctorJson, IsUsableUnlessSomethingWillSpoil) {
  auto checks = made_up_checks();
  EXPECT_EQ(doctor_to_json(checks)["usable"], false);
  checks.pop_back();
  EXPECT_EQ(doctor_to_json(checks)["usable"], true);
}

TEST(DoctorText, SaysWhatNeedsDoingFirstAndCounts) {
  const std::string text = doctor_to_text(made_up_checks());
  EXPECT_LT(text.find("worker_build"), text.find("governor"));
  EXPECT_LT(text.find("governor"), text.find("swap"));
  EXPECT_THAT(text, HasSubstr("do: sudo cpupower\n"));
  EXPECT_THAT(text, HasSubstr("from: /sys/governor\n"));
  EXPECT_THAT(text, HasSubstr("4 checks: 1 will spoil, 1 may disturb, 1 cannot be told, 1 fine."));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace results::formats

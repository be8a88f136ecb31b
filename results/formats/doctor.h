// What `tandem doctor` found, for people and, as schema tandem.doctor/1, for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/model/machine_check.h"

namespace results::formats {

inline constexpr std::string_view kDoctorSchema = "tandem.doctor/1";

nlohmann::ordered_json doctor_to_json(const std::vector<harness::MachineCheck>& checks);

// A paragraph a check, what needs doing first; at the end one line that counts and concludes.
std::string doctor_to_text(const std::vector<harness::MachineCheck>& checks);

// The JSON Schema (draft-07), as shipped: doctor.schema.json.
std::string_view doctor_schema();

}  // namespace results::formats

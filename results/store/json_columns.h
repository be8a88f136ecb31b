// The parts of the model that the store keeps as JSON text, because nothing searches them. Doubles that are not finite
// are kept as the texts "NaN", "Infinity" and "-Infinity": what was measured comes back as it was.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/model/comparison.h"
#include "harness/model/parameters.h"
#include "harness/model/trial.h"

namespace results::store {

std::string encode_texts(const std::vector<std::string>& texts);
std::vector<std::string> decode_texts(std::string_view json);

std::string encode_parameters(const harness::Parameters& parameters);
harness::Parameters decode_parameters(std::string_view json);

std::string encode_metrics(const std::vector<harness::Metric>& metrics);
std::vector<harness::Metric> decode_metrics(std::string_view json);

std::string encode_reported(const harness::Reported& reported);
harness::Reported decode_reported(std::string_view json);

// Of a comparison: other_metric, reported, failure, recorded and warnings; empty where it has none of them.
std::string encode_details(const harness::Comparison& comparison);
void decode_details(std::string_view json, harness::Comparison& comparison);

}  // namespace results::store

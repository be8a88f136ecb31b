// A store with a month of made-up nightly runs, the same in every process: every verdict, a scenario that slows down
// half way, a failure, names that are markup, and one parameter point measured too little. For tests and for looking.
#pragma once

#include <string>

#include "results/store/store.h"

namespace web::api {

inline constexpr int kMadeUpNights = 30;
inline constexpr const char* kHostileName = "<img src=x onerror=alert(1)>";

// Writes the nights into the store at `url`, judged by the real statistics.
void make_up_nights(const std::string& url, int nights = kMadeUpNights);

// "20261101T020000Z-0001": the run of that night, counted from 0.
std::string made_up_run_id(int night);

}  // namespace web::api

#include "web/api/text.h"

#include <cmath>
#include <cstdio>

namespace web::api {
namespace {

std::string printed(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// Four significant digits for numbers from 1 to 999.
std::string four_digits(double value) {
  const double size = std::abs(value);
  return printed(size >= 1000 ? "%.0f" : size >= 100 ? "%.1f" : size >= 10 ? "%.2f" : size >= 0.001 ? "%.3f" : "%.3g",
                 value);
}

// A prefix for a unit that has them: nanoseconds go up to seconds, bytes and counts by thousands.
struct Scaled {
  double factor;
  const char* unit;
};

Scaled scaled_time(double nanoseconds) {
  const double size = std::abs(nanoseconds);
  if (size >= 1e9) return {1e-9, "s"};
  if (size >= 1e6) return {1e-6, "ms"};
  if (size >= 1e3) return {1e-3, "us"};
  return {1, "ns"};
}

}  // namespace

std::string speedup_text(double ratio) { return printed(ratio < 100 ? "x%.3f" : "x%.4g", ratio); }

std::string interval_text(const harness::Interval& interval) {
  return speedup_text(interval.low) + " to " + speedup_text(interval.high);
}

std::string change_text(double percent) { return printed("%+.1f %%", percent); }

std::string share_text(double fraction) { return printed(fraction < 0.001 ? "%.2f %%" : "%.1f %%", fraction * 100); }

std::string quantity_text(double value, const std::string& unit) {
  const std::size_t slash = unit.find('/');
  const std::string per = slash == std::string::npos ? "" : unit.substr(slash);
  const std::string what = unit.substr(0, slash);
  if (what != "ns") return four_digits(value) + " " + unit;
  const Scaled scaled = scaled_time(value);
  return four_digits(value * scaled.factor) + " " + scaled.unit + per;
}

std::string seconds_text(double seconds) {
  if (seconds < 10) return printed("%.1f s", seconds);
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return std::to_string(whole) + " s";
  if (whole < 3600) return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  return std::to_string(whole / 3600) + " h " + std::to_string(whole / 60 % 60) + " min";
}

}  // namespace web::api

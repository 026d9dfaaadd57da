#include "trunnion/run/study_plots.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

namespace trunnion {
namespace {

constexpr double wide_spread = 30;

/// "0.025 mm" -> 0.025 and "mm".
struct Written {
  double number = 0;
  std::string unit;
};
std::optional<Written> as_number(const std::string& text) {
  Written out;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out.number);
  if (error != std::errc{}) return {};
  const char* rest = end;
  while (rest != text.data() + text.size() && *rest == ' ') ++rest;
  out.unit.assign(rest, text.data() + text.size());
  return out;
}

/// Places of the values on the axis, and their unit.
struct Places {
  std::map<std::string, double> at;
  std::string unit;
};
Places places_of(const std::vector<PlottedRun>& runs) {
  Places out;
  bool numbers = true;
  for (const PlottedRun& run : runs) {
    const std::optional<Written> written = as_number(run.value);
    numbers = numbers && written && (out.at.empty() || written->unit == out.unit);
    if (!numbers) break;
    out.unit = written->unit;
    out.at[run.value] = written->number;
  }
  if (numbers) return out;
  out = {};
  for (const PlottedRun& run : runs) out.at.emplace(run.value, static_cast<double>(out.at.size() + 1));
  return out;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

VectorXd vector_of(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

std::vector<Curve> study_plots(const std::string& parameter, const std::vector<std::string>& quantities,
                               const std::vector<PlottedRun>& runs) {
  const Places places = places_of(runs);
  std::vector<std::string> lines;
  for (const PlottedRun& run : runs)
    if (std::find(lines.begin(), lines.end(), run.line) == lines.end()) lines.push_back(run.line);
  std::vector<Curve> curves;
  for (const std::string& quantity : quantities) {
    Curve curve;
    curve.section = "Study";
    curve.title = spaced(quantity);
    curve.x = {spaced(parameter) + (places.unit.empty() ? "" : " [" + places.unit + "]"), "", false};
    curve.y = {spaced(quantity), "", false};
    double least = std::numeric_limits<double>::infinity(), largest = 0;
    for (const std::string& line : lines) {
      std::vector<std::pair<double, double>> points;
      for (const PlottedRun& run : runs)
        if (const auto found = run.quantities.find(quantity); run.line == line && found != run.quantities.end())
          points.emplace_back(places.at.at(run.value), found->second);
      std::sort(points.begin(), points.end());
      std::vector<double> x, y;
      for (const auto& [at, value] : points) {
        x.push_back(at);
        y.push_back(value);
        least = std::min(least, value);
        largest = std::max(largest, value);
      }
      if (!x.empty()) curve.series.push_back({line, vector_of(x), vector_of(y), false, true});
    }
    curve.y.log = least > 0 && largest > wide_spread * least;
    if (!curve.series.empty()) curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace trunnion

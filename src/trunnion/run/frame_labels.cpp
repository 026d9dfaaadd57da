#include "trunnion/run/frame_labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/report/display_units.h"

namespace trunnion {
namespace {

bool is_time(const Axis& over) { return over.label == "time" && over.unit == "s"; }

}  // namespace

std::vector<std::string> frame_labels(const Axis& over, const std::vector<double>& at) {
  double largest = 0;
  for (const double value : at) largest = std::max(largest, std::abs(value));
  const DisplayUnit unit = display_unit(over.unit, largest);
  const std::string after = unit.unit.empty() || unit.unit == "°" ? unit.unit : " " + unit.unit;
  std::vector<std::string> labels;
  for (const double value : at)
    labels.push_back(is_time(over) ? fmt::format("{:.4g} s", value)
                                   : fmt::format("{} {}{}", over.label, format_number(value * unit.factor), after));
  return labels;
}

void label_frames(const Axis& over, Scene& scene) {
  std::vector<double> at;
  for (const Frame& frame : scene.frames) at.push_back(frame.value);
  const std::vector<std::string> labels = frame_labels(over, at);
  for (std::size_t k = 0; k < labels.size(); ++k) scene.frames[k].label = labels[k];
  scene.over = is_time(over) ? "" : over.label;
}

}  // namespace trunnion

#include "trunnion/run/mechanism_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/linear_state.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/mechanism_scene.h"
#include "trunnion/solvers/modes.h"

namespace trunnion {

namespace {

Table modes_table(const StageInput& stage, const std::vector<ComplexMode>& modes) {
  Table table;
  table.section = stage.name;
  table.title = "Modes";
  table.columns = {{"mode", "", true},
                   {"frequency", "Hz", false},
                   {"damping ratio", "", false},
                   {"whirl", "", true},
                   {"from the ground", "Hz", false}};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const char* whirl =
        modes[k].whirl == Whirl::none ? "" : (modes[k].whirl == Whirl::forward ? "forward" : "backward");
    table.rows.push_back({{std::to_string(k + 1), {}},
                          {modes[k].frequency, {}},
                          {modes[k].damping, {}},
                          {std::string(whirl), {}},
                          {modes[k].fixed_frequency, {}}});
  }
  return table;
}

void warn_of_turning(const StageInput& stage, const std::string& caution, Observer& observer) {
  if (!caution.empty()) observer.warn(stage_place(stage) + caution);
}

/// What excites a response: a wrench at a marker, or a constraint row that is shaken.
struct Excitation {
  Vector6d wrench = Vector6d::Zero();
  Index row = -1;
  double amplitude = 1;
  std::string text;  ///< "1 N at 'hub'"
};

Excitation excitation_of(const StageInput& stage, const Mechanism& m) {
  const MechanismStageInput& in = stage.mechanism;
  Excitation out;
  if (!in.motion.empty()) {
    for (std::size_t j = 0; j < m.joints.size(); ++j)
      if (m.joints[j].motion && m.joints[j].name == in.motion) out.row = m.first_row[j];
    const Kind kind = drives_angle(m.joints[joint_of_row(m, out.row)]) ? Kind::angle : Kind::length;
    if (in.amplitude) out.amplitude = as_kind(*in.amplitude, kind);
    out.text = fmt::format("{:g} {} of the motion '{}'", out.amplitude, kind == Kind::angle ? "rad" : "m", in.motion);
    return out;
  }
  const bool torque = in.amplitude && in.amplitude->dimension == info(Kind::moment).dimension;
  if (in.amplitude) out.amplitude = as_kind(*in.amplitude, torque ? Kind::moment : Kind::force);
  out.wrench.segment<3>(torque ? 3 : 0) = out.amplitude * in.direction.normalized();
  out.text = fmt::format("{:g} {} at '{}'", out.amplitude, torque ? "N m" : "N", in.load);
  return out;
}

}  // namespace

void run_modes(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  warn_of_motion(stage, run.built.mechanism, run.state, observer);
  const LinearSystem linear = linearize(run.built.mechanism, run.state);
  warn_of_turning(stage, caution(linear), observer);
  const auto modes = complex_modes(run.built.mechanism, run.state, linear, stage.modes);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    out.quantities.push_back({fmt::format("modes.{}.frequency", k + 1), modes[k].frequency, ""});
    out.quantities.push_back({fmt::format("modes.{}.damping", k + 1), modes[k].damping, ""});
  }
  out.tables.push_back(modes_table(stage, modes));
  Scene scene = mode_scene(run.built, run.state, modes, stage.name);
  if (!scene.frames.empty()) out.scenes.push_back(std::move(scene));
  observer.end(fmt::format("{} modes", modes.size()));
}

void run_response(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  const MechanismStageInput& in = stage.mechanism;
  const Excitation excitation = excitation_of(stage, run.built.mechanism);
  ResponseInput input;
  if (!in.load.empty()) input.load_marker = marker_named(run.built, in.load, stage.where);
  input.response_marker = marker_named(run.built, in.at.empty() ? in.load : in.at, stage.where);
  input.wrench = excitation.wrench;
  input.shaken_row = excitation.row;
  input.shake = excitation.row >= 0 ? excitation.amplitude : 0;
  if (input.shaken_row >= 0 && !run.state.row_active[input.shaken_row])
    throw InputError(stage.where,
                     fmt::format("stage '{}': the motion '{}' does not act in it, or follows from the other "
                                 "joints; it cannot shake anything",
                                 stage.name, in.motion));
  input.frequencies.resize(in.samples);
  for (Index k = 0; k < in.samples; ++k)
    input.frequencies[k] = in.from * std::pow(in.to / in.from, static_cast<double>(k) / (in.samples - 1));
  warn_of_motion(stage, run.built.mechanism, run.state, observer);
  const LinearSystem linear = linearize(run.built.mechanism, run.state, input.shaken_row, View::ground);
  warn_of_turning(stage, caution(linear), observer);
  const auto response = frequency_response(run.built.mechanism, run.state, linear, input);
  Curve curve;
  curve.section = stage.name;
  curve.title = fmt::format("Response of '{}' to {}", in.at.empty() ? in.load : in.at, excitation.text);
  curve.x = {"frequency", "Hz", true};
  curve.y = {"displacement", "m", true};
  constexpr const char* axis[] = {"x", "y", "z"};
  Curve phase = curve;
  phase.title = "Phase of the response";
  phase.detail = "Against what excites; negative: the motion lags behind.";
  phase.y = {"phase", "rad", false};
  std::vector<NamedArray>& arrays = out.arrays["curves/" + link_name(stage.name)];
  arrays.push_back({"frequency", "Hz", input.frequencies});
  const double largest = response.topRows(3).cwiseAbs().maxCoeff();
  for (Index k = 0; k < 3; ++k) {
    const VectorXd size = response.row(k).cwiseAbs().transpose(), lag = response.row(k).cwiseArg().transpose();
    arrays.push_back({fmt::format("displacement.{}.amplitude", axis[k]), "m", size});
    arrays.push_back({fmt::format("displacement.{}.phase", axis[k]), "rad", lag});
    if (!(size.maxCoeff() > 1e-12 * largest)) continue;  // square to the motion: rounding only
    curve.series.push_back({axis[k], input.frequencies, size});
    phase.series.push_back({axis[k], input.frequencies, lag});
  }
  Index at = 0;
  out.quantities.push_back({"peak_response", response.topRows(3).colwise().norm().maxCoeff(&at), ""});
  out.quantities.push_back({"peak_response_frequency", input.frequencies[at], ""});
  out.curves.push_back(curve);
  out.curves.push_back(phase);
  observer.end(fmt::format("{} frequencies", in.samples));
}

}  // namespace trunnion

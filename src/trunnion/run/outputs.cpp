#include "trunnion/run/outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "trunnion/base/units.h"
#include "trunnion/run/cycle_grid.h"
#include "trunnion/run/fe_inputs.h"
#include "trunnion/run/node_motion.h"

namespace trunnion {
namespace {

using Q = OutputQuantity;

const Coupling* find_interface(const MeshFile& file, const NamedPlace& place) {
  for (const Coupling& coupling : file.couplings)
    if (place.kind == PlaceKind::interface && coupling.name == place.name) return &coupling;
  return nullptr;
}

/// Nodes the output looks at: the reference node of an interface, the nodes of a set, or all.
std::vector<NodeId> output_nodes(const OutputInput& output, const MeshFile& file, const std::string& body) {
  if (output.on.empty()) {
    std::vector<NodeId> all(static_cast<std::size_t>(file.mesh.num_nodes()));
    for (std::size_t i = 0; i < all.size(); ++i) all[i].value = static_cast<std::int32_t>(i);
    return all;
  }
  const NamedPlace place = find_place(file, body, output.on);
  const Coupling* coupling = find_interface(file, place);
  if (!coupling) return nodes_named(file.mesh, place.name);
  const bool field = output.quantity == Q::stress || output.quantity == Q::von_mises;
  return field ? coupling->nodes : std::vector<NodeId>{coupling->reference};
}

/// Values of one row (or of its length) at the nodes.
double component_of(const Vector3d& vector, const std::string& component) {
  if (component == "magnitude") return vector.norm();
  return vector[component[0] - 'x'];
}

double reduce(const std::vector<double>& values, OutputTake take) {
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite), [](double v) { return std::isfinite(v); });
  if (finite.empty()) throw InputError("has no value there: the place has no stressed nodes");
  switch (take) {
    case OutputTake::max:
      return *std::max_element(finite.begin(), finite.end());
    case OutputTake::min:
      return *std::min_element(finite.begin(), finite.end());
    case OutputTake::largest:
      return *std::max_element(finite.begin(), finite.end(),
                               [](double a, double b) { return std::abs(a) < std::abs(b); });
    case OutputTake::last:
      return finite.back();
    case OutputTake::repeat:
    case OutputTake::mean:
      break;
  }
  double sum = 0;
  for (const double v : finite) sum += v;
  return sum / static_cast<double>(finite.size());
}

double stress_output(const OutputInput& output, const Matrix6Xd& stress, const std::vector<NodeId>& nodes) {
  static const std::vector<std::string> rows{"xx", "yy", "zz", "xy", "yz", "zx"};
  const auto row = std::find(rows.begin(), rows.end(), output.component) - rows.begin();
  const VectorXd values = output.quantity == Q::von_mises ? von_mises(stress) : VectorXd(stress.row(row).transpose());
  std::vector<double> at;
  for (const NodeId node : nodes) at.push_back(values[node.value]);
  return reduce(at, output.take.value_or(OutputTake::largest));
}

Vector3d rotation_entries(const OutputInput& output, const DofMap& dofs, const VectorXd& u, NodeId node) {
  if (!dofs.has_rotation(node))
    throw InputError(fmt::format("'{}' has no rotations; define an interface on it", output.on));
  return u.segment<3>(dofs.rotation_dof(node, 0));
}

double static_output(const OutputInput& output, const StageResult& stage, const std::string& body) {
  const auto found = std::find(stage.cases.begin(), stage.cases.end(), output.load_case);
  if (found == stage.cases.end()) throw InputError("the stage has no load case; add a [[load]]");
  const Index column = found - stage.cases.begin();
  const FeModel& model = *stage.model;
  const std::vector<NodeId> nodes = output_nodes(output, *model.file, body);
  const VectorXd u = stage.statics->displacement.col(column), r = stage.statics->reaction.col(column);
  std::vector<double> values;
  switch (output.quantity) {
    case Q::displacement: {
      const Matrix3Xd motion = node_translations(model.dofs, u);
      for (const NodeId node : nodes) values.push_back(component_of(motion.col(node.value), output.component));
      return reduce(values, output.take.value_or(OutputTake::mean));
    }
    case Q::rotation:
      return component_of(rotation_entries(output, model.dofs, u, nodes.front()), output.component);
    case Q::reaction_moment:
      return component_of(rotation_entries(output, model.dofs, r, nodes.front()), output.component);
    case Q::reaction: {
      const Matrix3Xd forces = node_translations(model.dofs, r);
      Vector3d sum = Vector3d::Zero();
      for (const NodeId node : nodes) sum += forces.col(node.value);
      return component_of(sum, output.component);
    }
    case Q::strain_energy:
      return stage.statics->strain_energy[column];
    default:
      return stress_output(output, stage.stress[static_cast<std::size_t>(column)], nodes);
  }
}

}  // namespace

double evaluate_output(const OutputInput& output, const StageResult& stage, const std::string& body) {
  try {
    if (output.quantity == Q::mass) return mass_properties(*stage.model).mass;
    if (output.quantity != Q::frequency) return static_output(output, stage, body);
    const Index index = output.mode - 1 + (output.elastic ? stage.modes->rigid_modes : 0);
    if (index >= stage.modes->frequency.size())
      throw InputError(fmt::format("mode {} was not computed; the stage found {} modes, {} of them rigid", output.mode,
                                   stage.modes->frequency.size(), stage.modes->rigid_modes));
    return stage.modes->frequency[index];
  } catch (const InputError& error) {
    throw InputError(output.where, fmt::format("output '{}': {}", output.name, error.what()));
  }
}

namespace {

/// Value at `x` of a curve of straight lines over ascending or descending `over`; NaN outside.
double value_at(double x, const VectorXd& over, const VectorXd& values) {
  const double rounding = 1e-9 * over.cwiseAbs().maxCoeff();
  for (Index k = 0; k < over.size(); ++k) {
    if (std::abs(over[k] - x) <= rounding) return values[k];
    if (k > 0 && (over[k - 1] - x) * (over[k] - x) < 0)
      return values[k - 1] + (x - over[k - 1]) / (over[k] - over[k - 1]) * (values[k] - values[k - 1]);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// Values of the last two cycles at equal angles; a run of whole cycles by the clock may lack a little of the first.
struct LastCycles {
  std::vector<double> last, before;  ///< empty where there is none
  std::size_t first = 0;             ///< sample with which the last one begins
};

LastCycles last_cycles(const std::vector<double>& values, const std::vector<double>& angle, double period) {
  constexpr Index points = 720;
  LastCycles out;
  const CycleGrid grid = cycle_grid(angle, period, points, missing_of_a_cycle);
  if (grid.cycles == 0) return out;
  while (angle[out.first] < angle.back() - period) ++out.first;
  const auto read = [&](Index cycle) {
    std::vector<double> at;
    for (Index p = 0; p < points; ++p) {
      const auto [k, share] = grid.place[static_cast<std::size_t>(cycle * points + p)];
      at.push_back((1 - share) * values[k] + share * values[k + 1]);
    }
    return at;
  };
  out.last = read(grid.cycles - 1);
  if (grid.cycles > 1) out.before = read(grid.cycles - 2);
  return out;
}

double repeat_error(const LastCycles& c) {
  if (c.before.empty()) return std::numeric_limits<double>::quiet_NaN();
  double sum = 0;
  for (std::size_t p = 0; p < c.last.size(); ++p) sum += std::pow(c.last[p] - c.before[p], 2);
  const auto [low, high] = std::minmax_element(c.last.begin(), c.last.end());
  return *high > *low ? 100 * std::sqrt(sum / static_cast<double>(c.last.size())) / (*high - *low) : 0;
}

double curve_value(const OutputInput& output, const NamedArray& over, const NamedArray& curve,
                   const std::vector<double>& angle, double period) {
  std::vector<double> values(curve.values.data(), curve.values.data() + curve.values.size());
  if (output.take == OutputTake::repeat) return repeat_error(last_cycles(values, angle, period));
  if (output.last_cycle)
    values.erase(values.begin(),
                 values.begin() + static_cast<std::ptrdiff_t>(last_cycles(values, angle, period).first));
  if (!output.at) return reduce(values, output.take.value_or(OutputTake::largest));
  if (!(output.at->dimension == parse_unit(over.unit).dimension))
    throw InputError(output.where, fmt::format("output '{}': 'at' has the unit {}, but the curve goes over {} [{}]",
                                               output.name, text(output.at->dimension), over.name, over.unit));
  return value_at(output.at->value, over.values.reshaped(), curve.values.reshaped());
}

}  // namespace

std::optional<CurveOutput> evaluate_curve(const OutputInput& output, const std::vector<NamedArray>& arrays,
                                          const std::optional<CycleInput>& cycle) {
  std::vector<double> angle;
  if (output.last_cycle || output.take == OutputTake::repeat) {
    if (!cycle)
      throw InputError(output.where, fmt::format("output '{}': stage '{}' has no `cycle`; give it one, like cycle = {{ "
                                                 "angle = \"crank_angle\" }}",
                                                 output.name, output.stage));
    for (const NamedArray& array : arrays)
      if (array.name == "measure." + cycle->angle)
        angle.assign(array.values.data(), array.values.data() + array.values.size());
  }
  for (const NamedArray& array : arrays) {
    if (array.name != output.on) continue;
    const double value = curve_value(output, arrays.front(), array, angle, cycle ? cycle->period : 0);
    if (output.take == OutputTake::repeat) return CurveOutput{value, Kind::number};
    for (const Kind kind : {Kind::length, Kind::angle, Kind::velocity, Kind::rotation_speed, Kind::force, Kind::moment,
                            Kind::energy, Kind::time, Kind::pressure, Kind::power}) {
      std::string unit(info(kind).si);
      std::replace(unit.begin(), unit.end(), '.', ' ');
      if (unit == array.unit) return CurveOutput{value, kind};
    }
    return CurveOutput{value, Kind::number};
  }
  if (output.optional) return std::nullopt;
  throw InputError(output.where, fmt::format("output '{}': the stage recorded no curve '{}'", output.name, output.on));
}

void check_output_place(const OutputInput& output, const MeshFile& file, const std::string& body) {
  if (output.on.empty()) return;
  try {
    const NamedPlace place = find_place(file, body, output.on);
    const bool turning = output.quantity == Q::rotation || output.quantity == Q::reaction_moment;
    if (turning && place.kind != PlaceKind::interface)
      throw InputError(fmt::format("'{}' has no rotations; define an interface on it", output.on));
  } catch (const InputError& error) {
    throw InputError(output.where, fmt::format("output '{}': {}", output.name, error.what()));
  }
}

}  // namespace trunnion

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "trunnion/base/nearest_name.h"
#include "trunnion/math/cubic_spline.h"
#include "trunnion/run/csv_curve.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

// Whether `name` stands in the formula as a word of its own, outside of ${...}.
bool uses(const std::string& formula, const std::string& name) {
  const auto part_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '{'; };
  for (std::size_t at = formula.find(name); at != std::string::npos; at = formula.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !part_of_word(formula[at - 1])) && (end == formula.size() || !part_of_word(formula[end])))
      return true;
  }
  return false;
}

// The measures a load depends on: those its formula names, or the one its table goes over.
std::vector<std::size_t> measures_used(const Model& model, const MarkerLoadInput& in) {
  std::vector<std::size_t> used;
  for (std::size_t k = 0; k < model.measures.size(); ++k)
    if (in.table.empty() ? uses(in.size, model.measures[k].name) : in.over == model.measures[k].name) used.push_back(k);
  return used;
}

void set_formula(const Model& model, const MarkerLoadInput& in, const std::vector<std::size_t>& measures,
                 MeasuredLoad& load) {
  std::vector<FormulaVariable> variables{{"time", info(Kind::time).dimension}};
  for (const std::size_t k : measures)
    variables.push_back({model.measures[k].name, info(kind_of(model.measures[k].kind)).dimension});
  auto formula = std::make_shared<Formula>(in.size, variables, model.parameters.lookup());
  as_kind({0, formula->dimension(), 0}, in.torque ? Kind::moment : Kind::force);
  const auto arguments = [](double t, const VectorXd& values) {
    std::vector<double> all{t};
    all.insert(all.end(), values.begin(), values.end());
    return all;
  };
  load.size = [formula, arguments](double t, const VectorXd& values) {
    const ValueAndGradient v = formula->with_gradient(arguments(t, values));
    return MeasuredValue{v.value, Eigen::Map<const VectorXd>(v.gradient.data() + 1, values.size())};
  };
  if (formula->has_switches())
    load.switches = [formula, arguments](double t, const VectorXd& values, ForceReport& out) {
      add_switches(formula->switches(arguments(t, values)), out);
    };
}

MeasuredFunction curve_size(const Model& model, const MarkerLoadInput& in, const std::vector<std::size_t>& measures) {
  const Kind kind = measures.empty() ? Kind::time : kind_of(model.measures[measures.front()].kind);
  const CsvCurve data = read_csv_curve(in.table, kind, {in.torque ? Kind::moment : Kind::force});
  auto spline = std::make_shared<CubicSpline>(data.x, data.y,
                                              in.periodic ? CubicSpline::Ends::periodic : CubicSpline::Ends::natural);
  return [spline](double t, const VectorXd& values) {
    const SplineValue v = (*spline)(values.size() == 0 ? t : values[0]);
    return MeasuredValue{v.value, VectorXd::Constant(values.size(), v.slope)};
  };
}

// The joint, motion, force or bearing that a measure names.
MeasuredWrench wrench_named(const Mechanism& m, const MeasureInput& in) {
  MeasuredWrench wrench{.moment = in.kind == MeasureKind::moment,
                        .axis = in.component == MeasureComponent::size ? -1 : static_cast<int>(in.component)};
  std::vector<std::string> names;
  int found = 0;
  const auto look = [&](const auto& list, Index& place) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      names.push_back(list[k].name);
      if (list[k].name != in.of) continue;
      place = static_cast<Index>(k);
      ++found;
    }
  };
  look(m.joints, wrench.joint);
  look(m.marker_forces, wrench.force);
  if (found == 0)
    throw InputError(in.where, fmt::format("measure '{}': there is no joint, motion, force or bearing '{}'{}", in.name,
                                           in.of, name_hint(in.of, names)));
  if (found > 1)
    throw InputError(in.where, fmt::format("measure '{}': the name '{}' belongs to more than one joint, motion, force "
                                           "or bearing; give them different names",
                                           in.name, in.of));
  return wrench;
}

}  // namespace

void add_measures(const Model& model, BuiltMechanism& b) {
  for (const MeasureInput& in : model.measures) {
    if (measures_wrench(in.kind)) {
      Measure measure;
      measure.name = in.name;
      measure.wrench = wrench_named(b.mechanism, in);
      b.mechanism.measures.push_back(std::move(measure));
      continue;
    }
    const MarkerPair p = pair_named(b, in.between, in.where);
    const bool rate =
        in.kind == MeasureKind::angular_speed || in.kind == MeasureKind::speed || in.kind == MeasureKind::distance_rate;
    const bool acceleration = in.kind == MeasureKind::acceleration || in.kind == MeasureKind::angular_acceleration;
    const bool distance = in.kind == MeasureKind::distance || in.kind == MeasureKind::distance_rate;
    const bool turns = in.kind == MeasureKind::angle || in.kind == MeasureKind::angular_speed ||
                       in.kind == MeasureKind::angular_acceleration;
    const CoordinateKind coordinate = turns      ? CoordinateKind::angle
                                      : distance ? CoordinateKind::distance
                                                 : CoordinateKind::along;
    b.mechanism.measures.push_back({in.name, {coordinate, p.I, p.J}, rate, acceleration, {}});
  }
}

void add_loads(const Model& model, BuiltMechanism& b) {
  for (const MarkerLoadInput& in : model.marker_loads)
    at_place(in.where, [&] {
      MeasuredLoad load;
      load.name = in.name;
      load.I = marker_named(b, in.on, in.where);
      load.J = marker_named(b, in.against.empty() ? "ground" : in.against, in.where);
      load.direction.setZero();
      load.direction.segment<3>(in.torque ? 3 : 0) = in.direction->normalized();
      load.follows = in.own_axes;
      const std::vector<std::size_t> measures = measures_used(model, in);
      for (const std::size_t k : measures) load.measures.push_back(b.mechanism.measures[k]);
      for (const Measure& measure : load.measures)
        if (measure.acceleration)
          throw InputError(
              fmt::format("load '{}' depends on the acceleration '{}', which it would change in the same instant: such "
                          "a force acts "
                          "like a mass. Add that mass to the body, or let the load depend on a speed or a force.",
                          load.name, measure.name));
      if (in.table.empty())
        set_formula(model, in, measures, load);
      else
        load.size = curve_size(model, in, measures);
      b.mechanism.loads.push_back(std::move(load));
      return 0;
    });
}

}  // namespace trunnion

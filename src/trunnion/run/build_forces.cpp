#include "trunnion/forces/bushing.h"
#include "trunnion/forces/radial_spring.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/cubic_spline.h"
#include "trunnion/run/csv_curve.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

// A formula of one variable; its energy is the integral from 0 by Simpson's rule.
ForceLaw formula_law(const std::string& text, const char* variable, Kind x_kind, Kind y_kind,
                     const Parameters& parameters) {
  auto formula = std::make_shared<Formula>(text, std::vector<FormulaVariable>{{variable, info(x_kind).dimension}},
                                           parameters.lookup());
  as_kind({0, formula->dimension(), 0}, y_kind);
  const auto value = [formula](double x) {
    const auto at = [&](double e) { return (*formula)(std::span<const double>(&e, 1)); };
    double energy = 0;
    constexpr int pieces = 20;
    for (int i = 0; i <= pieces; ++i) energy += (i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2)) * at(x * i / pieces);
    const ValueAndGradient now = formula->with_gradient(std::span<const double>(&x, 1));
    return LawValue{now.value, now.gradient[0], energy * x / (3 * pieces)};
  };
  if (!formula->has_switches()) return ForceLaw(value);
  return {value, [formula](double x, ForceReport& out) {
            add_switches(formula->switches(std::span<const double>(&x, 1)), out);
          }};
}

ForceLaw curve_law(const std::filesystem::path& file, Kind x_kind, Kind y_kind) {
  const CsvCurve data = read_csv_curve(file, x_kind, {y_kind});
  auto spline = std::make_shared<CubicSpline>(data.x, data.y);
  const double origin = (*spline)(0).integral;
  return ForceLaw([spline, origin](double x) {
    const SplineValue v = (*spline)(x);
    return LawValue{v.value, v.slope, v.integral - origin};
  });
}

// One side of a spring or damper: a number, a formula or a table.
struct LawInput {
  const std::string& formula;
  const std::filesystem::path& table;
  double linear;
  const char* variable;
  Kind x, y;
};

ForceLaw law_from(const LawInput& in, const Parameters& parameters) {
  if (!in.table.empty()) return curve_law(in.table, in.x, in.y);
  return in.formula.empty() ? linear_law(in.linear) : formula_law(in.formula, in.variable, in.x, in.y, parameters);
}

Matrix3d block(const std::vector<double>& values) {
  if (values.empty()) return Matrix3d::Zero();
  if (values.size() == 3) return Vector3d(values[0], values[1], values[2]).asDiagonal();
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(values.data());
}

std::shared_ptr<const MarkerForce> bushing(const ForceInput& in) {
  Bushing::Data data;
  data.stiffness.topLeftCorner<3, 3>() = block(in.translation_stiffness);
  data.stiffness.bottomRightCorner<3, 3>() = block(in.turn_stiffness);
  data.stiffness.topRightCorner<3, 3>() = block(in.coupling_stiffness);
  data.stiffness.bottomLeftCorner<3, 3>() = block(in.coupling_stiffness).transpose();
  data.damping = in.damping_time * data.stiffness;
  data.damping.topLeftCorner<3, 3>() += block(in.translation_damping);
  data.damping.bottomRightCorner<3, 3>() += block(in.turn_damping);
  data.preload << in.force_preload, in.moment_preload;
  for (const BushingCurveInput& curve : in.curves) {
    const bool turn = curve.direction >= 3;
    data.curves[static_cast<std::size_t>(curve.direction)] =
        curve_law(curve.file, turn ? Kind::angle : Kind::length, turn ? Kind::moment : Kind::force);
  }
  return std::make_shared<Bushing>(in.name, data);
}

std::shared_ptr<const MarkerForce> torsion_spring(const ForceInput& in, const Parameters& parameters) {
  const ForceLaw spring =
      law_from({in.law, in.table, in.rotational_stiffness.value_or(0), "angle", Kind::angle, Kind::moment}, parameters);
  const ForceLaw damper = law_from(
      {in.damping_law, in.damping_table, in.rotational_damping.value_or(0), "rate", Kind::rotation_speed, Kind::moment},
      parameters);
  return std::make_shared<TorsionSpring>(TorsionSpring::Data{in.free_angle, spring, damper, in.preload_torque});
}

double placed_length(const Mechanism& m, MarkerPair p) {
  const auto place = [&](Index marker) -> Vector3d {
    const Index body = m.markers[marker].body;
    if (body < 0) return m.markers[marker].p;
    return m.start[body].R + m.start[body].A * m.markers[marker].p;
  };
  return (place(p.I) - place(p.J)).norm();
}

std::shared_ptr<const MarkerForce> spring(const ForceInput& in, const Mechanism& m, MarkerPair p,
                                          const Parameters& parameters) {
  LineSpring::Data data;
  data.preload = in.preload;
  data.spring =
      law_from({in.law, in.table, in.stiffness.value_or(0), "elongation", Kind::length, Kind::force}, parameters);
  data.damper = law_from(
      {in.damping_law, in.damping_table, in.damping.value_or(0), "rate", Kind::velocity, Kind::force}, parameters);
  data.free_length = in.free_length < 0 ? placed_length(m, p) : in.free_length;
  return std::make_shared<LineSpring>(in.name, data);
}

}  // namespace

void add_forces(const Model& model, BuiltMechanism& b) {
  for (const ForceInput& in : model.forces)
    at_place(in.where, [&] {
      const MarkerPair p = pair_named(b, in.between, in.where);
      auto& forces = b.mechanism.marker_forces;
      switch (in.type) {
        case ForceType::spring:
          forces.push_back({in.name, "spring", p.I, p.J, spring(in, b.mechanism, p, model.parameters)});
          break;
        case ForceType::torsion_spring:
          forces.push_back({in.name, "torsion-spring", p.I, p.J, torsion_spring(in, model.parameters)});
          break;
        case ForceType::bushing:
          forces.push_back({in.name, "bushing", p.I, p.J, bushing(in)});
          break;
        case ForceType::radial_spring:
          forces.push_back({in.name, "radial-spring", p.I, p.J,
                            std::make_shared<RadialSpring>(RadialSpring::Data{
                                *in.stiffness, in.clearance, in.damping.value_or(0), in.damping_depth, in.onset,
                                in.film_stiffness, in.film_damping, in.onset_damping})});
          break;
      }
      return 0;
    });
}

}  // namespace trunnion

#include <cmath>

#include "trunnion/math/cubic_spline.h"
#include "trunnion/run/csv_curve.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

// What a motion drives, and by which function of time.
struct Drive {
  Kind kind;
  TimeFunction function;
  std::function<std::vector<double>(double t)> switches = {};
};

// A formula of time with its derivatives; the second is the difference of the exact first.
Drive time_formula(const std::string& text, Kind kind, const Parameters& parameters) {
  auto formula = std::make_shared<Formula>(text, std::vector<FormulaVariable>{{"time", info(Kind::time).dimension}},
                                           parameters.lookup());
  as_kind({0, formula->dimension(), 0}, kind);
  Drive drive{kind, [formula](double t) {
                const auto at = [&](double time) { return formula->with_gradient(std::span<const double>(&time, 1)); };
                const ValueAndGradient now = at(t);
                const double h = 1e-6 * (1 + std::abs(t));
                return TimeValue{now.value, now.gradient[0], (at(t + h).gradient[0] - at(t - h).gradient[0]) / (2 * h)};
              }};
  if (formula->has_switches())
    drive.switches = [formula](double t) {
      FormulaSwitches found = formula->switches(std::span<const double>(&t, 1));
      found.kinks.insert(found.kinks.end(), found.jumps.begin(), found.jumps.end());
      return found.kinks;
    };
  return drive;
}

Drive time_curve(const MotionInput& in) {
  const CsvCurve data =
      read_csv_curve(in.table, Kind::time, {Kind::angle, Kind::length, Kind::rotation_speed, Kind::velocity});
  auto spline = std::make_shared<CubicSpline>(data.x, data.y,
                                              in.periodic ? CubicSpline::Ends::periodic : CubicSpline::Ends::natural);
  return {data.kind,
          [spline](double t) {
            const SplineValue v = (*spline)(t);
            return TimeValue{v.value, v.slope, v.curvature};
          },
          {}};
}

Drive drive_of(const MotionInput& in, const Parameters& parameters) {
  if (!in.table.empty()) return time_curve(in);
  if (!in.angle.empty()) return time_formula(in.angle, Kind::angle, parameters);
  if (!in.way.empty()) return time_formula(in.way, Kind::length, parameters);
  if (!in.speed.empty()) return time_formula(in.speed, Kind::velocity, parameters);
  return time_formula(in.angular_speed, Kind::rotation_speed, parameters);
}

MotionKind motion_kind(Kind kind) {
  if (kind == Kind::angle) return MotionKind::angle;
  if (kind == Kind::length) return MotionKind::way;
  return kind == Kind::velocity ? MotionKind::speed : MotionKind::angular_speed;
}

TimeFunction multiplied(TimeFunction f, TimeFunction g) {
  return [f = std::move(f), g = std::move(g)](double t) {
    const TimeValue a = f(t), b = g(t);
    return TimeValue{a.value * b.value, a.rate * b.value + a.value * b.rate,
                     a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration};
  };
}

}  // namespace

void add_motions(const Model& model, BuiltMechanism& b) {
  for (const MotionInput& in : model.motions)
    b.mechanism.joints.push_back(at_place(in.where, [&] {
      const MarkerPair p = pair_named(b, in.between, in.where);
      Drive drive = drive_of(in, model.parameters);
      if (in.smooth_start > 0) {
        if (drive.kind == Kind::angle || drive.kind == Kind::length)
          throw InputError("'smooth_start' belongs to a speed, but the table gives " +
                           std::string(info(drive.kind).name) + "s");
        drive.function = multiplied(std::move(drive.function), smooth_spin_up(1.0, in.smooth_start));
      }
      Joint joint = motion(in.name, p.I, p.J, motion_kind(drive.kind), std::move(drive.function));
      joint.switches = std::move(drive.switches);
      return joint;
    }));
}

}  // namespace trunnion

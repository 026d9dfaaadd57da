#include "trunnion/run/build_mechanism.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/nearest_name.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/forces/radial_spring.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/cubic_spline.h"

namespace trunnion {

namespace {

// Errors of the engine get the place of the table they belong to.
template <class Work>
auto at_place(const SourceLocation& where, Work&& work) {
  try {
    return work();
  } catch (const InputError& error) {
    if (!error.where().file.empty()) throw;
    throw InputError(where, error.what());
  }
}

std::vector<std::string> keys_of(const std::map<std::string, Index>& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

Index marker_named(const BuiltMechanism& b, const std::string& name, const SourceLocation& where) {
  const auto found = b.markers.find(name);
  if (found == b.markers.end())
    throw InputError(where, fmt::format("there is no marker '{}'{}", name, name_hint(name, keys_of(b.markers))));
  return found->second;
}

MarkerPair pair_named(const BuiltMechanism& b, const std::vector<std::string>& names, const SourceLocation& where) {
  return {marker_named(b, names.at(0), where), marker_named(b, names.at(1), where)};
}

BodyStart start_of(const PlacementInput& place) {
  BodyStart start;
  start.R = place.position;
  start.A = axes_from(place.x, place.z);
  start.v = place.velocity;
  start.w = start.A.transpose() * place.angular_velocity;
  return start;
}

Matrix3d tensor(const std::vector<double>& i) {
  Matrix3d J = Vector3d(i[0], i[1], i[2]).asDiagonal();
  if (i.size() == 6) {
    J(0, 1) = J(1, 0) = i[3];
    J(1, 2) = J(2, 1) = i[4];
    J(0, 2) = J(2, 0) = i[5];
  }
  return J;
}

// The rigid body that a flexible one becomes without its modes: the same mass, the same inertia.
Body stiffened(const ReducedBody& reduced) {
  ReducedBody rigid = reduced;
  const Index n = 0;
  InertiaInvariants& inv = rigid.invariants;
  for (const LumpedInertia& lumped : reduced.lumped) inv.I7 += lumped.inertia;
  rigid.lumped.clear();
  inv.I3.resize(3, n);
  inv.I4.resize(3, n);
  inv.I6.resize(n, n);
  inv.I5.clear();
  inv.I8.clear();
  inv.I9.clear();
  rigid.mass.resize(n, n);
  rigid.stiffness.resize(n, n);
  rigid.damping.resize(n, n);
  rigid.display.translation.resize(rigid.display.translation.rows(), n);
  for (InterfaceRows& at : rigid.interfaces) {
    at.translation.resize(3, n);
    at.rotation.resize(3, n);
  }
  return flexible_body(rigid);
}

void add_marker(BuiltMechanism& b, const std::string& name, Marker marker, const SourceLocation& where) {
  marker.name = name;
  if (!b.markers.emplace(name, static_cast<Index>(b.mechanism.markers.size())).second)
    throw InputError(where, fmt::format("marker: the name '{}' is taken already", name));
  b.mechanism.markers.push_back(std::move(marker));
}

void add_bodies(const Model& model, const ReducedBodySource& reduced, BuiltMechanism& b) {
  const auto add = [&](const std::string& name, Body body, const PlacementInput& place, const SourceLocation& where) {
    if (name == "ground") throw InputError(where, "the name 'ground' is that of the world and cannot be a body's");
    if (!b.bodies.emplace(name, static_cast<Index>(b.mechanism.bodies.size())).second)
      throw InputError(where, fmt::format("the body name '{}' is taken already", name));
    return b.mechanism.add_body(std::move(body), start_of(place));
  };
  add_marker(b, "ground", {}, {});
  for (const RigidBodyInput& in : model.rigid_bodies)
    at_place(in.where, [&] {
      const Index body =
          add(in.name, rigid_body(in.name, {in.mass, in.center, tensor(in.inertia)}), in.place, in.where);
      Marker origin;
      origin.body = body;
      add_marker(b, in.name, origin, in.where);
      return body;
    });
  for (const FlexibleBodyInput& in : model.flexible_bodies)
    at_place(in.where, [&] {
      const auto source = reduced(in);
      b.reduced[in.name] = source;
      InvariantSwitches switches;
      for (const int number : in.without_invariants) switches.on.at(static_cast<std::size_t>(number - 1)) = false;
      const Index index =
          add(in.name, in.flexible ? flexible_body(*source, switches) : stiffened(*source), in.place, in.where);
      Body& body = b.mechanism.bodies[index];
      body.name = in.name;
      Marker origin;
      origin.body = index;
      add_marker(b, in.name, origin, in.where);
      for (const InterfaceRows& at : body.interfaces) {
        const std::string name = in.name + "." + at.name;
        add_marker(b, name, interface_marker(name, body, index, at.name), in.where);
      }
      return index;
    });
}

void add_markers(const Model& model, BuiltMechanism& b) {
  for (const MarkerInput& in : model.markers) {
    Marker marker;
    if (in.body != "ground") {
      const auto body = b.bodies.find(in.body);
      if (body == b.bodies.end()) {
        std::vector<std::string> known = keys_of(b.bodies);
        known.emplace_back("ground");
        throw InputError(
            in.where, fmt::format("marker '{}': there is no body '{}'{}", in.name, in.body, name_hint(in.body, known)));
      }
      marker.body = body->second;
      if (!in.interface.empty())
        marker = at_place(in.where, [&] {
          return interface_marker(in.name, b.mechanism.bodies[marker.body], marker.body, in.interface);
        });
    } else if (!in.interface.empty()) {
      throw InputError(in.where, fmt::format("marker '{}': ground has no interfaces", in.name));
    }
    if (in.interface.empty()) {
      marker.p = in.position;
      if (marker.body >= 0 && b.mechanism.bodies[marker.body].num_modes() > 0)
        throw InputError(in.where, fmt::format("marker '{}': on the flexible body '{}' a marker needs an 'interface'; "
                                               "a point in between has no node that could carry it",
                                               in.name, in.body));
    }
    marker.A0 = axes_from(in.x, in.z);
    add_marker(b, in.name, marker, in.where);
  }
}

void add_joints(const Model& model, BuiltMechanism& b) {
  for (const JointInput& in : model.joints)
    b.mechanism.joints.push_back(at_place(in.where, [&]() -> Joint {
      const MarkerPair p = pair_named(b, in.between, in.where);
      if (in.type == "distance") return distance_joint(in.name, p.I, p.J, in.length);
      if (in.type == "screw") return screw_joint(in.name, p.I, p.J, in.lead);
      if (in.type == "gear") return gear_coupling(in.name, p, pair_named(b, in.with, in.where), in.ratio);
      if (in.type == "rack") return rack_coupling(in.name, p, pair_named(b, in.with, in.where), in.radius);
      return joint_between(in.type, in.name, p.I, p.J);
    }));
}

// A formula of time with its derivatives; the second is the difference of the exact first.
TimeFunction time_formula(const std::string& text, Kind kind, const Parameters& parameters) {
  auto formula = std::make_shared<Formula>(text, std::vector<FormulaVariable>{{"time", info(Kind::time).dimension}},
                                           parameters.lookup());
  as_kind({0, formula->dimension(), 0}, kind);
  return [formula](double t) {
    const auto at = [&](double time) { return formula->with_gradient(std::span<const double>(&time, 1)); };
    const ValueAndGradient now = at(t);
    const double h = 1e-6 * (1 + std::abs(t));
    return TimeValue{now.value, now.gradient[0], (at(t + h).gradient[0] - at(t - h).gradient[0]) / (2 * h)};
  };
}

TimeFunction time_curve(const CurveInput& in, Kind kind) {
  const CsvCurve data = read_csv_curve(in.file, Kind::time, kind);
  auto spline = std::make_shared<CubicSpline>(data.x, data.y,
                                              in.periodic ? CubicSpline::Ends::periodic : CubicSpline::Ends::natural);
  return [spline](double t) {
    const SplineValue v = (*spline)(t);
    return TimeValue{v.value, v.slope, v.curvature};
  };
}

TimeFunction multiplied(TimeFunction f, TimeFunction g) {
  return [f = std::move(f), g = std::move(g)](double t) {
    const TimeValue a = f(t), b = g(t);
    return TimeValue{a.value * b.value, a.rate * b.value + a.value * b.rate,
                     a.acceleration * b.value + 2 * a.rate * b.rate + a.value * b.acceleration};
  };
}

void add_motions(const Model& model, BuiltMechanism& b) {
  for (const MotionInput& in : model.motions)
    b.mechanism.joints.push_back(at_place(in.where, [&] {
      const MarkerPair p = pair_named(b, in.between, in.where);
      const bool turns = !in.angle.empty() || !in.angular_speed.empty() || (in.table && in.way.empty());
      if (in.table) return motion(in.name, p.I, p.J, MotionKind::angle, time_curve(*in.table, Kind::angle));
      const bool speed = !in.angular_speed.empty() || !in.speed.empty();
      const std::string& text = turns ? (speed ? in.angular_speed : in.angle) : (speed ? in.speed : in.way);
      const Kind kind = turns ? (speed ? Kind::rotation_speed : Kind::angle) : (speed ? Kind::velocity : Kind::length);
      TimeFunction f = time_formula(text, kind, model.parameters);
      if (in.smooth_start > 0) f = multiplied(std::move(f), smooth_spin_up(1.0, in.smooth_start));
      const MotionKind motion_kind = turns ? (speed ? MotionKind::angular_speed : MotionKind::angle)
                                           : (speed ? MotionKind::speed : MotionKind::way);
      return motion(in.name, p.I, p.J, motion_kind, std::move(f));
    }));
}

Measure measure_of(const BuiltMechanism& b, const MeasureInput& in) {
  const MarkerPair p = pair_named(b, in.between, in.where);
  const bool rate =
      in.kind == MeasureKind::angular_speed || in.kind == MeasureKind::speed || in.kind == MeasureKind::distance_rate;
  const bool turns = in.kind == MeasureKind::angle || in.kind == MeasureKind::angular_speed;
  const bool distance = in.kind == MeasureKind::distance || in.kind == MeasureKind::distance_rate;
  const CoordinateKind kind =
      turns ? CoordinateKind::angle : (distance ? CoordinateKind::distance : CoordinateKind::along);
  return {in.name, {kind, p.I, p.J}, rate};
}

Kind kind_of(MeasureKind kind) {
  switch (kind) {
    case MeasureKind::angle:
      return Kind::angle;
    case MeasureKind::angular_speed:
      return Kind::rotation_speed;
    case MeasureKind::way:
    case MeasureKind::distance:
      return Kind::length;
    default:
      return Kind::velocity;
  }
}

MeasuredFunction formula_size(const MarkerLoadInput& in, const Parameters& parameters) {
  std::vector<FormulaVariable> variables{{"time", info(Kind::time).dimension}};
  for (const MeasureInput& m : in.measures) variables.push_back({m.name, info(kind_of(m.kind)).dimension});
  auto formula = std::make_shared<Formula>(in.size, variables, parameters.lookup());
  as_kind({0, formula->dimension(), 0}, in.torque ? Kind::moment : Kind::force);
  return [formula](double t, const VectorXd& measures) {
    std::vector<double> values{t};
    values.insert(values.end(), measures.begin(), measures.end());
    const ValueAndGradient v = formula->with_gradient(values);
    return MeasuredValue{v.value, Eigen::Map<const VectorXd>(v.gradient.data() + 1, measures.size())};
  };
}

MeasuredFunction curve_size(const MarkerLoadInput& in) {
  Index column = -1;
  Kind kind = Kind::time;
  for (std::size_t k = 0; k < in.measures.size(); ++k)
    if (in.measures[k].name == in.over) {
      column = static_cast<Index>(k);
      kind = kind_of(in.measures[k].kind);
    }
  if (column < 0 && in.over != "time")
    throw InputError(in.where, fmt::format("marker_load '{}': 'over' names the measure '{}', which it does not have",
                                           in.name, in.over));
  const CsvCurve data = read_csv_curve(in.table->file, kind, in.torque ? Kind::moment : Kind::force);
  auto spline = std::make_shared<CubicSpline>(
      data.x, data.y, in.table->periodic ? CubicSpline::Ends::periodic : CubicSpline::Ends::natural);
  return [spline, column](double t, const VectorXd& measures) {
    const SplineValue v = (*spline)(column < 0 ? t : measures[column]);
    MeasuredValue out{v.value, VectorXd::Zero(measures.size())};
    if (column >= 0) out.gradient[column] = v.slope;
    return out;
  };
}

void add_loads(const Model& model, BuiltMechanism& b) {
  for (const MarkerLoadInput& in : model.marker_loads)
    at_place(in.where, [&] {
      MeasuredLoad load;
      load.name = in.name;
      load.I = marker_named(b, in.on, in.where);
      load.J = marker_named(b, in.against.empty() ? "ground" : in.against, in.where);
      load.direction.setZero();
      load.direction.segment<3>(in.torque ? 3 : 0) = in.direction.normalized();
      load.follows = in.own_axes;
      for (const MeasureInput& m : in.measures) load.measures.push_back(measure_of(b, m));
      load.size = in.table ? curve_size(in) : formula_size(in, model.parameters);
      b.mechanism.loads.push_back(std::move(load));
      return 0;
    });
}

ForceLaw formula_law(const std::string& text, const Parameters& parameters) {
  auto formula = std::make_shared<Formula>(
      text, std::vector<FormulaVariable>{{"elongation", info(Kind::length).dimension}}, parameters.lookup());
  as_kind({0, formula->dimension(), 0}, Kind::force);
  return [formula](double x) {
    const auto at = [&](double e) { return formula->with_gradient(std::span<const double>(&e, 1)); };
    // Energy by Simpson's rule over ten pieces from the free length.
    double energy = 0;
    constexpr int pieces = 20;
    for (int i = 0; i <= pieces; ++i)
      energy += (i == 0 || i == pieces ? 1 : (i % 2 ? 4 : 2)) * at(x * i / pieces).value;
    const ValueAndGradient now = at(x);
    return LawValue{now.value, now.gradient[0], energy * x / (3 * pieces)};
  };
}

ForceLaw curve_law(const CurveInput& in) {
  const CsvCurve data = read_csv_curve(in.file, Kind::length, Kind::force);
  auto spline = std::make_shared<CubicSpline>(data.x, data.y);
  const double origin = (*spline)(0).integral;
  return [spline, origin](double x) {
    const SplineValue v = (*spline)(x);
    return LawValue{v.value, v.slope, v.integral - origin};
  };
}

std::shared_ptr<const MarkerForce> law_of(const Model& model, const ForceInput& in, const BuiltMechanism& b,
                                          MarkerPair p) {
  switch (in.type) {
    case ForceType::torsion_spring:
      return std::make_shared<TorsionSpring>(TorsionSpring::Data{in.free_angle,
                                                                 linear_law(in.rotational_stiffness.value_or(0)),
                                                                 linear_law(in.rotational_damping.value_or(0))});
    case ForceType::radial_spring:
      return std::make_shared<RadialSpring>(
          RadialSpring::Data{*in.stiffness, in.clearance, in.damping.value_or(0), in.damping_depth});
    case ForceType::bushing: {
      Bushing::Data data;
      if (in.matrix.empty())
        data.stiffness.diagonal() << in.translation_stiffness, in.turn_stiffness;
      else
        data.stiffness = Eigen::Map<const Matrix6d>(in.matrix.data());
      data.damping.diagonal() << in.translation_damping, in.turn_damping;
      return std::make_shared<Bushing>(in.name, data);
    }
    case ForceType::spring:
      break;
  }
  LineSpring::Data data;
  data.preload = in.preload;
  data.damper = linear_law(in.damping.value_or(0));
  data.spring = in.table
                    ? curve_law(*in.table)
                    : (in.law.empty() ? linear_law(in.stiffness.value_or(0)) : formula_law(in.law, model.parameters));
  data.free_length = in.free_length;
  if (in.free_length < 0) {  // as placed
    const Mechanism& m = b.mechanism;
    const auto place = [&](Index marker) -> Vector3d {
      const Index body = m.markers[marker].body;
      if (body < 0) return m.markers[marker].p;
      return m.start[body].R + m.start[body].A * m.markers[marker].p;
    };
    data.free_length = (place(p.I) - place(p.J)).norm();
  }
  return std::make_shared<LineSpring>(in.name, data);
}

void add_forces(const Model& model, BuiltMechanism& b) {
  for (const ForceInput& in : model.forces)
    at_place(in.where, [&] {
      const MarkerPair p = pair_named(b, in.between, in.where);
      static const std::map<ForceType, std::string> names{{ForceType::spring, "spring"},
                                                          {ForceType::torsion_spring, "torsion-spring"},
                                                          {ForceType::bushing, "bushing"},
                                                          {ForceType::radial_spring, "radial-spring"}};
      b.mechanism.marker_forces.push_back({in.name, names.at(in.type), p.I, p.J, law_of(model, in, b, p)});
      return 0;
    });
}

// A joint or force on one body: say where in the file.
void check_different_bodies(const BuiltMechanism& b, const std::vector<std::string>& between,
                            const SourceLocation& where, const std::string& who) {
  const MarkerPair p = pair_named(b, between, where);
  if (b.mechanism.markers[p.I].body == b.mechanism.markers[p.J].body)
    throw InputError(where, fmt::format("{}: markers '{}' and '{}' sit on the same body, so it could not move "
                                        "anything; give markers of two different bodies, or one on ground",
                                        who, between[0], between[1]));
}

}  // namespace

bool has_mechanism(const Model& model) {
  return !model.rigid_bodies.empty() || !model.joints.empty() || !model.markers.empty() || !model.forces.empty();
}

BuiltMechanism build_mechanism(const Model& model, const ReducedBodySource& reduced) {
  BuiltMechanism b;
  b.mechanism.gravity = model.header.gravity;
  add_bodies(model, reduced, b);
  add_markers(model, b);
  for (const JointInput& in : model.joints)
    check_different_bodies(b, in.between, in.where, fmt::format("joint '{}'", in.name));
  for (const MotionInput& in : model.motions)
    check_different_bodies(b, in.between, in.where, fmt::format("motion '{}'", in.name));
  add_joints(model, b);
  add_motions(model, b);
  add_forces(model, b);
  add_loads(model, b);
  finish(b.mechanism);
  return b;
}

}  // namespace trunnion

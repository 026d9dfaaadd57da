#include "trunnion/gears/mesh_cycle.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/gears/pitch_deviations.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {

namespace {

/// Turning of a gear into its mate: the driver as it drives, the driven gear against its sense.
FrameMotionMode turn_into_mate(const GearContact& c, bool driver) {
  FrameMotionMode motion;
  motion.body = driver ? 0 : 1;
  motion.rotation = Vector3d(0, 0, driver ? 1 : c.two.sign);
  if (!driver) motion.about << c.mesh.driven_center, 0;
  return motion;
}

FrameMotionMode input_turn(const GearContact& c) {
  FrameMotionMode motion = turn_into_mate(c, !c.pair.ring_drives);
  motion.name = fmt::format("turning of '{}'", driving_gear(c.pair).name);
  return motion;
}

}  // namespace

FrameMotionMode lag(const GearContact& c, double torque) {
  FrameMotionMode motion = turn_into_mate(c, c.pair.ring_drives);
  motion.name = fmt::format("lag of '{}'", loaded_gear(c.pair).name);
  motion.load = torque;
  return motion;
}

namespace {

double face_width(const GearContact& c) { return std::min(c.pair.driver.width, c.pair.driven.width); }

/// 1/E' of two bodies in line contact: each (1 - nu^2)/E in plane strain, 1/E in plane stress.
double line_compliance(const GearContact& c) {
  const auto one = [](const GearMaterial& m) {
    const double nu = m.plane == PlaneKind::strain ? m.elastic.poisson : 0;
    return (1 - nu * nu) / m.elastic.young;
  };
  return one(c.pair.driver_material) + one(c.pair.driven_material);
}

double relative_curvature(const GearContact& c) {
  return std::cos(c.two.base_helix) * (1 / c.mesh.driver_tangent_0 + c.two.sign / c.mesh.driven_tangent_0);
}

PairingOptions with_defaults(const GearContact& c, const GearLoad& load, PairingOptions o) {
  const double half_width = hertz_half_width(c, std::abs(load.torque));
  if (!(o.step > 0)) o.step = c.local ? std::min(c.step, 0.2 * half_width) : c.step;
  if (!(o.window > 0)) o.window = std::max(3.6 * half_width, 4 * o.step);
  if (!(o.largest > 0)) o.largest = 0.01 * c.one.module;
  return o;
}

/// Forces of single pairs waver when pairs are as close as nodes; pressure is their mean over two steps to either side,
/// weighted by a hat.
std::vector<double> pressures(const TeethInMesh& teeth, const VectorXd& p, double step) {
  const std::size_t n = teeth.points.size();
  std::vector<double> out(n, 0);
  for (std::size_t i = 0; i < n; ++i) {
    double force = 0, width = 0;
    for (std::size_t k = 0; k < n; ++k) {
      if (teeth.points[k].tooth_pair != teeth.points[i].tooth_pair || teeth.points[k].layer != teeth.points[i].layer)
        continue;
      const double weight = 1 - std::abs(teeth.points[k].tau - teeth.points[i].tau) / (2 * step);
      if (weight <= 0) continue;
      force += weight * p[Index(k)];
      width += weight * teeth.points[k].width;
    }
    out[i] = force / (width * teeth.points[i].length);
  }
  return out;
}

}  // namespace

MeshPosition evaluate(const GearContact& c, const GearLoad& load, const SolvedTeeth& solved) {
  const TeethInMesh& teeth = solved.teeth;
  const MixedLcp& problem = solved.problem;
  const MixedLcpSolution& found = solved.found;
  MeshPosition out;
  out.transmission_error = found.th[0];
  out.steps = found.steps;
  out.normal_force = found.p.sum();
  out.input_torque = load_row(teeth.pairs, input_turn(c)).dot(found.p);
  out.torque_error = std::abs(problem.B.row(0).dot(found.p) - load.torque) / load.torque;
  out.stiffness = motion_stiffness(problem, found.active)(0, 0);
  out.tooth_force.assign(std::size_t(2 * Index{c.driver->reach} + 1), 0);
  const std::vector<double> pressure = pressures(teeth, found.p, solved.step);
  for (std::size_t k = 0; k < teeth.pairs.size(); ++k) {
    const double p = found.p[Index(k)];
    const ToothPoint& place = teeth.points[k];
    out.points.push_back({place, teeth.pairs[k], p, pressure[k], found.d[Index(k)], teeth.places[k]});
    out.tooth_force[std::size_t(Index{place.tooth_pair} + c.driver->reach)] += p;
    out.largest_pressure = std::max(out.largest_pressure, pressure[k]);
    out.friction_power += load.friction * p * std::abs(place.sliding);
  }
  out.unloaded_error = unloaded_lag(teeth);
  return out;
}

double hertz_half_width(const GearContact& c, double torque) {
  const double per_width = torque / (loaded_base(c) * face_width(c));
  return std::sqrt(4 * per_width * line_compliance(c) / (std::numbers::pi * relative_curvature(c)));
}

double hertz_pressure(const GearContact& c, double torque) {
  return 2 * torque / (loaded_base(c) * face_width(c) * std::numbers::pi * hertz_half_width(c, torque));
}

double locking_friction(const GearContact& c) {
  // The way in is s < 0, where a ring drives s > 0.
  const double tangent = c.pair.ring_drives ? c.mesh.driver_tangent(c.mesh.end) : c.mesh.driven_tangent(c.mesh.start);
  return loaded_base(c) / std::abs(tangent);
}

double single_pair_force(const GearContact& c, const GearLoad& load, double s) {
  const double tangent = c.pair.ring_drives ? c.mesh.driver_tangent(s) : c.mesh.driven_tangent(s);
  const double sense = sense_of_motion(c.pair) * (s > 0 ? 1 : -1);
  return load.torque / (loaded_base(c) + load.friction * sense * tangent) / std::cos(c.two.base_helix);
}

namespace {

/// Largest tension along the root of each tooth pair's teeth, on the loaded side.
void add_root_stress(const GearContact& c, MeshPosition& position) {
  for (const bool driver : {true, false}) {
    const FlankCompliance& yields = driver ? *c.driver : *c.driven;
    const std::vector<VectorXd> stress =
        root_stresses(yields, driver ? c.one : c.two, flank_forces(c, position, yields, driver));
    std::vector<double>& largest = position.root_stress[driver ? 0 : 1];
    for (int j = -c.driver->reach; j <= c.driver->reach; ++j)
      largest.push_back(stress[std::size_t((driver ? j : driven_tooth(c.mesh, j)) + yields.reach)].maxCoeff());
  }
}

}  // namespace

double unloaded_lag(const TeethInMesh& teeth) {
  double lag = std::numeric_limits<double>::infinity();
  for (const RigidGap& rigid : teeth.rigid)  // the gear lags until the first gap closes
    if (rigid.rate > 0) lag = std::min(lag, rigid.gap / rigid.rate);
  return lag;
}

SolvedTeeth solve_teeth(const GearContact& c, const GearLoad& load, double s, PairingOptions pairing) {
  return solve_teeth(c, load, s, pairing, [&](const PairingOptions& o) {
    SolvedTeeth out;
    out.teeth = teeth_in_mesh(c, s, load.friction, o);
    if (out.teeth.pairs.empty()) return out;
    out.problem = contact_problem(out.teeth.bodies, out.teeth.pairs, {lag(c, load.torque)});
    if (c.local) out.problem.A += local_compliance(c, out.teeth);
    return out;
  });
}

SolvedTeeth solve_teeth(const GearContact& c, const GearLoad& load, double s, const PairingOptions& pairing,
                        const PairTeeth& pair_teeth) {
  if (!(load.torque > 0))
    throw InputError(fmt::format("output torque = {} N m, must be > 0: it resists the driven gear", load.torque));
  PairingOptions o = with_defaults(c, load, pairing);
  constexpr int attempts = 8;
  std::string why = "no pair of points comes near enough to touch; check center distance, pitch deviations and reliefs";
  for (int attempt = 0; attempt < attempts; ++attempt) {
    SolvedTeeth out = pair_teeth(o);
    if (out.teeth.pairs.empty()) {  // the flanks are farther apart than expected: pitch errors, reliefs
      o.largest *= 4;
      continue;
    }
    const MixedLcpSolution& found = out.found = solve_block_pivoting(out.problem);
    if (found.status == LcpStatus::unbalanced)
      throw SolveError(fmt::format(
          "gears at s = {:.4g} mm: {}. With friction {} the contact locks itself (a pair at "
          "the start of the path does from {:.3g} on), or the torque has the wrong sign",
          1e3 * s, describe_runaway({lag(c, load.torque)}, found.runaway), load.friction, locking_friction(c)));
    if (found.status != LcpStatus::solved)
      throw SolveError(
          fmt::format("gears at s = {:.4g} mm: the contact problem of {} pairs has no answer that was found; "
                      "friction {} may be too high: a pair at the start of the path locks itself from {:.3g} on",
                      1e3 * s, out.teeth.pairs.size(), load.friction, locking_friction(c)));
    // Pairs beyond the largest gap could have closed, or load stands at the end of the window: look further.
    bool again = false;
    if (loaded_base(c) * found.th[0] > 0.8 * o.largest) {
      o.largest = 1.5 * loaded_base(c) * found.th[0];
      again = true;
      why = "the gears yield more with every pair of points that is looked at; check torque and material";
    }
    if (!(pairing.window > 0))
      for (std::size_t k = 0; k < out.teeth.points.size(); ++k)
        if (out.teeth.points[k].at_edge && found.p[Index(k)] > 1e-6 * found.p.sum() &&
            std::abs(out.teeth.points[k].tau) > o.window - 1.01 * o.step) {
          o.window *= 1.5;
          again = true;
          why = fmt::format(
              "contact reaches the end of a window of {:.3g} mm to either side of where rigid teeth touch; check "
              "torque "
              "and material",
              1e3 * o.window);
          break;
        }
    out.step = o.step;
    if (!again) return out;
  }
  throw SolveError(fmt::format("gears at s = {:.4g} mm: {}", 1e3 * s, why));
}

MeshPosition solve_position(const GearContact& c, const GearLoad& load, double s, PairingOptions pairing) {
  const SolvedTeeth solved = solve_teeth(c, load, s, pairing);
  MeshPosition out = evaluate(c, load, solved);
  out.s = s;
  add_root_stress(c, out);
  return out;
}

double gear_angle(const GearContact& c, const MeshPosition& position, bool driver) {
  const double drawn = driver ? driver_angle(c.mesh, c.one, position.s) : driven_angle(c.mesh, c.two, position.s);
  const double sense = driver ? 1 : c.two.sign;
  return drawn + (driver == c.pair.ring_drives ? sense * position.transmission_error : 0);
}

MatrixXd flank_forces(const GearContact& c, const MeshPosition& position, const FlankCompliance& mesh, bool driver) {
  MatrixXd forces = MatrixXd::Zero(2, (2 * mesh.reach + 1) * mesh.nodes_per_flank);
  const GearGeometry& g = driver ? c.one : c.two;
  const double angle = driver ? driver_angle(c.mesh, c.one, position.s) : driven_angle(c.mesh, c.two, position.s);
  const Eigen::Rotation2Dd back(-angle);
  for (const LoadedPoint& point : position.points) {
    const int tooth = driver ? point.place.tooth_pair : driven_tooth(c.mesh, point.place.tooth_pair);
    const double arc = arc_length(g, tangent_length(g, point.place.radius[driver ? 0 : 1]));
    const FlankCarrier at = flank_carrier(mesh, tooth, arc);
    const Vector2d on_driven = point.force * (point.pair.normal + point.pair.drag).head<2>();
    for (std::size_t k = 0; k < at.nodes.size(); ++k)
      forces.col(at.nodes[k]) += at.weights[k] * (back * Vector2d(driver ? -on_driven : on_driven));
  }
  return forces;
}

namespace {

/// Load of the tooth pair at place s of the line of action, whatever pairs share with it. Of teeth that are alike.
double pair_force_at(const CycleFrame& f, double s) {
  const double turns = std::round(s / f.base_pitch);
  const MeshPosition at = f.solve(s - turns * f.base_pitch, 0);
  const auto j = Index(turns) + f.reach;
  return j >= 0 && j < Index(at.tooth_force.size()) ? at.tooth_force[std::size_t(j)] : 0;
}

/// Where a tooth pair takes up or lays down its load, between `loaded` and `free`.
double edge_of_contact(const CycleFrame& f, double loaded, double free) {
  if (pair_force_at(f, free) > 0) return free;
  for (int k = 0; k < f.edge_steps; ++k) {
    const double middle = 0.5 * (loaded + free);
    (pair_force_at(f, middle) > 0 ? loaded : free) = middle;
  }
  return 0.5 * (loaded + free);
}

}  // namespace

MeshCycle solve_cycle(const GearContact& c, const GearLoad& load, int positions, const PairingOptions& pairing,
                      const CycleProgress& progress, int pitches) {
  CycleFrame frame{.base_pitch = c.mesh.base_pitch, .reach = c.driver->reach, .sense = sense_of_motion(c.pair)};
  frame.repeat = pitches_until_repeat(c.pair);
  frame.pitches = pitches > 0 ? pitches : frame.repeat;
  GearContact alike = c;
  alike.pair = without_deviations(c.pair);
  DeviatingTeeth deviating(c, load, pairing,
                           [&](double s, const PairingOptions& o) { return solve_teeth(alike, load, s, o); });
  frame.solve = [&](double s, int cycle) {
    if (frame.repeat == 1) return solve_position(c, load, s, pairing);
    MeshPosition out = evaluate(c, load, deviating.at(s, cycle));
    out.s = s;
    add_root_stress(c, out);
    return out;
  };
  return solve_cycle(frame, positions, progress);
}

MeshCycle solve_cycle(const CycleFrame& f, int positions, const CycleProgress& progress) {
  MeshCycle out;
  out.pitches = f.pitches;
  out.whole = f.pitches % f.repeat == 0;
  const Stopwatch watch;
  const int count = positions * f.pitches;
  double sum = 0, least = 1e300, largest = -1e300, loaded = 0;
  double first = 0, last = 0;  // loaded places farthest from the pitch point
  for (int i = 0; i < count; ++i) {
    const double s = f.sense * (double(i % positions) / positions - 0.5) * f.base_pitch;
    const int cycle = f.sense * (i / positions);
    out.positions.push_back(f.solve(s, cycle));
    MeshPosition& at = out.positions.back();
    at.cycle = cycle;
    if (cycle != 0) std::erase_if(at.points, [](const LoadedPoint& point) { return !(point.force > 0); });
    sum += at.transmission_error;
    least = std::min(least, at.transmission_error);
    largest = std::max(largest, at.transmission_error);
    for (int j = -f.reach; j <= f.reach; ++j)
      if (at.tooth_force[std::size_t(Index{j} + f.reach)] > 0) {
        ++loaded;
        first = std::min(first, s + j * f.base_pitch);
        last = std::max(last, s + j * f.base_pitch);
      }
    if (progress) progress(i + 1, count);
  }
  out.wall_s_per_position = watch.seconds() / count;
  out.mean = sum / count;
  out.peak_to_peak = largest - least;
  if (f.repeat == 1) {
    const double step = f.base_pitch / positions;
    out.first_contact = edge_of_contact(f, first, first - step);
    out.last_contact = edge_of_contact(f, last, last + step);
    out.contact_ratio_loaded = (out.last_contact - out.first_contact) / f.base_pitch;
  } else {  // every pair has its own way
    out.first_contact = first;
    out.last_contact = last;
    out.contact_ratio_loaded = loaded / count;
  }
  constexpr double just_before = 1e-6;  // base pitches
  out.at_pitch_point = f.solve(-just_before * f.sense * f.base_pitch, 0);
  return out;
}

}  // namespace trunnion

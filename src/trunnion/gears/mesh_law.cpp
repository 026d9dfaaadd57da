#include "trunnion/gears/mesh_law.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double touch = 0.1;  // of the mean deflection: over this way a tabulated stiffness comes up

double place_of(const GearContact& c, Index i, int positions, double offset = 0) {
  return ((double(i) + offset) / positions - 0.5) * c.mesh.base_pitch;
}

void check_options(const MeshLawOptions& o) {
  if (!(o.torque > 0)) throw InputError(fmt::format("torque = {} N m, must be > 0", o.torque));
  if (o.positions < 8) throw InputError(fmt::format("positions = {}, at least 8 are needed", o.positions));
}

}  // namespace

LoadSurface stiffness_law(double period, const VectorXd& error, const VectorXd& stiffness, double force) {
  const Index n = error.size();
  // Two levels: over the way w the force is k x^2/(2 w), then k (x - w/2).
  const double w = touch * force / stiffness.mean();
  LoadSurface::Data data;
  data.period = period;
  data.error = error.array() - 0.5 * w;  // so that the straight part aims at `error`
  data.level = Eigen::Vector2d(0, w);
  data.force = MatrixXd::Zero(n, 2);
  data.force.col(1) = 0.5 * w * stiffness;
  data.stiffness = MatrixXd::Zero(n, 2);
  data.stiffness.col(1) = stiffness;
  return LoadSurface(std::move(data));
}

LoadSurface tabulated_law(const GearContact& c, const MeshLawOptions& o) {
  check_options(o);
  const double r = c.two.base, force = o.torque / r;
  VectorXd stiffness(o.positions), error(o.positions);
  for (Index i = 0; i < o.positions; ++i) {
    const MeshPosition at = solve_position(c, {o.torque, 0}, place_of(c, i, o.positions));
    stiffness[i] = at.stiffness / (r * r);
    error[i] = r * at.transmission_error - force / stiffness[i];
  }
  return stiffness_law(c.mesh.base_pitch, error, stiffness, force);
}

LoadSurface full_law(const GearContact& c, const MeshLawOptions& o) {
  check_options(o);
  const double r = c.two.base;
  const GearLoad most{o.reach * o.torque, 0};
  // Levels go so deep that every position bears the wanted load; pairs that could close on the way must be there.
  constexpr int probes = 12;
  double deepest = 0, open = 0;
  for (Index i = 0; i < probes; ++i) {
    const SolvedTeeth at = solve_teeth(c, most, place_of(c, i, probes));
    deepest = std::max(deepest, r * (at.found.th[0] - unloaded_lag(at.teeth)));
    open = std::max(open, r * unloaded_lag(at.teeth));
  }
  PairingOptions pairing;
  pairing.largest = std::max(0.01 * c.one.module, 1.3 * (deepest + open));
  LoadSurface::Data data;
  data.period = c.mesh.base_pitch;
  data.error.resize(o.positions);
  data.level.resize(o.levels + 1);
  for (Index j = 0; j <= o.levels; ++j) data.level[j] = deepest * std::pow(double(j) / o.levels, 1.5);
  data.force = MatrixXd::Zero(o.positions, o.levels + 1);
  data.stiffness = MatrixXd::Zero(o.positions, o.levels + 1);
  for (Index i = 0; i < o.positions; ++i) {
    const SolvedTeeth teeth = solve_teeth(c, most, place_of(c, i, o.positions), pairing);
    data.error[i] = r * unloaded_lag(teeth.teeth);
    MixedLcp given;  // the lag is no unknown here
    given.A = teeth.problem.A;
    given.B.resize(0, teeth.problem.pairs());
    given.C.resize(teeth.problem.pairs(), 0);
    given.lam.resize(0);
    BlockPivotingOptions start;
    start.start = teeth.found.active;
    for (Index j = o.levels; j > 0; --j) {
      const double lag = (data.error[i] + data.level[j]) / r;
      given.eps = teeth.problem.eps + teeth.problem.C.col(0) * lag;
      const MixedLcpSolution found = solve_block_pivoting(given, start);
      if (found.status != LcpStatus::solved)
        throw SolveError(
            fmt::format("gears at s = {:.4g} mm: the contact problem with a given lag of {:.4g} urad has no "
                        "answer that was found",
                        1e3 * place_of(c, i, o.positions), 1e6 * lag));
      data.force(i, j) = teeth.problem.B.row(0).dot(found.p) / r;
      data.stiffness(i, j) = motion_stiffness(teeth.problem, found.active)(0, 0) / (r * r);
      start.start = found.active;
    }
  }
  return LoadSurface(std::move(data));
}

LawError law_error(const GearContact& c, const LoadSurface& law, const MeshLawOptions& o) {
  LawError out;
  const double r = c.two.base, design = o.torque / r;
  int count = 0;
  for (Index i = 0; i < o.positions; i += 2)
    for (const double share : {0.5, 1.0, 1.5}) {
      const double s = place_of(c, i, o.positions, 0.5);
      const MeshPosition at = solve_position(c, {share * o.torque, 0}, s);
      const double off = std::abs(law(s, r * at.transmission_error).force - share * design) / design;
      out.largest = std::max(out.largest, off);
      out.mean += off;
      ++count;
    }
  out.mean /= count;
  return out;
}

LoadSurface standard_law(double base_pitch, double width) {
  constexpr double per_width = 14e9;  // [N/m per m]
  constexpr Index n = 8;
  constexpr double usual = 1e-5;  // deflection [m]
  return stiffness_law(base_pitch, VectorXd::Zero(n), VectorXd::Constant(n, per_width * width),
                       usual * per_width * width);
}

}  // namespace trunnion

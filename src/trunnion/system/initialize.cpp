#include "trunnion/system/initialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/math/rotations.h"
#include "trunnion/system/force_reports.h"
#include "trunnion/system/joint_equations.h"
#include "trunnion/system/measured_loads.h"
#include "trunnion/system/redundancy.h"

namespace trunnion {

namespace {

// Positions are solved to rounding of lengths of the order of a metre; constraint softness makes positions with
// dependent rows solvable and is removed again by iterating.
constexpr double position_tolerance = 1e-12;
constexpr double assembly_softness = 1e-10;
constexpr double reaction_tolerance = 1e-10;  // last change of a multiplier, of the largest
constexpr int most_passes = 50;
constexpr double modal_share = 1e-4;  // of K_ff in the metric: flexible bodies deform only if nothing else can move

StepContext resting(const State& s) { return {s.t, 0, 0, StageKind::stationary}; }

double worst_row(const Mechanism& m, const Workspace& work, Index& row) {
  if (m.num_rows == 0) return 0;
  return work.residual.tail(m.num_rows).cwiseAbs().maxCoeff(&row);
}

void factor_mass_system(const Mechanism& m, const StepContext& at, const State& s, double modal, double softness,
                        Workspace& work, bool reactions_in_loads = false) {
  assemble_jacobian(m, at, s, {{1, 0, 0}, modal, softness, reactions_in_loads}, work);
  if (!work.lu.factor(work.jacobian.matrix()))
    throw SolveError(
        "the mass matrix is singular within the joints: a body without mass or inertia can still move; "
        "give it mass, or tie it");
}

// Share of K_ff that makes every mode weigh at least a million times its mass.
double rigid_share(const Mechanism& m) {
  double softest = 0;  // lowest K/M of a mode [1/s^2]
  for (const Body& body : m.bodies)
    for (Index i = 0; i < body.num_modes(); ++i) {
      const double ratio = body.inertia.I6(i, i) > 0 ? body.stiffness(i, i) / body.inertia.I6(i, i) : 0;
      if (ratio > 0 && (softest == 0 || ratio < softest)) softest = ratio;
    }
  return softest > 0 ? 1e6 / softest : 0;
}

}  // namespace

void start_rows(const Mechanism& m, State& s, const std::vector<std::string>* driven, bool running) {
  Workspace work(m);
  update_kinematics(m, s, work);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Joint& joint = m.joints[j];
    const bool in_force = joint.acts == Acts::always || (joint.acts == Acts::running) == running;
    Index term = m.first_term[j];
    for (std::size_t r = 0; r < joint.rows.size(); ++r) {
      const Index row = m.first_row[j] + static_cast<Index>(r);
      const bool moved = r == 0 && joint.motion.has_value();
      const bool acts =
          in_force && (!moved || !driven || std::find(driven->begin(), driven->end(), joint.name) != driven->end());
      s.row_active[row] = acts;
      if (!acts) s.lambda[row] = 0;
      const double f = moved ? (*joint.motion)(s.t).value : 0;
      double sum = 0;
      for (const ConstraintTerm& t : joint.rows[r].terms) {
        const RelativeCoordinate& c = t.coordinate;
        const RelativeMotion motion = relative_motion(work.markers[c.I].motion, work.markers[c.J].motion);
        const double near = moved && !joint.motion_is_speed ? f : s.coordinate[term];
        s.coordinate[term] = evaluate(c, motion, near).value;
        sum += t.factor * s.coordinate[term];
        ++term;
      }
      if (joint.rows[r].hold_start) s.row_offset[row] = sum - joint.rows[r].offset;
      if (moved && joint.motion_is_speed) s.row_offset[row] = sum - f;
    }
  }
}

VectorXd hold_motions(const Mechanism& m, State& s, const VectorXd& turns) {
  Workspace work(m);
  update_kinematics(m, s, work);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (!m.joints[j].motion || m.joints[j].motion_is_speed) continue;
    const Index term = m.first_term[j];
    const RelativeCoordinate& c = m.joints[j].rows[0].terms[0].coordinate;
    const RelativeMotion motion = relative_motion(work.markers[c.I].motion, work.markers[c.J].motion);
    const double here = evaluate(c, motion, turns[term]).value;
    // From further away than a turn the motion counts from zero again.
    if (std::abs(here - (*m.joints[j].motion)(s.t).value) < 2 * std::numbers::pi) s.coordinate[term] = here;
  }
  assemble_residual(m, resting(s), s, work);
  VectorXd lag = VectorXd::Zero(m.num_rows);
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (const Index row = m.first_row[j]; m.joints[j].motion && s.row_active[row])
      lag[row] = work.residual[m.num_velocities + row];
  s.row_offset += lag;
  return lag;
}

bool assemble_positions(const Mechanism& m, State& s, Workspace& work, int& iterations) {
  const StepContext at = resting(s);
  VectorXd rhs = VectorXd::Zero(m.num_velocities + m.num_rows), dx;
  double before = 0;
  int stalled = 0;
  for (iterations = 0; iterations < 100; ++iterations) {
    assemble_residual(m, at, s, work);
    Index row = 0;
    const double worst = worst_row(m, work, row);
    if (worst <= position_tolerance) return true;
    stalled = iterations > 0 && worst > 0.9 * before ? stalled + 1 : 0;
    if (stalled > 5) return worst <= 100 * position_tolerance;
    before = worst;
    factor_mass_system(m, at, s, modal_share, assembly_softness, work);
    rhs.tail(m.num_rows) = -work.residual.tail(m.num_rows);
    work.lu.solve(rhs, dx);
    // A turn of more than a fifth of a right angle at once leaves the range of the linearisation.
    double turn = 0;
    for (std::size_t b = 0; b < m.bodies.size(); ++b)
      turn = std::max(turn, dx.segment<3>(m.first_velocity[b] + 3).norm());
    dx *= std::min(1.0, 0.3 / std::max(turn, 1e-300));
    move(m, s.x, dx.head(m.num_velocities), s.x);
  }
  return false;
}

void project_velocities(const Mechanism& m, State& s, Workspace& work, const VectorXd* rates) {
  const StepContext at{s.t, 0, 0, StageKind::transient};
  if (m.num_rows == 0) return;
  // The joints change rigid motions first: by mass alone a rod between two eyes would be given a share of bending rates
  // and would ring from the start.
  factor_mass_system(m, at, s, rigid_share(m), 0, work);
  VectorXd rhs = VectorXd::Zero(m.num_velocities + m.num_rows), dv;
  for (int pass = 0; pass < 2; ++pass) {  // the second pass takes off the rounding of the first
    update_kinematics(m, s, work);
    constraint_rates(m, at, s, work, rhs.tail(m.num_rows));
    rhs.tail(m.num_rows) *= -1;
    if (rates) rhs.tail(m.num_rows) += *rates;
    work.lu.solve(rhs, dv);
    s.v += dv.head(m.num_velocities);
  }
}

void solve_accelerations(const Mechanism& m, const StepContext& at, State& s, Workspace& work) {
  // Without loads that depend on reactions the equations are linear: one pass, from nothing.
  const bool coupled = loads_depend_on_reactions(m);
  if (!coupled) s.lambda.setZero();
  VectorXd rhs(m.num_velocities + m.num_rows), solution;
  for (int pass = 1;; ++pass) {
    s.a.setZero();
    factor_mass_system(m, at, s, 0, 0, work, true);
    constraint_bias(m, at, s, work, rhs.tail(m.num_rows));
    assemble_residual(m, at, s, work);
    rhs.head(m.num_velocities) = -work.residual.head(m.num_velocities);
    rhs.tail(m.num_rows) *= -1;
    for (Index row = 0; row < m.num_rows; ++row)
      if (!s.row_active[row]) rhs[m.num_velocities + row] = -s.lambda[row];
    work.lu.solve(rhs, solution);
    s.a = solution.head(m.num_velocities);
    s.lambda += solution.tail(m.num_rows);
    if (!coupled) return;
    const double change = solution.tail(m.num_rows).cwiseAbs().maxCoeff();
    if (change <= reaction_tolerance * s.lambda.cwiseAbs().maxCoeff()) return;
    if (pass == most_passes)
      throw SolveError(
          "loads that depend on joint reactions and the reactions they cause find no balance: the mechanism jams, or "
          "the law is too steep; try a smaller coefficient");
  }
}

std::string assembly_sentence(const InitializeReport& report) {
  if (report.moved <= 1e-9 && report.turned <= 1e-9) return {};
  return fmt::format("assembly moved '{}' by {:.3g} mm; the largest turn of a body, of '{}', was {:.3g} degree",
                     report.moved_body, 1e3 * report.moved, report.turned_body, report.turned * 57.29577951308232);
}

InitializeReport close_joints(const Mechanism& m, State& s, Observer& observer) {
  Workspace work(m);
  InitializeReport report;
  const Configuration described = s.x;
  if (!assemble_positions(m, s, work, report.iterations)) {
    std::vector<Index> rows(m.num_rows);
    for (Index r = 0; r < m.num_rows; ++r) rows[r] = r;
    const auto open = [&](Index r) { return std::abs(work.residual[m.num_velocities + r]); };
    std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return open(a) > open(b); });
    std::string list;
    for (std::size_t i = 0; i < rows.size() && i < 4 && open(rows[i]) > 1e-3 * open(rows[0]); ++i)
      list += fmt::format("{}{} by {:.3g}", i == 0 ? "" : "; ", row_name(m, rows[i]), open(rows[i]));
    throw OpenJoints(rows.empty() ? 0 : joint_of_row(m, rows.front()),
                     fmt::format("the joints cannot all be satisfied: after {} iterations these stay open [m, or "
                                 "sine of an angle]: {}. Check positions and axes of their markers, or remove one of "
                                 "the joints that contradict each other.",
                                 report.iterations, list));
  }
  report.open = m.num_rows > 0 ? work.residual.tail(m.num_rows).cwiseAbs().maxCoeff() : 0;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const double way = (s.x.R[b] - described.R[b]).norm();
    const double turn = rotation_log(described.A[b].transpose() * s.x.A[b]).norm();
    if (way > report.moved || report.moved_body.empty()) report.moved_body = m.bodies[b].name;
    if (turn > report.turned || report.turned_body.empty()) report.turned_body = m.bodies[b].name;
    report.moved = std::max(report.moved, way);
    report.turned = std::max(report.turned, turn);
  }
  if (const std::string sentence = assembly_sentence(report); !sentence.empty()) observer.note(sentence);
  for (const Index row : drop_redundant_rows(m, s, work)) {
    s.lambda[row] = 0;
    report.redundant.push_back(row_name(m, row));
    observer.note("redundant, follows from the other joints: " + report.redundant.back() + "; its reaction is 0");
  }
  report.degrees_of_freedom = m.num_velocities - std::count(s.row_active.begin(), s.row_active.end(), 1);
  return report;
}

InitializeReport initialize(const Mechanism& m, State& s, Observer& observer) {
  InitializeReport report = close_joints(m, s, observer);
  Workspace work(m);
  const VectorXd wanted = s.v;
  project_velocities(m, s, work);
  report.velocity_change = s.v.size() > 0 ? (s.v - wanted).cwiseAbs().maxCoeff() : 0;
  if (report.velocity_change > 1e-9 && wanted.cwiseAbs().maxCoeff() > 0)
    observer.note(
        fmt::format("velocities were changed by up to {:.3g} to agree with the joints", report.velocity_change));
  solve_accelerations(m, {s.t, 0, 0, StageKind::transient}, s, work);
  s.a_aux = s.a;
  s.jerk.setZero(m.num_velocities);
  commit(m, {s.t, 0, 0, StageKind::transient}, s, work);
  return report;
}

std::string commit(const Mechanism& m, const StepContext& at, State& s, Workspace& work) {
  update_kinematics(m, s, work);
  std::vector<ForceReport> reports = force_reports(m, at, s, work);
  return commit(m, s, reports, work);
}

std::string commit(const Mechanism& m, State& s, std::vector<ForceReport>& reports, const Workspace& work) {
  std::string stop;
  for (std::size_t f = 0; f < reports.size(); ++f) {
    if (stop.empty() && !reports[f].stop.empty())
      stop = fmt::format("{}: {}", force_label(m, static_cast<Index>(f)), reports[f].stop);
    if (!s.history[f].empty()) s.history[f] = std::move(reports[f].trial);
  }
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    Index term = m.first_term[j];
    for (const ConstraintRow& row : m.joints[j].rows)
      for (const ConstraintTerm& t : row.terms) {
        const RelativeCoordinate& c = t.coordinate;
        if (counts_turns(c.kind))
          s.coordinate[term] =
              evaluate(c, relative_motion(work.markers[c.I].motion, work.markers[c.J].motion), s.coordinate[term])
                  .value;
        ++term;
      }
  }
  for (std::size_t k = 0; k < m.measures.size(); ++k) {
    if (m.measures[k].wrench) continue;
    const RelativeCoordinate& c = m.measures[k].coordinate;
    double& last = s.coordinate[m.num_terms + static_cast<Index>(k)];
    last = evaluate(c, relative_motion(work.markers[c.I].motion, work.markers[c.J].motion), last).value;
  }
  return stop;
}

}  // namespace trunnion

#include "trunnion/system/redundancy.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>

#include "trunnion/system/initialize.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {

namespace {

constexpr double rank_tolerance = 1e-8;
constexpr double rate_tolerance = 1e-6;  // of the fastest motion
constexpr double motion_weight = 1e-2;   // of a motion's row: where it depends on joints, it is the one to go
constexpr double small_way = 0.01;       // that shows whether a dependence lasts [m or rad]

bool is_motion(const Mechanism& m, Index row) { return m.joints[joint_of_row(m, row)].motion.has_value(); }

// Joints left after bodies with one joint have been taken off, again and again.
std::vector<Index> joints_in_loops(const Mechanism& m, const State& s, const Workspace& work) {
  const auto has_active_row = [&](Index j) {
    for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r)
      if (s.row_active[m.first_row[j] + static_cast<Index>(r)]) return true;
    return false;
  };
  std::vector<char> kept(m.joints.size());
  std::vector<std::vector<Index>> joints_of(m.bodies.size());
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) {
    kept[j] = has_active_row(j);
    if (kept[j])
      for (const Index b : work.bodies_of_joint[j]) joints_of[b].push_back(j);
  }
  std::vector<Index> leaves;
  std::vector<Index> degree;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    degree.push_back(static_cast<Index>(joints_of[b].size()));
    if (degree.back() == 1) leaves.push_back(static_cast<Index>(b));
  }
  while (!leaves.empty()) {
    const Index b = leaves.back();
    leaves.pop_back();
    for (const Index j : joints_of[b]) {
      if (!kept[j]) continue;
      kept[j] = 0;
      for (const Index other : work.bodies_of_joint[j])
        if (--degree[other] == 1) leaves.push_back(other);
    }
  }
  std::vector<Index> left;
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j)
    if (kept[j]) left.push_back(j);
  return left;
}

std::vector<Index> dependent_rows(const Mechanism& m, const State& s, Workspace& work) {
  const std::vector<Index> joints = joints_in_loops(m, s, work);
  std::vector<Index> rows, column(m.bodies.size(), -1), bodies;
  Index width = 0;
  for (const Index j : joints) {
    for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r)
      if (const Index row = m.first_row[j] + static_cast<Index>(r); s.row_active[row]) rows.push_back(row);
    for (const Index b : work.bodies_of_joint[j])
      if (column[b] < 0) {
        column[b] = width;
        width += m.bodies[b].size();
        bodies.push_back(b);
      }
  }
  if (rows.empty()) return {};
  assemble_jacobian(m, {s.t, 0, 0, StageKind::stationary}, s, {{1, 0, 0}, 0, 0}, work);
  MatrixXd Ct = MatrixXd::Zero(width, static_cast<Index>(rows.size()));  // M^-1/2 C_x', a column per row
  Index at = 0;
  for (const Index j : joints)
    for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r) {
      if (!s.row_active[m.first_row[j] + static_cast<Index>(r)]) continue;
      for (const Index b : work.bodies_of_joint[j])
        Ct.block(column[b], at, m.bodies[b].size(), 1) =
            work.jacobian.block(static_cast<Index>(m.bodies.size()) + j, b).row(static_cast<Index>(r)).transpose();
      ++at;
    }
  for (const Index b : bodies) {
    const Eigen::LLT<MatrixXd> root(MatrixXd(work.jacobian.block(b, b)));
    auto part = Ct.middleRows(column[b], m.bodies[b].size());
    root.matrixL().solveInPlace(part);
  }
  Ct.colwise().normalize();
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (is_motion(m, rows[k])) Ct.col(static_cast<Index>(k)) *= motion_weight;
  Eigen::ColPivHouseholderQR<MatrixXd> qr(Ct);
  qr.setThreshold(rank_tolerance);
  std::vector<Index> dependent;
  for (Index k = qr.rank(); k < Ct.cols(); ++k) dependent.push_back(rows[qr.colsPermutation().indices()[k]]);
  return dependent;
}

// A nearby position on the kept constraints, reached by a small fixed motion that touches every coordinate.
bool nearby_position(const Mechanism& m, State& s, Workspace& work) {
  for (Index i = 0; i < m.num_velocities; ++i) s.v[i] = std::sin(1.0 + 1.7 * static_cast<double>(i));
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    s.v.segment(m.first_velocity[b] + 6, m.bodies[b].num_modes()).setZero();
  project_velocities(m, s, work);
  const double size = s.v.cwiseAbs().maxCoeff();
  if (size < 1e-9) return false;  // nothing can move: dependence here is all there is
  move(m, s.x, s.v * (small_way / size), s.x);
  int iterations = 0;
  return assemble_positions(m, s, work, iterations);
}

// Motions that act upon one freedom must ask for the same speed: the rates that follow from the rows that are kept must
// be those of the rows that depend on them.
void check_motion_rates(const Mechanism& m, const State& s, const std::vector<Index>& dropped, Workspace& work) {
  const StepContext at{s.t, 0, 0, StageKind::transient};
  VectorXd rates(m.num_rows);
  State trial = s;
  for (const Index row : dropped) trial.row_active[row] = 1;
  motion_rates(m, at, trial, rates);
  const double fastest = rates.cwiseAbs().maxCoeff();
  if (fastest == 0) return;
  for (const Index row : dropped) trial.row_active[row] = 0;
  trial.v.setZero();
  project_velocities(m, trial, work);
  for (const Index row : dropped) trial.row_active[row] = 1;
  update_kinematics(m, trial, work);
  constraint_rates(m, at, trial, work, rates);
  for (const Index row : dropped)
    if (std::abs(rates[row]) > rate_tolerance * fastest)
      throw OpenJoints(
          joint_of_row(m, row),
          fmt::format("the motions contradict each other: {} would have to move by {:.4g} (SI, per second) "
                      "faster or slower than the other motions and joints allow. Remove one of the motions "
                      "that act upon the same freedom, or give them speeds that agree.",
                      row_name(m, row), std::abs(rates[row])));
}

// A motion that follows from the others must go on doing so: all are led a little way on, and those that then still
// hold are returned.
std::vector<Index> motions_that_go_on(const Mechanism& m, State s, const std::vector<Index>& motions, Workspace& work) {
  VectorXd rates(m.num_rows);
  motion_rates(m, {s.t, 0, 0, StageKind::transient}, s, rates);
  const double fastest = rates.cwiseAbs().maxCoeff();
  if (motions.empty() || fastest == 0) return motions;  // a motion that rests is a joint; two such hold or do not
  s.t += small_way / fastest;
  int iterations = 0;
  if (!assemble_positions(m, s, work, iterations)) return {};
  for (const Index row : motions) s.row_active[row] = 1;
  assemble_residual(m, {s.t, 0, 0, StageKind::stationary}, s, work);
  std::vector<Index> hold;
  for (const Index row : motions)
    if (std::abs(work.residual[m.num_velocities + row]) < 1e-8) hold.push_back(row);
  return hold;
}

}  // namespace

std::vector<Index> drop_redundant_rows(const Mechanism& m, State& s, Workspace& work) {
  const std::vector<Index> dropped = dependent_rows(m, s, work);
  if (dropped.empty()) return {};
  for (const Index row : dropped) s.row_active[row] = 0;
  check_motion_rates(m, s, dropped, work);
  std::vector<Index> motions, joints;
  for (const Index row : dropped) (is_motion(m, row) ? motions : joints).push_back(row);
  std::vector<Index> redundant = motions_that_go_on(m, s, motions, work);
  for (const Index row : motions) s.row_active[row] = 1;
  for (const Index row : redundant) s.row_active[row] = 0;
  if (joints.empty()) return redundant;
  // Frozen motions: a driven mechanism must still be able to move in the test.
  State trial = s;
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (m.joints[j].motion) trial.row_active[m.first_row[j]] = 0;
  if (!nearby_position(m, trial, work)) {
    redundant.insert(redundant.end(), joints.begin(), joints.end());
    return redundant;
  }
  for (const Index row : joints) trial.row_active[row] = 1;
  assemble_residual(m, {s.t, 0, 0, StageKind::stationary}, trial, work);
  for (const Index row : joints) {
    const bool holds = std::abs(work.residual[m.num_velocities + row]) < 1e-8;
    if (holds)
      redundant.push_back(row);
    else
      s.row_active[row] = 1;
  }
  return redundant;
}

}  // namespace trunnion

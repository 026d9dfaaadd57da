#include "trunnion/reduction/contact_training.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

ReducedContactState shrunk_state(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan) {
  for (const int finer : {1, 4, 16}) {
    ReducedContactState state = unloaded(body, points);
    if (step(body, points, 1, state.load, finer * plan.shrink_steps, state)) return state;
  }
  throw SolveError("the reduced body finds no equilibrium under the interference; keep more contact modes");
}

/// Value that a share `part` of the area does not exceed.
double area_quantile(const VectorXd& values, const VectorXd& area, double part) {
  std::vector<Index> order(std::size_t(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  double sum = 0;
  for (const Index k : order)
    if ((sum += area[k]) >= part * area.sum()) return values[k];
  return values[order.back()];
}

/// Loads on single coordinates that use the joint by one, as columns.
MatrixXd unit_usage_loads(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                          const ReducedContactState& shrunk) {
  const FitForces at = fit_forces(points, 1, shrunk.w, shrunk.traction, true);
  const MatrixXd tangent = body.stiffness - contact_tangent(body.rows, at.slope);
  const MatrixXd inner = tangent(body.free, body.free);
  const Eigen::PartialPivLU<MatrixXd> lu(inner);
  MatrixXd loads = MatrixXd::Zero(body.rows.cols(), Index(plan.loaded.size()));
  for (std::size_t c = 0; c < plan.loaded.size(); ++c) {
    VectorXd unit = VectorXd::Zero(body.rows.cols()), dq = unit;
    unit[plan.loaded[c]] = 1;
    const VectorXd free_part = lu.solve(VectorXd(unit(body.free)));
    dq(body.free) = free_part;
    const VectorXd dw = body.rows * dq;
    VectorXd usage = VectorXd::Zero(points.size());
    for (Index k = 0; k < points.size(); ++k) {
      const FitTraction& t = at.traction[std::size_t(k)];
      if (!(t.pressure > 0)) continue;
      const Vector3d change = at.slope[std::size_t(k)] * dw.segment<3>(3 * k) / points.area[k];
      const double grip = points.law[std::size_t(k)]->friction * t.pressure;
      usage[k] = std::max(std::abs(change[0]) / t.pressure, grip > 0 ? change.tail<2>().norm() / grip : 0);
    }
    const double used = area_quantile(usage, points.area, 0.9);
    if (used > 0) loads(plan.loaded[c], Index(c)) = 1 / used;
  }
  return loads;
}

}  // namespace

TrainedStates single_loads(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                           double level) {
  TrainedStates trained{shrunk_state(body, points, plan), {}, {}};
  const MatrixXd loads = unit_usage_loads(body, points, plan, trained.shrunk);
  trained.tried = loads.cols();
  for (Index c = 0; c < loads.cols(); ++c) {
    ReducedContactState state = trained.shrunk;
    if (step(body, points, 1, level * loads.col(c), 2, state))
      trained.states.push_back(std::move(state));
    else
      trained.lost.push_back({plan.loaded[std::size_t(c)], level});
  }
  return trained;
}

TrainedStates many_loads(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                         const TrainingLoads& wanted) {
  TrainedStates trained{shrunk_state(body, points, plan), {}, {}};
  const MatrixXd loads = unit_usage_loads(body, points, plan, trained.shrunk);
  struct Direction {
    VectorXd load;
    Index coordinate;
  };
  std::vector<Direction> directions;
  if (wanted.singles)
    for (Index c = 0; c < loads.cols(); ++c)
      for (const double sign : {1.0, -1.0}) directions.push_back({sign * loads.col(c), plan.loaded[std::size_t(c)]});
  std::mt19937_64 generator(20210108);  // fixed: the same input gives the same body
  std::normal_distribution<double> normal;
  for (int c = 0; c < wanted.mixtures; ++c) {
    VectorXd mix(loads.cols());
    for (double& entry : mix) entry = normal(generator);
    directions.push_back({loads * mix.normalized(), -1});
  }
  trained.tried = Index(directions.size());
  for (const Direction& direction : directions) {
    ReducedContactState state = trained.shrunk;
    for (const double level : wanted.levels) {
      if (!step(body, points, 1, level * direction.load, 2, state)) {
        trained.lost.push_back({direction.coordinate, level});
        break;
      }
      trained.states.push_back(state);
    }
  }
  return trained;
}

MatrixXd stresses_of(const std::vector<ReducedContactState>& states) {
  MatrixXd stresses(states.empty() ? 0 : states.front().w.size(), Index(states.size()));
  for (std::size_t s = 0; s < states.size(); ++s)
    for (std::size_t k = 0; k < states[s].traction.size(); ++k) {
      const FitTraction& t = states[s].traction[k];
      stresses.col(Index(s)).segment<3>(3 * Index(k)) = Vector3d(t.pressure, -t.shear.x(), -t.shear.y());
    }
  return stresses;
}

}  // namespace trunnion

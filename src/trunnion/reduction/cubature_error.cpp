#include "trunnion/reduction/cubature_error.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trunnion {
namespace {

constexpr double usage = 1;  // of the loads: a tenth of the contact loses its pressure or its grip

VectorXd pressures_of(const std::vector<FitTraction>& traction) {
  VectorXd p(Index(traction.size()));
  for (Index k = 0; k < p.size(); ++k) p[k] = traction[std::size_t(k)].pressure;
  return p;
}

double norm(const VectorXd& p, const VectorXd& area) { return std::sqrt(area.dot(p.cwiseAbs2())); }

}  // namespace

FitPoints few_points(const FitPoints& points, const Cubature& cubature) {
  FitPoints few;
  few.area = cubature.areas;
  few.interference = points.interference(cubature.points);
  few.clearance = points.clearance(cubature.points);
  few.growth = points.growth(Eigen::all, cubature.points);
  few.first.push_back(0);
  for (std::size_t f = 0; f + 1 < points.first.size(); ++f)
    few.first.push_back(std::lower_bound(cubature.points.begin(), cubature.points.end(), points.first[f + 1]) -
                        cubature.points.begin());
  for (const Index k : cubature.points) few.law.push_back(points.law[std::size_t(k)]);
  return few;
}

ReducedContact with_few_points(const ReducedContact& body, const Cubature& cubature) {
  ReducedContact few{body.stiffness, MatrixXd(3 * Index(cubature.points.size()), body.rows.cols()), body.free,
                     body.shrunk};
  for (std::size_t i = 0; i < cubature.points.size(); ++i)
    few.rows.middleRows<3>(3 * Index(i)) = body.rows.middleRows<3>(3 * cubature.points[i]);
  return few;
}

CubatureError cubature_error(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                             const Cubature& cubature) {
  CubatureError error;
  const TrainedStates exact = single_loads(body, points, plan, usage);
  const FitPoints few = few_points(points, cubature);
  const ReducedContact sampled = with_few_points(body, cubature);
  ReducedContactState shrunk = unloaded(sampled, few);
  const auto lost = [&] {
    error.relative = error.largest = std::numeric_limits<double>::quiet_NaN();
    return error;
  };
  const auto compare = [&](const ReducedContactState& with_all, const ReducedContactState& with_few) {
    const VectorXd p = pressures_of(with_all.traction);
    const FitForces everywhere = fit_forces(points, 1, body.rows * with_few.q, with_all.traction, false);
    const VectorXd off = pressures_of(everywhere.traction) - p;
    error.relative = std::max(error.relative, norm(off, points.area) / norm(p, points.area));
    error.largest = std::max(error.largest, off.cwiseAbs().maxCoeff() / p.maxCoeff());
    ++error.states;
  };
  if (!step(sampled, few, 1, shrunk.load, plan.shrink_steps, shrunk)) return lost();
  compare(exact.shrunk, shrunk);
  for (const ReducedContactState& state : exact.states) {
    ReducedContactState loaded = shrunk;
    if (!step(sampled, few, 1, state.load, 2, loaded)) return lost();
    compare(state, loaded);
  }
  return error;
}

}  // namespace trunnion

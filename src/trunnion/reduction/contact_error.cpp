#include "trunnion/reduction/contact_error.h"

#include <Eigen/LU>
#include <cmath>

#include "trunnion/math/gmres.h"
#include "trunnion/reduction/reduced_contact.h"

namespace trunnion {
namespace {

/// What the points remember, those at the limit of their elastic slip beyond it: they slide on, as they did in the step
/// that brought them there. On the limit itself round-off would decide.
std::vector<FitTraction> sliding_on(const FitPoints& points, std::vector<FitTraction> past) {
  constexpr double round_off = 1e-9;
  for (std::size_t k = 0; k < past.size(); ++k) {
    Vector2d& slip = past[k].memory.slip;
    if (slip.norm() > (1 - round_off) * points.law[k]->elastic_slip) slip *= 1 + 2 * round_off;
  }
  return past;
}

}  // namespace

ContactErrorEstimate::ContactErrorEstimate(const ConstrainedSolver& solver, const MatrixXd& constraint_modes,
                                           const FitPoints& points)
    : solver_(solver), points_(points), interface_rows_(product(points.relative, constraint_modes)) {}

VectorXd ContactErrorEstimate::respond(const VectorXd& forces) const {
  return product(points_.relative, solver_.solve(transposed_product(points_.relative, forces)));
}

ContactError ContactErrorEstimate::operator()(const VectorXd& interface_motion, const VectorXd& w, double share,
                                              const std::vector<FitTraction>& past, const VectorXd& answer) const {
  ContactError error;
  const FitForces at = fit_forces(points_, share, w, sliding_on(points_, past), true);
  const VectorXd residual = interface_rows_ * interface_motion + respond(at.force) - (answer.size() > 0 ? answer : w);
  error.solves = 1;
  const auto sloped = [&](const VectorXd& x) {
    VectorXd y(x.size());
    for (Index k = 0; k < points_.size(); ++k) y.segment<3>(3 * k) = at.slope[std::size_t(k)] * x.segment<3>(3 * k);
    return y;
  };
  GmresOptions options;
  options.tolerance = 1e-3;  // looser ones move the indicator by percents
  options.max_iterations = 60;
  const Eigen::PartialPivLU<MatrixXd> tangent =
      span_.rows.size() > 0 ? Eigen::PartialPivLU<MatrixXd>(span_.stiffness - contact_tangent(span_.rows, at.slope))
                            : Eigen::PartialPivLU<MatrixXd>();
  const auto led = [&](const VectorXd& y) -> VectorXd {
    if (span_.rows.size() == 0) return y;
    return y + span_.rows * tangent.solve(VectorXd(span_.rows.transpose() * sloped(y)));
  };
  const GmresResult found = gmres(
      [&](const VectorXd& y) -> VectorXd {
        const VectorXd x = led(y);
        return x - respond(sloped(x));
      },
      residual, options);
  const VectorXd correction = led(found.x);
  error.solves += found.iterations;

  error.pressure.resize(points_.size());
  error.stresses = at.force + sloped(correction);
  double off = 0, all = 0, peak = 0;
  for (Index k = 0; k < points_.size(); ++k) {
    const double p = at.traction[std::size_t(k)].pressure, area = points_.area[k];
    // An open point that the correction closes, or a closed one that it opens, ends at zero pressure at worst.
    const double dp = std::max(-p, at.slope[std::size_t(k)](0, 0) / area * correction[3 * k]);
    error.pressure[k] = dp;
    error.stresses.segment<3>(3 * k) /= area;
    off += area * dp * dp;
    all += area * p * p;
    peak = std::max(peak, p);
  }
  error.relative = all > 0 ? std::sqrt(off / all) : 0;
  error.largest = peak > 0 ? error.pressure.cwiseAbs().maxCoeff() / peak : 0;
  return error;
}

}  // namespace trunnion

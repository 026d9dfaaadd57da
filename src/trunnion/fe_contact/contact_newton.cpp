#include "trunnion/fe_contact/contact_newton.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/math/gmres.h"

namespace trunnion {
namespace {

constexpr int max_halvings = 5;
/// Iterations in a row that do not halve the residual: a fit that slips or comes off is given up sooner.
constexpr int hopeless = 8, hopeless_loose = 3;
constexpr int krylov_vectors = 80, krylov_products = 160, krylov_patience = 15;
constexpr double loosest_linear = 0.03, tightest_linear = 1e-4;

/// The equations at one w.
struct At {
  FitForces forces;
  VectorXd residual;
  double norm = 0;  ///< root of the area integral of |r|^2
};

class Equations {
 public:
  explicit Equations(const EquilibriumTask& task) : task_(task), weight_(task.free.size()) {
    for (Index k = 0; k < task.points.size(); ++k)
      weight_.segment<3>(3 * k).setConstant(std::sqrt(task.points.area[k]));
  }

  At at(const VectorXd& w) const {
    At out;
    out.forces = fit_forces(task_.points, task_.share, w, task_.past, true);
    const VectorXd forces = out.forces.force + task_.joined.stiffness().cwiseProduct(w);
    out.residual = task_.free + task_.joined.respond(forces) - w;
    out.norm = weight_.cwiseProduct(out.residual).norm();
    return out;
  }

  /// The step dw, by a direct solution where there are few points, else to the tolerance by iterations.
  VectorXd step(const At& at, double tolerance, double patience, const Observer& observer) const {
    const MatrixXd* compliance = task_.joined.compliance(patience, observer);
    return compliance ? direct_step(at, *compliance) : iterated_step(at, tolerance, observer);
  }

 private:
  VectorXd direct_step(const At& at, const MatrixXd& compliance) const {
    MatrixXd tangent = -compliance * task_.joined.stiffness().asDiagonal();
    for (Index k = 0; k < task_.points.size(); ++k)
      tangent.middleCols<3>(3 * k) -= compliance.middleCols<3>(3 * k) * at.forces.slope[std::size_t(k)];
    tangent.diagonal().array() += 1;
    return tangent.partialPivLu().solve(at.residual);
  }

  /// Unknowns are weighted with the root of the area, so that the norm is an integral.
  VectorXd iterated_step(const At& at, double tolerance, const Observer& observer) const {
    const auto operate = [&](const VectorXd& y) -> VectorXd {
      check_cancelled(observer);
      const VectorXd dw = y.cwiseQuotient(weight_);
      VectorXd forces = task_.joined.stiffness().cwiseProduct(dw);
      for (Index k = 0; k < task_.points.size(); ++k)
        forces.segment<3>(3 * k) += at.forces.slope[std::size_t(k)] * dw.segment<3>(3 * k);
      return y - weight_.cwiseProduct(task_.joined.respond(forces));
    };
    const GmresResult solved = gmres(operate, weight_.cwiseProduct(at.residual),
                                     {.tolerance = tolerance,
                                      .restart = krylov_vectors,
                                      .max_iterations = krylov_products,
                                      .patience = krylov_patience});
    return solved.x.cwiseQuotient(weight_);
  }

  const EquilibriumTask& task_;
  VectorXd weight_;
};

double largest(const VectorXd& w) { return w.size() == 0 ? 0 : w.cwiseAbs().maxCoeff(); }

}  // namespace

VectorXd bilateral_motion(const EquilibriumTask& task) {
  VectorXd forces = VectorXd::Zero(task.free.size());
  for (Index k = 0; k < task.points.size(); ++k)
    forces[3 * k] =
        task.joined.stiffness()[3 * k] * (task.share * task.points.interference[k] - task.points.clearance[k]);
  return task.free + task.joined.respond(forces);
}

EquilibriumFound find_equilibrium(const EquilibriumTask& task, VectorXd& w, const ContactOptions& options,
                                  Observer& observer) {
  const Equations equations(task);
  EquilibriumFound out;
  At now = equations.at(w);
  double linear = loosest_linear, halve = 0.5 * now.norm;
  int in_vain = 0;
  const auto finish = [&]() {
    out.forces = std::move(now.forces);
    return out;
  };
  while (true) {
    const double scale = std::max({largest(task.points.interference), largest(w), 1e-300});
    out.change = largest(now.residual) / scale;
    out.converged = out.change <= options.tolerance;
    out.unbounded = !std::isfinite(now.norm) || largest(w) > task.largest_motion;
    const bool loose = any_slips(task.points, now.forces.traction) || any_comes_off(task.points, now.forces.traction);
    if (out.converged || out.unbounded || in_vain >= (loose ? hopeless_loose : hopeless) ||
        out.iterations == options.max_iterations)
      return finish();
    ++out.iterations;

    // The last digits need not be better than what is asked for.
    const double enough = 0.3 * options.tolerance / out.change;
    VectorXd dw = equations.step(now, std::max(linear, enough), options.patience, observer);
    // Farther the law has nothing to do with its tangent any more.
    dw *= std::min(1.0, task.largest_motion / largest(dw));

    double part = 1;
    At next = equations.at(w + dw);
    for (int halving = 0; halving < max_halvings && !(next.norm < (1 - 1e-4 * part) * now.norm); ++halving) {
      At trial = equations.at(w + 0.5 * part * dw);
      if (!(trial.norm < next.norm)) break;  // shorter is no better: points change status, go on from here
      next = std::move(trial);
      part *= 0.5;
    }
    w += part * dw;
    const double ratio = next.norm / now.norm;
    linear = std::clamp(0.9 * ratio * ratio, tightest_linear, loosest_linear);
    now = std::move(next);
    ++in_vain;
    if (now.norm > halve) continue;
    halve = 0.5 * now.norm;
    in_vain = 0;
  }
}

}  // namespace trunnion

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/fem/constrained_system.h"
#include "trunnion/math/dense.h"

namespace trunnion {

// The bordered matrix [A C^T; C 0], A = K_r - lambda M_r, has as many negative eigenvalues as the constrained pencil
// has eigenvalues below lambda, plus one per independent row of C. By Haynsworth's formula they are counted without
// forming it: neg(A) + neg(-C A^-1 C^T) (theory/math.md, 5.2).
Index count_eigenvalues_below(const ConstrainedSystem& system, double lambda) {
  const FeModel& model = *system.model;
  const IndefiniteFactor factor(
      eliminate(system, SparseMatrix(model.stiffness_lower - lambda * expanded_mass_lower(model))));
  if (factor.null_pivots() > 0)
    throw SolveError(
        fmt::format("eigenvalue count: {} (rad/s)^2 is itself an eigenvalue; count at another value", lambda));
  const Index rows = system.rows.cols();
  if (rows == 0) return factor.negative_eigenvalues();

  const MatrixXd Ct = dense(transposed_product(system.expand, system.rows));
  const MatrixXd schur = -Ct.transpose() * factor.solve(Ct);
  const VectorXd scale = schur.diagonal().cwiseAbs().unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
  const VectorXd values =
      symmetric_eigen(0.5 * scale.asDiagonal() * (schur + schur.transpose()) * scale.asDiagonal()).values;
  const double nothing = 1e-10 * values.cwiseAbs().maxCoeff();  // rows that repeat others
  const Index negative = (values.array() < -nothing).count(), independent = (values.array().abs() > nothing).count();
  return factor.negative_eigenvalues() + negative - independent;
}

}  // namespace trunnion

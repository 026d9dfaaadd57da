#include "trunnion/solvers/culprits.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "trunnion/math/general_lu.h"

namespace trunnion {

std::string coordinate_name(const Mechanism& m, Index velocity) {
  constexpr std::array<const char*, 6> names{"position x", "position y", "position z",
                                             "rotation x", "rotation y", "rotation z"};
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index local = velocity - m.first_velocity[b];
    if (local < 0 || local >= m.bodies[b].size()) continue;
    if (local < 6) return fmt::format("body '{}', {}", m.bodies[b].name, names[local]);
    return fmt::format("body '{}', mode {}", m.bodies[b].name, local - 5);
  }
  return "nothing";
}

std::string loose_coordinate(const Mechanism& m, const SparseMatrix& matrix) {
  // Unit rows and columns, so that metres and radians, forces and lengths compare.
  SparseMatrix A = matrix;
  const auto normalized = [&A](bool rows) {
    VectorXd norm = VectorXd::Zero(A.rows());
    for (Index c = 0; c < A.outerSize(); ++c)
      for (SparseMatrix::InnerIterator it(A, c); it; ++it) norm[rows ? it.row() : c] += it.value() * it.value();
    const VectorXd scale = norm.unaryExpr([](double x) { return x > 0 ? 1 / std::sqrt(x) : 1.0; });
    if (rows)
      A = SparseMatrix(scale.asDiagonal() * A);
    else
      A = SparseMatrix(A * scale.asDiagonal());
  };
  normalized(true);
  normalized(false);
  // Inverse iteration: a trace on the diagonal makes the null vector the one that grows most.
  constexpr double trace = 1e-10;
  SparseMatrix one(A.rows(), A.cols());
  one.setIdentity();
  A += SparseMatrix(trace * one);
  GeneralLu lu;
  VectorXd null = VectorXd::Ones(A.rows()), next;
  if (!A.coeffs().allFinite() || !lu.factor(A)) return "a body or joint";
  for (int k = 0; k < 3; ++k) {
    lu.solve(null, next);
    if (!next.allFinite()) return "a body or joint";
    null = next.normalized();
  }
  Index loose = 0;
  null.cwiseAbs().maxCoeff(&loose);
  return loose < m.num_velocities ? coordinate_name(m, loose) : row_name(m, loose - m.num_velocities);
}

}  // namespace trunnion

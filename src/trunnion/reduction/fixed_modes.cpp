#include "trunnion/reduction/fixed_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "trunnion/base/error.h"
#include "trunnion/math/block_lanczos.h"

namespace trunnion {

void add_modes(FixedModes& modes, Index count, const FeModel& model, const ConstrainedSolver& solver,
               Observer& observer) {
  if (count <= 0) return;
  const Index found = modes.eigenvalues.size();
  ShiftInvertOperator pencil;
  pencil.size = model.dofs.size;
  pencil.mass = [&](const MatrixXd& x) { return mass_product(model, x); };
  pencil.solve = [&](const MatrixXd& b) {
    MatrixXd x = solver.solve(b);
    if (found > 0) {
      const MatrixXd along = modes.shapes.leftCols(found).transpose() * b;
      x -= modes.shapes.leftCols(found) * (modes.eigenvalues.head(found).cwiseInverse().asDiagonal() * along);
    }
    return x;
  };
  EigenOptions options;
  options.count = count;
  options.tolerance = 5e-8;  // eigenvalues are good to its square, vectors gain a digit by the last application of S
  EigenPairs pairs = block_lanczos(pencil, options, observer);
  modes.solves += pairs.solves;
  if (!pairs.converged)
    throw SolveError(
        fmt::format("{} fixed-interface modes did not converge within {} solves; ask for fewer or a smaller band",
                    count, pairs.solves));

  if (found == 0) {
    modes.eigenvalues = std::move(pairs.values);
    modes.shapes = std::move(pairs.vectors);
    return;
  }
  VectorXd values(found + pairs.values.size());
  MatrixXd shapes(model.dofs.size, values.size());
  values << modes.eigenvalues, pairs.values;
  shapes << modes.shapes, pairs.vectors;
  std::vector<Index> order(values.size());
  std::iota(order.begin(), order.end(), Index(0));
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return values[a] != values[b] ? values[a] < values[b] : a < b; });
  modes.eigenvalues = values(order);
  if (std::is_sorted(order.begin(), order.end()))
    modes.shapes = std::move(shapes);
  else
    modes.shapes = shapes(Eigen::all, order);
}

double largest_residual(const FixedModes& modes, const FeModel& model, const ConstrainedSolver& solver) {
  if (modes.eigenvalues.size() == 0) return 0;
  // In the space of displacements, where reactions leave no trace: |phi - w^2 S M phi| in the mass norm, |phi| = 1.
  const MatrixXd answer = solver.solve(mass_product(model, modes.shapes)) * modes.eigenvalues.asDiagonal();
  const MatrixXd difference = modes.shapes - answer;
  const MatrixXd weighted = mass_product(model, difference);
  return std::sqrt(difference.cwiseProduct(weighted).colwise().sum().maxCoeff());
}

}  // namespace trunnion

#include "trunnion/reduction/fixed_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>

#include "trunnion/base/error.h"
#include "trunnion/fem/multiple_modes.h"
#include "trunnion/math/block_lanczos.h"
#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

MatrixXd starting_waves(const FeModel& model, Index count) {
  constexpr int waves = 12;    // per column
  constexpr double most = 16;  // half waves along each side of the body
  const Matrix3Xd& x = model.file->mesh.x;
  const Vector3d corner = x.rowwise().minCoeff(), size = (x.rowwise().maxCoeff() - corner).cwiseMax(1e-300);
  std::mt19937_64 generator(19991231);  // fixed: the same model gives the same digits
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto random_vector = [&] { return Vector3d::NullaryExpr([&] { return uniform(generator); }).eval(); };
  MatrixXd y = MatrixXd::Zero(model.dofs.size, count);
  for (Index c = 0; c < count; ++c)
    for (int w = 0; w < waves; ++w) {
      const Vector3d rate = (most * std::numbers::pi * random_vector()).cwiseQuotient(size),
                     amplitude = random_vector();
      const double phase = std::numbers::pi * uniform(generator);
      for (Index node = 0; node < model.dofs.num_nodes; ++node)
        y.col(c).segment<3>(3 * node) += amplitude * std::cos(rate.dot(x.col(node) - corner) + phase);
    }
  return y;
}

}  // namespace

MatrixXd inertia_answers(const FeModel& model, const ConstrainedSolver& solver, const MatrixXd& mass_psi,
                         FixedModes& modes) {
  constexpr Index together = 8, least = 4;
  const Index a = mass_psi.cols(), waves = least + (together - (a + least) % together) % together;
  modes.start = solver.solve(side_by_side(mass_psi, mass_product(model, starting_waves(model, waves))));
  modes.solves += waves;
  return -modes.start.leftCols(a);
}

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
  if (found == 0) options.start = std::exchange(modes.start, MatrixXd());
  EigenPairs pairs = block_lanczos(pencil, options, observer);
  modes.solves += pairs.solves;
  if (!pairs.converged)
    throw SolveError(
        fmt::format("{} fixed-interface modes did not converge within {} solves; ask for fewer or a smaller band",
                    count, pairs.solves));

  if (found == 0) {
    modes.eigenvalues = std::move(pairs.values);
    modes.shapes = std::move(pairs.vectors);
    orient_multiple_modes(model, modes.eigenvalues, modes.shapes);
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
  orient_multiple_modes(model, modes.eigenvalues, modes.shapes);
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

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

void refuse_loads_without_stiffness(const FeModel& model, const ConstrainedSystem& system,
                                    const std::vector<LoadCase>& cases, const MatrixXd& loads) {
  for (const Index dof : system.without_stiffness)
    for (Index c = 0; c < loads.cols(); ++c)
      if (loads(dof, c) != 0)
        throw InputError(
            fmt::format("load case '{}' acts on {}, which belongs to no element, spring or coupling. Load a "
                        "set of nodes of the part instead.",
                        cases[c].name, describe_dof(model, dof)));
}

}  // namespace

StaticSolution solve_static(const FeModel& model, const std::vector<Support>& supports,
                            const std::vector<LoadCase>& cases, Observer& observer) {
  const Stopwatch watch;
  const MatrixXd loads = load_vectors(model, cases);
  const auto system = constrain(model, supports);
  refuse_loads_without_stiffness(model, *system, cases, loads);
  const ConstrainedSolver solver(system, LooseMotion::refuse, observer);
  observer.advance(0.8);
  const auto [u, lambda] = solver.solve_with_prescribed(loads);

  StaticSolution solution;
  solution.displacement = u;
  const MatrixXd Ku = stiffness_product(model, u);
  solution.strain_energy = 0.5 * u.cwiseProduct(Ku).colwise().sum().transpose();

  // K u + C^T lambda - f: what supports add, once the forces inside couplings are carried to the unknowns they follow.
  const MatrixXd unbalanced = Ku + product(system->rows, lambda) - loads;
  solution.reaction = MatrixXd::Zero(u.rows(), u.cols());
  const MatrixXd reaction = transposed_product(system->given, unbalanced);
  for (std::size_t k = 0; k < system->given_dof.size(); ++k)
    solution.reaction.row(system->given_dof[k]) = reaction.row(static_cast<Index>(k));
  for (std::size_t k = 0; k < system->row_dof.size(); ++k)
    if (system->row_dof[k] >= 0) solution.reaction.row(system->row_dof[k]) -= lambda.row(static_cast<Index>(k));

  // Relative to the loads, or to the reactions where displacements are prescribed and nothing else loads.
  const MatrixXd left = transposed_product(system->expand, unbalanced);
  const MatrixXd felt = transposed_product(system->expand, Ku);
  const RowSparse carried = system->expand.cwiseAbs();
  const MatrixXd rounded = transposed_product(carried, absolute_symmetric_product(model.stiffness_lower, u));
  solution.residual = solution.rounding = VectorXd::Zero(u.cols());
  for (Index c = 0; c < u.cols(); ++c) {
    const double size = std::max({loads.col(c).norm(), felt.col(c).norm(), solution.reaction.col(c).norm()});
    if (size == 0) continue;
    solution.residual[c] = left.col(c).norm() / size;
    solution.rounding[c] = std::numeric_limits<double>::epsilon() * rounded.col(c).norm() / size;
  }

  solution.cost.factor = solver.cost();
  solution.cost.order_s = solver.cost().order_s;
  solution.cost.factor_s = solver.cost().factor_s;
  solution.cost.solve_s = solver.solve_seconds();
  solution.cost.other_s = watch.seconds() - solution.cost.order_s - solution.cost.factor_s - solution.cost.solve_s;
  observer.advance(1);
  return solution;
}

}  // namespace trunnion

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/fem/solve_cases.h"
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

/// Values that the supports of one load case prescribe.
struct Given {
  VectorXd prescribed, row_value;
  bool operator==(const Given&) const = default;
};

/// What each case prescribes. Throws InputError where a case holds something else than the first.
std::vector<Given> given_values(const FeModel& model, const CaseSupports& supports, const ConstrainedSystem& first) {
  std::vector<Given> values{{first.prescribed, first.row_value}};
  for (std::size_t c = 1; c < supports.size(); ++c) {
    const auto system = constrain(model, supports[c]);
    if (system->given_dof != first.given_dof || system->row_dof != first.row_dof)
      throw InputError("the load cases of one stage must hold the same components; only values may differ");
    values.push_back({system->prescribed, system->row_value});
  }
  return values;
}

/// One solve for all cases that prescribe the same. The solver reads the values from `system` when it solves.
ConstrainedSolution solve_by_values(const ConstrainedSolver& solver, ConstrainedSystem& system,
                                    const std::vector<Given>& values, const MatrixXd& loads) {
  ConstrainedSolution all{MatrixXd(loads.rows(), loads.cols()), MatrixXd(system.rows.cols(), loads.cols())};
  std::vector<char> done(values.size(), 0);
  for (std::size_t first = 0; first < values.size(); ++first) {
    if (done[first]) continue;
    std::vector<Index> alike;
    for (std::size_t c = first; c < values.size(); ++c)
      if (values[c] == values[first]) alike.push_back(static_cast<Index>(c)), done[c] = 1;
    system.prescribed = values[first].prescribed;
    system.row_value = values[first].row_value;
    const auto [u, lambda] = solver.solve_with_prescribed(loads(Eigen::all, alike));
    all.displacement(Eigen::all, alike) = u;
    all.multipliers(Eigen::all, alike) = lambda;
  }
  return all;
}

}  // namespace

StaticSolution solve_static(const FeModel& model, const std::vector<Support>& supports,
                            const std::vector<LoadCase>& cases, Observer& observer) {
  return solve_static_cases(model, CaseSupports(cases.size(), supports), cases, observer);
}

StaticSolution solve_static_cases(const FeModel& model, const CaseSupports& supports,
                                  const std::vector<LoadCase>& cases, Observer& observer) {
  const Stopwatch watch;
  const MatrixXd loads = load_vectors(model, cases);
  const auto system =
      std::make_shared<ConstrainedSystem>(*constrain(model, supports.empty() ? std::vector<Support>{} : supports[0]));
  const std::vector<Given> values = given_values(model, supports, *system);
  refuse_loads_without_stiffness(model, *system, cases, loads);
  const ConstrainedSolver solver(system, LooseMotion::refuse, observer);
  observer.advance(0.8);
  const auto [u, lambda] = solve_by_values(solver, *system, values, loads);

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

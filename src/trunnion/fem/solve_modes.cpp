#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <optional>

#include "trunnion/base/error.h"
#include "trunnion/fem/multiple_modes.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/block_lanczos.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

double eigenvalue(double frequency) { return std::pow(2 * std::numbers::pi * frequency, 2); }
double frequency(double eigenvalue) { return std::sqrt(std::max(eigenvalue, 0.0)) / (2 * std::numbers::pi); }

/// The eigenproblem on the free unknowns: shift 0, because loose motions are projected out.
ShiftInvertOperator pencil(const ConstrainedSolver& solver) {
  const ConstrainedSystem& system = solver.system();
  ShiftInvertOperator op;
  op.size = system.size();
  op.solve = [&solver](const MatrixXd& b) { return solver.solve_reduced(b); };
  op.mass = [&system](const MatrixXd& x) -> MatrixXd {
    return transposed_product(system.expand, mass_product(*system.model, product(system.expand, x)));
  };
  return op;
}

/// Wide blocks for many modes; never so wide that the first few modes cost more than they need.
int block_size(Index count) { return static_cast<int>(std::clamp<Index>(count / 3, 4, 16)); }

/// |K x - lambda M x + C^T mu| / |K x| on the free unknowns, mu the best coupling forces.
VectorXd residuals(const ConstrainedSystem& system, const MatrixXd& shapes, const VectorXd& frequencies) {
  const MatrixXd K_x = transposed_product(system.expand, stiffness_product(*system.model, shapes));
  MatrixXd left = K_x - transposed_product(system.expand, mass_product(*system.model, shapes)) *
                            frequencies.unaryExpr(&eigenvalue).asDiagonal();
  if (system.rows.cols() > 0) {
    const MatrixXd Ct = dense(transposed_product(system.expand, system.rows));
    left -= Ct * LeastNormSolver(Ct.transpose() * Ct, 1e-14).solve(Ct.transpose() * left);
  }
  return left.colwise().norm().cwiseQuotient(K_x.colwise().norm().cwiseMax(1e-300)).transpose();
}

/// Puts elastic pairs behind what is there, in order of frequency.
void add_modes(const ConstrainedSystem& system, const EigenPairs& pairs, ModalSolution& solution) {
  const Index old = solution.frequency.size(), added = pairs.values.size();
  MatrixXd shapes(system.expand.rows(), old + added);
  VectorXd frequencies(old + added);
  shapes.leftCols(old) = solution.shape;
  shapes.rightCols(added) = product(system.expand, pairs.vectors);
  frequencies.head(old) = solution.frequency;
  frequencies.tail(added) = pairs.values.unaryExpr(&frequency);
  std::vector<Index> order(old + added);
  for (Index k = 0; k < old + added; ++k) order[k] = k;
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    return frequencies[a] != frequencies[b] ? frequencies[a] < frequencies[b] : a < b;
  });
  solution.frequency = frequencies(order);
  solution.shape = shapes(Eigen::all, order);
  const Index elastic = old + added - solution.rigid_modes;
  MatrixXd oriented = solution.shape.rightCols(elastic);
  orient_multiple_modes(*system.model, solution.frequency.tail(elastic).unaryExpr(&eigenvalue), oriented);
  solution.shape.rightCols(elastic) = oriented;
}

void keep_first(ModalSolution& solution, Index count) {
  const Index modes = std::min(count, solution.frequency.size());
  solution.frequency.conservativeResize(modes);
  solution.shape.conservativeResize(Eigen::NoChange, modes);
  solution.rigid_modes = std::min(solution.rigid_modes, modes);
  solution.residual.conservativeResize(modes - solution.rigid_modes);
}

/// Where to count: a frequency in a gap of the spectrum, as high as the asked-for modes allow.
double counting_frequency(const ModalSolution& solution, const ModalOptions& options) {
  const VectorXd& f = solution.frequency;
  if (options.max_frequency > 0) {
    const double nearest = f.size() == 0 ? 1 : (f.array() / options.max_frequency - 1).abs().minCoeff();
    return options.max_frequency * (nearest < 1e-7 ? 1 + 1e-6 : 1);
  }
  const auto gap_above = [&](Index k) { return k + 1 < f.size() && f[k + 1] > f[k] * (1 + 1e-5) && f[k + 1] > 0; };
  Index last = std::min(options.count, f.size()) - 1;
  for (Index k = last; k + 1 < f.size(); ++k)
    if (gap_above(k)) return 0.5 * (f[k] + f[k + 1]);
  if (f[f.size() - 1] == 0) return 1;                    // rigid modes only: anywhere above
  if (f.size() < options.count) return 1.001 * f[last];  // there are no others
  while (last >= 0 && !gap_above(last)) --last;
  return last >= 0 ? 0.5 * (f[last] + f[last + 1]) : 0.999 * f[0];
}

EigenOptions eigen_options(Index elastic, const ModalOptions& options) {
  EigenOptions eigen;
  eigen.count = elastic;
  eigen.block = block_size(elastic);
  if (options.max_frequency > 0) eigen.upper = eigenvalue(options.max_frequency);
  return eigen;
}

}  // namespace

ModalSolution solve_modes(const ConstrainedSolver& solver, const ModalOptions& options, Observer& observer) {
  const Stopwatch watch;
  const double solved_before = solver.solve_seconds();
  const ConstrainedSystem& system = solver.system();
  ModalSolution solution;
  solution.shape = solver.loose_modes();
  solution.rigid_modes = solution.shape.cols();
  solution.frequency = VectorXd::Zero(solution.rigid_modes);

  const bool all_below = options.max_frequency > 0;
  const Index elastic = all_below ? std::max<Index>(options.count, 1) : options.count - solution.rigid_modes;
  if (elastic > 0 && system.size() > 0) {
    const EigenPairs pairs = block_lanczos(pencil(solver), eigen_options(elastic, options), observer);
    if (!pairs.converged)
      throw SolveError(
          fmt::format("eigenmodes: {} of {} converged within {} solves. Ask for fewer modes, or look for "
                      "very soft or very heavy parts in the model.",
                      pairs.values.size(), elastic, pairs.solves));
    add_modes(system, pairs, solution);
  }
  const Index found = solution.frequency.size() - solution.rigid_modes;
  solution.residual = residuals(system, solution.shape.rightCols(found), solution.frequency.tail(found));
  if (!all_below) keep_first(solution, options.count);

  solution.cost.factor = solver.cost();
  solution.cost.order_s = solver.cost().order_s;
  solution.cost.factor_s = solver.cost().factor_s;
  solution.cost.solve_s = solver.solve_seconds() - solved_before;
  solution.cost.other_s = watch.seconds() - solution.cost.solve_s;
  return solution;
}

ModalSolution solve_modes(const FeModel& model, const std::vector<Support>& supports, const ModalOptions& options,
                          Observer& observer) {
  const Stopwatch watch;
  const auto system = constrain(model, supports);
  std::optional<ConstrainedSolver> solver(std::in_place, system, LooseMotion::project, observer);
  ModalOptions wider = options;
  // A few more, so that a gap above the last asked-for mode is known.
  if (options.certify) wider.count = std::max(options.count, solver->loose_modes().cols()) + 3;
  ModalSolution solution = solve_modes(*solver, wider, observer);
  const double first_solve = solution.cost.solve_s;

  constexpr int attempts = 3;
  for (int attempt = 0; options.certify && solution.frequency.size() > 0 && attempt < attempts; ++attempt) {
    const Stopwatch counting;
    solution.counted_below = counting_frequency(solution, options);
    solver.reset();  // one large factor in memory at a time
    solution.counted = count_eigenvalues_below(*system, eigenvalue(solution.counted_below));
    solution.cost.certify_s += counting.seconds();
    const Index found = (solution.frequency.array() < solution.counted_below).count();
    solution.complete = solution.counted == found;
    if (solution.counted <= found) break;

    // Some were missed: look for them outside the span of those that are known.
    observer.note(fmt::format("{} modes below {:.6g} Hz were missed at first; computing them", solution.counted - found,
                              solution.counted_below));
    solver.emplace(system, LooseMotion::project, observer);
    EigenOptions eigen = eigen_options(solution.counted - found, options);
    eigen.upper = eigenvalue(solution.counted_below);
    MatrixXd known(system->size(), solution.frequency.size());
    for (Index k = 0; k < known.rows(); ++k) known.row(k) = solution.shape.row(system->free_dof[k]);
    eigen.deflate = std::move(known);
    add_modes(*system, block_lanczos(pencil(*solver), eigen, observer), solution);
    const Index elastic = solution.frequency.size() - solution.rigid_modes;
    solution.residual = residuals(*system, solution.shape.rightCols(elastic), solution.frequency.tail(elastic));
  }
  if (options.max_frequency <= 0) keep_first(solution, options.count);
  solution.cost.solve_s = first_solve;
  solution.cost.other_s = watch.seconds() - solution.cost.order_s - solution.cost.factor_s - solution.cost.solve_s -
                          solution.cost.certify_s;
  if (options.certify && !solution.complete)
    observer.warn(fmt::format("eigenmodes: {} found below {:.6g} Hz, but {} exist",
                              (solution.frequency.array() < solution.counted_below).count(), solution.counted_below,
                              solution.counted));
  return solution;
}

}  // namespace trunnion

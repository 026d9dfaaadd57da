#include "trunnion/fem/constrained_solver.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

/// Pivots smaller than this part of their diagonal entry are round-off.
constexpr double singular_pivot = 1e-13;

CholeskyFactor factorise(const ConstrainedSystem& system, const std::vector<Index>& pinned) {
  const auto refuse = [&](Index row) {
    return SolveError(fmt::format(
        "the stiffness is singular at {}: a mechanism inside a part. Elements that share only a node or an edge form a "
        "hinge, and so does a beam that ends on a solid's node; couple them over a patch of nodes.",
        describe_dof(*system.model, system.free_dof[row])));
  };
  try {
    CholeskyFactor factor(eliminate(system, system.model->stiffness_lower, pinned));
    const CholeskyFactor::Pivot pivot = factor.smallest_pivot();
    if (pivot.ratio < singular_pivot) throw refuse(pivot.row);
    return factor;
  } catch (const NotPositiveDefinite& error) {
    throw refuse(error.row());
  }
}

/// Motions of the null space R that the rows C do not stop: coefficients of R.
MatrixXd unstopped(MatrixXd CR, const VectorXd& row_norm) {
  for (Index k = 0; k < CR.rows(); ++k)
    if (row_norm[k] > 0) CR.row(k) /= row_norm[k];
  return null_space(CR);
}

}  // namespace

struct ConstrainedSolver::Impl {
  std::shared_ptr<const ConstrainedSystem> system;
  std::vector<Index> pinned;
  CholeskyFactor factor;
  SparseMatrix Ct;  // C^T: unknowns x rows
  MatrixXd mean;    // further rows of C^T: T^T M L, one per loose motion L
  MatrixXd loose;   // L, full dofs
  MatrixXd Y;       // K^+ C^T
  VectorXd scale;   // of the small system, both sides
  LeastNormSolver small;
  mutable double solve_seconds = 0;

  explicit Impl(std::shared_ptr<const ConstrainedSystem> s)
      : system(std::move(s)),
        pinned(determinate_unknowns(system->null_space)),
        factor(factorise(*system, pinned)),
        Ct(transposed_product(system->expand, system->rows)),
        mean(system->size(), 0),
        loose(system->expand.rows(), 0) {}

  const MatrixXd& R() const { return system->null_space; }
  Index rows() const { return Ct.cols() + mean.cols(); }

  MatrixXd times_C(const MatrixXd& u) const {
    MatrixXd out(rows(), u.cols());
    out.topRows(Ct.cols()) = transposed_product(Ct, u);
    out.bottomRows(mean.cols()).noalias() = mean.transpose() * u;
    return out;
  }

  /// K^+ f
  MatrixXd plus(MatrixXd f) const {
    const Stopwatch watch;
    for (const Index row : pinned) f.row(row).setZero();
    MatrixXd u = factor.solve(f);
    solve_seconds += watch.seconds();
    return u;
  }

  void prepare(LooseMotion treatment) {
    VectorXd row_norm(Ct.cols());
    for (Index k = 0; k < Ct.cols(); ++k) row_norm[k] = Ct.col(k).norm();
    const MatrixXd stay = unstopped(transposed_product(Ct, R()), row_norm);
    if (stay.cols() > 0 && treatment == LooseMotion::refuse)
      throw SolveError(
          fmt::format("the structure is not held: {}. Add a support, a spring or a coupling that stops this.",
                      describe_motion(*system, system->null_motion * stay)));
    if (stay.cols() > 0) keep_mean_motion_at_zero(R() * stay);
    if (rows() == 0) return;

    MatrixXd columns(system->size(), rows());
    columns.leftCols(Ct.cols()) = dense(Ct);
    columns.rightCols(mean.cols()) = mean;
    Y = plus(columns);
    const MatrixXd CY = times_C(Y), CR = times_C(R());
    MatrixXd matrix = MatrixXd::Zero(rows() + R().cols(), rows() + R().cols());
    matrix.topLeftCorner(rows(), rows()) = 0.5 * (CY + CY.transpose());
    matrix.topRightCorner(rows(), R().cols()) = -CR;
    matrix.bottomLeftCorner(R().cols(), rows()) = -CR.transpose();
    // Equilibrate: rows of C may be lengths, angles or masses.
    scale = VectorXd::Ones(matrix.rows());
    const double floor = 1e-14 * matrix.diagonal().cwiseAbs().maxCoeff();
    for (Index k = 0; k < rows(); ++k)
      scale[k] = matrix(k, k) > floor ? 1 / std::sqrt(matrix(k, k)) : 1 / std::max(CR.row(k).norm(), 1e-300);
    for (Index k = 0; k < R().cols(); ++k)
      scale[rows() + k] = 1 / std::max((scale.head(rows()).asDiagonal() * CR.col(k)).norm(), 1e-300);
    small = LeastNormSolver(scale.asDiagonal() * matrix * scale.asDiagonal());
  }

  void keep_mean_motion_at_zero(const MatrixXd& motion) {
    loose = product(system->expand, motion);
    const MatrixXd gram = loose.transpose() * mass_product(*system->model, loose);
    const auto [masses, directions] = symmetric_eigen(gram);
    if (!(masses[0] > 1e-14 * masses[masses.size() - 1]))
      throw SolveError("a part that nothing holds has no mass: give its material a density, or support it");
    loose = loose * (directions * masses.cwiseSqrt().cwiseInverse().asDiagonal());
    mean = transposed_product(system->expand, mass_product(*system->model, loose));
  }

  /// Eq. 4.2. `demand`: d, one row per row of the system (the mean rows demand zero).
  struct Reduced {
    MatrixXd u, lambda;
  };
  Reduced solve(const MatrixXd& f, const MatrixXd& demand) const {
    Reduced out{plus(f), MatrixXd::Zero(Ct.cols(), f.cols())};
    if (rows() == 0) return out;
    MatrixXd rhs(rows() + R().cols(), f.cols());
    rhs.topRows(rows()) = times_C(out.u);
    rhs.topRows(Ct.cols()) -= demand;
    rhs.bottomRows(R().cols()).noalias() = -R().transpose() * f;
    const MatrixXd solution = scale.asDiagonal() * small.solve(scale.asDiagonal() * rhs);
    out.u.noalias() -= Y * solution.topRows(rows());
    out.u.noalias() += R() * solution.bottomRows(R().cols());
    out.lambda = solution.topRows(Ct.cols());
    return out;
  }
};

ConstrainedSolver::ConstrainedSolver(std::shared_ptr<const ConstrainedSystem> system, LooseMotion loose,
                                     Observer& observer) {
  check_cancelled(observer);
  impl_ = std::make_unique<Impl>(std::move(system));
  check_cancelled(observer);
  impl_->prepare(loose);
}
ConstrainedSolver::~ConstrainedSolver() = default;
ConstrainedSolver::ConstrainedSolver(ConstrainedSolver&&) noexcept = default;
ConstrainedSolver& ConstrainedSolver::operator=(ConstrainedSolver&&) noexcept = default;

MatrixXd ConstrainedSolver::solve_reduced(const MatrixXd& reduced_loads) const {
  return impl_->solve(reduced_loads, MatrixXd::Zero(impl_->Ct.cols(), reduced_loads.cols())).u;
}

MatrixXd ConstrainedSolver::solve(const MatrixXd& loads) const {
  const RowSparse& T = system().expand;
  return product(T, solve_reduced(transposed_product(T, loads)));
}

MatrixXd ConstrainedSolver::constraint_modes() const {
  const ConstrainedSystem& s = system();
  MatrixXd unit = MatrixXd::Zero(s.given.cols(), s.num_held);
  unit.bottomRows(s.num_held).setIdentity();
  MatrixXd modes = product(s.given, unit);
  const MatrixXd loads = transposed_product(s.expand, stiffness_product(*s.model, modes));
  modes += product(s.expand, impl_->solve(-loads, -transposed_product(s.rows, modes)).u);
  return modes;
}

ConstrainedSolution ConstrainedSolver::solve_with_prescribed(const MatrixXd& loads) const {
  const ConstrainedSystem& s = system();
  const MatrixXd moved = product(s.given, s.prescribed);
  const VectorXd pull = transposed_product(s.expand, stiffness_product(*s.model, moved));
  const VectorXd demand = s.row_value - transposed_product(s.rows, moved);
  MatrixXd reduced = transposed_product(s.expand, loads);
  reduced.colwise() -= pull;
  const auto [u, lambda] = impl_->solve(reduced, demand.replicate(1, loads.cols()));
  const double violation =
      u.cols() == 0 ? 0 : (transposed_product(impl_->Ct, u) - demand.replicate(1, loads.cols())).norm();
  if (violation > 1e-6 * (demand.norm() + u.norm()))
    throw InputError("supports and couplings contradict each other: no motion satisfies all prescribed displacements");
  ConstrainedSolution solution{product(s.expand, u), lambda};
  solution.displacement.colwise() += moved.col(0);
  return solution;
}

Index ConstrainedSolver::held_dofs() const { return system().num_held; }
const MatrixXd& ConstrainedSolver::loose_modes() const { return impl_->loose; }
const ConstrainedSystem& ConstrainedSolver::system() const { return *impl_->system; }
FactorCost ConstrainedSolver::cost() const { return impl_->factor.cost(); }
double ConstrainedSolver::solve_seconds() const { return impl_->solve_seconds; }

}  // namespace trunnion

#include "trunnion/reduction/krylov_space.h"

#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

/// Adds zero rows below.
MatrixXd with_rows(const MatrixXd& m, Index rows) {
  MatrixXd out = MatrixXd::Zero(rows, m.cols());
  out.topRows(m.rows()) = m;
  return out;
}

}  // namespace

KrylovSpace::KrylovSpace(const FeModel& model, const ConstrainedSolver& solver, const FixedModes& modes,
                         const MatrixXd& constraint_modes, const MatrixXd& answers)
    : model_(model), solver_(solver), constraint_modes_(constraint_modes) {
  const Index k = modes.eigenvalues.size();
  basis_.resize(model.dofs.size, 0);
  participation_.resize(0, constraint_modes.cols());
  if (k > 0) append(modes.shapes, mass_product(model, modes.shapes));
  step_ = modes.eigenvalues.cwiseInverse().asDiagonal();
  start_ = absorb(answers);
  step_ = with_rows(step_, size());
}

void KrylovSpace::grow() {
  const Index last = size() - used();
  if (last == 0) return;
  const MatrixXd block = basis_.rightCols(last);
  solves_ += last;
  const MatrixXd coefficients = absorb(solver_.solve(mass_product(model_, block)));
  const MatrixXd former = with_rows(step_, size());
  step_.resize(size(), former.cols() + last);
  step_ << former, coefficients;
  start_ = with_rows(start_, size());
}

MatrixXd KrylovSpace::absorb(MatrixXd w) {
  constexpr double lost = 1e-10;   // of a column, after the basis took its part: what is left is mostly round-off
  constexpr double strong = 1e-4;  // energy; directions above it come out orthonormal to 1e-14 in one pass
  const Index columns = w.cols();
  MatrixXd coefficients = MatrixXd::Zero(size(), columns);
  VectorXd before;
  for (;;) {
    for (int pass = 0; pass < 2 && size() > 0; ++pass) {  // twice is enough
      const MatrixXd h = basis_.transpose() * mass_product(model_, w);
      w.noalias() -= basis_ * h;
      coefficients += h;
    }
    const MatrixXd heavy = mass_product(model_, w);
    const MatrixXd gram = w.transpose() * heavy;
    const VectorXd norm = gram.diagonal().cwiseMax(0).cwiseSqrt();
    if (before.size() == 0) before = (coefficients.colwise().squaredNorm().transpose() + norm.cwiseAbs2()).cwiseSqrt();
    VectorXd scale(columns);
    for (Index c = 0; c < columns; ++c) scale[c] = norm[c] > lost * before[c] ? 1 / norm[c] : 0;
    if (scale.maxCoeff() == 0) return coefficients;
    // The strong directions of what is left join the basis; the weak ones are split against them in the next round.
    const SymmetricEigen eigen =
        symmetric_eigen(0.5 * scale.asDiagonal() * (gram + gram.transpose()) * scale.asDiagonal());
    const Index taken = (eigen.values.array() > strong * eigen.values[columns - 1]).count();
    const MatrixXd to_basis = scale.asDiagonal() * eigen.vectors.rightCols(taken) *
                              eigen.values.tail(taken).cwiseSqrt().cwiseInverse().asDiagonal();
    append(w * to_basis, heavy * to_basis);
    coefficients = with_rows(coefficients, size());
  }
}

void KrylovSpace::append(const MatrixXd& block, const MatrixXd& mass_block) {
  const Index old = size(), all = old + block.cols();
  basis_.conservativeResize(Eigen::NoChange, all);
  basis_.rightCols(block.cols()) = block;
  const MatrixXd columns = basis_.transpose() * stiffness_product(model_, block);
  stiffness_.conservativeResize(all, all);
  stiffness_.rightCols(block.cols()) = columns;
  stiffness_.bottomLeftCorner(block.cols(), old) = columns.topRows(old).transpose();
  participation_ = with_rows(participation_, all);
  participation_.bottomRows(block.cols()) = -mass_block.transpose() * constraint_modes_;
}

}  // namespace trunnion

#include "trunnion/reduction/krylov_space.h"

#include "trunnion/math/dense.h"
#include "trunnion/math/tall_product.h"

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
  basis_.resize(model.dofs.size, k + 2 * answers.cols());
  participation_.resize(0, constraint_modes.cols());
  if (k > 0) append(modes.shapes, mass_product(model, modes.shapes));
  step_ = modes.eigenvalues.cwiseInverse().asDiagonal();
  start_ = absorb(answers);
  step_ = with_rows(step_, size());
}

void KrylovSpace::grow() {
  const Index last = size() - used();
  if (last == 0) return;
  const MatrixXd block = basis().rightCols(last);
  solves_ += last;
  const MatrixXd coefficients = absorb(solver_.solve(mass_product(model_, block)));
  const MatrixXd former = with_rows(step_, size());
  step_.resize(size(), former.cols() + last);
  step_ << former, coefficients;
  start_ = with_rows(start_, size());
}

MatrixXd KrylovSpace::take_basis() && {
  basis_.conservativeResize(Eigen::NoChange, size());
  return std::move(basis_);
}

MatrixXd KrylovSpace::absorb(MatrixXd w) {
  constexpr double lost = 1e-10;   // of a column, after the basis took its part: what is left is mostly round-off
  constexpr double strong = 1e-4;  // energy; directions above it come out orthonormal to 1e-14 in one pass
  MatrixXd coefficients = MatrixXd::Zero(size(), w.cols());
  MatrixXd remains = MatrixXd::Identity(w.cols(), w.cols());  // W given = V coefficients + w remains
  VectorXd floor;                                             // of each column of w: below it, round-off
  for (;;) {
    MatrixXd heavy = mass_product(model_, w);
    for (int pass = 0; pass < 2 && size() > 0; ++pass) {  // twice is enough
      const MatrixXd h = transposed_times(basis(), heavy);
      subtract_tall_product(basis(), h, w);
      coefficients.noalias() += h * remains;
      heavy = mass_product(model_, w);
    }
    const MatrixXd gram = transposed_times(w, heavy);
    const VectorXd norm = gram.diagonal().cwiseMax(0).cwiseSqrt();
    if (floor.size() == 0)
      floor = lost * (coefficients.colwise().squaredNorm().transpose() + norm.cwiseAbs2()).cwiseSqrt();
    std::vector<Index> left;
    for (Index c = 0; c < w.cols(); ++c)
      if (norm[c] > floor[c]) left.push_back(c);
    if (left.empty()) return coefficients;
    // The strong directions of what is left join the basis; the weak ones are split against them in the next round.
    const VectorXd size_left = norm(left), scale = size_left.cwiseInverse();
    const MatrixXd gram_left = gram(left, left);
    const SymmetricEigen eigen =
        symmetric_eigen(0.5 * scale.asDiagonal() * (gram_left + gram_left.transpose()) * scale.asDiagonal());
    const Index taken = (eigen.values.array() > strong * eigen.values[eigen.values.size() - 1]).count();
    const Index weak = eigen.values.size() - taken;
    const VectorXd root = eigen.values.tail(taken).cwiseSqrt();
    const MatrixXd part = size_left.asDiagonal() * remains(left, Eigen::all);
    MatrixXd to_basis = MatrixXd::Zero(w.cols(), taken), to_rest = MatrixXd::Zero(w.cols(), weak);
    to_basis(left, Eigen::all) = scale.asDiagonal() * eigen.vectors.rightCols(taken) * root.cwiseInverse().asDiagonal();
    to_rest(left, Eigen::all) = scale.asDiagonal() * eigen.vectors.leftCols(weak);
    const Index old = size();
    append(tall_times(w, to_basis), tall_times(heavy, to_basis));
    coefficients = with_rows(coefficients, size());
    coefficients.bottomRows(size() - old) = root.asDiagonal() * eigen.vectors.rightCols(taken).transpose() * part;
    if (weak == 0) return coefficients;
    const VectorXd floor_left = floor(left).cwiseProduct(scale);
    floor = (eigen.vectors.leftCols(weak).cwiseAbs2().transpose() * floor_left.cwiseAbs2()).cwiseSqrt();
    remains = eigen.vectors.leftCols(weak).transpose() * part;
    w = tall_times(w, to_rest);
  }
}

void KrylovSpace::append(const MatrixXd& block, const MatrixXd& mass_block) {
  const Index old = size(), all = old + block.cols();
  if (basis_.cols() < all) basis_.conservativeResize(Eigen::NoChange, std::max(all, basis_.cols() * 3 / 2));
  basis_.middleCols(old, block.cols()) = block;
  const MatrixXd columns = transposed_times(basis_.leftCols(all), stiffness_product(model_, block));
  stiffness_.conservativeResize(all, all);
  stiffness_.rightCols(block.cols()) = columns;
  stiffness_.bottomLeftCorner(block.cols(), old) = columns.topRows(old).transpose();
  participation_ = with_rows(participation_, all);
  participation_.bottomRows(block.cols()) = -transposed_times(mass_block, constraint_modes_);
}

}  // namespace trunnion

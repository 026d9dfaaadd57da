#include "trunnion/reduction/reference_model.h"

#include <Eigen/LU>
#include <complex>
#include <numbers>

#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/ritz_basis.h"

namespace trunnion {
namespace {

/// Basis vectors V = [Phi, chi_0, chi_1, ...] and S M V, growing by blocks.
class KrylovSpace {
 public:
  explicit KrylovSpace(const InterfaceProblem& problem) : problem_(problem) {
    const FixedModes& modes = problem.modes;
    append(modes.shapes);
    append(deflated(problem.answers));
  }

  /// One more block: S M of the last one.
  void grow() { append(deflated(solve_mass(basis_.rightCols(block())))); }

  Index block() const { return problem_.constraint_modes.cols(); }
  Index size() const { return basis_.cols(); }
  Index solves() const { return solves_; }
  const MatrixXd& basis() const { return basis_; }
  const MatrixXd& stiffness_gram() const { return stiffness_gram_; }
  const MatrixXd& mass_gram() const { return mass_gram_; }
  const MatrixXd& participation() const { return participation_; }  ///< -V' M Psi

 private:
  MatrixXd solve_mass(const MatrixXd& x) {
    solves_ += x.cols();
    return problem_.solver.solve(mass_product(problem_.model, x));
  }

  /// Takes the computed modes out, twice for the sake of rounding.
  MatrixXd deflated(MatrixXd x) const {
    const MatrixXd& phi = problem_.modes.shapes;
    for (int pass = 0; pass < 2 && phi.cols() > 0; ++pass)
      x -= phi * (phi.transpose() * mass_product(problem_.model, x)).eval();
    return x;
  }

  void append(const MatrixXd& block) {
    const Index old = basis_.cols(), all = old + block.cols();
    if (block.cols() == 0) return;
    const MatrixXd k = stiffness_product(problem_.model, block), m = mass_product(problem_.model, block);
    const MatrixXd before = basis_;
    basis_.resize(block.rows(), all);
    if (old > 0) basis_.leftCols(old) = before;
    basis_.rightCols(block.cols()) = block;
    grow_gram(stiffness_gram_, basis_.transpose() * k);
    grow_gram(mass_gram_, basis_.transpose() * m);
    const MatrixXd rows = -m.transpose() * problem_.constraint_modes;
    const MatrixXd former = participation_;
    participation_.resize(all, rows.cols());
    if (old > 0) participation_.topRows(old) = former;
    participation_.bottomRows(rows.rows()) = rows;
  }

  static void grow_gram(MatrixXd& gram, const MatrixXd& columns) {
    const Index all = columns.rows(), old = all - columns.cols();
    gram.conservativeResize(all, all);
    gram.rightCols(columns.cols()) = columns;
    gram.bottomLeftCorner(columns.cols(), old) = columns.topRows(old).transpose();
  }

  const InterfaceProblem& problem_;
  MatrixXd basis_, stiffness_gram_, mass_gram_, participation_;
  Index solves_ = 0;
};

/// Relative residual at one frequency, the largest over unit loads on each interface dof. Uses all but the last block
/// of `space` as basis; the last one only to express S M of it.
double residual_at(double hz, double loss_factor, const KrylovSpace& space, const RitzBasis& ritz,
                   const InterfaceProblem& problem) {
  using Complex = std::complex<double>;
  const double w2 = std::pow(2 * std::numbers::pi * hz, 2);
  const Index a = space.block(), used = space.size() - a, k = problem.modes.eigenvalues.size();
  const MatrixXd p = ritz.coefficients.transpose() * space.participation().topRows(used);
  const ReducedPencil pencil = craig_bampton(problem.guyan_mass, problem.guyan_stiffness, p, ritz.eigenvalues);
  const MatrixXcd dynamic = Complex(1, loss_factor) * pencil.stiffness.cast<Complex>() - w2 * pencil.mass;
  MatrixXcd load = MatrixXcd::Zero(dynamic.rows(), a);
  load.topRows(a).setIdentity();
  const MatrixXcd x = dynamic.partialPivLu().solve(load);
  const MatrixXcd u = x.topRows(a), v = ritz.coefficients * x.bottomRows(x.rows() - a);  // interior: V v

  // S M V v in coordinates of all of V: modes give Phi / w_i^2, block j gives block j + 1 plus what deflation took off
  // (nothing: chi_j is M-orthogonal to the modes, and S keeps that). S M Psi = -chi_0 - Phi Omega^-1 P.
  MatrixXcd answer = MatrixXcd::Zero(space.size(), a);
  const VectorXd flexibility = problem.modes.eigenvalues.cwiseInverse();
  answer.topRows(k) = flexibility.asDiagonal() * v.topRows(k);
  answer.bottomRows(used - k) = v.bottomRows(used - k);  // shifted down by one block
  answer.middleRows(k, a) -= u;
  answer.topRows(k) -= flexibility.asDiagonal() * (space.participation().topRows(k) * u);
  MatrixXcd error = -w2 * answer;
  error.topRows(used) += Complex(1, loss_factor) * v;

  const auto energy = [](const MatrixXcd& y, const MatrixXd& gram, Index column) {
    return std::max(0.0, std::real(y.col(column).dot(gram * y.col(column))));
  };
  double largest = 0;
  for (Index c = 0; c < a; ++c) {
    const double whole =
        energy(u, problem.guyan_stiffness, c) + energy(v, space.stiffness_gram().topLeftCorner(used, used), c);
    if (whole > 0) largest = std::max(largest, std::sqrt(energy(error, space.stiffness_gram(), c) / whole));
  }
  return largest;
}

}  // namespace

ReferenceModel reference_model(const InterfaceProblem& problem, const ReferenceOptions& options, Observer& observer) {
  KrylovSpace space(problem);
  const Index a = space.block();
  ReferenceModel reference;
  reference.sampled_hz = options.band_hz * (VectorXd(5) << 0.15, 0.4, 0.65, 0.85, 1).finished();
  reference.sampled_residual = VectorXd::Zero(5);
  RitzBasis ritz;
  Index used = 0;
  for (int blocks = 1; blocks <= options.max_blocks; ++blocks) {
    check_cancelled(observer);
    used = space.size();
    ritz = ritz_basis(space.stiffness_gram(), space.mass_gram());
    space.grow();
    for (Index s = 0; s < 5; ++s)
      reference.sampled_residual[s] =
          residual_at(reference.sampled_hz[s], 2 * options.damping_ratio, space, ritz, problem);
    if (reference.sampled_residual.maxCoeff() <= options.residual) break;
  }
  const MatrixXd p = ritz.coefficients.transpose() * space.participation().topRows(used);
  MatrixXd rigid = MatrixXd::Zero(a + p.rows(), problem.rigid.cols());
  rigid.topRows(a) = problem.rigid;
  reference.modes =
      orthogonalize(craig_bampton(problem.guyan_mass, problem.guyan_stiffness, p, ritz.eigenvalues), rigid);
  reference.interior = space.basis().leftCols(used) * ritz.coefficients;
  reference.solves = space.solves();
  return reference;
}

}  // namespace trunnion

#include "trunnion/reduction/reference_model.h"

#include <Eigen/LU>
#include <complex>
#include <numbers>
#include <numeric>

#include "trunnion/reduction/krylov_space.h"

namespace trunnion {
namespace {

ReducedPencil projected(const KrylovSpace& space, const InterfaceProblem& problem) {
  ReducedPencil pencil =
      craig_bampton(problem.guyan_mass, problem.guyan_stiffness, space.participation(), space.stiffness().diagonal());
  pencil.stiffness.bottomRightCorner(space.size(), space.size()) =
      0.5 * (space.stiffness() + space.stiffness().transpose());
  return pencil;
}

/// Real times complex, part by part: products of mixed kinds are slow.
MatrixXcd product(const MatrixXd& a, const MatrixXcd& b) {
  MatrixXcd c(a.rows(), b.cols());
  c.real() = a * MatrixXd(b.real());
  c.imag() = a * MatrixXd(b.imag());
  return c;
}

/// What an answer is sought in whose residual can be told: motions of the interface whose inertia is known to move the
/// interior, and the part of the space whose S M is known.
struct TestedPart {
  MatrixXd motions;  ///< interface dofs x motions
  ReducedPencil pencil;
};

TestedPart tested_part(const KrylovSpace& space, const ReducedPencil& pencil, const InterfaceProblem& problem) {
  const Index all = problem.constraint_modes.cols(), used = space.used();
  if (problem.motions.size() == 0)
    return {
        MatrixXd::Identity(all, all),
        {pencil.mass.topLeftCorner(all + used, all + used), pencil.stiffness.topLeftCorner(all + used, all + used)}};
  const MatrixXd& motions = problem.motions;
  const Index a = motions.cols();
  const auto reduced = [&](const MatrixXd& m) {
    MatrixXd part(a + used, a + used);
    part.topLeftCorner(a, a) = motions.transpose() * m.topLeftCorner(all, all) * motions;
    part.topRightCorner(a, used) = motions.transpose() * m.block(0, all, all, used);
    part.bottomLeftCorner(used, a) = part.topRightCorner(a, used).transpose();
    part.bottomRightCorner(used, used) = m.block(all, all, used, used);
    return part;
  };
  return {motions, {reduced(pencil.mass), reduced(pencil.stiffness)}};
}

/// Relative residual at one frequency, the largest over unit loads on each compared interface dof.
double residual_at(double hz, double loss_factor, const KrylovSpace& space, const TestedPart& part,
                   const InterfaceProblem& problem, const std::vector<Index>& compared) {
  using Complex = std::complex<double>;
  const double w2 = std::pow(2 * std::numbers::pi * hz, 2);
  const MatrixXd& motions = part.motions;
  const Index used = space.used(), a = motions.cols(), n = a + used;
  const MatrixXcd dynamic = Complex(1, loss_factor) * part.pencil.stiffness.cast<Complex>() - w2 * part.pencil.mass;
  MatrixXcd loads = MatrixXcd::Zero(n, Index(compared.size()));
  loads.topRows(a) = motions(compared, Eigen::all).transpose().cast<Complex>();
  const MatrixXcd x = dynamic.partialPivLu().solve(loads);
  const MatrixXcd u = x.topRows(a), v = x.bottomRows(used);

  MatrixXcd error = -w2 * (product(space.step(), v) - product(space.start(), u));  // S M Psi = -chi_0
  error.topRows(used) += Complex(1, loss_factor) * v;

  const auto energy = [](const MatrixXcd& y, const MatrixXd& stiffness) {
    const MatrixXd re = y.real(), im = y.imag();
    return Eigen::RowVectorXd((re.cwiseProduct(stiffness * re) + im.cwiseProduct(stiffness * im)).colwise().sum());
  };
  const Eigen::RowVectorXd whole =
      energy(product(motions, u), problem.guyan_stiffness) + energy(v, space.stiffness().topLeftCorner(used, used));
  const Eigen::RowVectorXd left = energy(error, space.stiffness());
  double largest = 0;
  for (Index c = 0; c < whole.size(); ++c)
    if (whole[c] > 0) largest = std::max(largest, std::sqrt(std::max(0.0, left[c]) / whole[c]));
  return largest;
}

/// The loss factor of the sampled check needs one number: the ratio at the band's edge, doubled.
double loss_factor_at(const Damping& damping, double hz) {
  const double w = 2 * std::numbers::pi * hz;
  return damping_rates(damping, VectorXd::Constant(1, w * w))[0] / w;
}

/// Every tenth line and the last: enough to see whether responses still change.
VectorXd thinned(const VectorXd& lines) {
  const Index n = lines.size(), kept = (n + 9) / 10;
  return VectorXd::NullaryExpr(kept, [&](Index i) { return lines[n - 1 - 10 * (kept - 1 - i)]; });
}

}  // namespace

std::vector<MatrixXcd> reference_response(const ReferenceModel& reference, const Damping& damping,
                                          const VectorXd& lines_hz) {
  const std::vector<Index>& at = reference.compared;
  MatrixXd rows(Index(at.size()), reference.modes.rigid.cols() + reference.modes.elastic.cols());
  rows << reference.modes.rigid(at, Eigen::all), reference.modes.elastic(at, Eigen::all);
  return inertance(modal_model(rows, reference.modes.eigenvalues, damping), lines_hz);
}

ReferenceModel reference_model(const InterfaceProblem& problem, const ReferenceOptions& options, Observer& observer) {
  KrylovSpace space(problem.model, problem.solver, problem.modes, problem.constraint_modes, problem.answers);
  const double band = options.lines_hz[options.lines_hz.size() - 1];
  const VectorXd lines = thinned(options.lines_hz);
  ReferenceModel reference;
  reference.interface_dofs = problem.constraint_modes.cols();
  reference.compared = problem.compared;
  if (reference.compared.empty()) {
    reference.compared.resize(std::size_t(reference.interface_dofs));
    std::iota(reference.compared.begin(), reference.compared.end(), Index(0));
  }
  const auto update = [&] {
    reference.pencil = projected(space, problem);
    MatrixXd rigid = MatrixXd::Zero(reference.pencil.mass.rows(), problem.rigid.cols());
    rigid.topRows(problem.rigid.rows()) = problem.rigid;
    reference.modes = orthogonalize(reference.pencil, rigid);
    return reference_response(reference, options.damping, lines);
  };
  const std::vector<MatrixXcd> first = update();
  std::vector<MatrixXcd> before = first;
  for (int blocks = 1; blocks <= options.max_blocks; ++blocks) {
    check_cancelled(observer);
    const Index former = space.size();
    space.grow();
    if (space.size() == former) {  // nothing is left to add: the answer is exact
      reference.error = 0;
      break;
    }
    std::vector<MatrixXcd> after = update();
    reference.error = compare_responses(after, before).error_max;
    reference.first_error = compare_responses(after, first).error_max;
    before = std::move(after);
    if (reference.error <= std::max(options.error, options.share * reference.first_error)) break;
  }
  reference.sampled_hz = band * (VectorXd(5) << 0.15, 0.4, 0.65, 0.85, 1).finished();
  const double loss = loss_factor_at(options.damping, band);
  const TestedPart part = tested_part(space, reference.pencil, problem);
  reference.sampled_residual = reference.sampled_hz.unaryExpr(
      [&](double hz) { return residual_at(hz, loss, space, part, problem, reference.compared); });
  reference.checked = space.used();
  reference.solves = space.solves();
  reference.solves_limit = options.max_blocks * problem.answers.cols();
  reference.interior = std::move(space).take_basis();
  return reference;
}

}  // namespace trunnion

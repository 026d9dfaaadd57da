#include "trunnion/reduction/reference_model.h"

#include <Eigen/LU>
#include <complex>
#include <numbers>

#include "trunnion/math/dense.h"
#include "trunnion/reduction/frequency_response.h"
#include "trunnion/reduction/krylov_space.h"

namespace trunnion {
namespace {

/// The part of the space whose S M is known, with the stiffness made diagonal.
struct Projection {
  SymmetricEigen stiffness;  ///< of V_used' K V_used
  ReducedPencil pencil;
};

Projection project(const KrylovSpace& space, const InterfaceProblem& problem) {
  const Index used = space.used();
  Projection p{symmetric_eigen(space.stiffness().topLeftCorner(used, used)), {}};
  p.pencil = craig_bampton(problem.guyan_mass, problem.guyan_stiffness,
                           p.stiffness.vectors.transpose() * space.participation().topRows(used), p.stiffness.values);
  return p;
}

/// Relative residual at one frequency, the largest over unit loads on each interface dof.
double residual_at(double hz, double loss_factor, const KrylovSpace& space, const Projection& projection,
                   const InterfaceProblem& problem) {
  using Complex = std::complex<double>;
  const double w2 = std::pow(2 * std::numbers::pi * hz, 2);
  const Index a = problem.constraint_modes.cols(), used = space.used();
  const ReducedPencil& pencil = projection.pencil;
  const MatrixXcd dynamic = Complex(1, loss_factor) * pencil.stiffness.cast<Complex>() - w2 * pencil.mass;
  MatrixXcd load = MatrixXcd::Zero(dynamic.rows(), a);
  load.topRows(a).setIdentity();
  const MatrixXcd x = dynamic.partialPivLu().solve(load);
  const MatrixXcd u = x.topRows(a), v = projection.stiffness.vectors * x.bottomRows(used);  // interior: V v

  MatrixXcd error = -w2 * (space.step() * v - space.start() * u);  // S M Psi = -chi_0
  error.topRows(used) += Complex(1, loss_factor) * v;

  const auto energy = [](const MatrixXcd& y, const MatrixXd& stiffness, Index column) {
    return std::max(0.0, std::real(y.col(column).dot(stiffness * y.col(column))));
  };
  double largest = 0;
  for (Index c = 0; c < a; ++c) {
    const double whole =
        energy(u, problem.guyan_stiffness, c) + energy(v, space.stiffness().topLeftCorner(used, used), c);
    if (whole > 0) largest = std::max(largest, std::sqrt(energy(error, space.stiffness(), c) / whole));
  }
  return largest;
}

}  // namespace

ReferenceModel reference_model(const InterfaceProblem& problem, const ReferenceOptions& options, Observer& observer) {
  KrylovSpace space(problem.model, problem.solver, problem.modes, problem.constraint_modes, problem.answers);
  ReferenceModel reference;
  reference.sampled_hz = options.band_hz * (VectorXd(5) << 0.15, 0.4, 0.65, 0.85, 1).finished();
  reference.sampled_residual = VectorXd::Zero(5);
  Projection projection;
  for (int blocks = 1; blocks <= options.max_blocks; ++blocks) {
    check_cancelled(observer);
    const Index before = space.used();
    space.grow();
    projection = project(space, problem);
    for (Index s = 0; s < 5; ++s)
      reference.sampled_residual[s] =
          residual_at(reference.sampled_hz[s], 2 * options.damping_ratio, space, projection, problem);
    if (reference.sampled_residual.maxCoeff() <= options.residual || space.used() == before) break;
  }
  MatrixXd rigid = MatrixXd::Zero(projection.pencil.mass.rows(), problem.rigid.cols());
  rigid.topRows(problem.rigid.rows()) = problem.rigid;
  reference.interface_dofs = problem.constraint_modes.cols();
  reference.pencil = projection.pencil;
  reference.modes = orthogonalize(projection.pencil, rigid);
  reference.interior = space.basis().leftCols(space.used()) * projection.stiffness.vectors;
  reference.solves = space.solves();
  return reference;
}

}  // namespace trunnion

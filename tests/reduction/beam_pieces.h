#pragma once
// reduction/beam_pieces.h -- what the tests of the whole path share: a coarse beam, and the pieces of a reduction made
// apart from it.

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <numbers>

#include "support/box_beam.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/reduction/fixed_modes.h"
#include "trunnion/reduction/held_interfaces.h"

namespace trunnion::testing {

/// All fixed-interface modes of a small model by dense algebra, in the full space.
struct DenseFixed {
  explicit DenseFixed(const FeModel& model, const HeldInterfaces& held) {
    const auto system = constrain(model, {}, held.nodes);
    const MatrixXd expand = MatrixXd(system->expand);
    MatrixXd free = expand;
    if (system->rows.cols() > 0) {
      const MatrixXd rows = MatrixXd(system->rows).transpose() * expand;
      free = expand * Eigen::FullPivLU<MatrixXd>(rows).kernel();
    }
    const MatrixXd k = free.transpose() * stiffness_product(model, free);
    const MatrixXd m = free.transpose() * mass_product(model, free);
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> eigen(k, m);
    eigenvalues = eigen.eigenvalues();
    shapes = free * eigen.eigenvectors();
  }
  VectorXd eigenvalues;
  MatrixXd shapes;
};

inline BoxBeam coarse() {
  BoxBeam beam;
  beam.divisions = {3, 1, 1};
  beam.element = CellType::hex20;
  return beam;
}

/// What a reduction works with, made apart from it.
struct Pieces {
  Pieces(const FeModel& model, double cutoff_hz)
      : held(held_interfaces(model, {})), solver(constrain(model, {}, held.nodes), LooseMotion::refuse) {
    psi = solver.constraint_modes();
    answers = -solver.solve(mass_product(model, psi));
    limit = std::pow(2 * std::numbers::pi * cutoff_hz, 2);
    modes.shapes.resize(model.dofs.size, 0);
    add_modes(modes, count_eigenvalues_below(solver.system(), limit), model, solver, silent_observer());
  }
  HeldInterfaces held;
  ConstrainedSolver solver;
  MatrixXd psi, answers;
  FixedModes modes;
  double limit = 0;
};

}  // namespace trunnion::testing

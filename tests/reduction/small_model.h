#pragma once
// reduction/small_model.h -- a free truss of point masses, small enough for dense algebra on every statement.
// Springs along all pairs of nodes: exactly six rigid motions. The nodes 0, 1, 2 are the interface (9 dofs).

#include <Eigen/Dense>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/reduction/interface_mass.h"
#include "trunnion/reduction/truncation_vectors.h"

namespace trunnion::testing {

struct SmallModel {
  explicit SmallModel(Index nodes = 9, bool consistent_mass = true);

  Matrix3Xd x;
  MatrixXd mass, stiffness;  ///< interface dofs first
  Index interface_dofs = 9;
  MatrixXd rigid;  ///< size x 6

  // The full-space Craig-Bampton pieces, with ALL fixed-interface modes.
  MatrixXd constraint_modes;  ///< Psi, size x 9
  MatrixXd modes;             ///< Phi, size x interior, zero on the interface
  VectorXd eigenvalues;
  MatrixXd guyan_mass, guyan_stiffness, participation;
  MatrixXd interior_mass;    ///< Ms minus the Schur complement of the mass
  InertiaAnswerGrams grams;  ///< of chi_0 = -S(M Psi)
  MatrixXd answers;          ///< chi_0, size x 9
  std::vector<DofKind> dofs;

  Index size() const { return mass.rows(); }
};

}  // namespace trunnion::testing

#pragma once
// reduction/fewest_coordinates.h -- modes and truncation vectors that together reach a target of interface mass.
// A body that keeps the modes S and the r lowest truncation vectors of all others carries
//   E(S, r) = sum_{i in S} E_i + sum_{g <= r} E_g                                         (theory/reduction.md,
//   Eq. 5.2)
// where the vectors' E_g come from small matrices, without a solve. Wanted are S and r with the fewest coordinates
// |S| + r. There are 2^n sets S, and which is best depends on r, because vectors make up for deleted modes: the search
// begins with the first modes by rank and by frequency and exchanges one kept for one left out as long as that helps.
// How far it can be from the least is known: no coordinates of whatever kind do it with fewer than
// fewest_conceivable().

#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/reduction/interface_mass.h"
#include "trunnion/reduction/mode_selection.h"
#include "trunnion/reduction/truncation_vectors.h"

namespace trunnion {

struct CombinedSelection {
  ModeSelection modes;
  Index vectors = 0;
  double completeness = 0;  ///< of modes and vectors together
  Index count() const { return Index(modes.modes.size()) + vectors; }
};

struct CombinedProblem {
  const MatrixXd& participation;  ///< P of all computed modes, at the interface dofs themselves
  const VectorXd& eigenvalues;    ///< w^2 of all computed modes
  const MatrixXd& interior_mass;  ///< Mbar
  const std::vector<DofKind>& dofs;
  InterfaceMassWeights weights;
  const InertiaAnswerGrams& grams;  ///< un-deflated
  MatrixXd motions = {};            ///< B of a reduced interface: vectors answer to Psi B; empty: to each dof
};

/// `ranked`: all computed modes, best first; `always` are kept in any case. Where the target is not met the best that
/// was found comes back.
CombinedSelection select_fewest(const CombinedProblem& problem, const std::vector<Index>& ranked, double target,
                                Index max_vectors, const std::vector<Index>& always = {});

/// What `modes` carry with the lowest truncation vectors of all others, at most so many.
double carried_together(const CombinedProblem& problem, const std::vector<Index>& modes, Index max_vectors);

/// Least number of coordinates, modes, vectors or any other motions at rest at the interfaces, that carry `target`:
/// m of them carry at most the m largest eigenvalues of W Mbar, W = diag(w_kind / tr(Mbar_kind)).
Index fewest_conceivable(const MatrixXd& interior_mass, const std::vector<DofKind>& dofs,
                         const InterfaceMassWeights& weights, double target);

}  // namespace trunnion

#pragma once
// reduction/mode_selection.h -- which of the computed fixed-interface modes, and how many truncation vectors, are kept.
// Rules: the n lowest; all below a frequency; the fewest lowest that meet an accuracy (automatic_level.h); by interface
// mass (largest first); by band-weighted interface mass, where
//   rank_i = E_i w_b^2 / max(|w_i^2 - w_b^2|, 2 zeta w_b w_i)   and all modes below 1.3 w_b are kept
// because a mode just above the band matters more than its interface mass says (theory/reduction.md, Eq. 5.1).

#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/reduction/interface_mass.h"
#include "trunnion/reduction/truncation_vectors.h"

namespace trunnion {

enum class SelectionRule { count, cutoff, interface_mass, band_interface_mass, automatic };

/// Ranks modes, best first.
std::vector<Index> rank_modes(SelectionRule rule, const VectorXd& eigenvalues, const VectorXd& share, double band_hz,
                              double damping_ratio);

/// Kept modes (ascending), and the interface mass that they carry.
struct ModeSelection {
  std::vector<Index> modes;
  double completeness = 0;
  bool met = true;  ///< false: the target needs modes that were not computed
};

ModeSelection select_count(const std::vector<Index>& ranked, const VectorXd& share, Index count);
ModeSelection select_below(const VectorXd& eigenvalues, const VectorXd& share, double cutoff_hz);
/// The first modes of the ranking that together reach `target`; `always` are kept in any case.
ModeSelection select_completeness(const std::vector<Index>& ranked, const VectorXd& share, double target,
                                  const std::vector<Index>& always = {});

/// Modes and truncation vectors together. The vectors carry interface mass too (their participation is known from
/// small matrices), so that for every number of leading modes the number of vectors that reaches the target can be told
/// without a solve; the pair with the fewest coordinates wins, more modes where there is a tie.
struct CombinedSelection {
  ModeSelection modes;
  Index vectors = 0;
  double completeness = 0;  ///< of modes and vectors together
};
struct CombinedProblem {
  const MatrixXd& participation;  ///< P of all computed modes
  const VectorXd& eigenvalues;    ///< w^2 of all computed modes
  const MatrixXd& interior_mass;  ///< Mbar
  const std::vector<DofKind>& dofs;
  InterfaceMassWeights weights;
  const InertiaAnswerGrams& grams;  ///< un-deflated
};
CombinedSelection select_fewest(const CombinedProblem& problem, const std::vector<Index>& ranked, double target,
                                Index max_vectors, const std::vector<Index>& always = {});

}  // namespace trunnion

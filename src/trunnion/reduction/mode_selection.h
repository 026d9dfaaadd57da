#pragma once
// reduction/mode_selection.h -- which of the computed fixed-interface modes, and how many truncation vectors, are kept.
// Rules: the n lowest; all below a frequency; the fewest lowest that meet an accuracy (automatic_level.h); by interface
// mass (largest first); by band-weighted interface mass, where
//   rank_i = E_i w_b^2 / max(|w_i^2 - w_b^2|, 2 zeta w_b w_i)   and all modes below 1.3 w_b come first
// because a mode just above the band matters more than its interface mass says (theory/reduction.md, Eq. 5.1). With a
// target they are all kept, however few would do.

#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/reduction/interface_mass.h"

namespace trunnion {

enum class SelectionRule { count, cutoff, interface_mass, band_interface_mass, automatic };

/// 1.3 times the band, as an eigenvalue: modes below it are kept, or come first, whatever mass they carry.
double near_band(double band_hz);

/// Ranks modes, best first.
std::vector<Index> rank_modes(SelectionRule rule, const VectorXd& eigenvalues, const VectorXd& share, double band_hz,
                              double damping_ratio);

/// `always` first, then the ranking without them.
std::vector<Index> with_priority(const std::vector<Index>& ranked, const std::vector<Index>& always);

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

}  // namespace trunnion

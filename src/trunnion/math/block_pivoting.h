#pragma once
// math/block_pivoting.h -- the fast solver of a mixed complementarity problem, and derivatives of its answer.
// With a guess I of the pairs that touch, one bordered linear system gives forces and motions:
//   [A_II C_I; B_I 0] (p_I, th) = (-eps_I, lam),   d = eps + A p + C th                (theory/gears.md, Eq. 2.1)
// Pairs of I that pull and pairs outside it that overlap change sides, all at once, until none is wrong: Newton's
// method for min(p, d) = 0. A flip rule keeps it from cycling (flip_rule.h); Lemke's method is the last resort.

#include "trunnion/math/mixed_lcp.h"

namespace trunnion {

struct BlockPivotingOptions {
  std::vector<char> start;  ///< first guess, e.g. `active` of a neighboring position; empty: pairs that overlap
  int max_steps = 0;        ///< linear solves before Lemke's method takes over; 0: 100 + twice the pairs
};

/// Loads that nothing can carry are told by `unbalanced`, never iterated on. Throws InputError for sizes that do not
/// fit.
MixedLcpSolution solve_block_pivoting(const MixedLcp& problem, const BlockPivotingOptions& options = {});

/// Exact derivatives of a solution whose active set does not change.
struct MixedLcpDerivatives {
  MatrixXd p_lam, th_lam;  ///< M x L, L x L
  MatrixXd p_eps, th_eps;  ///< M x M, L x M
};
/// Throws SolveError when a motion is loose: its derivative does not exist.
MixedLcpDerivatives derivatives(const MixedLcp& problem, const MixedLcpSolution& solution);

/// d lam / d th with the motions prescribed instead of the loads: -B_I A_II^-1 C_I. For gears the mesh stiffness.
MatrixXd motion_stiffness(const MixedLcp& problem, const std::vector<char>& active);

}  // namespace trunnion

#pragma once
// math/mixed_lcp.h -- linear complementarity with a few free unknowns: bodies that touch near known positions.
//   d = eps + A p + C th >= 0,   p >= 0,   d.p = 0,   B p = lam                        (theory/gears.md, Eq. 1.1)
// d: gaps, p: normal forces of M candidate pairs; th: L free motions of the bodies' frames, lam: loads on them.
// Any consistent units; every solver scales by itself.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct MixedLcp {
  MatrixXd A;    ///< M x M, gap that a force opens
  MatrixXd B;    ///< L x M, load that a force carries
  MatrixXd C;    ///< M x L, gap that a motion opens
  VectorXd eps;  ///< M, gaps without forces and motions; negative: the bodies would overlap
  VectorXd lam;  ///< L, loads
  Index pairs() const { return eps.size(); }
  Index motions() const { return lam.size(); }
};

enum class LcpStatus {
  solved,
  unbalanced,  ///< no p >= 0 carries the loads: the bodies run away along `runaway`
  stalled      ///< the method found no answer; another may
};

struct MixedLcpSolution {
  LcpStatus status = LcpStatus::stalled;
  VectorXd p, d, th;
  std::vector<char> active;  ///< per pair: 1 where d = 0 is imposed
  VectorXd runaway;          ///< unbalanced: unit motion on which the loads do work and that no pair resists
  int steps = 0;             ///< linear solves, or pivots of a tableau
  Index loose = 0;           ///< motions that no loaded pair holds (their load is zero, so is their answer)
  bool by_lemke = false;     ///< the fallback was needed
};

/// Sizes by which forces and gaps are judged: p0 carries the loads, d0 is the gap p0 opens.
struct LcpScale {
  double force = 1, gap = 1;
  double force_tolerance() const { return 1e-9 * force; }
  double gap_tolerance() const { return 1e-9 * gap; }
};
LcpScale lcp_scale(const MixedLcp& problem);

/// Throws InputError when sizes do not fit together or a number is not finite.
void validate(const MixedLcp& problem);

/// Farkas: y with B'y >= 0 and y.lam < 0 proves that no p >= 0 has B p = lam. Returned is the unit motion -y, on which
/// the loads do work; empty when the loads can be carried.
VectorXd runaway_motion(const MixedLcp& problem);

/// Largest violation of the four conditions, forces over p0 and gaps over d0.
double lcp_error(const MixedLcp& problem, const VectorXd& p, const VectorXd& th);

}  // namespace trunnion

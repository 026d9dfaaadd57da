#pragma once
// reduction/held_modes.h -- the fixed-interface modes inside a reduced body, from its own data: with the kept
// interfaces at rest a Craig-Bampton body moves in its normal modes and truncation vectors and nothing else, and
//   Z' K Z y = w^2 Z' M Z y,   R Z = 0        (R: rows of the kept interface dofs; theory/reduction.md, Eq. 2.5, 12.1)
// has their frequencies and shapes exactly, whatever the reference condition.

#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

struct HeldMode {
  Index mode = 0;        ///< which fixed-interface mode, as in ReductionRecord::share
  double hz = 0;         ///< [Hz]
  double share = 0;      ///< of the interface mass
  VectorXd coordinates;  ///< six rigid ones (translation, small turn about the origin), then the modal ones
};

/// The kept modes with the largest shares of interface mass, largest first. None of bodies without fixed-interface
/// modes, with parts that are pressed together (their springs change the modes), or cut after orthogonalization.
std::vector<HeldMode> leading_held_modes(const ReducedBody& body, Index count);

/// Their motion of a set of nodes, 3 x nodes.
Matrix3Xd motion_of(const NodeRows& rows, const HeldMode& mode);

}  // namespace trunnion

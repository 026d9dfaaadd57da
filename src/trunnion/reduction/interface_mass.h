#pragma once
// reduction/interface_mass.h -- how much of the mass that the interfaces move is carried by each fixed-interface mode.
//   P = -Phi' M Psi   (modes x interface dofs)        Mbar = P' P over ALL modes      (theory/reduction.md, Eq. 3.1)
//   E_t,i = sum_{a in t} P_ia^2 / tr(Mbar_tt),  E_r,i likewise,   E_i = w_t E_t,i + w_r E_r,i,   w_t + w_r = 1
// Each of the three sums to one over all modes. Mbar is found from matrices (interior_mass.h), never from a truncated
// sum, so that the completeness of a truncated set is honest.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

enum class DofKind { translation, rotation };

/// Shares of translation and rotation in the combined measure; only their ratio matters.
struct InterfaceMassWeights {
  double translation = 0.5;
  double rotation = 0.5;
};

struct InterfaceMass {
  VectorXd translation;   ///< E_t per mode
  VectorXd rotation;      ///< E_r per mode; zero when no interface has a rotation
  VectorXd combined;      ///< E per mode
  MatrixXd distribution;  ///< P_ia^2 / Mbar_aa: which mode moves with which interface dof; columns sum to 1
};

/// A part of Mbar that is zero to rounding (no interior mass follows those dofs) gives zero shares, not 0/0.
InterfaceMass interface_mass(const MatrixXd& participation, const MatrixXd& interior_mass,
                             const std::vector<DofKind>& dofs, const InterfaceMassWeights& weights = {});

/// Running sums of `share` in the given order, and sorted by size: the two completeness curves.
struct CompletenessCurves {
  VectorXd by_frequency;
  VectorXd by_share;
};
CompletenessCurves completeness_curves(const VectorXd& share);

}  // namespace trunnion

#pragma once
// reduction/reduced_contact.h -- equilibria of a reduced body whose parts are pressed together, at rest, without a
// mechanism around it: what contact modes are tried and enriched with.
//   K q = f + W' A t(W q, memory)   on the coordinates that are free                  (theory/reduction.md, Eq. 14.7)

#include "trunnion/fe_contact/fit_points.h"

namespace trunnion {

struct ReducedContact {
  MatrixXd stiffness;       ///< K, n x n
  MatrixXd rows;            ///< W, 3P x n
  std::vector<Index> free;  ///< coordinates that are not held
  /// Coordinates where the full interference is about in equilibrium, if they are known: where iterations begin. Parts
  /// that only their contacts hold have no stiffness against each other before these close.
  VectorXd shrunk = {};
};

struct ReducedContactState {
  double share = 0;  ///< of the interference that is there
  VectorXd load;     ///< on all coordinates
  VectorXd q, w;
  std::vector<FitTraction> traction;  ///< with the committed memory
};

ReducedContactState unloaded(const ReducedContact& body, const FitPoints& points);

/// Brings interference and load to the given ones in equal increments, memory committed after each. False: no
/// equilibrium; `state` is the last one found.
bool step(const ReducedContact& body, const FitPoints& points, double share, const VectorXd& load, int increments,
          ReducedContactState& state);

/// W' J W, J the slopes of the points.
MatrixXd contact_tangent(const MatrixXd& rows, const std::vector<Matrix3d>& slope);

}  // namespace trunnion

#pragma once
// lubrication/surface_places.h -- nodes of a mesh on the face of a bearing, seen from its axis, and how values at any
// places follow from theirs.
// Nodes on rings with common angles are recognized. Others: moving least squares with a basis of second order,
//   value(x) = sum w_k y_k,  exact for polynomials up to second order where enough nodes are near
// in the unrolled surface (theory/lubrication.md, Eq. 12.3). Weights add up to 1; forces return by their transpose.

#include <optional>

#include "trunnion/math/band_lu.h"

namespace trunnion {

struct SurfacePlaces {
  VectorXd angle;    ///< [rad]
  VectorXd station;  ///< along the axis, or radius [m]
  double arm = 0;    ///< radius that turns angles into lengths [m]; 0: the station itself
  Index size() const { return angle.size(); }
};

/// Every station has a node at every angle.
struct SurfaceRings {
  VectorXd angles;          ///< ascending from 0 to 2 pi
  VectorXd stations;        ///< ascending
  std::vector<Index> node;  ///< node of angle k and station j at k stations.size() + j
};
std::optional<SurfaceRings> find_rings(const SurfacePlaces& nodes);

/// Weights of the nodes at other places: one row a place.
RowMatrixXd scattered_weights(const SurfacePlaces& nodes, const SurfacePlaces& at);

}  // namespace trunnion

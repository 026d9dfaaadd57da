#pragma once
// joints/relative_coordinate.h -- scalar measures of how marker I sits relative to marker J, with two derivatives.
//   along:    a . d                         distance along an axis fixed in J                      [m]
//   dot:      a . R b                       cosine between an axis of J and one of I               [-]
//   distance: |d|                           between the two origins                                [m]
//   angle:    atan2(x_2, x_1), x = R e_1    turn of I about the third axis of J, full turns kept   [rad]
//   azimuth:  atan2(d_2, d_1)               where I's origin is on its way round that axis         [rad]
//   mesh:     delta of gears/mesh_motion.h  how far two gears with spin axes z have come together  [m]
// Increments: (dd, drho) in J's axes, R -> exp(skew(drho)) R.                        (theory/joints.md, Eq. 1.1 to 1.5)

#include <memory>

#include "trunnion/bodies/marker_pair.h"

namespace trunnion {

struct InvoluteMesh;  // gears/mesh_motion.h

enum class CoordinateKind { along, dot, distance, angle, azimuth, mesh };
/// Whether full turns, or teeth, are counted: the value lives on the branch of the last accepted one.
constexpr bool counts_turns(CoordinateKind kind) {
  return kind == CoordinateKind::angle || kind == CoordinateKind::azimuth || kind == CoordinateKind::mesh;
}

struct RelativeCoordinate {
  CoordinateKind kind = CoordinateKind::along;
  Index I = -1, J = -1;                            ///< markers
  Vector3d a = Vector3d::UnitZ();                  ///< in J's axes (along, dot)
  Vector3d b = Vector3d::UnitX();                  ///< in I's axes (dot)
  std::shared_ptr<const InvoluteMesh> gears = {};  ///< driver on I, driven gear on J (mesh)
};

struct CoordinateValue {
  double value = 0;
  Vector6d gradient = Vector6d::Zero();
};

/// `near`: angle and azimuth are returned on the branch (value + 2 pi k) closest to it, mesh on (value + base pitches).
CoordinateValue evaluate(const RelativeCoordinate& c, const RelativeMotion& m, double near = 0);

/// Change of the gradient per increment: d(gradient)/d(dd, drho). Not symmetric, because rotations do not commute.
Matrix6d gradient_tangent(const RelativeCoordinate& c, const RelativeMotion& m);

}  // namespace trunnion

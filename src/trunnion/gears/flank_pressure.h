#pragma once
// gears/flank_pressure.h -- pressures of a cycle in three dimensions where people look for them: on the nodes of the
// meshes, along the lines of contact, and over a flank that has been through the mesh.
// Contact is narrower than an element of the flank and than the way from one position to the next. So a node has the
// largest pressure of the points that it carries, and between the places where a layer touches at two positions the
// pressure is interpolated.

#include "trunnion/gears/face_contact.h"

namespace trunnion {

/// At all nodes of the mesh of the driver or the driven gear; 0 away from the contact [Pa].
VectorXd node_pressure(const FaceContact& contact, const MeshPosition& position, bool driver);

/// Largest pressure across the contact of a tooth pair, layer by layer [Pa].
struct ContactLine {
  int tooth_pair = 0;
  VectorXd pressure;
};
/// The tooth pairs that carry load at a position.
std::vector<ContactLine> contact_lines(const FaceContact& contact, const MeshPosition& position);

/// Largest pressure that each part of a tooth's flank meets on its way through the mesh [Pa]: rows of equal radius from
/// the tip to the lowest place that can carry load, columns by layer.
MatrixXd contact_pattern(const FaceContact& contact, const MeshCycle& cycle, bool driver, Index rows);
/// The radii between those rows, tip first [m].
VectorXd pattern_radii(const FaceContact& contact, bool driver, Index rows);

}  // namespace trunnion

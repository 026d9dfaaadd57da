#pragma once
// run/symbol_shapes.h -- what joints, bearings, springs, markers and forces look like in pictures: small closed
// surfaces in the axes of the marker they stand at.

#include <memory>
#include <string>

#include "trunnion/mesh/mesh.h"
#include "trunnion/model/model.h"

namespace trunnion {

/// Axes of a marker: x longest, y shorter, z shortest, so that they tell themselves apart without color.
std::shared_ptr<const Mesh> triad_shape(double size);
/// Ring of a joint that turns about z, ball of one that turns about all axes, box of one that slides or holds.
std::shared_ptr<const Mesh> joint_shape(const std::string& type, double size);
/// Row of balls, sleeve or washer in the axes of the housing marker.
std::shared_ptr<const Mesh> bearing_shape(const BearingInput& in);
/// Zigzag of length one along x, one across.
std::shared_ptr<const Mesh> spring_shape();
/// Arrow of length one along x, of radius one at its head.
std::shared_ptr<const Mesh> arrow_shape();
/// Arrow bent to most of a circle of radius one about x, turning to the right.
std::shared_ptr<const Mesh> turning_arrow_shape();

/// Axes that stretch a shape along x to `way`, and to `across` in the other directions. Nothing for a way of zero.
Matrix3d stretched_axes(const Vector3d& way, double across);

}  // namespace trunnion

#include "trunnion/run/patch.h"

#include <Eigen/Geometry>

namespace trunnion {
namespace {

struct WeightedPoint {
  Vector3d moment = Vector3d::Zero();  // weight * position
  double weight = 0;
};

/// A face by its corners: a fan of triangles, or a line for plane cells.
WeightedPoint face_center(const Mesh& mesh, const ElementFace& face) {
  const ElementRef ref = mesh.locate(face.element);
  const ElementBlock& block = mesh.blocks[static_cast<std::size_t>(ref.block)];
  const CellFace& shape = faces(block.type)[static_cast<std::size_t>(face.face)];
  const auto corner = [&](int i) -> Vector3d {
    return mesh.x.col(block.nodes(shape.nodes[static_cast<std::size_t>(i)], ref.column));
  };
  WeightedPoint sum;
  const auto add = [&](double weight, const Vector3d& point) {
    sum.moment += weight * point;
    sum.weight += weight;
  };
  if (dimension(shape.type) == 1) {
    add((corner(1) - corner(0)).norm(), 0.5 * (corner(0) + corner(1)));
    return sum;
  }
  for (int i = 1; i + 1 < num_corners(shape.type); ++i) {
    const Vector3d a = corner(0), b = corner(i), c = corner(i + 1);
    add(0.5 * (b - a).cross(c - a).norm(), (a + b + c) / 3);
  }
  return sum;
}

}  // namespace

Vector3d patch_center(const Mesh& mesh, const std::vector<NodeId>& nodes, const std::vector<ElementFace>& faces) {
  WeightedPoint sum;
  for (const ElementFace& face : faces) {
    const WeightedPoint part = face_center(mesh, face);
    sum.moment += part.moment;
    sum.weight += part.weight;
  }
  if (sum.weight > 0) return sum.moment / sum.weight;
  Vector3d mean = Vector3d::Zero();
  for (const NodeId node : nodes) mean += mesh.x.col(node.value);
  return mean / static_cast<double>(nodes.size());
}

}  // namespace trunnion

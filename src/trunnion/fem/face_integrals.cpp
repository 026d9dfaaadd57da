#include "trunnion/fem/face_integrals.h"

#include <Eigen/Geometry>

#include "trunnion/fem/cell_table.h"

namespace trunnion {
namespace {

/// Shares of the area of a quadratic face when it is cut into linear facets at its mid-side nodes (per corner and per
/// mid-side node): four triangles of a tri6; four corner triangles and the square between them of a quad8.
VectorXd facet_shares(CellType type, Index nodes) {
  const auto corners_then_middles = [&](Index corners, double corner, double middle) {
    VectorXd shares = VectorXd::Constant(nodes, middle);
    shares.head(corners).setConstant(corner);
    return shares;
  };
  if (type == CellType::tri6) return corners_then_middles(3, 1.0 / 12, 1.0 / 4);
  if (type == CellType::quad8) return corners_then_middles(4, 1.0 / 24, 5.0 / 24);
  return corners_then_middles(2, 1.0 / 4, 1.0 / 2);  // edge with three nodes
}

}  // namespace

FaceIntegrals face_integrals(const Mesh& mesh, const PropertyTable& properties, const ElementFace& face) {
  const ElementRef at = mesh.locate(face.element);
  const ElementBlock& block = mesh.blocks[std::size_t(at.block)];
  const CellFace local = faces(block.type)[std::size_t(face.face)];
  const auto count = Index(local.nodes.size());
  const CellTable& table = face_load_table(local.type, count);
  const bool edge = local.type == CellType::line2;
  const double thickness = edge ? properties[face.element].thickness : 1;

  FaceIntegrals out;
  Matrix3Xd x(3, count);
  for (Index a = 0; a < count; ++a) {
    out.nodes.push_back(block.nodes(local.nodes[std::size_t(a)], at.column));
    x.col(a) = mesh.x.col(out.nodes.back());
  }
  out.share = VectorXd::Zero(count);
  out.normal_share = Matrix3Xd::Zero(3, count);
  for (Index q = 0; q < table.rule.size(); ++q) {
    const Vector3d along = x * table.gradient.col(edge ? q : 2 * q);
    // Edges run counter-clockwise around their plane cell, so the outside lies to the right.
    const Vector3d normal =
        edge ? Vector3d(along.y(), -along.x(), 0) : Vector3d(along.cross(Vector3d(x * table.gradient.col(2 * q + 1))));
    const double w = table.rule.weights[q] * thickness;
    out.area += w * normal.norm();
    out.share += w * normal.norm() * table.value.col(q);
    out.normal_share += w * normal * table.value.col(q).transpose();
  }
  out.tributary = count > num_corners(local.type) ? VectorXd(out.area * facet_shares(local.type, count)) : out.share;
  return out;
}

}  // namespace trunnion

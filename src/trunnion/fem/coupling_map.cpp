#include "trunnion/fem/coupling_map.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

#include "trunnion/fem/face_integrals.h"

namespace trunnion {
namespace {

/// Motion of the point x when the body moves by (translation, rotation) about c.
Eigen::Matrix<double, 3, 6> rigid_rows(const Vector3d& arm) {
  Eigen::Matrix<double, 3, 6> R;
  R << 1, 0, 0, 0, arm.z(), -arm.y(), 0, 1, 0, -arm.z(), 0, arm.x(), 0, 0, 1, arm.y(), -arm.x(), 0;
  return R;
}

/// Nodes without repetition, in ascending order, each with the weight given for it (all 1 when none is given).
std::map<std::int32_t, double> patch_nodes(const Mesh& mesh, const Coupling& coupling) {
  std::map<std::int32_t, double> patch;
  if (coupling.nodes.empty())
    for (const NodeId node : surface_nodes(mesh, coupling.faces)) patch[node.value] = 1;
  for (std::size_t k = 0; k < coupling.nodes.size(); ++k)
    patch[coupling.nodes[k].value] = coupling.weights.empty() ? 1 : coupling.weights[k];
  patch.erase(coupling.reference.value);
  return patch;
}

/// Replaces the weights by tributary areas of the patch's faces; false when the faces leave a node out.
bool weigh_by_area(const Mesh& mesh, const PropertyTable& properties, const std::vector<ElementFace>& faces,
                   std::map<std::int32_t, double>& patch) {
  std::map<std::int32_t, double> areas;
  for (const ElementFace& face : faces) {
    const FaceIntegrals part = face_integrals(mesh, properties, face);
    for (std::size_t a = 0; a < part.nodes.size(); ++a)
      if (patch.contains(part.nodes[a])) areas[part.nodes[a]] += part.tributary[Index(a)];
  }
  if (areas.size() != patch.size()) return false;
  patch = std::move(areas);
  return true;
}

/// Boundary faces all of whose nodes belong to the patch.
std::vector<ElementFace> faces_inside(const Mesh& mesh, const std::vector<ElementFace>& boundary,
                                      const std::map<std::int32_t, double>& patch) {
  std::vector<ElementFace> inside;
  for (const ElementFace& face : boundary) {
    const ElementRef at = mesh.locate(face.element);
    const ElementBlock& block = mesh.blocks[std::size_t(at.block)];
    const auto local = faces(block.type)[std::size_t(face.face)].nodes;
    if (std::all_of(local.begin(), local.end(), [&](int k) { return patch.contains(block.nodes(k, at.column)); }))
      inside.push_back(face);
  }
  return inside;
}

/// Weighted least-squares rigid motion of the patch, taken at the reference node. Solved about the patch's centroid in
/// units of its size, where the normal equations fall apart into translation and rotation.
MatrixXd average_motion(const Mesh& mesh, const CouplingMap& map) {
  const auto n = Index(map.nodes.size());
  Matrix3Xd x(3, n);
  for (Index k = 0; k < n; ++k) x.col(k) = mesh.x.col(map.nodes[std::size_t(k)].value);
  const double total = map.weights.sum();
  const Vector3d center = x * map.weights / total;
  const Matrix3Xd arm = x.colwise() - center;
  const Matrix3d second = arm * map.weights.asDiagonal() * arm.transpose();
  const Matrix3d inertia = second.trace() * Matrix3d::Identity() - second;
  const Vector3d principal = Eigen::SelfAdjointEigenSolver<Matrix3d>(inertia).eigenvalues();
  if (!(principal[0] > 1e-10 * principal[2]))
    throw InputError(
        fmt::format("coupling '{}': its {} nodes lie on one line, so their mean motion says nothing about a "
                    "rotation around it. Add nodes beside the line",
                    map.name, n));
  // [translation; rotation] of the patch about its centroid, then carried to the reference node.
  const Matrix3d inverse = inertia.llt().solve(Matrix3d::Identity());
  MatrixXd at_center(6, 3 * n);
  for (Index k = 0; k < n; ++k) {
    const Eigen::Matrix<double, 3, 6> R = rigid_rows(arm.col(k));
    at_center.block<3, 3>(0, 3 * k) = map.weights[k] / total * Matrix3d::Identity();
    at_center.block<3, 3>(3, 3 * k) = map.weights[k] * inverse * R.rightCols<3>().transpose();
  }
  Matrix6d carry = Matrix6d::Identity();
  carry.topRows<3>() = rigid_rows(mesh.x.col(map.reference.value) - center);
  return carry * at_center;
}

/// Whether a rigid patch fixes the rotations of its reference node.
bool holds_rotations(const Mesh& mesh, const CouplingMap& map) {
  Matrix6d normal = Matrix6d::Zero();
  double size = 0;
  for (const NodeId node : map.nodes)
    size = std::max(size, (mesh.x.col(node.value) - mesh.x.col(map.reference.value)).norm());
  for (const NodeId node : map.nodes) {
    const auto R = rigid_rows((mesh.x.col(node.value) - mesh.x.col(map.reference.value)) / (size > 0 ? size : 1));
    normal += R.transpose() * R;
  }
  return Eigen::SelfAdjointEigenSolver<Matrix6d>(normal).eigenvalues()[0] > 1e-10;
}

/// Nodes whose rotations something else holds: beams, springs, other couplings.
std::vector<bool> rotations_held_elsewhere(const MeshFile& file) {
  std::vector<bool> held(std::size_t(file.mesh.num_nodes()), false);
  for (const ElementBlock& block : file.mesh.blocks)
    if (block.type == CellType::line2)
      for (const int node : block.nodes.reshaped()) held[std::size_t(node)] = true;
  for (const NodeSpring& spring : file.springs) {
    held[std::size_t(spring.a.value)] = true;
    if (spring.b.valid()) held[std::size_t(spring.b.value)] = true;
  }
  for (const Coupling& coupling : file.couplings)
    for (const NodeId node : coupling.nodes) held[std::size_t(node.value)] = true;
  return held;
}

}  // namespace

std::vector<CouplingMap> coupling_maps(const MeshFile& file, const PropertyTable& properties, const DofMap& dofs) {
  const Mesh& mesh = file.mesh;
  std::vector<CouplingMap> maps;
  std::vector<ElementFace> boundary;
  std::vector<bool> held;
  for (const Coupling& coupling : file.couplings) {
    if (!coupling.weights.empty() && coupling.weights.size() != coupling.nodes.size())
      throw InputError(fmt::format("coupling '{}' has {} nodes but {} weights", coupling.name, coupling.nodes.size(),
                                   coupling.weights.size()));
    std::map<std::int32_t, double> patch = patch_nodes(mesh, coupling);
    if (patch.empty()) throw InputError(fmt::format("coupling '{}' has no nodes", coupling.name));
    const bool averaged = coupling.kind == CouplingKind::averaged;
    if (averaged && patch.size() < 3)
      throw InputError(
          fmt::format("coupling '{}': the mean motion of {} node(s) has no rotation; at least three nodes, "
                      "not on one line, are needed",
                      coupling.name, patch.size()));
    if (averaged && coupling.weights.empty()) {
      if (!coupling.faces.empty()) {
        weigh_by_area(mesh, properties, coupling.faces, patch);
      } else {
        if (boundary.empty()) boundary = boundary_faces(mesh);
        weigh_by_area(mesh, properties, faces_inside(mesh, boundary, patch), patch);
      }
    }
    CouplingMap map{.name = coupling.name,
                    .kind = coupling.kind,
                    .reference = coupling.reference,
                    .nodes = {},
                    .weights = VectorXd(averaged ? Index(patch.size()) : 0),
                    .average = {},
                    .dofs = coupling.dofs};
    for (const auto& [node, weight] : patch) {
      if (averaged) map.weights[Index(map.nodes.size())] = weight;
      map.nodes.push_back(NodeId{node});
    }
    if (averaged) {
      if (!(map.weights.minCoeff() >= 0 && map.weights.sum() > 0))
        throw InputError(fmt::format("coupling '{}': weights must be >= 0 and not all 0", coupling.name));
      map.average = average_motion(mesh, map);
    } else {
      if (held.empty()) held = rotations_held_elsewhere(file);
      const bool slave_turns =
          std::any_of(map.nodes.begin(), map.nodes.end(), [&](NodeId node) { return dofs.has_rotation(node); });
      if (!slave_turns && !held[std::size_t(map.reference.value)] && !holds_rotations(mesh, map))
        throw InputError(
            fmt::format("coupling '{}': its {} node(s) lie on one line with nothing that holds a rotation "
                        "around it. Add nodes beside the line",
                        map.name, map.nodes.size()));
    }
    maps.push_back(std::move(map));
  }
  return maps;
}

}  // namespace trunnion

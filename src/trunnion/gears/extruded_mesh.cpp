#include "trunnion/gears/extruded_mesh.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

namespace trunnion {
namespace {

CellType extruded_type(CellType type) {
  const bool triangle = num_corners(type) == 3;
  const CellType linear = triangle ? CellType::wedge6 : CellType::hex8;
  return is_quadratic(type) ? quadratic_type(linear) : linear;
}

}  // namespace

Mesh extruded_mesh(const Mesh& section, const Gear& gear, const GearGeometry& g, const VectorXd& layer) {
  Mesh out;
  const Index n = section.num_nodes(), layers = layer.size();
  const auto at_height = [&](const Vector3d& x, double z) -> Vector3d {
    return Eigen::AngleAxisd(z * std::tan(gear.helix_angle) / g.reference, Vector3d::UnitZ()) * x +
           z * Vector3d::UnitZ();
  };
  std::vector<Vector3d> x;
  for (Index l = 0; l < layers; ++l)
    for (Index i = 0; i < n; ++i) x.push_back(at_height(section.x.col(i), layer[l]));
  std::map<std::pair<Index, int>, int> between;  // mid-side nodes above a corner, by layer
  const auto above = [&](Index l, int node) {
    const auto [at, added] = between.try_emplace({l, node}, int(x.size()));
    if (added) x.push_back(at_height(section.x.col(node), 0.5 * (layer[l] + layer[l + 1])));
    return at->second;
  };
  std::int64_t label = 0;
  for (const ElementBlock& plane : section.blocks) {
    ElementBlock block;
    block.type = extruded_type(plane.type);
    const int corners = num_corners(plane.type), nodes = num_nodes(plane.type);
    const Index count = plane.nodes.cols();
    block.nodes.resize(num_nodes(block.type), count * (layers - 1));
    for (Index l = 0; l + 1 < layers; ++l)
      for (Index e = 0; e < count; ++e) {
        auto cell = block.nodes.col(l * count + e);
        for (int k = 0; k < corners; ++k) {
          cell[k] = int(l * n) + plane.nodes(k, e);
          cell[corners + k] = int((l + 1) * n) + plane.nodes(k, e);
        }
        for (int k = corners; k < nodes; ++k) {  // mid-side nodes below, above, and between the corners
          cell[corners + k] = int(l * n) + plane.nodes(k, e);
          cell[2 * corners + k] = int((l + 1) * n) + plane.nodes(k, e);
          cell[3 * corners + k] = above(l, plane.nodes(k - corners, e));
        }
      }
    for (Index e = 0; e < block.nodes.cols(); ++e) block.labels.push_back(++label);
    out.blocks.push_back(std::move(block));
  }
  std::vector<NodeId>& hub = out.node_sets["hub"];
  const std::vector<NodeId> plane_hub = nodes_named(section, "hub");
  for (Index l = 0; l < layers; ++l)
    for (const NodeId node : plane_hub) hub.push_back(NodeId{std::int32_t(l * n + node.value)});
  for (const auto& [corner, node] : between)
    if (std::find(plane_hub.begin(), plane_hub.end(), NodeId{corner.second}) != plane_hub.end())
      hub.push_back(NodeId{node});
  out.x.resize(3, Index(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    out.x.col(Index(i)) = x[i];
    out.node_labels.push_back(std::int64_t(i) + 1);
  }
  return out;
}

}  // namespace trunnion

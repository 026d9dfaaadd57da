#include "trunnion/gears/given_grid.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// Neighbors of every boundary node along the boundary.
std::map<int, std::set<int>> boundary_graph(const Mesh& mesh) {
  std::map<int, std::set<int>> next;
  for (const ElementFace& face : boundary_faces(mesh)) {
    const ElementRef at = mesh.locate(face.element);
    const ElementBlock& block = mesh.blocks[std::size_t(at.block)];
    const auto local = faces(block.type)[std::size_t(face.face)].nodes;
    std::vector<int> edge;
    for (const int k : local) edge.push_back(block.nodes(k, at.column));
    if (edge.size() == 3) std::swap(edge[1], edge[2]);  // ends first in the file of faces
    for (std::size_t i = 0; i + 1 < edge.size(); ++i) {
      next[edge[i]].insert(edge[i + 1]);
      next[edge[i + 1]].insert(edge[i]);
    }
  }
  return next;
}

FlankNodes flank_in(const Gear& gear, const GearGeometry& g, const Mesh& mesh,
                    const std::map<int, std::set<int>>& boundary, int tooth, const GearGridOptions& o) {
  const double low = radius_at(g, o.low_tangent), close = 0.01 * g.module;
  std::vector<std::pair<double, int>> found;  // arc, node
  for (const auto& [node, beside] : boundary) {
    const ToothView p = seen_from(g, mesh.x.col(node), tooth, o.clockwise);
    if (p.radius < std::min(low, g.tip) - close || p.radius > std::max(low, g.tip) + close || !on_involute(g, p))
      continue;
    found.emplace_back(arc_length(g, tangent_length(g, p.radius)), node);
  }
  constexpr std::size_t least = 8;
  if (found.size() < least)
    throw InputError(fmt::format(
        "gear '{}': only {} nodes of its mesh lie on the flank of tooth {}, {} are needed. Is tooth 0 along +x, "
        "the axis at the origin, the unit right, and the involute that of module, teeth and shift?",
        gear.name, found.size(), tooth, least));
  std::sort(found.begin(), found.end());
  if (g.sign > 0) std::reverse(found.begin(), found.end());  // tip first
  FlankNodes out;
  out.tooth = tooth;
  for (const auto& [arc, node] : found) {
    out.arc.push_back(arc);
    out.nodes.push_back(node);
  }
  // Along the boundary away from the tip, to the middle of the space.
  int last = out.nodes[out.nodes.size() - 2], at = out.nodes.back();
  out.root.push_back(at);
  while (std::abs(seen_from(g, mesh.x.col(at), tooth, o.clockwise).angle) < 0.5 * g.tooth_angle) {
    const std::set<int>& beside = boundary.at(at);
    const auto onwards = std::find_if(beside.begin(), beside.end(), [&](int node) { return node != last; });
    if (onwards == beside.end() || out.root.size() > 10'000) break;
    last = at;
    at = *onwards;
    out.root.push_back(at);
  }
  return out;
}

/// Points below the places of every flank.
void add_deep_points(const Gear& gear, const GearGeometry& g, GearGrid& grid) {
  const auto n = Index(flank_of(grid, 0).nodes.size());
  double spacing = 0;
  for (const FlankNodes& flank : grid.flanks)
    spacing = std::max(spacing, std::abs(flank.arc.front() - flank.arc.back()) / double(flank.arc.size() - 1));
  const DeepPoints deep = deep_points(gear, g, spacing);
  if (!deep.warning.empty()) grid.warnings.push_back(deep.warning);
  for (FlankNodes& flank : grid.flanks) {
    std::vector<Vector3d> points;
    for (Index k = 0; k < n; ++k) {
      const FlankPoint at = flank_point(g, tangent_at_arc(g, arc_of_place(grid, k, n)));
      Vector2d x = at.x - deep.depth * at.normal;
      if (grid.clockwise) x.y() *= -1;
      points.emplace_back(0, 0, 0);
      points.back().head<2>() = Eigen::Rotation2Dd(flank.tooth * g.tooth_angle) * x;
    }
    flank.deep = places_in(grid.mesh, points);
    require_places(gear, flank.deep, flank.tooth, deep.depth);
  }
}

}  // namespace

ToothView seen_from(const GearGeometry& g, const Vector3d& x, int tooth, bool clockwise) {
  const double angle = std::atan2(clockwise ? -x.y() : x.y(), x.x()) - (clockwise ? -tooth : tooth) * g.tooth_angle;
  return {x.head<2>().norm(), std::remainder(angle, 2 * std::acos(-1.0))};
}

bool on_involute(const GearGeometry& g, const ToothView& p) {
  constexpr double close = 0.01;  // modules
  return p.radius >= g.base && std::abs(p.radius * (p.angle - half_angle(g, p.radius))) <= close * g.module;
}

void name_hub(const Gear& gear, Mesh& mesh) {
  std::vector<NodeId>& hub = mesh.node_sets["hub"];
  if (const auto surface = mesh.surfaces.find("hub"); hub.empty() && surface != mesh.surfaces.end())
    hub = surface_nodes(mesh, surface->second);
  if (!hub.empty()) return;
  for (Index i = 0; i < mesh.num_nodes(); ++i)
    if (std::abs(mesh.x.col(i).head<2>().norm() - gear.hub_radius) < 1e-4 * gear.hub_radius)
      hub.push_back(NodeId{std::int32_t(i)});
  if (hub.size() < 3)
    throw InputError(
        fmt::format("gear '{}': its mesh has no node set 'hub' and no nodes at hub_radius = {:.4g} mm; one of "
                    "them must say where it is held",
                    gear.name, 1e3 * gear.hub_radius));
}

DeepPoints deep_points(const Gear& gear, const GearGeometry& g, double spacing) {
  constexpr double layers = 3;
  const double thickness = 2 * g.tip * half_angle(g, g.tip), deepest = 0.5 * thickness;
  DeepPoints out{std::min(layers * spacing, deepest), ""};
  if (layers * spacing > 1.05 * deepest)
    out.warning = fmt::format(
        "gear '{}': nodes on the flanks of its mesh are {:.3g} mm apart. What teeth yield next to the contact is "
        "cut off from the rest three nodes below the flank, for which the tip, {:.3g} mm thick, has no room; "
        "nodes should be no farther apart than {:.2g} mm",
        gear.name, 1e3 * spacing, 1e3 * thickness, 1e3 * deepest / layers);
  return out;
}

void require_places(const Gear& gear, const std::vector<MeshPlace>& places, int tooth, double depth) {
  for (const MeshPlace& place : places)
    if (place.nodes.empty())
      throw InputError(
          fmt::format("gear '{}': tooth {} of its mesh has no element {:.3g} mm below the flank; teeth must "
                      "be filled with elements",
                      gear.name, tooth, 1e3 * depth));
}

GearGrid given_grid(const Gear& gear, const GearGeometry& g, const GearGridOptions& o) {
  GearGrid out;
  out.mesh = *o.given;
  out.cyclic = false;
  out.clockwise = o.clockwise;
  for (const ElementBlock& block : out.mesh.blocks)
    if (dimension(block.type) != 2)
      throw InputError(fmt::format("gear '{}': its mesh has elements of type {}; in the plane a plane mesh is needed",
                                   gear.name, name(block.type)));
  name_hub(gear, out.mesh);
  const auto boundary = boundary_graph(out.mesh);
  for (int t = -(o.loaded_teeth / 2); t <= o.loaded_teeth / 2; ++t)
    out.flanks.push_back(flank_in(gear, g, out.mesh, boundary, t, o));
  out.tip_arc = out.flanks.front().arc.front();  // places that all flanks have
  out.low_arc = out.flanks.front().arc.back();
  add_deep_points(gear, g, out);
  return out;
}

}  // namespace trunnion

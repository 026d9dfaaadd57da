#include "trunnion/gears/given_solid.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "trunnion/base/error.h"
#include "trunnion/fem/cell_table.h"
#include "trunnion/gears/given_grid.h"
#include "trunnion/gears/layer_spread.h"
#include "trunnion/mesh/face_table.h"

namespace trunnion {
namespace {

double turn_at(const Gear& gear, const GearGeometry& g, double z) {
  return z * std::tan(gear.helix_angle) / g.reference;
}

/// Nodes on the sides of the teeth and roots, unwound, with the mean normal of the faces there.
struct SideNode {
  Vector3d x, normal = Vector3d::Zero();
};

struct Sides {
  std::vector<ElementFace> faces;
  std::map<int, SideNode> nodes;
};

/// Faces of the boundary that do not look along the axis.
Sides sides_of(const Gear& gear, const GearGeometry& g, const Mesh& mesh) {
  Sides out;
  std::vector<int> corners, nodes;
  constexpr double steepest = 0.9;
  for (const ElementFace& face : boundary_faces(mesh)) {
    face_corners(mesh, face, corners);
    Vector3d area = Vector3d::Zero();
    for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
      const Vector3d a = mesh.x.col(corners[k]) - mesh.x.col(corners[0]),
                     b = mesh.x.col(corners[k + 1]) - mesh.x.col(corners[0]);
      area += 0.5 * a.cross(b);
    }
    if (std::abs(area.z()) > steepest * area.norm()) continue;
    out.faces.push_back(face);
    face_nodes(mesh, face, nodes);
    for (const int node : nodes) {
      SideNode& at = out.nodes[node];
      at.x = mesh.x.col(node);
      at.x = Eigen::AngleAxisd(-turn_at(gear, g, at.x.z()), Vector3d::UnitZ()) * at.x;
      at.normal += area;
    }
  }
  return out;
}

SolidFlank flank_in(const GearGeometry& g, const Mesh& mesh, const Sides& sides, int tooth, const GearGridOptions& o) {
  SolidFlank out;
  out.tooth = tooth;
  std::map<int, double> arcs;  // of the nodes on the involute
  const double low = radius_at(g, o.low_tangent), margin = 0.05 * g.module;
  for (const auto& [node, at] : sides.nodes) {
    const ToothView p = seen_from(g, at.x, tooth, o.clockwise);
    if (on_involute(g, p)) arcs[node] = arc_length(g, tangent_length(g, p.radius));
    const bool below = g.sign * (p.radius - low) < 0 && g.sign * (p.radius - g.root) > -margin;
    if (!below || p.angle <= 0 || p.angle > 0.5 * g.tooth_angle * (1 + 1e-6)) continue;
    const Vector3d along = at.normal.cross(Vector3d::UnitZ()).normalized();
    if (along.norm() > 0) out.root.push_back({node, along, at.normal.normalized().cross(along)});
  }
  std::vector<int> nodes;
  for (const ElementFace& face : sides.faces) {
    face_nodes(mesh, face, nodes);
    if (!std::all_of(nodes.begin(), nodes.end(), [&](int node) { return arcs.contains(node); })) continue;
    const ElementRef at = mesh.locate(face.element);
    FlankFacet facet;
    facet.type = faces(mesh.blocks[std::size_t(at.block)].type)[std::size_t(face.face)].type;
    facet.nodes = nodes;
    facet.at.resize(2, Index(nodes.size()));
    for (std::size_t k = 0; k < nodes.size(); ++k) facet.at.col(Index(k)) << arcs[nodes[k]], mesh.x(2, nodes[k]);
    out.facets.push_back(std::move(facet));
  }
  return out;
}

/// Throws when a flank does not reach over the whole face.
void require_width(const Gear& gear, const SolidFlank& flank) {
  Eigen::AlignedBox2d box;
  for (const FlankFacet& facet : flank.facets)
    for (Index a = 0; a < facet.at.cols(); ++a) box.extend(Vector2d(facet.at.col(a)));
  const double half = 0.5 * gear.width, near = 0.01 * gear.width;
  if (box.min().y() > -half + near || box.max().y() < half - near)
    throw InputError(fmt::format(
        "gear '{}': the flank of tooth {} of its mesh goes from z = {:.4g} mm to {:.4g} mm; a face {:.4g} mm "
        "wide goes from {:.4g} to {:.4g} mm, its middle at z = 0. Mesh the whole face, or give the 'width' that is "
        "meshed",
        gear.name, flank.tooth, 1e3 * box.min().y(), 1e3 * box.max().y(), 1e3 * gear.width, -1e3 * half, 1e3 * half));
}

/// Throws when the faces found do not make up a flank.
void check_flank(const Gear& gear, const GearGeometry& g, const SolidFlank& flank, const GearGridOptions& o) {
  Eigen::AlignedBox2d box;
  for (const FlankFacet& facet : flank.facets)
    for (Index k = 0; k < facet.at.cols(); ++k) box.extend(Vector2d(facet.at.col(k)));
  const double tip = arc_length(g, g.tip_tangent), low = arc_length(g, o.low_tangent);
  constexpr double share = 0.25;  // of the flank may be missing at its ends: rounded tips, faces that reach into roots
  const double missing = flank.facets.empty() ? std::abs(tip - low)
                                              : std::max(0.0, std::max(tip, low) - box.max().x()) +
                                                    std::max(0.0, box.min().x() - std::min(tip, low));
  if (missing > share * std::abs(tip - low))
    throw InputError(fmt::format(
        "gear '{}': {} faces of its mesh lie on the flank of tooth {} and leave {:.0f} % of its profile out. Is tooth "
        "0 "
        "along +x at z = 0, the axis at the origin along z, the unit right, and the involute that of module, teeth, "
        "shift and helix?",
        gear.name, flank.facets.size(), flank.tooth, 100 * missing / std::abs(tip - low)));
  require_width(gear, flank);
}

/// Shares of the facet that holds (arc, z), or of the nearest place of one.
MeshPlace place_on(const SolidFlank& flank, const Vector2d& point) {
  const FlankFacet* best = nullptr;
  Vector3d xi = Vector3d::Zero();
  double least = std::numeric_limits<double>::infinity();
  for (const FlankFacet& facet : flank.facets) {
    const Eigen::AlignedBox2d box(Vector2d(facet.at.rowwise().minCoeff()), Vector2d(facet.at.rowwise().maxCoeff()));
    if (box.exteriorDistance(point) >= least) continue;
    const std::optional<CellPoint> at = locate_in_cell(facet.type, facet.at, point);
    const Vector3d place =
        clamped_to_cell(facet.type, at ? at->xi : Vector3d(reference_nodes(facet.type).rowwise().mean()));
    const double away = (facet.at * shape_functions(facet.type, place).value - point).norm();
    if (away >= least) continue;
    least = away;
    best = &facet;
    xi = place;
    if (at && at->outside == 0) break;
  }
  const VectorXd shape = shape_functions(best->type, xi).value;
  return {best->nodes, {shape.begin(), shape.end()}};
}

double step_of(const VectorXd& layer) { return (layer[layer.size() - 1] - layer[0]) / double(layer.size() - 1); }

void add(MeshPlace& sum, const MeshPlace& part, double share) {
  for (std::size_t a = 0; a < part.nodes.size(); ++a) {
    sum.nodes.push_back(part.nodes[a]);
    sum.shares.push_back(share * part.shares[a]);
  }
}

}  // namespace

int parts_of_layer(const VectorXd& layer, double z_size) {
  constexpr long most = 8;
  return int(std::clamp(std::lround(step_of(layer) / z_size), 1L, most));
}

void require_width(const Gear& gear, const GivenSolid& solid) {
  for (const SolidFlank& flank : solid.flanks) require_width(gear, flank);
}

bool has_solids(const Mesh& mesh) {
  return std::any_of(mesh.blocks.begin(), mesh.blocks.end(), [](const auto& b) { return dimension(b.type) == 3; });
}

GivenSolid given_solid(const Gear& gear, const GearGeometry& g, const GearGridOptions& o) {
  GivenSolid out;
  auto mesh = std::make_shared<Mesh>(*o.given);
  for (const ElementBlock& block : mesh->blocks)
    if (dimension(block.type) != 3)
      throw InputError(
          fmt::format("gear '{}': its mesh has solid elements and {} as well; it must be of solid elements "
                      "or of plane ones",
                      gear.name, name(block.type)));
  name_hub(gear, *mesh);
  out.mesh = mesh;
  const Sides sides = sides_of(gear, g, *mesh);
  double facets = 0;
  for (int t = -(o.loaded_teeth / 2); t <= o.loaded_teeth / 2; ++t) {
    out.flanks.push_back(flank_in(g, *mesh, sides, t, o));
    check_flank(gear, g, out.flanks.back(), o);
    const double tip = arc_length(g, g.tip_tangent), low = arc_length(g, o.low_tangent);
    for (const FlankFacet& facet : out.flanks.back().facets) {
      const double middle = facet.at.row(0).mean();
      if (middle < std::min(tip, low) || middle > std::max(tip, low)) continue;
      const Vector2d size =
          (facet.at.rowwise().maxCoeff() - facet.at.rowwise().minCoeff()) * (is_quadratic(facet.type) ? 0.5 : 1);
      out.arc_size += size.x();
      out.z_size += size.y();
      ++facets;
    }
  }
  out.arc_size /= facets;
  out.z_size /= facets;
  return out;
}

SolidPlaces solid_places(const Gear& gear, const GearGeometry& g, const GearGrid& grid, const GivenSolid& solid,
                         const SolidFlank& flank, double depth, Index n, const VectorXd& layer) {
  std::vector<Vector3d> points;
  std::vector<std::pair<std::size_t, double>> belongs;  // place and share of each point
  SolidPlaces out;
  const int parts = parts_of_layer(layer, solid.z_size);
  for (Index l = 0; l < layer.size(); ++l)
    for (Index k = 0; k < n; ++k) {
      const double arc = arc_of_place(grid, k, n);
      const FlankPoint at = flank_point(g, tangent_at_arc(g, arc));
      Vector2d below = at.x - depth * at.normal;
      if (grid.clockwise) below.y() *= -1;
      MeshPlace surface;
      for (const auto& [node, share] : layer_shares(layer.size(), l, parts)) {
        const double z = layer[0] + step_of(layer) * double(node) / parts;
        add(surface, place_on(flank, {arc, z}), share);
        Vector3d x(0, 0, z);
        x.head<2>() = Eigen::Rotation2Dd(flank.tooth * g.tooth_angle + turn_at(gear, g, z)) * below;
        points.push_back(x);
        belongs.emplace_back(out.surface.size(), share);
      }
      out.surface.push_back(std::move(surface));
    }
  out.deep.resize(out.surface.size());
  const std::vector<MeshPlace> held = places_in(*solid.mesh, points);
  require_places(gear, held, flank.tooth, depth);
  for (std::size_t i = 0; i < held.size(); ++i) add(out.deep[belongs[i].first], held[i], belongs[i].second);
  return out;
}

}  // namespace trunnion

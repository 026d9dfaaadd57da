#include "trunnion/report/surface.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "trunnion/mesh/face_table.h"

namespace trunnion {
namespace {

/// One polygon to show: corners in order, then mid-side nodes (none, or one per side).
struct Polygon {
  std::vector<int> nodes;
  std::size_t corners = 0;
};

std::vector<Polygon> shown_polygons(const Mesh& mesh, bool corners_only) {
  std::vector<Polygon> polygons;
  const auto add = [&](std::span<const int> nodes, std::size_t corners) {
    const std::size_t count = corners_only ? corners : nodes.size();
    polygons.push_back({{nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(count)}, corners});
  };
  std::vector<int> nodes;
  for (const ElementFace& face : boundary_faces(mesh)) {
    const CellType type = mesh.blocks[static_cast<std::size_t>(mesh.locate(face.element).block)].type;
    if (dimension(type) != 3) continue;
    face_nodes(mesh, face, nodes);
    add(nodes, static_cast<std::size_t>(num_corners(faces(type)[static_cast<std::size_t>(face.face)].type)));
  }
  for (const ElementBlock& block : mesh.blocks)
    if (dimension(block.type) == 2)
      for (Index c = 0; c < block.nodes.cols(); ++c)
        add({block.nodes.col(c).data(), static_cast<std::size_t>(block.nodes.rows())},
            static_cast<std::size_t>(num_corners(block.type)));
  return polygons;
}

/// Triangles over corners 0..n-1 and mid-sides n..2n-1 (side k between corners k and k + 1).
void cut(const Polygon& polygon, std::vector<std::array<int, 3>>& triangles) {
  const auto& p = polygon.nodes;
  const std::size_t n = polygon.corners;
  std::span<const int> inner(p.data(), n);
  if (p.size() == 2 * n) {
    for (std::size_t k = 0; k < n; ++k) triangles.push_back({p[k], p[n + k], p[n + (k + n - 1) % n]});
    inner = std::span(p).subspan(n);
  }
  for (std::size_t k = 1; k + 1 < n; ++k) triangles.push_back({inner[0], inner[k], inner[k + 1]});
}

Vector3d normal(const Mesh& mesh, const Polygon& polygon) {
  const Vector3d a = mesh.x.col(polygon.nodes[0]);
  Vector3d sum = Vector3d::Zero();
  for (std::size_t k = 1; k + 1 < polygon.corners; ++k)
    sum += (mesh.x.col(polygon.nodes[k]) - a).cross(mesh.x.col(polygon.nodes[k + 1]) - a);
  return sum.normalized();
}

struct Side {
  int middle = -1;      ///< mid-side node, or -1
  Vector3d normal;      ///< of the first polygon that has it
  bool shared = false;  ///< by a second one
  bool sharp = false;
};

std::map<std::pair<int, int>, Side> sides_of(const Mesh& mesh, const std::vector<Polygon>& polygons) {
  const double sharp_cosine = std::cos(M_PI / 6);
  std::map<std::pair<int, int>, Side> sides;
  for (const Polygon& polygon : polygons) {
    const std::size_t n = polygon.corners;
    const Vector3d here = normal(mesh, polygon);
    for (std::size_t k = 0; k < n; ++k) {
      const auto [low, high] = std::minmax(polygon.nodes[k], polygon.nodes[(k + 1) % n]);
      const int middle = polygon.nodes.size() == 2 * n ? polygon.nodes[n + k] : -1;
      const auto [entry, fresh] = sides.try_emplace({low, high}, Side{middle, here});
      if (fresh) continue;
      entry->second.shared = true;
      entry->second.sharp |= here.dot(entry->second.normal) < sharp_cosine;
    }
  }
  return sides;
}

void collect_edges(const Mesh& mesh, const std::vector<Polygon>& polygons, DisplaySurface& surface) {
  const auto sides = sides_of(mesh, polygons);
  const auto add = [&](const std::pair<int, int>& ends, int middle) {
    if (middle < 0) {
      surface.edges.push_back({ends.first, ends.second});
    } else {
      surface.edges.push_back({ends.first, middle});
      surface.edges.push_back({middle, ends.second});
    }
  };
  for (const auto& [ends, side] : sides)
    if (side.sharp || !side.shared) add(ends, side.middle);
  for (const ElementBlock& block : mesh.blocks)
    if (dimension(block.type) == 1)
      for (Index c = 0; c < block.nodes.cols(); ++c) add({block.nodes(0, c), block.nodes(1, c)}, -1);
  surface.num_features = surface.edges.size();
  for (const auto& [ends, side] : sides)
    if (!side.sharp && side.shared) add(ends, side.middle);
}

/// Numbers the mesh nodes in use 0, 1, ... in mesh order and rewrites triangles and edges.
void renumber(Index mesh_nodes, DisplaySurface& surface) {
  std::vector<int> number(static_cast<std::size_t>(mesh_nodes), -1);
  const auto mark = [&](auto& list) {
    for (const auto& item : list)
      for (const int node : item) number[static_cast<std::size_t>(node)] = 0;
  };
  const auto rewrite = [&](auto& list) {
    for (auto& item : list)
      for (int& node : item) node = number[static_cast<std::size_t>(node)];
  };
  mark(surface.triangles);
  mark(surface.edges);
  for (std::size_t n = 0; n < number.size(); ++n) {
    if (number[n] < 0) continue;
    number[n] = static_cast<int>(surface.nodes.size());
    surface.nodes.push_back(static_cast<int>(n));
  }
  rewrite(surface.triangles);
  rewrite(surface.edges);
}

}  // namespace

DisplaySurface display_surface(const Mesh& mesh, bool corners_only) {
  const std::vector<Polygon> polygons = shown_polygons(mesh, corners_only);
  DisplaySurface surface;
  surface.faces = polygons.size();
  for (const Polygon& polygon : polygons) cut(polygon, surface.triangles);
  collect_edges(mesh, polygons, surface);
  renumber(mesh.num_nodes(), surface);
  return surface;
}

}  // namespace trunnion

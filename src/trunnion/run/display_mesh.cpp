#include "trunnion/run/display_mesh.h"

#include <array>
#include <optional>

#include "trunnion/run/triangle_shapes.h"

namespace trunnion {

namespace {

// Surfaces of quadratic elements come as four triangles a face, corner by corner and then the middle one: as faces with
// mid-side nodes again they can be drawn coarser. Nothing when they are not all of that kind.
std::optional<Eigen::MatrixXi> quadratic_faces(const std::vector<std::array<std::int32_t, 3>>& triangles) {
  if (triangles.empty() || triangles.size() % 4 != 0) return std::nullopt;
  Eigen::MatrixXi faces(6, static_cast<Index>(triangles.size() / 4));
  for (std::size_t f = 0; f < triangles.size() / 4; ++f) {
    const auto &first = triangles[4 * f], &second = triangles[4 * f + 1], &third = triangles[4 * f + 2],
               &middle = triangles[4 * f + 3];
    const int a = first[1], b = second[2], c = first[2];  // mid-sides
    if (second[0] != a || third[0] != c || third[1] != b || middle != std::array<std::int32_t, 3>{a, b, c})
      return std::nullopt;
    faces.col(static_cast<Index>(f)) << first[0], second[1], third[2], a, b, c;
  }
  return faces;
}

}  // namespace

std::shared_ptr<const Mesh> display_mesh(const NodeRows& rows) {
  if (const auto faces = quadratic_faces(rows.triangles)) return mesh_of(rows.position, CellType::tri6, *faces);
  Eigen::MatrixXi cells(3, static_cast<Index>(rows.triangles.size()));
  for (std::size_t t = 0; t < rows.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) cells(k, static_cast<Index>(t)) = rows.triangles[t][static_cast<std::size_t>(k)];
  return mesh_of(rows.position, CellType::tri3, cells);
}

}  // namespace trunnion

#include "trunnion/fe_contact/facing_surface.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/fem/cell_table.h"
#include "trunnion/fem/face_integrals.h"

namespace trunnion {
namespace {

/// Faces whose normals differ by more meet at an edge of the part, not at one of the mesh.
constexpr double sharp_edge_cosine = 0.7;

/// Normal times area per reference area, outwards.
Vector3d area_normal(const Matrix3Xd& x, const ShapeValues& shape) {
  return Vector3d(x * shape.gradient.col(0)).cross(Vector3d(x * shape.gradient.col(1)));
}

/// Own unit normals of a face at its nodes.
Matrix3Xd own_normals(const SurfaceFace& face) {
  const Matrix3Xd reference = reference_nodes(face.type);
  Matrix3Xd normal(3, face.x.cols());
  for (Index a = 0; a < face.x.cols(); ++a)
    normal.col(a) = area_normal(face.x, shape_functions(face.type, reference.col(a))).normalized();
  return normal;
}

void smooth_normals(std::vector<SurfaceFace>& faces) {
  struct Touch {
    double area;
    Vector3d normal;
  };
  std::unordered_map<int, std::vector<Touch>> at_node;
  for (const SurfaceFace& face : faces) {
    const Matrix3Xd own = own_normals(face);
    for (std::size_t a = 0; a < face.nodes.size(); ++a)
      at_node[face.nodes[a]].push_back({face.area, own.col(Index(a))});
  }
  for (SurfaceFace& face : faces) {
    const Matrix3Xd own = own_normals(face);
    face.normal = Matrix3Xd::Zero(3, own.cols());
    for (std::size_t a = 0; a < face.nodes.size(); ++a) {
      const Vector3d mine = own.col(Index(a));
      Vector3d sum = Vector3d::Zero();
      for (const Touch& touch : at_node[face.nodes[a]])
        if (touch.normal.dot(mine) > sharp_edge_cosine) sum += touch.area * touch.normal;
      face.normal.col(Index(a)) = sum.normalized();
    }
  }
}

}  // namespace

double FacingSurface::face_size() const { return std::sqrt(area / double(faces.size())); }

FacingSurface facing_surface(const FeModel& model, const std::string& name) {
  const Mesh& mesh = model.file->mesh;
  const PropertyTable properties = element_properties(*model.file);
  FacingSurface surface{.name = name, .faces = {}};
  for (const ElementFace& face : faces_named(mesh, name)) {
    const ElementBlock& block = mesh.blocks[std::size_t(mesh.locate(face.element).block)];
    SurfaceFace& out = surface.faces.emplace_back();
    out.type = faces(block.type)[std::size_t(face.face)].type;
    if (out.type == CellType::line2)
      throw InputError(
          fmt::format("surface '{}' consists of edges of plane elements; contact needs faces of solids", name));
    const FaceIntegrals integrals = face_integrals(mesh, properties, face);
    out.nodes = integrals.nodes;
    out.x = mesh.x(Eigen::all, out.nodes);
    out.share = integrals.tributary;
    out.area = integrals.area;
    surface.area += out.area;
  }
  if (surface.faces.empty()) throw InputError(fmt::format("surface '{}' has no faces", name));
  smooth_normals(surface.faces);
  return surface;
}

FacePoint face_point(const FacingSurface& surface, int face, const Vector3d& xi) {
  const SurfaceFace& at = surface.faces[std::size_t(face)];
  const ShapeValues shape = shape_functions(at.type, xi);
  FacePoint point{.face = face, .xi = xi, .shape = shape.value};
  point.x = at.x * shape.value;
  point.normal = (at.normal * shape.value).normalized();
  point.jacobian = area_normal(at.x, shape).norm();
  return point;
}

}  // namespace trunnion

#include "support/fe_models.h"

#include <random>

#include "trunnion/fem/cell_table.h"

namespace trunnion::testing {
namespace {

bool on_boundary(const Vector3d& x, int dim) {
  for (int i = 0; i < dim; ++i)
    if (x[i] < 1e-9 || x[i] > 1 - 1e-9) return true;
  return false;
}

/// Puts every mid-side node into the middle of its corners, where the reference cell has it.
void straighten(Mesh& mesh) {
  for (const ElementBlock& block : mesh.blocks) {
    const int corners = num_corners(block.type);
    const CellType linear = block.type == CellType::tri6      ? CellType::tri3
                            : block.type == CellType::quad8   ? CellType::quad4
                            : block.type == CellType::tet10   ? CellType::tet4
                            : block.type == CellType::wedge15 ? CellType::wedge6
                                                              : CellType::hex8;
    const Matrix3Xd reference = reference_nodes(block.type);
    for (Index c = 0; c < block.nodes.cols(); ++c)
      for (int a = corners; a < num_nodes(block.type); ++a) {
        const VectorXd N = shape_functions(linear, reference.col(a)).value;
        Vector3d x = Vector3d::Zero();
        for (int v = 0; v < corners; ++v) x += N[v] * mesh.x.col(block.nodes(v, c));
        mesh.x.col(block.nodes(a, c)) = x;
      }
  }
}

}  // namespace

Material steel() { return {.name = "steel", .young = 210e9, .poisson = 0.3, .density = 7850, .expansion = 1.2e-5}; }

std::shared_ptr<MeshFile> of_material(Mesh mesh, const Material& material, double thickness, PlaneKind plane) {
  auto file = std::make_shared<MeshFile>();
  file->mesh = std::move(mesh);
  file->materials = {material};
  file->sections = {{.element_set = "", .material = material.name, .thickness = thickness, .plane = plane, .beam = {}}};
  return file;
}

Mesh distorted_mesh(CellType type) {
  const bool plane = dimension(type) == 2;
  Mesh mesh = plane ? rectangle_mesh({.size = {1, 1}, .divisions = {3, 2}, .element = type})
                    : box_mesh({.size = {1, 1, 1}, .divisions = {3, 2, 2}, .element = type});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> shift(-0.05, 0.05);
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const Vector3d step(shift(random), shift(random), plane ? 0 : shift(random));
    if (!on_boundary(mesh.x.col(n), plane ? 2 : 3)) mesh.x.col(n) += step;
  }
  straighten(mesh);
  return mesh;
}

}  // namespace trunnion::testing

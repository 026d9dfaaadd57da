#include "support/beam_line.h"

#include <cmath>
#include <numbers>

#include "support/fe_models.h"

namespace trunnion::testing {

std::shared_ptr<MeshFile> beam_line(const Vector3d& start, const Vector3d& end, int elements,
                                    const BeamSection& section, const Material& material, bool interfaces) {
  Mesh mesh;
  mesh.x.resize(3, elements + 1);
  Eigen::MatrixXi nodes(2, elements);
  for (int n = 0; n <= elements; ++n) mesh.x.col(n) = start + (end - start) * n / elements;
  for (int e = 0; e < elements; ++e) nodes.col(e) << e, e + 1;
  mesh.blocks = {{CellType::line2, nodes, {}}};
  mesh.node_sets = {{"root", {NodeId{0}}}, {"tip", {NodeId{elements}}}};
  if (interfaces) {
    mesh.x.conservativeResize(3, elements + 3);
    mesh.x.col(elements + 1) = start;
    mesh.x.col(elements + 2) = end;
  }
  auto file = of_material(mesh, material);
  file->sections[0].beam = section;
  const auto couple = [&](const char* name, int node, int reference) {
    Coupling coupling;
    coupling.name = name;
    coupling.kind = CouplingKind::rigid;
    coupling.reference = NodeId{reference};
    coupling.nodes = {NodeId{node}};
    file->couplings.push_back(coupling);
  };
  if (interfaces) {
    couple("root", 0, elements + 1);
    couple("tip", elements, elements + 2);
  }
  return file;
}

BeamSection circle(double radius, double poisson) {
  const double area = std::numbers::pi * radius * radius, I = area * radius * radius / 4;
  const double shear = 6 * (1 + poisson) / (7 + 6 * poisson) * area;
  return {.area = area,
          .inertia_1 = I,
          .inertia_2 = I,
          .torsion = 2 * I,
          .shear_area_1 = shear,
          .shear_area_2 = shear,
          .axis_1 = Vector3d::Zero()};
}

}  // namespace trunnion::testing

#include "trunnion/mesh/shaft.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

namespace trunnion {

BeamSection ring_section(double diameter, double bore, double poisson) {
  const double R = diameter / 2, r = bore / 2, m2 = (r / R) * (r / R), s = (1 + m2) * (1 + m2);
  const double kappa = 6 * (1 + poisson) * s / ((7 + 6 * poisson) * s + (20 + 12 * poisson) * m2);
  BeamSection section;
  section.area = std::numbers::pi * (R * R - r * r);
  section.inertia_1 = section.inertia_2 = std::numbers::pi / 4 * (std::pow(R, 4) - std::pow(r, 4));
  section.torsion = 2 * section.inertia_1;
  section.shear_area_1 = section.shear_area_2 = kappa * section.area;
  section.axis_1 = Vector3d::UnitX();
  return section;
}

MeshFile shaft_mesh(const std::vector<ShaftStep>& steps, double poisson) {
  const int total = std::accumulate(steps.begin(), steps.end(), 0,
                                    [](int sum, const ShaftStep& step) { return sum + step.elements; });
  MeshFile file;
  Mesh& mesh = file.mesh;
  mesh.x = Matrix3Xd::Zero(3, total + 1);
  ElementBlock block{CellType::line2, Eigen::MatrixXi(2, total), {}};
  int node = 0;
  double z = 0;
  mesh.node_sets["end_0"] = {NodeId{0}};
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const ShaftStep& step = steps[k];
    const std::string name = fmt::format("step_{}", k + 1);
    for (int e = 0; e < step.elements; ++e, ++node) {
      block.nodes.col(node) << node, node + 1;
      mesh.x(2, node + 1) = z + step.length * (e + 1) / step.elements;
      mesh.element_sets[name].push_back(ElementId{node});
    }
    z += step.length;
    mesh.node_sets[fmt::format("end_{}", k + 1)] = {NodeId{node}};
    Section section;
    section.element_set = name;
    section.beam = ring_section(step.diameter, step.bore, poisson);
    file.sections.push_back(section);
  }
  for (int i = 0; i <= total; ++i) mesh.node_labels.push_back(i + 1);
  for (int i = 0; i < total; ++i) block.labels.push_back(i + 1);
  mesh.blocks.push_back(std::move(block));
  return file;
}

}  // namespace trunnion

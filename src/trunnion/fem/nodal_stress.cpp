// Stress at nodes: each element's stress at its most accurate points, carried to its nodes by the linear functions of
// the cell, and averaged over the elements of one material (theory/fem.md, Eq. 8). Where materials meet, the node shows
// the one with the larger von Mises stress: stress jumps there, and the larger value is what a user must see.

#include <omp.h>

#include "trunnion/fem/solid_element.h"
#include "trunnion/fem/solve.h"

namespace trunnion {
namespace {

struct Sums {
  Matrix6Xd stress;
  VectorXd count;
};

Sums summed_over_elements(const FeModel& model, const PropertyTable& properties, const VectorXd& u,
                          const VectorXd& change, int material) {
  const Mesh& mesh = model.file->mesh;
  const int d = model.dofs.dimension;
  Sums total{Matrix6Xd::Zero(6, mesh.num_nodes()), VectorXd::Zero(mesh.num_nodes())};
#pragma omp parallel
  {
    Sums own{Matrix6Xd::Zero(6, mesh.num_nodes()), VectorXd::Zero(mesh.num_nodes())};
    GatheredElement element;
    double nodal[max_element_dofs];
    Matrix6Xd at_points;
#pragma omp for schedule(static)
    for (Index e = 0; e < mesh.num_elements(); ++e) {
      const ElementId id{std::int32_t(e)};
      const ElementProperty& property = properties[id];
      if (property.material != material || property.beam) continue;
      gather(mesh, d, id, element);
      for (int a = 0; a < element.count; ++a)
        for (int i = 0; i < d; ++i) nodal[d * a + i] = u[d * element.nodes[a] + i];
      element_stress(element.type, element.x, property, nodal, change.size() > 0 ? change[e] : 0,
                     stress_table(element.type), at_points);
      const Matrix6Xd at_nodes = at_points * stress_extrapolation(element.type).transpose();
      for (int a = 0; a < element.count; ++a) {
        own.stress.col(element.nodes[a]) += at_nodes.col(a);
        own.count[element.nodes[a]] += 1;
      }
    }
    // In the order of the threads, so that the sum comes out the same each time.
#pragma omp for ordered schedule(static, 1)
    for (int t = 0; t < omp_get_num_threads(); ++t) {
#pragma omp ordered
      {
        total.stress += own.stress;
        total.count += own.count;
      }
    }
  }
  return total;
}

}  // namespace

Matrix6Xd nodal_stress(const FeModel& model, const VectorXd& displacement, const VectorXd& temperature_change) {
  const PropertyTable properties = element_properties(*model.file);
  Matrix6Xd stress = Matrix6Xd::Zero(6, model.dofs.num_nodes);
  VectorXd shown = VectorXd::Constant(model.dofs.num_nodes, -1);  // von Mises stress of the material shown so far
  for (int material = 0; material < int(model.file->materials.size()); ++material) {
    Sums sums = summed_over_elements(model, properties, displacement, temperature_change, material);
    for (Index n = 0; n < stress.cols(); ++n)
      if (sums.count[n] > 0) sums.stress.col(n) /= sums.count[n];
    const VectorXd size = von_mises(sums.stress);
    for (Index n = 0; n < stress.cols(); ++n)
      if (sums.count[n] > 0 && size[n] > shown[n]) {
        stress.col(n) = sums.stress.col(n);
        shown[n] = size[n];
      }
  }
  return stress;
}

VectorXd von_mises(const Matrix6Xd& s) {
  const auto normal = (s.row(0) - s.row(1)).array().square() + (s.row(1) - s.row(2)).array().square() +
                      (s.row(2) - s.row(0)).array().square();
  return (normal / 2 + 3 * s.bottomRows<3>().colwise().squaredNorm().array()).sqrt().matrix().transpose();
}

}  // namespace trunnion

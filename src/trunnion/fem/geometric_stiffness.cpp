#include "trunnion/fem/geometric_stiffness.h"

#include <omp.h>

#include "trunnion/fem/axis_product.h"
#include "trunnion/fem/beam_element.h"
#include "trunnion/fem/element_scatter.h"
#include "trunnion/fem/point_elements.h"

namespace trunnion {

SparseMatrix geometric_stiffness_lower(const FeModel& model, const VectorXd& displacement,
                                       const VectorXd& temperature_change) {
  const Mesh& mesh = model.file->mesh;
  const int d = model.dofs.dimension;
  const PropertyTable properties = element_properties(*model.file);
  const NodeGraph graph = node_graph(mesh, omp_get_max_threads());
  SparseMatrix S = block_pattern(graph, 1, mesh.num_nodes());
  for (const std::vector<ElementId>& group : independent_groups(mesh)) {
#pragma omp parallel
    {
      GatheredElement element;
      double nodal[max_element_dofs], products[max_element_nodes * max_element_nodes];
      Matrix6Xd stress;
#pragma omp for schedule(static)
      for (std::size_t k = 0; k < group.size(); ++k) {
        const ElementId e = group[k];
        gather(mesh, d, e, element);
        for (int a = 0; a < element.count; ++a)
          for (int i = 0; i < d; ++i) nodal[d * a + i] = displacement[d * element.nodes[a] + i];
        const double change = temperature_change.size() > 0 ? temperature_change[e.value] : 0;
        element_stress(element.type, element.x, properties[e], nodal, change, stiffness_table(element.type), stress);
        geometric_products(element.type, element.x, properties[e], stress, products);
        scatter(element, products, 1, graph, S);
      }
    }
  }
  return S;
}

MatrixXd geometric_stiffness_product(const FeModel& model, const VectorXd& displacement, const MatrixXd& x) {
  MatrixXd y = MatrixXd::Zero(x.rows(), x.cols());
  add_axis_product(model.dofs, geometric_stiffness_lower(model, displacement), x, y);
  for_each_beam(model, [&](const Beam& beam, const std::vector<Index>& dofs) {
    const Vector12d u = displacement(dofs);
    y(dofs, Eigen::all) += beam_geometric_stiffness(beam, axial_force(beam, u)) * x(dofs, Eigen::all);
  });
  return y;
}

}  // namespace trunnion

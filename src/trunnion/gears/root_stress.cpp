#include "trunnion/gears/root_stress.h"

#include <map>

#include "trunnion/fem/solid_element.h"

namespace trunnion {

Eigen::SparseMatrix<double, Eigen::RowMajor> surface_stress_rows(const FeModel& model,
                                                                 const std::vector<SurfaceTangent>& nodes) {
  const Mesh& mesh = model.file->mesh;
  const int dimension = model.dofs.dimension;
  const PropertyTable properties = element_properties(*model.file);
  std::vector<char> wanted(std::size_t(mesh.num_nodes()), 0);
  for (const SurfaceTangent& at : nodes) wanted[std::size_t(at.node)] = 1;
  std::map<int, std::vector<ElementId>> around;
  Index first = 0;
  for (const ElementBlock& block : mesh.blocks) {
    for (Index c = 0; c < block.nodes.cols(); ++c)
      for (Index a = 0; a < block.nodes.rows(); ++a)
        if (wanted[std::size_t(block.nodes(a, c))] != 0)
          around[block.nodes(a, c)].push_back(ElementId{std::int32_t(first + c)});
    first += block.nodes.cols();
  }
  std::vector<Eigen::Triplet<double>> entries;
  const auto rows = Index(nodes.size());
  for (Index row = 0; row < rows; ++row) {
    const auto& [node, t] = nodes[std::size_t(row)];
    const std::vector<ElementId>& elements = around[node];
    for (const ElementId id : elements) {
      GatheredElement element;
      gather(mesh, dimension, id, element);
      int here = 0;
      while (element.nodes[here] != node) ++here;
      const auto weights = stress_extrapolation(element.type).row(here);
      for (int dof = 0; dof < dimension * element.count; ++dof) {  // the element answers unit motions one by one
        double nodal[max_element_dofs]{};
        nodal[dof] = 1;
        Matrix6Xd s;
        element_stress(element.type, element.x, properties[id], nodal, 0, stress_table(element.type), s);
        const Vector6d at = s * weights.transpose();
        const double along = at[0] * t.x() * t.x() + at[1] * t.y() * t.y() + 2 * at[3] * t.x() * t.y();
        entries.emplace_back(int(row), dimension * element.nodes[dof / dimension] + dof % dimension,
                             along / double(elements.size()));
      }
    }
  }
  Eigen::SparseMatrix<double, Eigen::RowMajor> out(rows, model.dofs.size);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

Eigen::SparseMatrix<double, Eigen::RowMajor> boundary_stress_rows(const FeModel& model, const std::vector<int>& chain) {
  const Matrix3Xd& x = model.file->mesh.x;
  std::vector<SurfaceTangent> nodes;
  for (std::size_t k = 1; k + 1 < chain.size(); ++k)
    nodes.push_back({chain[k], (x.col(chain[k + 1]) - x.col(chain[k - 1])).normalized()});
  return surface_stress_rows(model, nodes);
}

}  // namespace trunnion

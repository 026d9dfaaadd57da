#include "trunnion/gears/root_stress.h"

#include <cmath>
#include <map>

#include "trunnion/fem/solid_element.h"

namespace trunnion {
namespace {

/// a . sigma . b as a product with xx, yy, zz, xy, yz, zx.
Vector6d component(const Vector3d& a, const Vector3d& b) {
  Vector6d out;
  out << a.x() * b.x(), a.y() * b.y(), a.z() * b.z(), a.x() * b.y() + a.y() * b.x(), a.y() * b.z() + a.z() * b.y(),
      a.z() * b.x() + a.x() * b.z();
  return out;
}

}  // namespace

Eigen::SparseMatrix<double, Eigen::RowMajor> surface_stress_rows(const FeModel& model,
                                                                 const std::vector<SurfaceNode>& nodes) {
  const Mesh& mesh = model.file->mesh;
  const int dimension = model.dofs.dimension;
  const PropertyTable properties = element_properties(*model.file);
  std::vector<char> wanted(std::size_t(mesh.num_nodes()), 0);
  for (const SurfaceNode& at : nodes) wanted[std::size_t(at.node)] = 1;
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
  const Index parts = stress_rows_per_node(model);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const auto& [node, t, c] = nodes[k];
    const Vector6d wanted_parts[3] = {component(t, t), component(c, c), component(t, c)};
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
        const Vector6d at = s * weights.transpose() / double(elements.size());
        for (Index part = 0; part < parts; ++part)
          entries.emplace_back(int(parts * Index(k) + part),
                               dimension * element.nodes[dof / dimension] + dof % dimension,
                               wanted_parts[part].dot(at));
      }
    }
  }
  Eigen::SparseMatrix<double, Eigen::RowMajor> out(parts * Index(nodes.size()), model.dofs.size);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

Eigen::SparseMatrix<double, Eigen::RowMajor> boundary_stress_rows(const FeModel& model, const std::vector<int>& chain,
                                                                  double twist) {
  const Matrix3Xd& x = model.file->mesh.x;
  std::vector<SurfaceNode> nodes;
  for (std::size_t k = 1; k + 1 < chain.size(); ++k) {
    const Vector3d along = (x.col(chain[k + 1]) - x.col(chain[k - 1])).normalized(), at = x.col(chain[k]),
                   trace(-twist * at.y(), twist * at.x(), 1);
    nodes.push_back({chain[k], along, (trace - along.dot(trace) * along).normalized()});
  }
  return surface_stress_rows(model, nodes);
}

VectorXd surface_tension(const VectorXd& parts) {
  VectorXd out(parts.size() / 3);
  for (Index k = 0; k < out.size(); ++k) {
    const double along = parts[3 * k], across = parts[3 * k + 1], shear = parts[3 * k + 2];
    out[k] = 0.5 * (along + across) + std::hypot(0.5 * (along - across), shear);
  }
  return out;
}

}  // namespace trunnion

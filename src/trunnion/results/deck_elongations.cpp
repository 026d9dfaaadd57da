#include "trunnion/results/deck_elongations.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/fem/point_elements.h"
#include "trunnion/math/dense.h"

namespace trunnion {

std::vector<Elongation> elongations(const FeModel& model, const UnitSystem& units) {
  constexpr double rounding = 1e-12;
  std::vector<Elongation> all;
  for_each_point_stiffness(model, [&](const MatrixXd& stiffness, const std::vector<Index>& dofs) {
    const Index n = stiffness.rows();
    VectorXd scale(n);  // of unit diagonal: newtons per metre and newton metres per radian side by side
    for (Index i = 0; i < n; ++i) scale[i] = stiffness(i, i) > 0 ? 1 / std::sqrt(stiffness(i, i)) : 0;
    const SymmetricEigen eigen = symmetric_eigen(scale.asDiagonal() * stiffness * scale.asDiagonal());
    if (eigen.values[0] < -rounding * n || stiffness.diagonal().minCoeff() < 0)
      throw InputError(
          "a spring of the body has a negative stiffness, which a static deck cannot hold; take it out for the export");
    for (Index k = 0; k < n; ++k) {
      if (eigen.values[k] <= rounding * double(n)) continue;
      Elongation e;
      const VectorXd q = std::sqrt(eigen.values[k]) * eigen.vectors.col(k);
      for (Index i = 0; i < n; ++i)
        if (scale[i] > 0 && std::abs(q[i]) > 1e-14) {
          const double unit = dofs[std::size_t(i)] < 3 * model.dofs.num_nodes ? units.length : 1;
          e.motion.emplace_back(dofs[std::size_t(i)], q[i] / scale[i] * unit / std::sqrt(units.force * units.length));
        }
      all.push_back(std::move(e));
    }
  });
  return all;
}

MeshFile without_beams(const MeshFile& file) {
  MeshFile solid = file;
  std::erase_if(solid.sections, [](const Section& s) { return s.beam.has_value(); });
  std::vector<ElementBlock>& blocks = solid.mesh.blocks;
  std::vector<ElementId> renumbered;
  std::int32_t kept = 0;
  for (const ElementBlock& block : blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c)
      renumbered.push_back(block.type == CellType::line2 ? ElementId{} : ElementId{kept++});
  std::erase_if(blocks, [](const ElementBlock& b) { return b.type == CellType::line2; });
  const auto beam = [&](ElementId id) { return !renumbered[std::size_t(id.value)].valid(); };
  for (auto& [name, elements] : solid.mesh.element_sets) {
    std::erase_if(elements, beam);
    for (ElementId& id : elements) id = renumbered[std::size_t(id.value)];
  }
  for (auto& [name, faces] : solid.mesh.surfaces) {
    std::erase_if(faces, [&](const ElementFace& face) { return beam(face.element); });
    for (ElementFace& face : faces) face.element = renumbered[std::size_t(face.element.value)];
  }
  std::erase_if(solid.mesh.element_sets, [](const auto& set) { return set.second.empty(); });
  std::erase_if(solid.mesh.surfaces, [](const auto& set) { return set.second.empty(); });
  std::erase_if(solid.sections, [&](const Section& s) {
    return kept == 0 || (!s.element_set.empty() && !solid.mesh.element_sets.contains(s.element_set));
  });
  return solid;
}

}  // namespace trunnion

#include "trunnion/fem/point_elements.h"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "trunnion/fem/dof_map.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

void add_lower(Triplets& out, const std::vector<Index>& dofs, const MatrixXd& dense) {
  for (std::size_t j = 0; j < dofs.size(); ++j)
    for (std::size_t i = 0; i < dofs.size(); ++i)
      if (dofs[i] >= dofs[j] && dense(Index(i), Index(j)) != 0)
        out.emplace_back(std::int32_t(dofs[i]), std::int32_t(dofs[j]), dense(Index(i), Index(j)));
}

std::vector<Index> joined(std::vector<Index> first, const std::vector<Index>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

template <class Work>
void visit_beams(const Mesh& mesh, const PropertyTable& properties, const DofMap& dofs, const Work& work) {
  for (int b = 0; b < int(mesh.blocks.size()); ++b) {
    const ElementBlock& block = mesh.blocks[std::size_t(b)];
    if (block.type != CellType::line2) continue;
    for (Index c = 0; c < block.nodes.cols(); ++c) {
      const ElementId id{std::int32_t(mesh.first_element(b) + c)};
      work(make_beam(mesh, id, properties[id]),
           joined(node_dofs(dofs, NodeId{block.nodes(0, c)}), node_dofs(dofs, NodeId{block.nodes(1, c)})));
    }
  }
}

void add_beams(const Mesh& mesh, const PropertyTable& properties, const DofMap& dofs, bool lumped_mass,
               PointContributions& out) {
  visit_beams(mesh, properties, dofs, [&](const Beam& beam, const std::vector<Index>& at) {
    add_lower(out.stiffness_lower, at, beam_stiffness(beam));
    add_lower(out.mass_lower, at, lumped_mass ? beam_lumped_mass(beam) : beam_mass(beam));
  });
}

void add_point_mass(const PointMass& mass, const DofMap& dofs, PointContributions& out) {
  if (!(mass.mass >= 0)) throw InputError(fmt::format("a point mass of {} kg is negative", mass.mass));
  if (!turns(mass)) {
    out.node_mass[mass.node.value] += mass.mass;
    return;
  }
  add_lower(out.mass_lower, node_dofs(dofs, mass.node), point_mass_matrix(mass));
}

/// Relative motion of the ends over their dofs: translations of b against a, at b where the spring has arms, then
/// rotations where both ends turn.
MatrixXd relative_motion(const NodeSpring& spring, const Mesh& mesh, Index na, Index nb) {
  MatrixXd D = MatrixXd::Zero(6, na + nb);
  D.topLeftCorner(std::min<Index>(na, 6), na) = -MatrixXd::Identity(std::min<Index>(na, 6), na);
  D.block(0, na, std::min<Index>(nb, 6), nb) = MatrixXd::Identity(std::min<Index>(nb, 6), nb);
  if (!spring.arms) return D;
  const Matrix3d arm = skew(mesh.x.col(spring.b.value) - mesh.x.col(spring.a.value));
  if (na == 6)
    D.block<3, 3>(0, 3) = arm;
  else if (nb == 6)
    D.block<3, 3>(0, na + 3) = arm;  // seen from the end that turns
  return D;
}

template <class Work>
void visit_spring(const NodeSpring& spring, const Mesh& mesh, const DofMap& dofs, const Work& work) {
  const Matrix6d& S = spring.stiffness;
  if (!S.isApprox(S.transpose(), 1e-9)) throw InputError("the 6x6 stiffness of a spring is not symmetric");
  if (dofs.dimension == 2 && !S.row(2).isZero(0)) throw InputError("a spring acts along z on a plane model");
  const auto part = [&](NodeId node) { return Index(node_dofs(dofs, node).size()); };
  const Index na = part(spring.a);
  if (!spring.b.valid()) {
    work(MatrixXd(S.topLeftCorner(na, na)), node_dofs(dofs, spring.a));
    return;
  }
  const Index nb = part(spring.b);
  const MatrixXd D = relative_motion(spring, mesh, na, nb);
  work(MatrixXd(D.transpose() * S * D), joined(node_dofs(dofs, spring.a), node_dofs(dofs, spring.b)));
}

}  // namespace

void for_each_beam(const FeModel& model,
                   const std::function<void(const Beam& beam, const std::vector<Index>& dofs)>& work) {
  visit_beams(model.file->mesh, element_properties(*model.file), model.dofs, work);
}

void for_each_point_stiffness(
    const FeModel& model, const std::function<void(const MatrixXd& stiffness, const std::vector<Index>& dofs)>& work) {
  for (const NodeSpring& spring : model.file->springs) visit_spring(spring, model.file->mesh, model.dofs, work);
  for_each_beam(model, [&](const Beam& beam, const std::vector<Index>& dofs) { work(beam_stiffness(beam), dofs); });
}

std::vector<Index> node_dofs(const DofMap& dofs, NodeId node) {
  std::vector<Index> at;
  for (int i = 0; i < dofs.dimension; ++i) at.push_back(dofs.translation(node, i));
  if (dofs.has_rotation(node))
    for (int i = 0; i < 3; ++i) at.push_back(dofs.rotation_dof(node, i));
  return at;
}

Matrix6d point_mass_matrix(const PointMass& mass) {
  const Matrix3d o = skew(mass.offset);
  Matrix6d M;
  M << mass.mass * Matrix3d::Identity(), -mass.mass * o, mass.mass * o, mass.inertia - mass.mass * o * o;
  return M;
}

Vector6d point_mass_inertia_force(const PointMass& mass, const Vector3d& node, const Vector3d& rate,
                                  const Vector3d& p) {
  const Vector3d pull = -mass.mass * rate.cross(rate.cross(node + mass.offset - p));
  Vector6d f;
  f << pull, mass.offset.cross(pull) - rate.cross(mass.inertia * rate);
  return f;
}

PointContributions point_elements(const MeshFile& file, const PropertyTable& properties, const DofMap& dofs,
                                  bool lumped_mass) {
  PointContributions out;
  out.node_mass = VectorXd::Zero(dofs.num_nodes);
  add_beams(file.mesh, properties, dofs, lumped_mass, out);
  for (const PointMass& mass : file.point_masses) add_point_mass(mass, dofs, out);
  for (const NodeSpring& spring : file.springs)
    visit_spring(spring, file.mesh, dofs, [&](const MatrixXd& stiffness, const std::vector<Index>& at) {
      add_lower(out.stiffness_lower, at, stiffness);
    });
  return out;
}

}  // namespace trunnion

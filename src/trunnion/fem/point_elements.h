#pragma once
// fem/point_elements.h -- what has no cell of its own form: beams, point masses and springs, gathered as triplets.
// Point mass m with inertia J about its center at offset o from the node (theory/fem.md, Eq. 12):
//   M = [ m I, -m skew(o); m skew(o), J - m skew(o)^2 ]     on (translation, rotation) of the node
// Spring: K = D' S D on the nodes a and b, D = [-I, I] on (translation, rotation), or S on a alone. Where a and b lie
// apart, a rigid rotation stores energy in its translational terms, unless it has arms (theory/fem.md, Eq. 12a):
//   D = [ -I, skew(x_b - x_a), I, 0; 0, -I, 0, I ]

#include <functional>
#include <vector>

#include "trunnion/fem/beam_element.h"
#include "trunnion/fem/fe_model.h"

namespace trunnion {

using Triplets = std::vector<Eigen::Triplet<double, std::int32_t>>;

struct PointContributions {
  Triplets stiffness_lower, mass_lower;  ///< on model dofs
  VectorXd node_mass;                    ///< plain masses, for the diagonal of Mh [kg]
};
PointContributions point_elements(const MeshFile& file, const PropertyTable& properties, const DofMap& dofs,
                                  bool lumped_mass);

/// Calls work(beam, its twelve dofs) for every beam of the model.
void for_each_beam(const FeModel& model,
                   const std::function<void(const Beam& beam, const std::vector<Index>& dofs)>& work);

/// Calls work(stiffness, its dofs) for every spring and every beam of the model.
void for_each_point_stiffness(
    const FeModel& model, const std::function<void(const MatrixXd& stiffness, const std::vector<Index>& dofs)>& work);

/// Dofs of one node: translations, then rotations where it has them (plane: two).
std::vector<Index> node_dofs(const DofMap& dofs, NodeId node);

Matrix6d point_mass_matrix(const PointMass& mass);
/// Force and moment at the node when the mass is carried along by the acceleration field a(x) = A (x - p) of a body
/// that turns: m a(x_c), and its moment plus that of the mass's own extent, J A-part included.
Vector6d point_mass_inertia_force(const PointMass& mass, const Vector3d& node, const Vector3d& rate, const Vector3d& p);

}  // namespace trunnion

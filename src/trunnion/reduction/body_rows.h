#pragma once
// reduction/body_rows.h -- what the multibody engine needs of full-space modes: rows at interfaces, at the surface, at
// sets, stresses, and the inertia invariants.

#include "trunnion/fem/fe_model.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

/// A node that markers may follow.
struct InterfaceNode {
  std::string name;
  NodeId node;
};
/// One entry per held interface (per node of a whole set), then the other reference nodes of the mesh, then "node 17"
/// for every other node with a rotary inertia.
std::vector<InterfaceNode> interface_nodes(const FeModel& model, const HeldInterfaces& held);
/// The motion of these nodes, in the same order.
std::vector<InterfaceRows> interface_rows(const FeModel& model, const HeldInterfaces& held, const MatrixXd& shapes);

/// Nodes of the outer boundary with a triangulation of its faces.
NodeRows display_rows(const FeModel& model, const MatrixXd& shapes);

/// Nodes of a set or surface, with triangles where faces are known.
NodeRows named_rows(const FeModel& model, const std::string& name, const MatrixXd& shapes);

/// Name that stands for all of the outer surface where a set of stresses is asked for.
constexpr const char* whole_surface = "surface";
/// Nodal stress per unit coordinate at the nodes of `set` that the display shows (stress is read off surfaces).
StressRows stress_rows(const FeModel& model, const std::string& set, const MatrixXd& shapes);

/// Rotary inertias on nodes with rotations, by the name of their interface.
std::vector<LumpedInertia> lumped_inertias(const FeModel& model, const HeldInterfaces& held);

/// From the consistent mass, beams by their sections; point masses with an offset sit at their own centre. Without
/// rotary inertias.
InertiaInvariants body_invariants(const FeModel& model, const MatrixXd& shapes);

}  // namespace trunnion

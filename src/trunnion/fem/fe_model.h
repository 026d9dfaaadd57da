#pragma once
// fem/fe_model.h -- an assembled finite-element model.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "trunnion/fem/quadrature.h"
#include "trunnion/math/types.h"
#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

/// Numbers the unknowns. Translations come first: dof = dimension * node + axis. Nodes that carry rotations (beam
/// nodes, reference nodes of couplings) have three more, in the order of the nodes, behind all translations.
struct DofMap {
  int dimension = 3;  ///< 3 for solids, 2 for plane models (no rotations there)
  Index num_nodes = 0;
  std::vector<Index> rotation;  ///< first rotation dof of each node, -1 where it has none; empty: nowhere
  Index size = 0;               ///< number of unknowns

  Index translation(NodeId node, int axis) const { return dimension * Index(node.value) + axis; }
  bool has_rotation(NodeId node) const { return !rotation.empty() && rotation[node.value] >= 0; }
  Index rotation_dof(NodeId node, int axis) const { return rotation[node.value] + axis; }
};

/// M = Mh (x) I on the translations plus what does not have that form (beams, rotary inertia, offsets).
/// Storing the scalar Mh costs a ninth of the full matrix.
struct MassMatrix {
  SparseMatrix scalar_lower;  ///< Mh, num_nodes x num_nodes, lower triangle [kg]
  SparseMatrix extra_lower;   ///< size x size, lower triangle; often empty (nonZeros() == 0)
};

/// A coupling with its geometry worked out.
///   rigid:    u_slave = R(x_s - x_ref) u_ref   for each slave node (its rotations too, where it has any)
///   averaged: u_ref   = G u_patch,  G = (R' W R)^-1 R' W     (6 x 3n), weights from surface area unless given
struct CouplingMap {
  std::string name;
  CouplingKind kind = CouplingKind::averaged;
  NodeId reference;
  std::vector<NodeId> nodes;
  VectorXd weights;  ///< averaged: one per node [m^2 or as given]
  MatrixXd average;  ///< G, 6 x 3n; averaged only
  /// What is tied. rigid: components of each slave node; averaged: components of the reference node (rows of G).
  std::array<bool, 6> dofs{true, true, true, true, true, true};
};

struct FeModel {
  std::shared_ptr<const MeshFile> file;  ///< mesh, materials, sections
  DofMap dofs;
  SparseMatrix stiffness_lower;  ///< K, size x size, lower triangle; reference nodes contribute springs only
  MassMatrix mass;
  std::vector<CouplingMap> couplings;
};

struct AssemblyOptions {
  bool lumped_mass = false;
  MassQuadrature mass_quadrature = MassQuadrature::exact;
  int threads = 0;  ///< 0: as many as the machine has
};

FeModel assemble(std::shared_ptr<const MeshFile> file, const AssemblyOptions& options = {});

MatrixXd mass_product(const FeModel& model, const MatrixXd& x);       ///< M x
MatrixXd stiffness_product(const FeModel& model, const MatrixXd& x);  ///< K x
double strain_energy(const FeModel& model, const VectorXd& u);        ///< u' K u / 2 [J]
SparseMatrix expanded_mass_lower(const FeModel& model);               ///< M as one matrix, lower triangle

struct MassProperties {
  double mass = 0;                      ///< [kg]
  Vector3d center = Vector3d::Zero();   ///< [m]
  Matrix3d inertia = Matrix3d::Zero();  ///< about the centre [kg m^2]
};
MassProperties mass_properties(const FeModel& model);

/// Rigid-body motions about `center`: columns are three translations and three rotations (plane: two and one).
MatrixXd rigid_modes(const FeModel& model, const Vector3d& center = Vector3d::Zero());

}  // namespace trunnion

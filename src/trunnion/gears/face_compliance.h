#pragma once
// gears/face_compliance.h -- how the loaded flanks of a gear yield in three dimensions: its section, extruded along the
// helix to hexahedra and held at the hub.
//   x(z) = R(z tan b/r) x(0);   G_ab = n . U_(a-b) n: motion along the flank normals of tooth a under unit forces along
//   those of tooth b, by layers z_l across the face;  n = (n_t, -(tan b_b/r_b) x cross n_t)/|.|  (theory/gears.md,
//   Eq. 10.1)
// A nodal force stands for a line load that falls to zero at the neighboring layers. As in the plane, motions on the
// loaded tooth are those of points below the surface; the half-plane adds the rest.

#include "trunnion/gears/flank_compliance.h"

namespace trunnion {

struct FaceCompliance {
  std::shared_ptr<const FlankCompliance> section;  ///< plane mesh, without solutions
  std::shared_ptr<const FeModel> model;            ///< of the extruded mesh; node = layer * nodes of the section + node
  VectorXd layer;                                  ///< z [m], from one end of the face to the other
  /// [m/N]; index ((tooth + reach) layers + layer) nodes_per_flank + node. Same tooth: points below the surface.
  std::shared_ptr<const MatrixXd> G;
  /// Stress along the root of tooth t - reach under normal forces on tooth 0; rows by layer, then along the root
  /// [Pa/N].
  std::vector<MatrixXd> root_stress;
  double factor_s = 0, solve_s = 0;  ///< wall time [s]

  Index layers() const { return layer.size(); }
  Index flank_size() const { return layers() * section->nodes_per_flank; }  ///< indices of one flank
};

/// `elements`: across the face. The section carries mesh and reach.
FaceCompliance face_compliance(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                               std::shared_ptr<const FlankCompliance> section, double width, int elements);

/// Motion of all nodes (dofs 3 node + axis) [m]: one column per set of forces along the flank normals, indexed as G.
/// Factors the matrix again.
MatrixXd face_displacements(const Gear& gear, const GearGeometry& geometry, const FaceCompliance& compliance,
                            const std::vector<VectorXd>& forces);

/// Largest tension along the root of every loaded tooth, -reach ... reach, under forces along the flank normals,
/// indexed as G [Pa].
std::vector<double> face_root_stress(const FaceCompliance& compliance, const VectorXd& forces);

}  // namespace trunnion

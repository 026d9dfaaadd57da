#pragma once
// gears/face_compliance.h -- how the loaded flanks of a gear yield in three dimensions: its section, extruded along the
// helix to hexahedra and held at the hub.
//   x(z) = R(z tan b/r) x(0);   G_ab = n . U_(a-b) n: motion along the flank normals of tooth a under unit forces along
//   those of tooth b, by layers z_l across the face;  n = (n_t, -(tan b_b/r_b) x cross n_t)/|.|  (theory/gears.md,
//   Eq. 10.1)
// The force of a layer stands for a line load that falls to zero at the neighboring layers; nodes of all layers carry
// it (layer_spread.h). As in the plane, motions on the loaded tooth are those of points below the surface; the
// half-plane adds the rest. Friction needs the normal motions under forces along the profile too: on parallel axes
// flanks slide in the transverse section.

#include "trunnion/gears/flank_compliance.h"
#include "trunnion/gears/layer_spread.h"

namespace trunnion {

struct FaceCompliance {
  std::shared_ptr<const FlankCompliance> section;  ///< plane mesh, without solutions, or flanks of a given solid one
  std::shared_ptr<const FeModel> model;  ///< of the extruded mesh, node = layer * nodes of the section + node; or given
  VectorXd layer;                        ///< z [m], from one end of the face to the other
  LayerSpread spread;                    ///< forces at the heights of the layers under unit forces of layers
  /// Of the flanks of teeth -reach ... reach, index layer nodes_per_flank + place.
  std::vector<std::vector<MeshPlace>> places;
  /// [m/N]; index ((tooth + reach) layers + layer) nodes_per_flank + node. Same tooth: points below the surface.
  std::shared_ptr<const MatrixXd> G;
  /// The same under unit forces along the profile, the way its arc grows; null: not computed.
  std::shared_ptr<const MatrixXd> G_along;
  /// Stress in the roots under normal forces, and under those along the profile [Pa/N]: three rows a node
  /// (root_stress.h). Extruded: [t] of tooth t - reach under loads on tooth 0, nodes by layer, then along the root;
  /// given: [loaded (2 reach + 1) + tooth].
  std::vector<MatrixXd> root_stress, root_stress_along;
  double factor_s = 0, solve_s = 0;  ///< wall time [s]

  Index layers() const { return layer.size(); }
  Index flank_size() const { return layers() * section->nodes_per_flank; }  ///< indices of one flank
};

/// Across the face: how many elements, over which width, and whether forces along the profile are solved for.
struct FaceOptions {
  double width = 0;  ///< [m]
  int elements = 10;
  bool friction = false;
};
/// z at the layers [m].
inline VectorXd face_layers(double width, int elements) {
  return VectorXd::LinSpaced(elements + 1, -0.5 * width, 0.5 * width);
}
/// The section carries mesh and reach.
FaceCompliance face_compliance(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                               std::shared_ptr<const FlankCompliance> section, const FaceOptions& options);

/// Forces of layers on the places of flanks out of the teeth and along their profiles, indexed as G [N].
struct FaceForces {
  VectorXd normal, along;
};

/// Motion of all nodes (dofs 3 node + axis) [m], one column per set of forces. Factors the matrix again.
MatrixXd face_displacements(const Gear& gear, const GearGeometry& geometry, const FaceCompliance& compliance,
                            const std::vector<FaceForces>& forces);

/// Largest principal tension in the root of every loaded tooth, -reach ... reach [Pa].
std::vector<double> face_root_stress(const FaceCompliance& compliance, const FaceForces& forces);

}  // namespace trunnion

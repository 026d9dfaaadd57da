#pragma once
// gears/flank_compliance.h -- how the loaded flanks of a gear yield, its hub held: the surface block of K^-1.
// One Cholesky factor; loads on the flank of tooth 0 only, the other teeth follow by turning the ring
//   G_ab = R_b U_(a-b) R_b',   U_t: motion of flank t under unit loads on flank 0            (theory/gears.md, Eq. 6.1)

#include <memory>

#include "trunnion/contact/material.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/gears/given_solid.h"

namespace trunnion {

struct FlankCompliance {
  GearGrid grid;
  std::shared_ptr<const FeModel> model;
  std::shared_ptr<const GivenSolid> solid;  ///< mesh of the user in three dimensions: then there is no plane one
  int reach = 1;                            ///< teeth -reach ... reach can be loaded
  Index nodes_per_flank = 0;                ///< at equal steps of arc length from the tip down
  std::shared_ptr<const MatrixXd> G;  ///< [m/N]; row 2 ((tooth + reach) nodes_per_flank + node) + axis, gear frame
  /// The same, but where load and motion are on one tooth the motion of points below the surface, deep enough that the
  /// mesh resolves it; what lies between them and the surface is left to local_deformation.h.
  std::shared_ptr<const MatrixXd> G_deep;
  MatrixXd deep_offset;  ///< of those points from their flank nodes: rows along the flank upwards, inwards [m]
  /// Stress along the root boundary, rows: nodes of the chain from the flank to mid-space [Pa/N]. Teeth that are alike:
  /// [t] of tooth t - reach under loads on the flank of tooth 0, its frame; else [loaded (2 reach + 1) + tooth], both
  /// counted from -reach, gear frame.
  std::vector<MatrixXd> root_stress;
  double reciprocity_error = 0;      ///< largest |G - G'| over largest entry before it was made symmetric
  double factor_s = 0, solve_s = 0;  ///< wall time [s]
};

struct GearMaterial {
  ElasticMaterial elastic;
  PlaneKind plane = PlaneKind::stress;
};

/// Mesh and stiffness without solutions: G and what belongs to it stay empty. Of a given mesh of solid elements only
/// its flanks.
FlankCompliance flank_mesh(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                           const GearGridOptions& options);
FlankCompliance flank_compliance(const Gear& gear, const GearGeometry& geometry, const GearMaterial& material,
                                 const GearGridOptions& options);

/// The two flank nodes that carry a point at arc length s of a tooth, numbered as in G, and their shares.
struct FlankCarrier {
  std::vector<int> nodes;
  std::vector<double> weights;
};
FlankCarrier flank_carrier(const FlankCompliance& compliance, int tooth, double arc);

/// Stress along the root of every loaded tooth under forces at flank nodes (2 rows, columns as in G): one vector per
/// tooth -reach ... reach [Pa]. Where teeth are alike, those farther than `reach` from a load are not counted.
std::vector<VectorXd> root_stresses(const FlankCompliance& compliance, const GearGeometry& geometry,
                                    const MatrixXd& forces);

/// Motion of all mesh nodes (dofs 2 node + axis) [m]: one column per set of forces at flank nodes (2 rows, columns
/// numbered as in G). Factors the matrix again.
MatrixXd gear_displacements(const FlankCompliance& compliance, const std::vector<MatrixXd>& forces);

}  // namespace trunnion

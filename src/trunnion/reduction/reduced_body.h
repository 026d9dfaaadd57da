#pragma once
// reduction/reduced_body.h -- a flexible component with few coordinates: what the multibody engine sees of a mesh.
// u(x) = sum_j phi_j(x) q_j in body axes; the rigid motions are taken out (reference condition), the frame carries
// them.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "trunnion/contact/fit_law.h"
#include "trunnion/math/types.h"
#include "trunnion/reduction/inertia_invariants.h"
#include "trunnion/reduction/quality_record.h"

namespace trunnion {

/// Motion of a reference node per modal coordinate. translation = Phi_P, rotation = Phi'_P (small rotation), body axes.
struct InterfaceRows {
  std::string name;
  Vector3d position = Vector3d::Zero();  ///< undeformed, in the body frame [m]
  Matrix3Xd translation;                 ///< 3 x n
  Matrix3Xd rotation;                    ///< 3 x n
  /// Second order in q, where asked for: u_P = Phi_P q + 1/2 q' g q, so that a force on the node feels the geometric
  /// stiffness -g. 3n x n, column k = (g_1k, g_2k, ...); empty: not computed.
  MatrixXd translation2 = {}, rotation2 = {};  // NOLINT(readability-redundant-member-init): may be left out
};

/// Geometric stiffness per unit of inertia load, n x n each, in equilibrium with the reference condition
/// (theory/reduction.md, section 9). Empty: not computed, or zero by the reference condition.
struct StressStiffening {
  std::vector<MatrixXd> spin;     ///< per product of angular velocities [rad^2/s^2]: xx yy zz xy yz zx
  std::vector<MatrixXd> linear;   ///< per acceleration of the frame's origin less gravity, body axes [m/s^2]
  std::vector<MatrixXd> angular;  ///< per angular acceleration [rad/s^2]
};

/// Rows at the nodes of a set or surface, for display, stress or contact.
struct NodeRows {
  std::string name;
  Matrix3Xd position;                                  ///< undeformed [m]
  MatrixXd translation;                                ///< 3*nodes x n, node-major
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< for display; may be empty
};

struct StressRows {
  std::string name;                 ///< set name
  std::vector<std::int32_t> nodes;  ///< indices into the display NodeRows, or empty
  MatrixXd stress;                  ///< 6*nodes x n [Pa per unit coordinate], rows xx yy zz xy yz zx
};

/// A lumped rotary inertia on an interface node that needs exact gyroscopic terms (flywheel, pinion). `mass` contains
/// it, the invariants do not: whoever wants the constant-tensor approximation calls add_rotary_inertia.
struct LumpedInertia {
  std::string interface;
  Matrix3d inertia = Matrix3d::Zero();  ///< about the node, body axes [kg m^2]
};

/// Where two parts of the body are pressed together: what forces/ needs to evaluate the fit in modal coordinates.
///   w = W q,  three rows a point along n, t1, t2;   g = clearance - interference + w_n     (theory/reduction.md, 14.1)
struct FitRows {
  std::string name;
  Matrix3Xd position;        ///< P points, undeformed, in the body frame [m]
  Matrix3Xd normal, t1, t2;  ///< from the inner to the outer surface, and across
  VectorXd area;             ///< [m^2]
  VectorXd clearance;        ///< [m]
  VectorXd interference;     ///< at full size [m]
  MatrixXd rows;             ///< W, 3P x n
  FitLaw law;
  std::vector<std::int32_t> nodes;  ///< of the mesh, on the side that carries the points
  SparseMatrix to_nodes;            ///< nodes x P: area-weighted means
  /// Few points with weights that stand for all of them (empirical cubature); empty: not made.
  std::vector<std::int32_t> cubature_points;
  VectorXd cubature_areas;  ///< [m^2]
  Eigen::Matrix2Xd growth;  ///< free expansion of the outer against the inner part along t1 and t2, at full size [m]
};

struct ReducedBody {
  std::string name;
  MatrixXd mass;                          ///< n x n, modal (identity for mass-normalised modes)
  MatrixXd stiffness;                     ///< n x n (diagonal for orthogonalised modes) [N/m ...]
  MatrixXd damping;                       ///< n x n
  VectorXd frequency;                     ///< of each coordinate [Hz]
  InertiaInvariants invariants;           ///< without the rotary inertias of `lumped`
  std::vector<InterfaceRows> interfaces;  ///< kept ones first, then the other reference nodes of the mesh
  NodeRows display;
  std::vector<NodeRows> surfaces;  ///< rows in full precision at sets or surfaces asked for
  std::vector<StressRows> stress;
  std::vector<LumpedInertia> lumped;
  StressStiffening stiffening;
  std::vector<FitRows> fits;
  std::string reference_condition = "mean-axis";
  std::string content_hash;  ///< of everything that made it
  ReductionRecord record;
  QualityRecord quality;
};

}  // namespace trunnion

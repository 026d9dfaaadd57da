#pragma once
// contact/opposing_points.h -- the two points where smooth surfaces A and B face each other, and how they move.
//   grad A = lambda grad B,  r_A - r_B = mu grad B,  A(r_A) = 0,  B(r_B) = 0,   lambda < 0   (theory/contact.md,
//   Eq. 5.2) overlap h = -mu |grad B|, positive in contact;   m = grad B/|grad B| points from B into A
// Everything in the axes of A; B is placed by a pose. The Jacobian of (5.2) serves Newton's method, the velocities of
// the points, and the derivatives of all that follows. Its rows and columns are scaled: the raw one has a condition
// number of 10^7 for a ball in a groove, the scaled one of 10^2.

#include "trunnion/contact/surface.h"

namespace trunnion {

using Vector8d = Eigen::Matrix<double, 8, 1>;
using Matrix8d = Eigen::Matrix<double, 8, 8>;
using Matrix3x6d = Eigen::Matrix<double, 3, 6>;
using RowVector6d = Eigen::Matrix<double, 1, 6>;

/// Where surface B stands in the axes of surface A.
struct SurfacePose {
  Vector3d d = Vector3d::Zero();      ///< origin [m]
  Matrix3d R = Matrix3d::Identity();  ///< axes
};

struct SurfacePair {
  Surface a, b;
  double length = 0;  ///< typical size [m], scales the equations
};

/// The unknowns of (5.2).
struct OpposingPoints {
  Vector3d on_a = Vector3d::Zero(), on_b = Vector3d::Zero();  ///< [m]
  double lambda = 0, mu = 0;
};
Vector8d packed(const OpposingPoints& y);
OpposingPoints unpacked(const Vector8d& y);

/// Both surfaces at the two points, in A's axes.
struct FacingSurfaces {
  Taylor3 a, b;                   ///< a in A's axes, b in B's own
  double f_a = 0, f_b = 0;        ///< values
  Vector3d g_a, g_b;              ///< gradients
  Matrix3d H_a, H_b;              ///< Hessians
  double size_a = 0, size_b = 0;  ///< lengths of the gradients
};
FacingSurfaces facing_surfaces(const SurfacePair& pair, const SurfacePose& pose, const OpposingPoints& y);

Vector8d opposing_residual(const FacingSurfaces& s, const OpposingPoints& y);
Matrix8d opposing_jacobian(const FacingSurfaces& s, const OpposingPoints& y);  ///< by (r_A, r_B, lambda, mu)
/// Derivative of the residual by the pose of B, its sign turned: (displacement, turn), both in A's axes.
Eigen::Matrix<double, 8, 6> opposing_load(const FacingSurfaces& s, const OpposingPoints& y, const SurfacePose& pose);
/// Factors by which rows and columns are multiplied before solving.
struct OpposingScale {
  Vector8d rows, columns;
};
OpposingScale opposing_scale(const FacingSurfaces& s, double length);

struct OpposingReport {
  bool converged = false;
  int iterations = 0;
};
/// Newton's method with shortened steps far from the solution; y comes in as a start. `at_end`: the surfaces at y.
OpposingReport solve_opposing(const SurfacePair& pair, const SurfacePose& pose, OpposingPoints& y,
                              FacingSurfaces* at_end = nullptr);

/// What a contact law asks of two opposing points.
struct FacingGeometry {
  double approach = 0;                                        ///< h [m]
  Vector3d m = Vector3d::Zero();                              ///< from B into A
  Vector3d on_a = Vector3d::Zero(), on_b = Vector3d::Zero();  ///< [m]
  double P = 0, Q = 0;                                  ///< half relative curvatures, P <= Q [1/m]; P <= 0: conform
  Vector3d p = Vector3d::Zero(), q = Vector3d::Zero();  ///< their directions
};
FacingGeometry facing_geometry(const FacingSurfaces& s, const OpposingPoints& y);

/// Its derivatives by the pose of B: (displacement, turn).
struct FacingTangent {
  Matrix3x6d m, on_a, on_b;
  RowVector6d h, P, Q;
};
FacingTangent facing_tangent(const SurfacePair& pair, const SurfacePose& pose, const FacingSurfaces& s,
                             const OpposingPoints& y, const FacingGeometry& at);

}  // namespace trunnion

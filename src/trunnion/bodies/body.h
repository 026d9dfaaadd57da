#pragma once
// bodies/body.h -- what a body brings to the equations of motion: mass data, stiffness, exact lumped inertias.
// Rigid and flexible bodies are one type: a rigid body has no modal coordinates. Velocity v = (R', w, q'), size 6 + n:
//   R' of the frame's origin in world axes [m/s], w angular velocity in BODY axes [rad/s], q' modal rates.
// (theory/bodies.md, section 1)

#include <Eigen/Geometry>
#include <array>
#include <string>
#include <vector>

#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

using VectorIn = Eigen::Ref<const VectorXd>;
using VectorOut = Eigen::Ref<VectorXd>;
using MatrixOut = Eigen::Ref<MatrixXd, 0, Eigen::OuterStride<>>;

/// Which of the nine inertia invariants take part; index 0 is I1. For comparisons with codes that drop some of them.
struct InvariantSwitches {
  std::array<bool, 9> on{true, true, true, true, true, true, true, true, true};
  bool all() const;
  std::string text() const;  ///< "without I5, I9", or "all nine"
};

/// A rotary inertia on a node of a flexible body, treated with its finite rotation (theory/bodies.md, section 4).
struct SpinningInertia {
  Matrix3d inertia = Matrix3d::Zero();  ///< about the node, body axes when undeformed [kg m^2]
  Matrix3Xd rotation;                   ///< Phi', 3 x n
};

struct Body {
  std::string name;
  InertiaInvariants inertia;    ///< about the frame's origin; lists I5, I8, I9 are emptied into the tables below
  MatrixXd i5;                  ///< 3n x n, column j = I5_j column after column
  VectorXd i8;                  ///< 9n, I8_j after I8_j
  MatrixXd i9;                  ///< 9n x n, column k = I9_k1, I9_k2, ... column-major
  MatrixXd i3_second;           ///< 3n x n, column k = moments of the second-order motion (7.3); empty: none
  MatrixXd i4_second;           ///< 3n x n, likewise (7.4)
  MatrixXd stiffness, damping;  ///< n x n
  std::vector<SpinningInertia> spinning;
  std::vector<InterfaceRows> interfaces;  ///< nodes that markers may follow
  VectorXd mode_size;                     ///< largest |phi_j| over the interfaces: turns a coordinate into metres
  std::string warning;                    ///< what the user should know (switched-off invariants), or empty

  Index num_modes() const { return inertia.I6.rows(); }
  Index size() const { return 6 + num_modes(); }
  bool shortens() const { return i3_second.size() > 0; }  ///< second-order motion beyond that of spin
};

/// Mass data of a rigid body; the frame's origin need not be the mass center.
struct RigidMass {
  double mass = 0;                          ///< [kg]
  Vector3d center = Vector3d::Zero();       ///< of mass, in the body frame [m]
  Matrix3d inertia = Matrix3d::Identity();  ///< about the mass center, body axes [kg m^2]
};

/// Throws InputError when the mass is not positive or no real body has such an inertia.
Body rigid_body(const std::string& name, const RigidMass& mass);

/// The lumped rotary inertias of `reduced`, which its invariants do not contain, follow their nodes exactly.
Body flexible_body(const ReducedBody& reduced, const InvariantSwitches& switches = {});

/// Stiffness from the stress of inertia loads: K_ff += sum_c load_c K^(c). Each load enters as the second-order motion
/// that it does work on (foreshortening), so that energy and momentum stay conserved (theory/bodies.md, section 7).
void add_stress_stiffening(Body& body, const StressStiffening& stiffening);

/// g(q) = sum_k q_k g_k of a table whose column k is the 3 x n matrix g_k.
Matrix3Xd contract(const MatrixXd& table, const VectorIn& q);

}  // namespace trunnion

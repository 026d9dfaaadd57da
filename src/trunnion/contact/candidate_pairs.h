#pragma once
// contact/candidate_pairs.h -- elastic bodies near known positions that may touch at given pairs of points.
// n points from body 1 to body 2; a pair pushes body 2 with p f and body 1 with -p f, f = n + drag, where drag is the
// friction force on body 2 per normal force (coefficient times direction of sliding). With v_i(x) the velocity of a
// point under the unit motion i of its body's frame
//   A_mk = n_m . (u_2 - u_1)(P_m) under f_k,   C_mi = +-n_m . v_i(P_m),   B_ik = -+f_k . v_i(P_k)
// (+ for body 2) the problem is that of math/mixed_lcp.h: gaps, forces and motions.     (theory/gears.md, section 1)

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "trunnion/math/block_pivoting.h"

namespace trunnion {

/// A body as its surface yields, its frame held.
struct YieldingBody {
  std::string name;
  std::shared_ptr<const MatrixXd>
      compliance;     ///< of surface dofs, dimension * node + axis, body axes [m/N]; null: rigid
  int dimension = 3;  ///< axes per node: 2 or 3
  Matrix3d R_WB = Matrix3d::Identity();
};

struct SurfacePoint {
  int body = 0;
  Vector3d x = Vector3d::Zero();  ///< [m], world axes
  std::vector<int> nodes;         ///< of the body's surface, that carry the point
  std::vector<double> weights;    ///< their shares; sum 1
};

struct CandidatePair {
  SurfacePoint one, two;
  Vector3d normal = Vector3d::UnitX();  ///< unit, from body 1 to body 2, world axes
  Vector3d drag = Vector3d::Zero();     ///< friction on body 2 over normal force
  double gap = 0;                       ///< normal . (x_2 - x_1) without deformation [m]
};

/// A small motion of a body's frame: velocity of its points is translation + rotation x (x - about).
struct FrameMotionMode {
  std::string name;  ///< "rotation of the driven gear"
  int body = 0;
  Vector3d translation = Vector3d::Zero();  ///< [m] per unit
  Vector3d rotation = Vector3d::Zero();     ///< [rad] per unit
  Vector3d about = Vector3d::Zero();        ///< [m]
  double load = 0;                          ///< conjugate load from outside [N or N m]
};

MixedLcp contact_problem(const std::vector<YieldingBody>& bodies, const std::vector<CandidatePair>& pairs,
                         const std::vector<FrameMotionMode>& motions);

/// Load per unit force that holds a motion against the pairs: row of B. Also for motions that are prescribed.
VectorXd load_row(const std::vector<CandidatePair>& pairs, const FrameMotionMode& motion);

/// "The loads push the bodies along: 0.80 of rotation of the driven gear ... no candidate pair resists."
std::string describe_runaway(const std::vector<FrameMotionMode>& motions, const VectorXd& runaway);

/// Work-conjugate displacement of the points of pair m along `direction` under p f of pair k: one entry of A, with any
/// directions in place of n_m and f_k.
double pair_compliance(const std::vector<YieldingBody>& bodies, const CandidatePair& m, const Vector3d& direction,
                       const CandidatePair& k, const Vector3d& force);

}  // namespace trunnion

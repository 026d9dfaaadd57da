#pragma once
// fe_contact/touch.h -- elastic bodies near known positions, plane or solid, pressed and pushed step by step. Surfaces
// that may touch are named in pairs; nodes of the first face the nearest places of the second. One body may be in
// several pairs, and all pairs are one problem. Bodies move as rigid by the free motions th of their frames, yield by
// their compliance, and each step is a complementarity problem (theory/gears.md, sections 1 and 4); the pairs are made
// anew where the bodies went, until they stay. Slip of a step starts from what the last one left:
//   w = u_t - u_t(last),   u_t = -(A_tn p + A_tt q) - sum of C_t th over the updates        (theory/gears.md, Eq. 4.2)
// Friction acts along one tangent t: in the plane the normal turned by 90 degrees, in space a given direction laid onto
// the surface.

#include <functional>

#include "trunnion/contact/stick_slip.h"
#include "trunnion/fe_contact/touch_body.h"

namespace trunnion {

/// A surface of a body, both counted from 0.
struct TouchSide {
  int body = 0, surface = 0;
};

/// Two surfaces that may touch.
struct TouchContact {
  TouchSide first{0, 0}, second{1, 0};
};

struct TouchProblem {
  std::vector<TouchBody> bodies;
  std::vector<TouchContact> contacts;
  std::vector<FrameMotionMode> motions;  ///< loads are those of a step
  double friction = 0;
  bool sticks = true;
  double slides = 1;                  ///< +-1: sense of sliding of first bodies along t, if not sticking
  Vector3d along = Vector3d::Zero();  ///< solid bodies: t is its part along the surface
  double reach = 0;                   ///< largest gap that is paired [m]; grows where load stands at its end
  int updates = 20;
  std::function<double(const Vector3d&)> extra_gap;  ///< at the first surfaces' nodes as drawn; may be empty [m]

  const TouchSurface& first(const TouchContact& c) const { return surface(c.first); }
  const TouchSurface& second(const TouchContact& c) const { return surface(c.second); }
  const TouchSurface& surface(const TouchSide& s) const {
    return bodies[std::size_t(s.body)].surfaces[std::size_t(s.surface)];
  }
};

/// One node of a first surface that faces the second.
struct TouchPoint {
  int contact = 0;
  int node = 0;        ///< of the first surface
  CandidatePair pair;  ///< nodes counted in their bodies
  Vector3d tangent = Vector3d::Zero();
  double normal_force = 0, tangential_force = 0;  ///< on the second body [N]
  double gap = 0;                                 ///< [m]
  double slip = 0;                                ///< of the first body over the second in this step [m]
  double area = 0;                                ///< that the node stands for [m^2]
  PairState state = PairState::open;
  double pressure() const { return normal_force / area; }      ///< [Pa]
  double traction() const { return tangential_force / area; }  ///< [Pa]
};

struct TouchStep {
  VectorXd motions;  ///< since the start
  std::vector<TouchPoint> points;
  int updates = 0;           ///< times pairs were made
  int solves = 0;            ///< linear solves
  double balance_error = 0;  ///< largest |B p - load| over the loads
  double contact_area = 0;   ///< of the first surfaces that presses [m^2]
  double stick_area = 0;     ///< and of what of it sticks [m^2]
};

/// Loads per step, one entry per motion. Throws SolveError when a load runs away or pairs do not settle.
std::vector<TouchStep> solve_touch(const TouchProblem& problem, const std::vector<VectorXd>& loads);

/// Motion of all nodes of a body by the forces of a step, its frame held (dofs of its model) [m].
VectorXd touch_displacement(const TouchProblem& problem, const TouchStep& step, int body);

/// Rotation and shift of a body's frame by the motions of a step.
struct TouchPose {
  Matrix3d R = Matrix3d::Identity();
  Vector3d shift = Vector3d::Zero();
  Vector3d operator()(const Vector3d& x) const { return R * x + shift; }
  Vector3d back(const Vector3d& x) const { return R.transpose() * (x - shift); }
};
TouchPose pose_of(const std::vector<FrameMotionMode>& motions, const VectorXd& values, int body);

}  // namespace trunnion

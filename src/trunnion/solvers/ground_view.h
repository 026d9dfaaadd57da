#pragma once
// solvers/ground_view.h -- small motions of turning bodies in coordinates that stay in space while the bodies turn.
//   y = exp(t H) z:   z are the amplitudes of patterns that stand still in space (theory/solvers.md, 3.6)
// H of a body that turns with W about n through O: -W n x on (A' dr_O, dtheta), and -W G on modal coordinates, where
// exp(phi G) turns a deformation by phi about the axis. G is that of a body which is the same all around its axis; of
// any other body it is the nearest, and the equations then change as it turns.

#include "trunnion/system/workspace.h"

namespace trunnion {

/// The generator G of one body's modal coordinates, G^3 = -G: pairs of modes of one frequency pass into each other so
/// that the interfaces on the axis through `point` along `axis` (body frame) turn. Zero for what moves no such
/// interface.
MatrixXd turn_of_modes(const Body& body, const Vector3d& point, const Vector3d& axis);

struct GroundView {
  bool turning = false;  ///< whether any body does
  double fastest = 0;    ///< angular velocity [rad/s]
  MatrixXd H;            ///< num_velocities x num_velocities, block by body [1/s]
  /// exp(t H).
  MatrixXd turned(double t) const;

 private:
  friend GroundView ground_view(const Mechanism& mechanism, const State& state);
  std::vector<std::array<Index, 2>> parts_;  // first and size of each body's block
  std::vector<double> speed_;
};
GroundView ground_view(const Mechanism& mechanism, const State& state);

/// Multipliers with which the joints balance what they can of the other forces, in the sense of least squares.
void balance_reactions(const Mechanism& mechanism, const StepContext& at, State& state, Workspace& work);

/// The state a time dt later when every body goes on turning about its axis. Deformations turn with the body, or stay
/// in space where `view` is given. Multipliers are those in balance there, as far as there are.
State turned_on(const Mechanism& mechanism, const State& state, double dt, const GroundView* view);

}  // namespace trunnion

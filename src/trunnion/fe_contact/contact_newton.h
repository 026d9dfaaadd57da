#pragma once
// fe_contact/contact_newton.h -- Newton's method for one equilibrium, on the relative motions alone.
//   r(w) = w_f + F (z(w) + D w) - w = 0,   (I - F (z' + D)) dw = r             (theory/fe_contact.md, Eq. 2.3, 2.4)
// w_f: motion of the joined model under the loads. z' + D vanishes where a point sticks as in the reference, so GMRES
// has to deal with the changed points and the unsymmetric part of friction only.

#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/fe_contact/joined_model.h"

namespace trunnion {

struct EquilibriumTask {
  const FitPoints& points;
  const JoinedModel& joined;
  double share = 0;                      ///< of the interference
  VectorXd free;                         ///< w_f [m]
  const std::vector<FitTraction>& past;  ///< with the committed memory
  double largest_motion = 0;             ///< beyond it a fit has come off or slipped through [m]
};

struct EquilibriumFound {
  bool converged = false, unbounded = false;
  int iterations = 0;
  double change = 0;  ///< |r| at the end, over the largest interference or motion
  FitForces forces;   ///< at w, with slopes
};

/// A start from scratch: equilibrium as if the springs D filled the gaps, also in tension.
///   w = w_f + F D g_0,   g_0 = share interference - clearance along n               (theory/fe_contact.md, Eq. 2.5)
VectorXd bilateral_motion(const EquilibriumTask& task);

/// w comes in as a start and goes out as what was reached.
EquilibriumFound find_equilibrium(const EquilibriumTask& task, VectorXd& w, const ContactOptions& options,
                                  Observer& observer);

}  // namespace trunnion

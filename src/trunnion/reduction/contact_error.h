#pragma once
// reduction/contact_error.h -- how far the pressures of a reduced body are off, without a solution of the full mesh.
// The tractions t of a reduced state make the full mesh move by B (Psi u_a + S(B' A t)); what differs from the motion w
// that gave t is the residual of the contact problem, and one Newton correction turns it into pressures:
//   r = H u_a + F A t - w,   (I - F A t') dw = r,   dp = p'(g) dw_n,   F = B S B'          (theory/reduction.md, 14.8)
// Loads between the interfaces other than contact (inertia) are left out.

#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/fem/constrained_solver.h"

namespace trunnion {

struct ContactError {
  double relative = 0;  ///< |dp| over |p|, both weighted by area
  double largest = 0;   ///< largest |dp| over the largest p
  VectorXd pressure;    ///< dp at the points [Pa]
  int solves = 0;       ///< back-solves
};

class ContactErrorEstimate {
 public:
  /// `solver`: all kept interfaces at rest; `constraint_modes`: Psi, full space x interface dofs. All must outlive it.
  ContactErrorEstimate(const ConstrainedSolver& solver, const MatrixXd& constraint_modes, const FitPoints& points);

  /// A state of the reduced body: motion of the interface dofs, relative motion of the points, what they remember.
  ContactError operator()(const VectorXd& interface_motion, const VectorXd& w, double share,
                          const std::vector<FitTraction>& past) const;

 private:
  VectorXd respond(const VectorXd& forces) const;  ///< F z

  const ConstrainedSolver& solver_;
  const FitPoints& points_;
  MatrixXd interface_rows_;  // H = B Psi
};

}  // namespace trunnion

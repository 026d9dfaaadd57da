#pragma once
// reduction/contact_error.h -- how far the pressures of a reduced body are off, without a solution of the full mesh.
// The tractions t of a reduced state make the full mesh move by B (Psi u_a + S(B' A t)); what differs from the motion w
// that gave t is the residual of the contact problem, and one Newton correction turns it into pressures:
//   r = H u_a + F A t - w,   (I - F A t') dw = r,   dp = p'(g) dw_n,   F = B S B'          (theory/reduction.md, 14.8)

#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/fem/constrained_solver.h"

namespace trunnion {

/// Beyond it, more contact modes are needed.
constexpr double acceptable_pressure_error = 0.02;

struct ContactError {
  double relative = 0;  ///< |dp| over |p|, both weighted by area
  double largest = 0;   ///< largest |dp| over the largest p
  VectorXd pressure;    ///< dp at the points [Pa]
  VectorXd stresses;    ///< (p, -tau_1, -tau_2) after the correction, 3P [Pa]
  int solves = 0;       ///< back-solves
};

/// The reduced body with its interfaces at rest: what GMRES is led by.
///   (I - F A t')^-1 ~ I + W (K - W' A t' W)^-1 W' A t'                                  (theory/reduction.md, 14.8)
struct ReducedSpan {
  MatrixXd rows;       ///< W, 3P x n
  MatrixXd stiffness;  ///< K, n x n
};

class ContactErrorEstimate {
 public:
  /// `solver`: all kept interfaces at rest; `constraint_modes`: Psi, full space x interface dofs. All must outlive it.
  ContactErrorEstimate(const ConstrainedSolver& solver, const MatrixXd& constraint_modes, const FitPoints& points);
  /// The better the span, the fewer back-solves; the estimate is the same.
  void lead_by(ReducedSpan span) { span_ = std::move(span); }

  /// A state of the reduced body: motion of the interface dofs, relative motion of the points, what they remember.
  /// `answer`: the motion that its stresses alone give to the reduced body with its interfaces there; where inertia
  /// moves the points as well, this and not `w` is what the full mesh is compared with. Empty: w.
  ContactError operator()(const VectorXd& interface_motion, const VectorXd& w, double share,
                          const std::vector<FitTraction>& past, const VectorXd& answer = {}) const;

 private:
  VectorXd respond(const VectorXd& forces) const;  ///< F z

  const ConstrainedSolver& solver_;
  const FitPoints& points_;
  MatrixXd interface_rows_;  // H = B Psi
  ReducedSpan span_;         // may be empty
};

}  // namespace trunnion

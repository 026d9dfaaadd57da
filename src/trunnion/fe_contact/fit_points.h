#pragma once
// fe_contact/fit_points.h -- the points of all fits of a problem one after the other, and the forces there.
//   z = A t,  t = (p, -tau_1, -tau_2),   gap g = clearance - share interference + w_n     (theory/fe_contact.md,
//   Eq. 2.1); the tangential motion is share growth + w_t

#include "trunnion/fe_contact/contact_statics.h"

namespace trunnion {

struct FitPoints {
  std::vector<const FitLaw*> law;    ///< of each point
  VectorXd area;                     ///< [m^2]
  VectorXd interference, clearance;  ///< [m]
  Eigen::Matrix2Xd growth;           ///< free expansion along t1 and t2 [m]
  RowSparse relative;                ///< B of all fits, 3P rows
  std::vector<Index> first;          ///< point of each fit, then the count of all

  Index size() const { return area.size(); }
};
FitPoints fit_points(const std::vector<Fit>& fits, Index dofs);  ///< the fits must outlive it

struct FitForces {
  VectorXd force;                     ///< z, 3P [N]
  std::vector<FitTraction> traction;  ///< with trial memory
  std::vector<Matrix3d> slope;        ///< A dt/dw [N/m]; empty where not asked for
};
/// Forces at relative motion w, memory from `past`.
FitForces fit_forces(const FitPoints& points, double share, const VectorXd& w, const std::vector<FitTraction>& past,
                     bool with_slope);

/// Closed and sliding points of a fit.
struct FitCounts {
  Index points = 0, closed = 0, sliding = 0;
  bool comes_off() const { return closed == 0; }
  bool slips() const { return closed > 0 && sliding == closed; }  ///< nothing sticks any more
};
FitCounts fit_counts(const FitPoints& points, std::size_t fit, const std::vector<FitTraction>& traction);

/// One of the fits has no closed point, or none that sticks.
bool any_comes_off(const FitPoints& points, const std::vector<FitTraction>& traction);
bool any_slips(const FitPoints& points, const std::vector<FitTraction>& traction);

/// What the factor starts with (D, 3P [N/m]): slopes of the laws where interference and elastic parts balance. A part
/// of modulus E gives way like a block whose depth is the extent of the contact, L = sqrt(area):
///   e + (L/E) p(e) = interference                                              (theory/fe_contact.md, Eq. 2.6)
VectorXd estimated_stiffness(const FitPoints& points, double young);
/// The same from slopes at a known state.
VectorXd reference_stiffness(const FitPoints& points, const FitForces& at, double young);

}  // namespace trunnion

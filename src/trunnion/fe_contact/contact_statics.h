#pragma once
// fe_contact/contact_statics.h -- equilibrium of the full mesh with contact and friction, in steps.
//   K u = f + B' A t(w, memory),  w = B u,  t = (p, -tau_1, -tau_2)                       (theory/fe_contact.md,
//   Eq. 2.1)
// One Cholesky factor of K + B' D B with D the symmetric contact part of a reference status; Newton on the 3P relative
// motions, its linear systems by GMRES with one back-solve an iteration, so that changed points and the unsymmetric
// part of friction cost Krylov iterations, not factorisations. A contact of few points that has cost many of them is
// solved directly (Eq. 2.8).

#include <memory>

#include "trunnion/base/progress.h"
#include "trunnion/contact/fit_law.h"
#include "trunnion/fe_contact/contact_zone.h"
#include "trunnion/fem/loads.h"

namespace trunnion {

/// One zone with its law.
struct Fit {
  ContactZone zone;
  FitLaw law;
  double clamp_force = 0;  ///< > 0: the interference is grown evenly until the surfaces carry it when joined [N]
};

struct ContactProblem {
  const FeModel& model;  ///< must outlive the solver
  std::vector<Fit> fits;
  std::vector<Support> supports;
};

/// Where the model is; plain data. Points of all fits one after the other.
struct ContactState {
  double share = 0;                   ///< of the interference that is there, 0 to 1
  double supports = 0;                ///< share of the supports' prescribed values that is there, 0 to 1
  VectorXd load;                      ///< that acts (full dofs); empty: none
  VectorXd u;                         ///< full dofs [m, rad]
  VectorXd w;                         ///< 3P [m]
  std::vector<FitTraction> traction;  ///< with the committed memory
};

struct ContactOptions {
  double tolerance = 1e-9;  ///< change of the relative motion over the largest interference or motion
  int max_iterations = 40;  ///< of Newton, per increment
  /// Back-solves of iterations, over the relative motions, from which on a contact of few points is solved directly;
  /// 0: at once. Making its compliance costs 1.
  double patience = 1;
};

/// What a step took, and how good it is.
struct ContactReport {
  bool converged = false;
  int iterations = 0, solves = 0;  ///< Newton; back-solves
  double residual = 0;             ///< |K u - f - B' A t| at free dofs over |B' A t| + |f|
  double wall_s = 0;
  std::string message;  ///< why there is no equilibrium ("the fit slips ..."), or empty
};

class ContactStatics {
 public:
  explicit ContactStatics(ContactProblem problem, Observer& observer = silent_observer());
  ~ContactStatics();
  ContactStatics(ContactStatics&&) noexcept;
  ContactStatics& operator=(ContactStatics&&) noexcept;

  ContactState start() const;  ///< unloaded, no interference yet
  /// Brings interference and load from where `state` is to the given ones, and the supports to their full values, in
  /// equal increments, memory committed after each. `state` becomes the last equilibrium found. A first step that
  /// brings in interference tightens fits with a clamp force (tightening.h): their interference in problem() is then
  /// the one found.
  ContactReport step(ContactState& state, double share, const VectorXd& load, int increments,
                     const ContactOptions& options = {}, Observer& observer = silent_observer()) const;

  /// Another interference [m] at the points of a fit, for steps to come.
  void set_interference(std::size_t fit, const VectorXd& interference) const;
  const ContactProblem& problem() const;
  double factor_wall_s() const;
  std::size_t factor_bytes() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trunnion

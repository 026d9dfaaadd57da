#pragma once
// reduction/prepared_fits.h -- the fits of a body on its mesh, and the state to which the interference brings them:
// what contact modes are derived about.

#include "trunnion/base/progress.h"
#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/reduction/contact_patterns.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

struct PreparedFits {
  std::vector<Fit> fits;
  ContactState shrunk;
  ContactReport report;
  std::vector<std::string> held;  ///< interfaces at rest while shrinking
  MatrixXd joined_modes;          ///< constraint modes of the parts stuck together as they are shrunk; may be empty
  double joined_wall_s = 0;

  bool empty() const { return fits.empty(); }
  Index points() const;
};

/// Finds the points of contact and solves the full mesh for the interference. Takes and drops large factors. Throws
/// InputError where surfaces do not fit, SolveError where no equilibrium is found.
PreparedFits prepare_fits(const FeModel& model, const FitSetup& setup, const HeldInterfaces& interfaces,
                          Observer& observer);

/// Relative motion of all points by the columns of `shapes` (full space), rows along n, t1, t2 of each point.
MatrixXd relative_rows(const PreparedFits& fits, const MatrixXd& shapes);

/// The same sorted for patterns, with depth and shear stiffness of the shrunk state.
ContactRows contact_rows(const PreparedFits& fits, const MatrixXd& shapes);

/// Nodal forces of stresses (p, -tau_1, -tau_2) on all points (3P x c), full space x c.
MatrixXd stress_loads(const PreparedFits& fits, const MatrixXd& stresses);

/// What a reduced body keeps of its fits; `shapes` are its modes.
std::vector<FitRows> fit_rows(const std::vector<Fit>& fits, const MatrixXd& shapes);

/// Mean relative rigid motion of the two surfaces of each fit: six rows a fit (translations, rotations about the middle
/// of its points), weighted by area. Common rigid motions give nothing.
MatrixXd mean_relative_motion(const PreparedFits& fits, const MatrixXd& shapes);

/// Root mean square distance of the points from the middle of their fit: turns forces into moments [m].
double fit_arm(const PreparedFits& fits);

void record_shrinking(const PreparedFits& fits, double wall_s, FitRecord& record);

}  // namespace trunnion

#pragma once
// reduction/shaft_hub.h -- a hollow shaft with a hub pressed on, and how a reduced body of them answers static loads.

#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/reduction/reduced_contact.h"

namespace trunnion::testing {

/// Shaft 16/40 mm, 100 mm long, hub 40/90 mm, 30 mm wide, steel; averaged interfaces A and B on the ends of the shaft,
/// C on the rim.
FeModel shaft_with_hub();

/// 0.025 mm on the radius, 1e5 N/mm^3, friction 0.2, elastic slip 0.01 mm.
FitOptions hub_fit();

/// 20 normal modes, and contact modes along motions of the separate parts about the preload.
ReductionOptions with_contact_modes(Index normal, Index tangential);

/// The full mesh with A and B at rest.
ContactProblem shaft_and_hub_problem(const FeModel& model);

/// Force at C as a load of the full mesh.
VectorXd force_at_rim(const FeModel& model, const Vector3d& force);

/// The reduced body with A and B at rest, in the coordinates that are left.
struct HeldBody {
  std::vector<Fit> fits;
  FitPoints points;
  ReducedContact contact;
  MatrixXd rim;     ///< motion of C, 6 x coordinates
  MatrixXd motion;  ///< interface dofs x coordinates
};
HeldBody held_body(const FeModel& model, const ReducedBody& body);

/// Shrunk in five steps, then loaded by a force at C in two.
ReducedContactState bent(const HeldBody& body, const Vector3d& force);

/// |p - p_FE| over |p_FE|.
double pressure_error(const std::vector<FitTraction>& reduced, const std::vector<FitTraction>& full);

}  // namespace trunnion::testing

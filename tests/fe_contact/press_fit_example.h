#pragma once
// The shaft with pulley of examples/press-fit, as an FE model with averaged couplings A, B and C.

#include "trunnion/fe_contact/contact_statics.h"

namespace trunnion::testing {

struct PressFitExample {
  std::shared_ptr<MeshFile> file;
  FeModel model;
  NodeId C;  ///< reference node of the rim
};
PressFitExample press_fit_example(int level);

/// Interference 0.025 mm on the radius, 1e5 N/mm^3, friction 0.2, elastic slip 0.01 mm.
ContactProblem press_fit_problem(const PressFitExample& example, ContactPoints points = ContactPoints::faces,
                                 double interference = 0.025e-3);

/// Force and moment at C as a load vector.
VectorXd load_at_C(const PressFitExample& example, const Vector3d& force, const Vector3d& moment);

}  // namespace trunnion::testing

#pragma once
// reduction/given_shapes.h -- displacements of another program on the nodes of a mesh, as shapes of the model.

#include "trunnion/fem/fe_model.h"
#include "trunnion/mesh/nodal_responses.h"

namespace trunnion {

/// Full space x load cases, in m. Reference nodes take the motion of their patches; rigid patches are made exactly
/// rigid. Throws InputError when a node of the mesh has no displacement.
MatrixXd given_shapes(const FeModel& model, const NodalResponses& responses, double length_unit);

}  // namespace trunnion

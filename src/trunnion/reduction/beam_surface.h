#pragma once
// reduction/beam_surface.h -- beams as something to look at: every element a tube whose rings move with its ends.
// Ring points of element ends lie at r_a = 2 sqrt(I/A) along each section axis, the outline of a full circle or ellipse
// with the section's area and second moments. Stress there (theory/reduction.md, Eq. 10.1):
//   s_t = N/A + M_1 y_2/I_1 - M_2 y_1/I_2,   shear of the torque T: T (e_t x y)/I_t

#include <vector>

#include "trunnion/fem/fe_model.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

/// Adds the tubes of all beams to the rows; returns the node each added point belongs to, in order.
std::vector<NodeId> add_beam_surface(const FeModel& model, const MatrixXd& shapes, NodeRows& rows);

/// Stress per mode at the points that add_beam_surface adds, in the same order: 6 x modes each, rows xx yy zz xy yz zx.
std::vector<Matrix6Xd> beam_surface_stress(const FeModel& model, const MatrixXd& shapes);

}  // namespace trunnion

#pragma once
// forces/face_shape.h -- how far the nodes of a mesh lie off the ideal face of a film before anything deforms.
//   journal: distance from the axis of the marker,  thrust: way along it                                         [m]
// Out-of-round bores, tapered pins, collars that run out. Nodes lie on the true surface; between them it is curved, and
// no facet counts. Nodes in the middle of straight edges lie on a chord: they take the mean of its ends
// (theory/lubrication.md, Eq. 12.4).

#include "trunnion/bodies/marker_pair.h"
#include "trunnion/forces/gap_coordinates.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

VectorXd face_shape(FilmShape shape, const NodeRows& surface, const Marker& marker);

}  // namespace trunnion

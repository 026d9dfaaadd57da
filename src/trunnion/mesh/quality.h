#pragma once
// mesh/quality.h -- how well elements are shaped.
//   q_c = s det(t_1, t_2, t_3) / (|t_1| |t_2| |t_3|)    at each corner c, t_i: tangents of the edges that leave it
//   q   = smallest q_c of the element                                              (theory/mesh.md, Eq. 2.1)
// s makes the ideal shape 1 (cube, regular tetrahedron, upright wedge on a regular triangle, square). Tangents of
// quadratic edges follow the mid-side node. q <= 0: turned inside out or flat; below about 0.1 results suffer.

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// q of every element, in the order of ElementId. A line has 1, or 0 when it has no length.
VectorXd scaled_jacobians(const Mesh& mesh);

struct MeshQuality {
  double worst = 1;  ///< smallest q
  ElementId worst_element;
  std::vector<ElementId> inverted;  ///< all with q <= 0
};
MeshQuality mesh_quality(const Mesh& mesh);

/// Throws InputError with the numbers of the first elements that are inverted or flat.
void require_sound_elements(const Mesh& mesh);

std::int64_t element_label(const Mesh& mesh, ElementId element);  ///< its number in the user's file

}  // namespace trunnion

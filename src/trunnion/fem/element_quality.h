#pragma once
// fem/element_quality.h -- how far the elements of a mesh are from being usable.
//   ratio = min det J / max det J over the nodes of an element,  J = dx/dxi                     (theory/fem.md, Eq. 1)
// 1: as regular as the reference cell; small: strongly distorted; <= 0: inverted or folded, the element has no sense.

#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

struct ElementQuality {
  double worst_ratio = 1;
  ElementId worst;                   ///< not valid for a mesh of lines
  double longest_over_shortest = 1;  ///< largest ratio of the edges of one element
  std::vector<ElementId> inverted;   ///< det J <= 0 somewhere, or no volume
};

ElementQuality element_quality(const Mesh& mesh);

}  // namespace trunnion

#pragma once
// fem/face_integrals.h -- integrals over one face of an element (over an edge times thickness for plane cells).

#include "trunnion/fem/element_properties.h"

namespace trunnion {

struct FaceIntegrals {
  std::vector<int> nodes;  ///< of the mesh
  double area = 0;         ///< [m^2]
  VectorXd share;          ///< int N_a dA: consistent shares of the area, may be negative at corners
  Matrix3Xd normal_share;  ///< int N_a n dA, n outwards
  VectorXd tributary;      ///< positive shares of the area, as if the face were made of linear facets
};
FaceIntegrals face_integrals(const Mesh& mesh, const PropertyTable& properties, const ElementFace& face);

}  // namespace trunnion

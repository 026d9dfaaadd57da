#pragma once
// fe_contact/contact_zone.h -- where two surfaces of one model face each other: points, normals, areas, and the rows
// that give the relative motion of the surfaces there.
//   w = B u,  three rows a point: along n, t1, t2;   w_n = (u_outer - u_inner) . n       (theory/fe_contact.md,
//   Eq. 1.1) gap g = clearance - interference + w_n
// Free expansion of the parts counts as interference along n and as motion along t1 and t2.
// n points from the inner to the outer surface and stays as it is (small sliding). The points lie on the finer side and
// are projected once onto the undeformed other side; forces go back by the same shape functions (action = reaction).

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "trunnion/fem/fe_model.h"
#include "trunnion/math/sparse_product.h"

namespace trunnion {

enum class ContactPoints {
  faces,  ///< quadrature points of the faces
  nodes   ///< nodes with positive shares of the area
};

struct ZoneInput {
  std::string name;
  std::string outer, inner;  ///< surfaces of the mesh
  ContactPoints points = ContactPoints::faces;
  /// Interference at a point of the undeformed surface [m]; empty: from the geometry alone.
  std::function<double(const Vector3d&)> interference;
  /// Whether the distance of the undeformed surfaces counts as clearance (negative where they overlap). Else they are
  /// taken to lie on each other, whatever facets and round-off say.
  bool geometric = false;
  double reach = 0;  ///< farthest distance of points that face each other [m]; 0: half a face
  /// Motion of the outer against the inner surface if both parts expanded freely (free_expansion.h) [m]; empty: none.
  std::function<Vector3d(const Vector3d&)> expansion;
};

struct ContactZone {
  std::string name;
  Matrix3Xd position;         ///< P points, undeformed [m]
  Matrix3Xd normal, t1, t2;   ///< unit vectors, right-handed (n, t1, t2)
  VectorXd area;              ///< > 0 [m^2]
  VectorXd clearance;         ///< of the undeformed surfaces; 0 where the geometry does not count [m]
  VectorXd interference;      ///< at full size [m]
  Eigen::Matrix2Xd growth;    ///< free expansion along t1 and t2 at full size [m]
  RowSparse relative;         ///< B, 3P x model.dofs.size; rows 3k, 3k + 1, 3k + 2
  std::vector<NodeId> nodes;  ///< of the side that carries the points
  RowSparse to_nodes;         ///< nodes x P: area-weighted means of what is known at the points
  bool points_on_outer = true;

  Index size() const { return area.size(); }
};

/// Throws InputError: surfaces that do not face each other (with distances and angles), parts that share nodes.
ContactZone contact_zone(const FeModel& model, const ZoneInput& input);

}  // namespace trunnion

#pragma once
// reduction/foreign_body.h -- a reduced model that another program made, as a ReducedBody.
//   M q'' + D q' + K q = S' f,   u_nodes = S q                                        (theory/reduction.md, section 11)
// Free bodies bring six motions without strain energy; they must be the rigid motions of the node table, and then give
// mass, center and inertia. Sets of elastic modes alone need nodal masses for that.

#include <cstdint>

#include "trunnion/reduction/damping.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

/// A named place: one node with rotations, or three and more nodes whose mean rigid motion it follows.
struct ForeignPlace {
  std::string name;
  std::vector<std::int64_t> nodes;  ///< labels
};

/// SI; `q` may have any unit of its own.
struct ForeignModel {
  std::string name;
  MatrixXd mass, stiffness;                            ///< n x n
  MatrixXd damping;                                    ///< n x n; empty: `damping_rule`
  Damping damping_rule;                                ///< on the elastic modes, where there is no matrix
  std::vector<std::int64_t> labels;                    ///< of the nodes
  Matrix3Xd position;                                  ///< of the nodes [m]
  VectorXd nodal_mass;                                 ///< [kg]; empty: unknown
  MatrixXd shapes;                                     ///< S: three or six rows per node x n
  std::vector<std::array<std::int32_t, 3>> triangles;  ///< node indices from 0, for pictures; may be empty
  std::vector<ForeignPlace> places;                    ///< interfaces; empty: every node with rotations, by its label
};

/// Throws InputError naming what does not fit: sizes, signs, motions without energy that are not rigid, masses that
/// disagree.
ReducedBody foreign_body(const ForeignModel& model);

}  // namespace trunnion

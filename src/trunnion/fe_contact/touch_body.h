#pragma once
// fe_contact/touch_body.h -- a plane elastic body as its surface yields: a chain of nodes along the surface, outward
// normals, and the compliance of their motions with the supports held.

#include <memory>
#include <string>
#include <vector>

#include "trunnion/contact/candidate_pairs.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/loads.h"

namespace trunnion {

using Eigen::Vector2d;

struct TouchBody {
  std::string name;
  std::shared_ptr<const FeModel> model;
  std::shared_ptr<const ConstrainedSolver> solver;
  std::vector<int> nodes;                      ///< along the surface, the material on the left
  bool closed = false;                         ///< the last node is followed by the first
  Eigen::Matrix2Xd x, normal;                  ///< of the nodes; normals point out of the body
  VectorXd arc, length;                        ///< way along the surface, and how much of it a node stands for [m]
  double thickness = 1;                        ///< [m]
  std::shared_ptr<const MatrixXd> compliance;  ///< 2 node + axis [m/N]
};

/// Throws InputError when the model is not plane or the surface is not one chain of edges.
TouchBody touch_body(const std::string& name, std::shared_ptr<const FeModel> model,
                     const std::vector<Support>& supports, const std::string& surface);

/// Nearest place of a surface to a point, both moved: on the edge that follows node `first`.
struct SurfacePlace {
  int first = 0;
  double share = 0;     ///< of the next node
  Vector2d x, normal;   ///< on the smooth curve that the chain stands for
  bool beyond = false;  ///< the point lies past an end of the chain
};
SurfacePlace nearest_place(const TouchBody& body, const Eigen::Matrix2Xd& moved_x, const Eigen::Matrix2Xd& moved_normal,
                           const Vector2d& point);

}  // namespace trunnion

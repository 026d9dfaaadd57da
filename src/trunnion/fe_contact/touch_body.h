#pragma once
// fe_contact/touch_body.h -- an elastic body as its surface yields, plane or solid: nodes of the surface with outward
// normals, and the compliance of their motions with the supports held. Of a plane body the surface is a chain of edges,
// of a solid one the faces of a named surface.

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "trunnion/contact/candidate_pairs.h"
#include "trunnion/fe_contact/facing_surface.h"
#include "trunnion/fe_contact/surface_compliance.h"
#include "trunnion/fem/loads.h"

namespace trunnion {

using Eigen::Vector2d;

struct TouchBody {
  std::string name;
  std::shared_ptr<const FeModel> model;
  std::shared_ptr<const ConstrainedSolver> solver;
  std::shared_ptr<SurfaceCompliance> compliance;
  std::vector<int> nodes;                   ///< of the surface; plane: along it, the material on the left
  std::vector<std::vector<int>> neighbors;  ///< of each, numbered as `nodes`
  Matrix3Xd x, normal;                      ///< of the nodes; normals point out of the body
  VectorXd area;                            ///< of the surface that a node stands for [m^2]
  bool plane = true;
  // Plane bodies:
  bool closed = false;   ///< the last node is followed by the first
  VectorXd arc;          ///< way along the surface [m]
  double thickness = 1;  ///< [m]
  // Solid ones:
  std::shared_ptr<const FacingSurface> surface;
  std::unordered_map<int, int> place;  ///< of a node of the mesh in `nodes`
};

/// Throws InputError when a plane surface is not one chain of edges.
TouchBody touch_body(const std::string& name, std::shared_ptr<const FeModel> model,
                     const std::vector<Support>& supports, const std::string& surface);

/// Nearest place of a surface to a point, in the axes of the body.
struct SurfacePlace {
  bool found = false;           ///< within reach; always in the plane
  bool beyond = false;          ///< the point lies past an end of the surface
  std::vector<int> nodes;       ///< that carry the place, numbered as those of the body
  std::vector<double> weights;  ///< their shares
  Vector3d x, normal;           ///< on the smooth surface that the mesh stands for
};

/// Finds them; the body must outlive it.
class NearestPlace {
 public:
  NearestPlace(const TouchBody& body, double reach);
  SurfacePlace operator()(const Vector3d& point) const;

 private:
  SurfacePlace on_chain(const Vector2d& point) const;
  SurfacePlace on_faces(const Vector3d& point) const;
  const TouchBody& body_;
  std::unique_ptr<NearestFace> faces_;
};

}  // namespace trunnion

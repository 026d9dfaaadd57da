#pragma once
// fe_contact/touch_body.h -- an elastic body as its surfaces yield, plane or solid: nodes of the surfaces with outward
// normals, and the compliance of their motions, all with all, with the supports held. Of a plane body a surface is a
// chain of edges, of a solid one the faces of a named surface.

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

struct TouchSurface {
  std::string name;
  std::vector<int> numbers;                 ///< of its nodes among those of the body; plane: material on the left
  std::vector<std::vector<int>> neighbors;  ///< of each, counted along `numbers`
  Matrix3Xd x, normal;                      ///< of the nodes; normals point out of the body
  VectorXd area;                            ///< that a node stands for [m^2]
  // Of plane bodies:
  bool closed = false;  ///< the last node is followed by the first
  VectorXd arc;         ///< way along the surface [m]
  // Of solid ones:
  std::shared_ptr<const FacingSurface> facing;
  std::unordered_map<int, int> place;  ///< of a node of the mesh in `numbers`
};

struct TouchBody {
  std::string name;
  std::shared_ptr<const FeModel> model;
  std::shared_ptr<const ConstrainedSolver> solver;
  std::shared_ptr<SurfaceCompliance> compliance;
  std::vector<int> nodes;  ///< of the mesh, all surfaces
  std::vector<TouchSurface> surfaces;
  bool plane = true;
  double thickness = 1;  ///< of plane bodies [m]
};

/// Throws InputError when a plane surface is not one chain of edges.
TouchBody touch_body(const std::string& name, std::shared_ptr<const FeModel> model,
                     const std::vector<Support>& supports, const std::vector<std::string>& surfaces);

/// Nearest place of a surface to a point, in the axes of the body.
struct SurfacePlace {
  bool found = false;           ///< within reach; always in the plane
  bool beyond = false;          ///< the point lies past an end of the surface
  std::vector<int> nodes;       ///< that carry the place, counted in the body
  std::vector<double> weights;  ///< their shares
  Vector3d x, normal;           ///< on the smooth surface that the mesh stands for
};

/// Finds them; the surface must outlive it.
class NearestPlace {
 public:
  NearestPlace(const TouchSurface& surface, double reach);
  SurfacePlace operator()(const Vector3d& point) const;

 private:
  SurfacePlace on_chain(const Vector2d& point) const;
  SurfacePlace on_faces(const Vector3d& point) const;
  const TouchSurface& surface_;
  std::unique_ptr<NearestFace> faces_;
};

}  // namespace trunnion

#pragma once
// fe_contact/facing_surface.h -- one side of a contact: its faces with smooth normals, and where on it a point lies
// nearest.
//   x(xi) = sum_a N_a(xi) x_a,   n(xi) = sum_a N_a(xi) n_a / |.|,   n_a: area-weighted mean of the faces at the node
//                                                                         (theory/fe_contact.md, Eq. 1.2, 1.3)
// A face that meets its neighbours at a sharp edge keeps its own normal there.

#include <string>
#include <unordered_map>
#include <vector>

#include "trunnion/fem/fe_model.h"

namespace trunnion {

struct SurfaceFace {
  CellType type = CellType::tri6;  ///< tri3, tri6, quad4 or quad8
  std::vector<int> nodes;          ///< of the mesh
  Matrix3Xd x;                     ///< their places [m]
  Matrix3Xd normal;                ///< smooth unit normals there, outwards
  VectorXd share;                  ///< positive shares of the area at the nodes [m^2]
  double area = 0;                 ///< [m^2]
};

struct FacingSurface {
  std::string name;
  std::vector<SurfaceFace> faces;
  double area = 0;           ///< [m^2]
  double face_size() const;  ///< square root of the mean area of a face [m]
};

/// Faces of the named surface of a model of solids.
FacingSurface facing_surface(const FeModel& model, const std::string& name);

/// A point of a face.
struct FacePoint {
  int face = -1;
  Vector3d xi = Vector3d::Zero();
  VectorXd shape;  ///< N_a
  Vector3d x = Vector3d::Zero(), normal = Vector3d::Zero();
  double jacobian = 0;  ///< area per reference area [m^2]
};
FacePoint face_point(const FacingSurface& surface, int face, const Vector3d& xi);

/// Finds the nearest point of a surface among the faces that come within `reach`.
class NearestFace {
 public:
  /// The surface must outlive it.
  NearestFace(const FacingSurface& surface, double reach);
  /// face = -1 where nothing is within reach. Of equally near faces the first of the surface is taken.
  FacePoint find(const Vector3d& x) const;

 private:
  using Cell = std::int64_t;
  Cell cell_of(const Eigen::Vector3i& at) const;
  const FacingSurface& surface_;
  double reach_, cell_size_;
  Vector3d origin_;
  std::vector<Vector3d> center_;
  std::vector<double> radius_;
  std::unordered_map<Cell, std::vector<int>> faces_in_;
};

}  // namespace trunnion

#include "trunnion/fe_contact/wall.h"

#include <Eigen/Geometry>
#include <limits>

#include "trunnion/mesh/face_table.h"

namespace trunnion {

VectorXd wall_behind(const Mesh& mesh, const Matrix3Xd& points, const Matrix3Xd& inwards) {
  constexpr double cosine = 0.7;
  VectorXd wall = VectorXd::Constant(points.cols(), std::numeric_limits<double>::infinity());
  std::vector<int> corners;
  for (const ElementFace& face : boundary_faces(mesh)) {
    face_corners(mesh, face, corners);
    const Matrix3Xd x = mesh.x(Eigen::all, corners);
    const Vector3d center = x.rowwise().mean();
    const Vector3d normal = Vector3d(x.col(1) - x.col(0)).cross(Vector3d(x.col(2) - x.col(0))).normalized();
    for (Index k = 0; k < points.cols(); ++k) {
      const Vector3d away = center - points.col(k);
      const double depth = away.dot(inwards.col(k));
      const bool behind = depth > cosine * away.norm() && normal.dot(inwards.col(k)) > cosine;
      if (behind && depth < wall[k]) wall[k] = depth;
    }
  }
  return wall;
}

}  // namespace trunnion

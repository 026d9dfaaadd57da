#include "trunnion/run/seat_axes.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/mesh/face_table.h"

namespace trunnion {
namespace {

constexpr double alike = 0.1;         // of the largest sum: facets of a coarse mesh scatter by some percent
constexpr double different = 0.2;     // of the largest sum
constexpr double largest_angle = 10;  // [deg]

struct Seat {
  std::string body, interface;
};

/// Where a marker sits when it sits on an interface.
std::optional<Seat> seat_of(const Model& model, const std::string& marker) {
  for (const MarkerInput& in : model.markers)
    if (in.name == marker) return in.interface.empty() ? std::nullopt : std::optional<Seat>({in.body, in.interface});
  for (const FlexibleBodyInput& body : model.flexible_bodies)
    for (const InterfaceInput& in : body.interfaces)
      if (marker == body.name + "." + in.name) return Seat{body.name, in.name};
  return {};
}

const std::vector<ElementFace>* patch_of(const Model& model, const Seat& seat, const Mesh& mesh, std::string& surface) {
  for (const FlexibleBodyInput& body : model.flexible_bodies)
    for (const InterfaceInput& in : body.interfaces)
      if (body.name == seat.body && in.name == seat.interface) surface = in.on;
  const auto found = mesh.surfaces.find(surface);
  return found == mesh.surfaces.end() ? nullptr : &found->second;
}

std::string direction(Vector3d axis) {
  Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  if (axis[largest] < 0) axis = -axis;
  const auto tidy = [](double v) { return std::abs(v) < 5e-3 ? 0 : v; };
  return fmt::format("[{:.2g}, {:.2g}, {:.2g}]", tidy(axis.x()), tidy(axis.y()), tidy(axis.z()));
}

}  // namespace

std::optional<Vector3d> axis_of_patch(const Mesh& mesh, const std::vector<ElementFace>& patch) {
  Matrix3d sum = Matrix3d::Zero();
  std::vector<int> corners;
  for (const ElementFace& face : patch) {
    face_corners(mesh, face, corners);
    for (std::size_t k = 2; k < corners.size(); ++k) {
      const Vector3d origin = mesh.x.col(corners[0]);
      const Vector3d twice_area =
          (mesh.x.col(corners[k - 1]) - origin).cross(Vector3d(mesh.x.col(corners[k]) - origin));
      const double size = twice_area.norm();
      if (size > 0) sum += twice_area * twice_area.transpose() / size;
    }
  }
  const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(sum);
  const Vector3d s = principal.eigenvalues() / std::max(principal.eigenvalues()[2], 1e-300);
  if (s[2] - s[1] < alike && s[1] - s[0] > different) return principal.eigenvectors().col(0);
  if (s[1] - s[0] < alike && s[2] - s[1] > different) return principal.eigenvectors().col(2);
  return {};
}

std::vector<std::string> seats_off_axis(const Model& model, const BuiltMechanism& b,
                                        const std::map<std::string, std::shared_ptr<const MeshFile>>& meshes) {
  std::vector<std::string> sentences;
  for (const BearingInput& bearing : model.bearings)
    for (const std::string& name : bearing.between) {
      const std::optional<Seat> seat = seat_of(model, name);
      if (!seat) continue;
      const auto file = meshes.find(seat->body);
      if (file == meshes.end()) continue;
      std::string surface;
      const auto* patch = patch_of(model, *seat, file->second->mesh, surface);
      const std::optional<Vector3d> axis = patch ? axis_of_patch(file->second->mesh, *patch) : std::nullopt;
      if (!axis) continue;
      const Vector3d z = b.mechanism.markers[b.markers.at(name)].A0.col(2);
      const double angle = std::acos(std::min(std::abs(z.dot(*axis)), 1.0)) * 180 / std::numbers::pi;
      if (angle > largest_angle)
        sentences.push_back(
            fmt::format("{}: bearing '{}': z of '{}', its axis, stands {:.0f} degrees off that of the surface '{}'; a "
                        "[[marker]] on "
                        "the interface with z = {} would lie along it",
                        bearing.where.text(), bearing.name, name, angle, surface, direction(*axis)));
    }
  return sentences;
}

}  // namespace trunnion

#include "support/surfaces.h"

#include <algorithm>
#include <stdexcept>

namespace trunnion::testing {

Surface formula_surface(const std::string& text, double reach) {
  return {FormulaSurface{std::make_shared<Formula>(text, surface_variables()), reach}};
}

std::vector<NamedSurface> every_surface() {
  return {{"plane", {PlaneSurface{}}},
          {"sphere", {SphereSurface{0.015}}},
          {"ellipsoid", {EllipsoidSurface{{0.03, 0.02, 0.015}}}},
          {"cylinder", {CylinderSurface{0.01, 0.05}}},
          {"cone", {ConeSurface{0.012, 0.3, 0.05}}},
          {"torus", {TorusSurface{0.02, 0.008}}},
          {"groove", {TorusSurface{0.02, 0.008}, true}},
          {"superellipsoid", {SuperellipsoidSurface{{0.03, 0.02, 0.015}, {2.5, 3, 4}}}},
          {"formula", formula_surface("x^2/(30 mm)^2 + y^2/(20 mm)^2 + z^4/(15 mm)^4 + x*z/(40 mm)^2 - 1", 0.06)}};
}

SurfacePose touching_pose(const FacingPair& pair, const Matrix3d& R, double overlap) {
  const std::vector<Vector3d> samples = surface_samples(pair.surfaces.a);
  Vector3d x = samples.empty() ? Vector3d(0.001, 0.002, 0) : samples[samples.size() * 37 / 100];
  if (std::holds_alternative<PlaneSurface>(pair.surfaces.b.shape))  // only one normal to face
    x = *std::min_element(samples.begin(), samples.end(), [&](const Vector3d& y, const Vector3d& z) {
      const auto facing = [&](const Vector3d& s) {
        return surface_function(pair.surfaces.a, s).gradient().normalized().dot(R.col(2));
      };
      return facing(y) < facing(z);
    });
  const Vector3d n = surface_function(pair.surfaces.a, x).gradient().normalized();
  // B touches with the sample whose normal is most against that of A, or with the origin of its plane.
  Vector3d touching = Vector3d::Zero();
  double most = 0;
  for (const Vector3d& y : surface_samples(pair.surfaces.b)) {
    const double facing = -n.dot(R * surface_function(pair.surfaces.b, y).gradient().normalized());
    if (facing > most) {
      most = facing;
      touching = y;
    }
  }
  SurfacePose pose{x - R * touching, R};
  ContactRegions regions;
  for (int k = 0; k < 3; ++k) {
    update_regions(pair, pose, regions);
    if (regions.places.empty()) throw std::runtime_error("no opposing points");
    const FacingGeometry at =
        facing_geometry(facing_surfaces(pair.surfaces, pose, regions.places[0]), regions.places[0]);
    pose.d += (overlap - at.approach) * at.m;
  }
  return pose;
}

}  // namespace trunnion::testing

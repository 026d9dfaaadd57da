// Opposing points and contact ellipse by direct solution against the differential equations, on the same motions in one
// run: two tumbling ellipsoids, a ball in a moving race, an ellipsoid that rolls on a plane. One JSON object a line;
// `benchmarks/run-contact` makes a page of them.

#include <fmt/core.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <string>

#include "trunnion/contact/contact_regions.h"
#include "trunnion/contact/differential_tracking.h"
#include "trunnion/contact/hertz.h"
#include "trunnion/contact/vilke.h"
#include "trunnion/math/rotations.h"

using namespace trunnion;

namespace {

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Case {
  std::string name;
  FacingPair pair;
  SurfaceMotionOverTime motion;
  double duration;
};

Case ellipsoids() {
  const Vector3d spin_a(2, -1, 3), spin_b(-1, 2, 0.5), drift(0.002, 0.001, -0.001);
  return {"two tumbling ellipsoids",
          facing_pair({EllipsoidSurface{{0.03, 0.02, 0.015}}}, {EllipsoidSurface{{0.02, 0.025, 0.012}}}),
          [=](double t) {
            const Matrix3d A = (rotation_exp(t * spin_a) * rotation_exp({0.3, 0.2, 0.1})).transpose();
            const Vector3d d = Vector3d(0, 0, 0.0275) + t * drift;
            SurfaceMotion m;
            m.pose = {A * d, A * rotation_exp(t * spin_b) * rotation_exp({-0.1, 0.4, 0.2})};
            m.twist << A * (drift - spin_a.cross(d)), A * (spin_b - spin_a);
            return m;
          },
          0.1};
}

Case ball_in_race() {
  constexpr double D = 7.9375e-3, d_m = 39e-3, r = 0.52 * D, R = 0.5 * d_m - 0.5 * D + r;
  return {"ball in an inner race", facing_pair({TorusSurface{R, r}, true}, {SphereSurface{0.5 * D}}),
          [](double t) {
            const double turn = -58.3 * t, rho = 0.5 * 39e-3 + 2e-6 * std::sin(90 * t);
            const Vector3d e(std::cos(turn), std::sin(turn), 0), across(-e.y(), e.x(), 0);
            SurfaceMotion m;
            m.pose = {rho * e + Vector3d(0, 0, 2e-5 + 3e-5 * std::sin(60 * t)), rotation_exp({0, 0, -300 * t})};
            m.twist << 1.8e-4 * std::cos(90 * t) * e - 58.3 * rho * across + Vector3d(0, 0, 1.8e-3 * std::cos(60 * t)),
                Vector3d(0, 0, -300);
            return m;
          },
          0.5};
}

Case rolling_egg() {
  const Vector3d spin(3, 1, 0.4);
  return {"ellipsoid over a plane", facing_pair({PlaneSurface{}}, {EllipsoidSurface{{0.03, 0.02, 0.015}}}),
          [=](double t) {
            SurfaceMotion m;
            m.pose = {{0, 0, 0.02}, rotation_exp(t * spin) * rotation_exp({0.2, 0.1, 0})};
            m.twist << Vector3d::Zero(), spin;
            return m;
          },
          2};
}

void time_case(const Case& c) {
  constexpr int samples = 20000;
  ContactRegions regions;
  double sum = 0;
  int iterations = 0;
  update_regions(c.pair, c.motion(0).pose, regions);
  const OpposingPoints start = regions.places.at(0);
  const double direct = cpu_seconds();
  for (int k = 1; k <= samples; ++k) {
    const SurfacePose pose = c.motion(c.duration * k / samples).pose;
    update_regions(c.pair, pose, regions);
    iterations += regions.iterations;
    const OpposingPoints& y = regions.places.at(0);
    const FacingGeometry at = facing_geometry(regions.facing.at(0), y);
    sum += hertz_point({at.P, at.Q}, 1).stiffness.e;
  }
  const double direct_time = (cpu_seconds() - direct) / samples;
  fmt::print(
      "{{\"case\": \"{}\", \"way\": \"direct\", \"seconds\": {:.4g}, \"iterations\": {:.3g}, \"sum\": {:.3g}}}\n",
      c.name, direct_time, static_cast<double>(iterations) / samples, sum);
  for (const double tolerance : {1e-6, 1e-9}) {
    DifferentialState state;
    double seconds = std::numeric_limits<double>::infinity();  // of the quickest of some runs
    int evaluations = 0;
    for (int run = 0; run < 10; ++run) {
      state = start_differential(c.pair.surfaces, c.motion(0).pose, start);
      const double begin = cpu_seconds();
      evaluations = advance_differential(c.pair.surfaces, c.motion, 0, c.duration, state, {tolerance, 20});
      seconds = std::min(seconds, (cpu_seconds() - begin) / evaluations);
    }
    const TrackingDeviation d =
        tracking_deviation(c.pair.surfaces, c.motion(c.duration).pose, state, regions.places.at(0));
    fmt::print(
        "{{\"case\": \"{}\", \"way\": \"differential\", \"tolerance\": {}, \"seconds\": {:.4g}, \"evaluations\": {}, "
        "\"points\": {:.2g}, \"approach\": {:.2g}, \"normal\": {:.2g}, \"stiffness\": {:.2g}, \"ratio\": {:.3g}}}\n",
        c.name, tolerance, seconds, evaluations, d.points, d.approach, d.normal, d.stiffness, seconds / direct_time);
  }
}

// Coefficients alone, over slender and round ellipses.
void time_laws() {
  constexpr int samples = 200000;
  double sum = 0;
  const auto timed = [&](auto&& law) {
    const double begin = cpu_seconds();
    for (int k = 0; k < samples; ++k) sum += law(RelativeCurvature{100 * (0.01 + 0.99 * k / samples), 100});
    return (cpu_seconds() - begin) / samples;
  };
  const double hertz = timed([](const RelativeCurvature& c) { return hertz_point(c, 1).stiffness.e; });
  const double vilke = timed([](const RelativeCurvature& c) { return vilke_point(c, 1).e; });
  fmt::print(
      "{{\"case\": \"coefficient alone\", \"hertz\": {:.4g}, \"vilke\": {:.4g}, \"ratio\": {:.3g}, \"sum\": {:.3g}}}\n",
      hertz, vilke, hertz / vilke, sum);
}

}  // namespace

int main() {
  for (const Case& c : {ellipsoids(), ball_in_race(), rolling_egg()}) time_case(c);
  time_laws();
}

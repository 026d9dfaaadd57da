// Axes that are not parallel, in the plane that holds both and square to it: what they do to the load across the face.

#include <gtest/gtest.h>

#include <cmath>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/face_contact.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double torque = 300;  // [N m]

/// Shifted gears: the working pressure angle, 23.0 degrees, is not that of the rack.
GearPair shifted_pair(double helix) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear one = standard_gear(24, 0.3);
  one.hub_radius = 25e-3;
  one.helix_angle = helix;
  Gear two = one;
  two.helix_angle = -helix;
  GearPair pair{one, two, steel, steel, 0};
  pair.center_distance = tight_center_distance(one, two);
  return pair;
}

constexpr FaceSizes coarse{.elements = 4, .flank = 0.25, .bulk = 0.6, .rim = 1.5, .idle = 1, .root = 1};

const FaceContact& spur() {
  static const FaceContact contact = face_contact(shifted_pair(0), coarse, 0);
  return contact;
}

struct Answer {
  double lag = 0, center = 0;
};
Answer answer_of(const FaceContact& c) {
  MeshCycle one;
  one.positions = {solve_face_position(c, {torque, 0}, 0.05 * c.section.mesh.base_pitch)};
  return {one.positions[0].transmission_error, load_center(c, one)};
}
Answer with_axes(const AxisDeviation& axes) {
  FaceContact c = spur();
  c.axes = axes;
  return answer_of(c);
}

TEST(AxisDeviation, SkewOpensFlanksByTheCosineOfTheWorkingPressureAngleAndInclinationByItsSine) {
  const double angle = spur().section.mesh.working_angle, opens = 12e-6;
  ASSERT_GT(angle, 22 * degree);
  FaceContact c = spur();
  c.misalignment = opens;
  const Answer direct = answer_of(c), skew = with_axes({0, opens / std::cos(angle)}),
               inclined = with_axes({opens / std::sin(angle), 0});
  EXPECT_LT(direct.center, -1e-4);  // +z opens
  for (const Answer& answer : {skew, inclined}) {
    EXPECT_NEAR(answer.center, direct.center, 1e-9 * std::abs(direct.center));
    EXPECT_NEAR(answer.lag, direct.lag, 1e-9 * direct.lag);
  }
}

TEST(AxisDeviation, TiltSquareToThePlaneOfActionDoesNothing) {
  const double angle = spur().section.mesh.working_angle;
  const Answer straight = with_axes({}), across = with_axes({50e-6 * std::cos(angle), -50e-6 * std::sin(angle)});
  EXPECT_NEAR(across.center, straight.center, 1e-12);
  EXPECT_NEAR(across.lag, straight.lag, 1e-9 * straight.lag);
}

TEST(AxisDeviation, EqualDeviationsMoveTheLoadAsTheTangentOfTheWorkingPressureAngle) {
  const double straight = with_axes({}).center, small = 2e-6;  // the whole face stays in contact
  const double ratio = (with_axes({small, 0}).center - straight) / (with_axes({0, small}).center - straight);
  const double tangent = std::tan(spur().section.mesh.working_angle);
  record({.group = "Gears",
          .name = "Shift of the load by inclined axes over that by skew ones",
          .reference = "tangent of the working pressure angle",
          .reference_value = tangent,
          .value = ratio,
          .error = relative_error(ratio, tangent),
          .allowed = 5e-3,
          .why = "contact widens with load: the shift is not quite in proportion to the tilt"});
}

// The gap of a flank that turns as a rigid body about the pitch point, on the line of contact of a helical pair: that
// line is 1/cos b_b longer than the face.
TEST(AxisDeviation, OnHelicalTeethTheGapGrowsAlongTheLineOfContact) {
  const GearPair pair = shifted_pair(20 * degree);
  const FaceContact c = [&] {
    FaceContact out;
    out.section = gear_contact(pair, {.mesh_only = true, .flank = 0.3, .bulk = 1, .rim = 2, .idle = 2});
    auto face = std::make_shared<FaceCompliance>();
    face->layer = VectorXd::LinSpaced(5, -0.5 * pair.driver.width, 0.5 * pair.driver.width);
    out.driver = out.driven = face;
    out.axes = {30e-6, 20e-6};
    return out;
  }();
  const GearMeshGeometry& mesh = c.section.mesh;
  const double helix = c.section.one.base_helix, angle = mesh.working_angle,
               opens = 30e-6 * std::sin(angle) + 20e-6 * std::cos(angle);
  const Vector3d n(mesh.normal.x(), mesh.normal.y(), 0);
  const Vector3d normal(std::cos(helix) * n.x(), std::cos(helix) * n.y(), -std::sin(helix));
  for (const double z : {-10e-3, 4e-3, 10e-3}) {
    const Vector3d x = Vector3d(mesh.driver_pitch, 0, z) + z * std::tan(helix) * n;
    EXPECT_NEAR(tilt_gap(c, x, normal), opens * z / pair.driver.width / std::cos(helix), 1e-15);
  }
}

}  // namespace
}  // namespace trunnion

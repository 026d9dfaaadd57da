// A pinion in its ring in three dimensions: the plane limit, loads, contact ratio and how load walks across the face.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/face_contact.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double torque = 900;  // on the ring [N m]
constexpr FaceSizes coarse{
    .elements = 5, .flank = 0.2, .bulk = 0.6, .rim = 1.5, .idle = 1.2, .root = 1, .friction = true};

GearPair pinion_in_ring(double helix, double poisson = 0.3) {
  const GearMaterial steel{{206e9, poisson}, PlaneKind::stress};
  Gear pinion = standard_gear(19), ring = ring_gear(61);
  pinion.helix_angle = ring.helix_angle = helix;
  pinion.hub_radius = 15e-3;
  ring.hub_radius = gear_geometry(ring).root + 12e-3;
  ring.thinning = 0.1e-3;
  const double distance = gear_geometry(ring).reference - gear_geometry(pinion).reference;
  return {pinion, ring, steel, steel, distance};
}

TEST(InternalFaceContact, AtAVanishingHelixAngleARingIsThePlaneOne) {
  const GearPair pair = pinion_in_ring(1e-4 * degree, 0);  // no lateral contraction: nothing happens across the face
  const FaceContact solid = face_contact(pair, coarse, 0);
  const GearContact plane =
      gear_contact(pair, {.flank = coarse.flank, .bulk = coarse.bulk, .rim = coarse.rim, .idle = coarse.idle});
  PairingOptions o;
  o.step = 0.3 * hertz_half_width(plane, torque);
  for (const double friction : {0.0, 0.1})
    for (const double place : {-0.45, 0.05, 0.3}) {
      const double s = place * plane.mesh.base_pitch;
      const MeshPosition flat = solve_position(plane, {torque, friction}, s, o),
                         deep = solve_face_position(solid, {torque, friction}, s);
      record({.group = "Gears",
              .name = fmt::format("Pinion in its ring in 3-D, helix angle 0, friction {}, {} base pitches", friction,
                                  place),
              .reference = "plane computation on the section of the mesh",
              .reference_value = flat.transmission_error,
              .value = deep.transmission_error,
              .error = relative_error(deep.transmission_error, flat.transmission_error),
              .allowed = 1e-2,
              .why = "compliance of deep points is made symmetric; half-plane in place of a wedge near tips",
              .inside = true});
      EXPECT_NEAR(deep.normal_force, flat.normal_force, 2e-3 * flat.normal_force);
      EXPECT_NEAR(deep.input_torque, flat.input_torque, 2e-3 * flat.input_torque);
    }
}

/// Where the load of tooth pair j stands across the face, in halves of it; 0 when it has none.
double centroid(const FaceContact& c, const MeshPosition& at, int pair) {
  double sum = 0, moment = 0;
  for (const LoadedPoint& p : at.points)
    if (p.place.tooth_pair == pair) {
      sum += p.force;
      moment += p.force * p.pair.one.x.z();
    }
  return sum > 0 ? moment / sum / c.driver->layer[c.driver->layers() - 1] : 0;
}

TEST(InternalFaceContact, AHelicalRingCarriesItsTorqueWhileLoadWalksAcrossTheFace) {
  const FaceContact right = face_contact(pinion_in_ring(15 * degree), coarse, 0);
  const GearContact& section = right.section;
  const MeshCycle cycle = solve_face_cycle(right, {torque, 0}, 8);
  EXPECT_GT(section.mesh.overlap_ratio, 0.3);
  EXPECT_GT(cycle.contact_ratio_loaded, section.mesh.contact_ratio + section.mesh.overlap_ratio);
  const double statics = torque / (section.two.base * std::cos(section.two.base_helix));
  double largest = 0;
  for (const MeshPosition& at : cycle.positions) {
    EXPECT_LT(at.torque_error, 1e-9);
    largest = std::max(largest, relative_error(at.normal_force, statics));
    EXPECT_NEAR(at.input_torque, torque * 19 / 61, 2e-2 * torque * 19 / 61);
  }
  record({.group = "Gears",
          .name = "Normal force of a helical pinion in its ring, largest deviation over the cycle",
          .reference = "torque over base radius and base helix angle",
          .reference_value = statics,
          .value = (1 + largest) * statics,
          .error = largest,
          .allowed = 2e-2,
          .why = "tip corners push beside the line of action"});
  // A section at z is ahead by z tan(base helix): pairs come in at +z and leave at -z, and walk between.
  const double pitch = section.mesh.base_pitch, path = section.mesh.end - section.mesh.start;
  double last = 1;
  for (const double share : {0.05, 0.25, 0.5, 0.75, 0.95}) {
    const double s = section.mesh.start + share * path;
    const int pair = int(std::lround(s / pitch));
    const MeshPosition at = solve_face_position(right, {torque, 0}, s - pair * pitch);
    EXPECT_LT(centroid(right, at, pair), last) << share;
    last = centroid(right, at, pair);
  }
  EXPECT_LT(last, -0.1);
  // A left-hand pair is its mirror image.
  const FaceContact left = face_contact(pinion_in_ring(-15 * degree), coarse, 0);
  for (const double place : {-0.3, 0.2}) {
    const MeshPosition a = solve_face_position(right, {torque, 0}, place * pitch),
                       b = solve_face_position(left, {torque, 0}, place * pitch);
    EXPECT_NEAR(a.transmission_error, b.transmission_error, 1e-6 * a.transmission_error);
    EXPECT_NEAR(centroid(right, a, 0), -centroid(left, b, 0), 1e-5);
  }
}

TEST(InternalFaceContact, FrictionOfAHelicalRingCostsThePowerThatSlidingTakes) {
  const FaceContact c = face_contact(pinion_in_ring(15 * degree), coarse, 0);
  for (const double place : {-0.3, 0.1}) {
    const double s = place * c.section.mesh.base_pitch;
    const MeshPosition smooth = solve_face_position(c, {torque, 0}, s),
                       rough = solve_face_position(c, {torque, 0.1}, s);
    EXPECT_GT(rough.friction_power, 0);
    EXPECT_NEAR(rough.input_torque - smooth.input_torque, rough.friction_power, 2e-3 * smooth.input_torque);
    EXPECT_LT(rough.torque_error, 1e-9);
  }
}

}  // namespace
}  // namespace trunnion

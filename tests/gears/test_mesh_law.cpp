#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_law.h"
#include "trunnion/gears/pitch_deviations.h"

namespace trunnion {
namespace {

using namespace testing;

/// A surface whose error, forces and stiffnesses all change along the way.
LoadSurface wavy_surface() {
  LoadSurface::Data data;
  constexpr Index n = 12, levels = 4;
  data.period = 0.01;
  data.error.resize(n);
  data.level = VectorXd::LinSpaced(levels, 0, 30e-6);
  data.force = data.stiffness = MatrixXd::Zero(n, levels);
  for (Index i = 0; i < n; ++i) {
    const double phase = 2 * std::numbers::pi * double(i) / n, k = 3e8 * (1 + 0.3 * std::cos(phase));
    data.error[i] = 2e-6 * std::sin(phase);
    for (Index j = 1; j < levels; ++j) {
      data.force(i, j) = k * std::pow(data.level[j], 1.1) * 3;
      data.stiffness(i, j) = 1.1 * k * std::pow(data.level[j], 0.1) * 3;
    }
  }
  return LoadSurface(data);
}

TEST(LoadSurface, DerivativesAreExact) {
  const LoadSurface law = wavy_surface();
  for (const double s : {-0.0031, 0.0002, 0.0049, 0.0327})
    for (const double d : {4e-6, 13e-6, 27e-6, 45e-6}) {
      const MeshForce at = law(s, d);
      const double hs = 1e-8, hd = 1e-11;
      const MeshForce ps = law(s + hs, d), ms = law(s - hs, d), pd = law(s, d + hd), md = law(s, d - hd);
      const auto near = [](double a, double b, double scale) { EXPECT_NEAR(a, b, 3e-5 * scale) << a << " " << b; };
      near(at.force, (pd.energy - md.energy) / (2 * hd), 1e4);
      near(at.along, (ps.energy - ms.energy) / (2 * hs), 100);
      near(at.stiffness, (pd.force - md.force) / (2 * hd), 1e9);
      near(at.mixed, (ps.force - ms.force) / (2 * hs), 1e7);
      near(at.along_2, (ps.along - ms.along) / (2 * hs), 1e5);
      near(at.stiffness_slope, (pd.stiffness - md.stiffness) / (2 * hd), 1e14);
      near(at.stiffness_along, (ps.stiffness - ms.stiffness) / (2 * hs), 1e12);
    }
}

TEST(LoadSurface, FlanksThatDoNotTouchCarryNothingAndThePatternRepeats) {
  const LoadSurface law = wavy_surface();
  EXPECT_EQ(law(0.001, -3e-6).energy, 0);
  EXPECT_EQ(law(0.001, -3e-6).stiffness, 0);
  EXPECT_NEAR(law(0.001, 9e-6).force, law(0.001 - 7 * 0.01, 9e-6).force, 1e-9 * law(0.001, 9e-6).force);
}

/// Steel gears that are quick to mesh.
const GearContact& small_contact() {
  static const GearContact contact = [] {
    const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
    Gear gear = standard_gear(24);
    gear.hub_radius = 25e-3;
    return gear_contact({gear, gear, steel, steel, 24 * 4e-3}, {.flank = 0.04, .bulk = 0.2, .rim = 0.6, .idle = 0.2});
  }();
  return contact;
}

constexpr double torque = 300;  // [N m]

const MeshLaw& small_law() {
  static const MeshLaw law = full_law(law_source(small_contact()), {.torque = torque});
  return law;
}

TEST(FullLaw, ForcesBetweenItsPositionsAreThoseOfTheContactProblem) {
  const LawError error = law_error(law_source(small_contact()), small_law().surface, {.torque = torque});
  record({.group = "Gears",
          .name = "Load surface between its positions, 0.5 to 1.5 times the torque, mean over the cycle",
          .reference = "contact problem of each position",
          .reference_value = 0,
          .value = error.mean,
          .error = error.mean,
          .allowed = 2e-3,
          .why = "192 positions, 12 levels",
          .inside = true});
  record({.group = "Gears",
          .name = "The same, largest: where a tip corner comes in between two positions",
          .reference = "contact problem of each position",
          .reference_value = 0,
          .value = error.largest,
          .error = error.largest,
          .allowed = 0.015,
          .why = "the stiffness of a pair comes in within a step of 192",
          .inside = true});
}

// A row at half a pitch belongs to one pair of teeth by counting, not by rounding.
TEST(FullLaw, EveryPairOfTeethHasAsManyRowsInTheirOrder) {
  for (const Index positions : {Index{24}, Index{48}, Index{192}})
    for (const Index pitches : {Index{1}, Index{4}, Index{17}, Index{23}, Index{17 * 23}}) {
      const Index rows = positions * pitches;
      std::map<int, Index> of_cycle;
      LawPlace before = law_place(0, rows, pitches);
      for (Index i = 0; i < rows; ++i) {
        const LawPlace at = law_place(i, rows, pitches);
        ASSERT_GE(at.place, -0.5);
        ASSERT_LT(at.place, 0.5);
        ASSERT_TRUE(at.cycle == before.cycle || (at.cycle == before.cycle + 1 && at.place == -0.5)) << i;
        ASSERT_NEAR(at.cycle + at.place, double(i) / double(positions) - 0.5 * double(pitches), 1e-12 * double(rows));
        ++of_cycle[at.cycle];
        before = at;
      }
      if (pitches % 2 == 0) continue;  // then the first and the last pair have half of them
      for (const auto& [cycle, count] : of_cycle) EXPECT_EQ(count, positions) << pitches << " pitches, pair " << cycle;
    }
}

// A tooth of the driver lies back: where it would carry alone the mesh gives way by as much, once a turn.
TEST(FullLaw, PitchDeviationsComeRoundWithTheirTooth) {
  GearContact c = small_contact();
  const MeshLawOptions options{.torque = torque, .positions = 24, .levels = 8};
  c.pair.driver.flank.pitch_deviation = {0, 0, 6e-6, 0};  // every fourth
  ASSERT_EQ(pitches_until_repeat(c.pair), 4);
  const LoadSurface law = full_law(law_source(c), options).surface;
  const double pitch = c.mesh.base_pitch;
  EXPECT_NEAR(law.data().period, 4 * pitch, 1e-12);
  for (int cycle = 0; cycle < 4; ++cycle) {  // tooth -cycle is at the pitch point
    EXPECT_NEAR(law.touch(cycle * pitch), cycle == 2 ? 6e-6 : 0, 1e-9) << cycle;
    // The contact problem with the list as it stands at that moment.
    GearContact turned = c;
    turned.pair.driver.flank.pitch_deviation.assign(24, 0);
    for (int tooth = 0; tooth < 24; ++tooth)
      turned.pair.driver.flank.pitch_deviation[std::size_t(tooth)] = (tooth - cycle + 48) % 4 == 2 ? 6e-6 : 0;
    for (const double place : {-0.25, 0.0, 0.25}) {
      const double th = solve_position(turned, {torque, 0}, place * pitch).transmission_error;
      EXPECT_NEAR(law((cycle + place) * pitch, c.two.base * th).force, torque / c.two.base, 0.01 * torque / c.two.base)
          << cycle << " " << place;
    }
  }
}

// The law of a helical face with slices for what tilt adds, against the contact of the tilted face itself.
TEST(FaceLaw, TiltedHelicalFacesCarryWhatTheContactProblemSays) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear one = standard_gear(24);
  one.hub_radius = 25e-3;
  one.helix_angle = 15 * degree;
  Gear two = one;
  two.helix_angle = -one.helix_angle;
  const GearPair pair{one, two, steel, steel, 2 * gear_geometry(one).reference};
  const FaceContact face = face_contact(pair, {.elements = 6, .flank = 0.2, .bulk = 0.5, .rim = 1.2, .idle = 1}, 0);
  const MeshLawOptions options{.torque = torque, .positions = 24, .levels = 8};
  const LoadSurface of_face = full_law(law_source(face), options).surface,
                    slices =
                        full_law(law_source(gear_contact(pair, {.flank = 0.1, .bulk = 0.4, .rim = 1, .idle = 0.6})),
                                 {.torque = torque, .positions = 96, .levels = 8})
                            .surface;
  const double stiffening = tilt_stiffening(face, slices, options), scale = std::sqrt(stiffening);
  EXPECT_GT(stiffening, 1);  // layers hold each other
  const GearGeometry& g = face.section.one;
  const double base = face.section.two.base, force = torque / base, cosine = std::cos(g.base_helix), width = one.width;
  for (const double opening : {0.0, 20e-6, 40e-6}) {
    FaceContact tilted = face;
    tilted.misalignment = -cosine * opening;
    double off = 0, alone = 0, centroid = 0, expected = 0;
    constexpr int places = 8, count = 15;
    for (int i = 0; i < places; ++i) {
      const double s = (double(i) / places - 0.5) * face.section.mesh.base_pitch;
      const MeshPosition at = solve_face_position(tilted, {torque, 0}, s);
      const double x = base * at.transmission_error;
      double sum = of_face(s, x).force, apart = 0;
      for (int k = 0; k < count; ++k) {
        const double across = (k + 0.5) / count - 0.5, place = s + std::tan(g.base_helix) * across * width;
        const double with = slices(place, x + scale * opening * across).force / count;
        sum += with - slices(place, x).force / count;
        apart += slices(place, x + opening * across).force / count;
        centroid += scale * with * across * width / (places * force);
      }
      off = std::max(off, std::abs(sum / force - 1));
      alone = std::max(alone, std::abs(apart / force - 1));
      for (const LoadedPoint& p : at.points) expected += cosine * p.force * p.pair.one.x.z() / (places * force);
    }
    record(
        {.group = "Gears",
         .name = fmt::format("Law of a helical face tilted by {:.0f} um over its width, largest over the cycle",
                             1e6 * opening),
         .reference = fmt::format("contact of the tilted face in 3-D; uncoupled slices alone: {:.1f} %", 100 * alone),
         .reference_value = force,
         .value = force * (1 + off),
         .error = off,
         .allowed = opening > 30e-6 ? 0.06 : 0.03,
         .why = "24 positions; where an end comes off slices do so one by one",
         .inside = true});
    EXPECT_NEAR(centroid, expected, 0.1 * std::abs(expected) + 2e-4 * (opening == 0)) << opening;
  }
}

TEST(LoadShares, ArePartsOfOneAndThoseOfTheContactProblem) {
  const GearContact& c = small_contact();
  for (const double place : {-0.48, -0.2, 0.11, 0.46}) {
    const double s = place * c.mesh.base_pitch;
    const MeshPosition at = solve_position(c, {torque, 0}, s);
    const double x = c.two.base * at.transmission_error - small_law().surface.touch(s);
    double sum = 0;
    for (const PairShare& pair : small_law().shares(s, x)) {
      sum += pair.value;
      const Index j = std::lround((pair.place - s) / c.mesh.base_pitch) + c.driver->reach;
      const double expected =
          j >= 0 && j < Index(at.tooth_force.size()) ? at.tooth_force[std::size_t(j)] / at.normal_force : 0;
      EXPECT_NEAR(pair.value, expected, 0.02) << place;
    }
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(TabulatedLaw, TransmissionErrorUnderItsTorqueIsThatOfTheCycle) {
  const GearContact& c = small_contact();
  const LoadSurface law = tabulated_law(law_source(c), {.torque = torque, .positions = 24}).surface;
  for (const Index i : {0, 5, 11, 17}) {
    const double s = (double(i) / 24 - 0.5) * c.mesh.base_pitch,
                 th = solve_position(c, {torque, 0}, s).transmission_error;
    EXPECT_NEAR(law(s, c.two.base * th).force, torque / c.two.base, 1e-6 * torque / c.two.base);
  }
}

// Virtual work: without friction the torque on the driver is dU/d(theta_1), also where tip corners bend the direction
// of the force. The contact problem knows nothing of this energy; it takes moments of its forces.
TEST(FullLaw, InputTorqueBeyondTheIdealOneIsTheEnergyThatChangesAlongTheWay) {
  const GearContact& c = small_contact();
  double largest = 0, off = 0;
  for (int i = 0; i < 32; ++i) {
    const double s = ((i + 0.5) / 32 - 0.5) * c.mesh.base_pitch;
    const MeshPosition at = solve_position(c, {torque, 0}, s);
    const double beyond = at.input_torque - torque,
                 energy = c.one.base * small_law().surface(s, c.two.base * at.transmission_error).along;
    largest = std::max(largest, std::abs(beyond));
    off = std::max(off, std::abs(beyond - energy));
  }
  EXPECT_GT(largest, 0.005 * torque);
  EXPECT_LT(off, 0.35 * largest) << "largest " << largest / torque;
}

}  // namespace
}  // namespace trunnion

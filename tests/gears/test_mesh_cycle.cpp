// Reference values: an independent program on the same kind of mesh (plane stress, full ring), see
// docs/theory/gears.md.

#include <gtest/gtest.h>

#include <cmath>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {
namespace {

using namespace testing;

GearPair reference_pair() {
  const GearMaterial steel{{30e6 * psi, 0.3}, PlaneKind::stress};
  return {reference_gear("driver"), reference_gear("driven"), steel, steel, 2 * inch};
}

GearContact reference_contact(double h) {
  return gear_contact(reference_pair(),
                      {.local = false, .flank = 10 * h, .bulk = 0.1, .low_radius = {0.95 * inch, 0.95 * inch}});
}

/// h = 0.001 in, shared by the tests of one program run.
const GearContact& fine() {
  static const GearContact contact = reference_contact(0.001);
  return contact;
}

const PairingOptions strip{.window = 0.014 * inch, .largest = 1e-3 * inch};

MeshPosition at(const GearContact& c, double torque, double mu, double place) {
  return solve_position(c, {torque * pound_inch, mu}, place * c.mesh.base_pitch, strip);
}

TEST(MeshCycle, TransmissionErrorsAreThoseOfAnIndependentProgramOnTheSameMesh) {
  struct Row {
    double h, middle, quarter, edge, mean, range;
  };
  // urad, 1000 lbf in, no friction, bulk 0.01 in. Coarse rows depend on where nodes lie under the contact.
  for (const Row& row :
       {Row{0.004, 736.98, 769.50, 480.73, 669.53, 308.26}, Row{0.002, 747.01, 775.62, 480.97, 674.94, 306.55},
        Row{0.001, 748.83, 776.98, 481.81, 676.48, 308.03}}) {
    const GearContact coarse = row.h > 0.001 ? reference_contact(row.h) : GearContact{};
    const GearContact& c = row.h > 0.001 ? coarse : fine();
    const MeshCycle cycle = solve_cycle(c, {1000 * pound_inch, 0}, 50, strip);
    const auto check = [&](const std::string& what, double value, double expected) {
      record({.group = "Gears",
              .name = fmt::format("Transmission error of the reference gears, {}, h = {} in", what, row.h),
              .reference = "independent program, same mesh sizes",
              .reference_value = 1e-6 * expected,
              .value = value,
              .error = relative_error(1e6 * value, expected),
              .allowed = 1e-3,
              .why = "where the nodes lie"});
    };
    check("pitch point", at(c, 1000, 0, 0).transmission_error, row.middle);
    check("a quarter pitch before it", at(c, 1000, 0, -0.25).transmission_error, row.quarter);
    check("half a pitch before it", at(c, 1000, 0, -0.5).transmission_error, row.edge);
    check("mean", cycle.mean, row.mean);
    check("peak to peak", cycle.peak_to_peak, row.range);
  }
}

TEST(MeshCycle, TorqueAndLoadsWithFrictionAreThoseOfTheReference) {
  struct Row {
    double place, torque, torque_friction, sum, share, share_friction;  // share < 0: one pair carries all
  };
  const GearContact& c = fine();
  for (const Row& row :
       {Row{-0.5, 999.86, 1100.65, 1138.23, 531.97, 662.94}, Row{-0.45, 999.84, 1098.92, 1141.52, 550.29, 683.89},
        Row{-0.25, 999.94, 1054.25, 1227.02, -1, -1}, Row{-0.1, 999.80, 1021.18, 1207.27, -1, -1},
        Row{-0.02, 999.74, 1003.97, 1196.99, -1, -1}, Row{0.02, 999.71, 1003.13, 960.92, -1, -1},
        Row{0.1, 999.63, 1016.80, 967.48, -1, -1}, Row{0.25, 999.52, 1042.91, 980.00, -1, -1},
        Row{0.45, 999.88, 1101.67, 1134.58, 550.44, 492.61}}) {
    const MeshPosition smooth = at(c, 1000, 0, row.place), rough = at(c, 1000, 0.3, row.place);
    EXPECT_NEAR(smooth.input_torque / pound_inch, row.torque, 5e-4 * row.torque) << row.place;
    EXPECT_NEAR(rough.input_torque / pound_inch, row.torque_friction, 5e-4 * row.torque_friction) << row.place;
    EXPECT_NEAR(rough.normal_force / pound, row.sum, 5e-4 * row.sum) << row.place;
    if (row.share > 0) {
      EXPECT_NEAR(smooth.tooth_force[1] / pound, row.share, 1e-3 * row.share) << row.place;
      EXPECT_NEAR(rough.tooth_force[1] / pound, row.share_friction, 1e-3 * row.share_friction) << row.place;
    } else {
      EXPECT_DOUBLE_EQ(smooth.tooth_force[1], smooth.normal_force);
      EXPECT_NEAR(rough.normal_force, single_pair_force(c, {1000 * pound_inch, 0.3}, rough.s),
                  5e-4 * rough.normal_force);
      EXPECT_NEAR(smooth.normal_force / pound, 1064.178, 5e-4 * 1064) << row.place;
    }
  }
}

TEST(MeshCycle, FrictionlessCurveIsSymmetricAndTwoPairsShareEvenlyHalfWay) {
  const GearContact& c = fine();
  double unlike = 0;
  for (const double place : {0.05, 0.15, 0.27})
    unlike = std::max(unlike,
                      std::abs(at(c, 1000, 0, place).transmission_error - at(c, 1000, 0, -place).transmission_error));
  record({.group = "Gears",
          .name = "Frictionless transmission error up to 0.27 base pitches: largest difference of both sides [rad]",
          .reference = "symmetry, as published",
          .value = unlike,
          .error = unlike,
          .allowed = 0.5e-6,
          .why = "the lag of 750 urad shifts the load along the flanks"});
  const MeshPosition half = at(c, 1000, 0, -0.5);
  EXPECT_NEAR(half.tooth_force[1], half.tooth_force[2], 5e-4 * half.normal_force);
}

TEST(MeshCycle, SlidingReversesAtThePitchPointWithAJumpAndEqualTorques) {
  const GearContact& c = fine();
  const MeshPosition before = at(c, 1000, 0.3, -1e-6), after = at(c, 1000, 0.3, 1e-6), middle = at(c, 1000, 0, 0);
  EXPECT_NEAR(1e6 * before.transmission_error, 716.5, 0.4);
  EXPECT_NEAR(1e6 * middle.transmission_error, 748.8, 0.4);
  EXPECT_NEAR(1e6 * after.transmission_error, 774.7, 0.4);
  EXPECT_NEAR(before.normal_force / pound, 1194.4, 0.6);
  EXPECT_NEAR(after.normal_force / pound, 959.3, 0.5);
  for (const MeshPosition* p : {&before, &after})
    record({.group = "Gears",
            .name = fmt::format("Input torque just {} the pitch point, friction 0.3 [N m]",
                                p == &before ? "before" : "after"),
            .reference = "output torque, as published",
            .reference_value = 1000 * pound_inch,
            .value = p->input_torque,
            .error = relative_error(p->input_torque, 1000 * pound_inch),
            .allowed = 5e-4,
            .why = "the lag shifts the load along the flanks"});
  // Exactly there nothing slides.
  EXPECT_NEAR(at(c, 1000, 0.3, 0).transmission_error, middle.transmission_error, 1e-9);
}

TEST(MeshCycle, FrictionCostsThePowerThatSlidingTakes) {
  const GearContact& c = fine();
  for (const double place : {-0.3, -0.1, 0.2}) {
    const MeshPosition p = at(c, 1000, 0.3, place);
    EXPECT_NEAR(p.input_torque - 1000 * pound_inch, p.friction_power, 1e-3 * p.input_torque);
    EXPECT_NEAR(p.friction_power, 2 * 0.3 * std::abs(p.s) * p.normal_force, 1e-9 * p.input_torque);
  }
}

TEST(MeshCycle, PressureAtThePitchPointIsHertzian) {
  const GearContact& c = fine();
  const MeshPosition p = at(c, 1000, 0, 0);
  EXPECT_NEAR(hertz_half_width(c, 1000 * pound_inch) / inch, 0.003930, 1e-6);
  EXPECT_NEAR(hertz_pressure(c, 1000 * pound_inch) / (1e3 * psi), 172.36, 0.02);
  record({.group = "Gears",
          .name = "Peak pressure at the pitch point, h = 0.001 in",
          .reference = "Hertz",
          .reference_value = hertz_pressure(c, 1000 * pound_inch),
          .value = p.largest_pressure,
          .error = relative_error(p.largest_pressure, hertz_pressure(c, 1000 * pound_inch)),
          .allowed = 0.02,
          .why = "eight pairs across the strip, pressure as a mean over three"});
}

TEST(MeshCycle, LightLoadNeedsFineFlanksAndIsThenThatOfTheReference) {
  const PairingOptions narrow{.window = 0.008 * inch, .largest = 1e-3 * inch};
  EXPECT_NEAR(1e6 * solve_cycle(fine(), {100 * pound_inch, 0.3}, 50, narrow).mean, 75.9, 0.15);
}

TEST(MeshCycle, LoadedTeethTouchBeyondThePathOfContact) {
  const MeshCycle heavy = solve_cycle(fine(), {1000 * pound_inch, 0}, 50),
                  light = solve_cycle(fine(), {100 * pound_inch, 0}, 50);
  EXPECT_NEAR(heavy.last_contact / inch, 0.2026, 5e-4);
  EXPECT_NEAR(heavy.first_contact / inch, -0.2026, 5e-4);
  EXPECT_NEAR(light.last_contact / inch, 0.1875, 5e-4);
  EXPECT_NEAR(heavy.contact_ratio_loaded, 1.375, 5e-3);
  EXPECT_NEAR(light.contact_ratio_loaded, 1.27, 5e-3);
  // The window chosen by the program gives what the wide one gave.
  EXPECT_NEAR(1e6 * heavy.mean, 676.48, 0.1);
  // Without corners the load would have to wait for the path.
  PairingOptions path = strip;
  path.corners = false;
  const MeshCycle late = solve_cycle(fine(), {1000 * pound_inch, 0}, 50, path);
  EXPECT_NEAR(1e6 * late.mean, 708.3, 0.7);
  EXPECT_NEAR(1e6 * late.peak_to_peak, 333.7, 0.7);
}

TEST(MeshCycle, StiffnessIsTheSlopeOfTorqueOverError) {
  const GearContact& c = fine();
  const double step = 0.05 * pound_inch, s = 0.02 * inch;
  const auto error = [&](double torque) { return solve_position(c, {torque, 0.3}, s, strip).transmission_error; };
  const MeshPosition p = solve_position(c, {1000 * pound_inch, 0.3}, s, strip);
  const double slope = 2 * step / (error(1000 * pound_inch + step) - error(1000 * pound_inch - step));
  EXPECT_NEAR(p.stiffness, slope, 1e-6 * slope);
}

/// Largest deviation from a smooth curve over the middle of single contact [rad].
double noise(const GearContact& c, double torque, bool chords) {
  PairingOptions o = strip;
  o.chords = chords;
  constexpr int n = 61, degree_of_fit = 4;
  MatrixXd V(n, degree_of_fit + 1);
  VectorXd y(n);
  for (int i = 0; i < n; ++i) {
    const double x = -1 + 2.0 * i / (n - 1);
    for (int k = 0; k <= degree_of_fit; ++k) V(i, k) = std::pow(x, k);
    y[i] = solve_position(c, {torque * pound_inch, 0}, 0.085 * inch * x, o).transmission_error;
  }
  return (V * V.householderQr().solve(y) - y).cwiseAbs().maxCoeff();
}

TEST(MeshCycle, StraightLinesBetweenNodesMakeNoiseThatFallsWithTheSquareOfTheirLength) {
  const GearContact coarse = reference_contact(0.004), finer = reference_contact(0.002);
  const double rough = noise(coarse, 100, true), smooth = noise(finer, 100, true);
  EXPECT_GT(rough / smooth, 3.5);
  const double heavy = noise(finer, 1000, true) / at(finer, 1000, 0, 0).transmission_error;
  record({.group = "Gears",
          .name = "Noise of flanks of straight lines of 0.002 in over the transmission error, 1000 lbf in",
          .reference = "much smaller than the error itself, as published",
          .value = heavy,
          .error = heavy,
          .allowed = 0.005,
          .why = "sagitta of both chords over the deformation, 0.4 %"});
  EXPECT_LT(noise(finer, 100, false), smooth + 1.5e-6);
}

TEST(MeshCycle, PlaneStrainIsStiffer) {
  GearPair pair = reference_pair();
  pair.driver_material.plane = pair.driven_material.plane = PlaneKind::strain;
  const GearContact c =
      gear_contact(pair, {.local = false, .flank = 0.01, .bulk = 0.1, .low_radius = {0.95 * inch, 0.95 * inch}});
  EXPECT_NEAR(1e6 * at(c, 1000, 0, 0).transmission_error, 692.6, 0.5);
}

TEST(MeshCycle, FrictionThatLocksIsTold) {
  try {
    at(fine(), 1000, 4, -0.1);
    FAIL() << "no message";
  } catch (const SolveError& error) {
    EXPECT_NE(std::string(error.what()).find("lag of 'driven'"), std::string::npos) << error.what();
  }
  EXPECT_THROW(at(fine(), -1000, 0, 0), InputError);
}

TEST(MeshCycle, UnlikeGearsAndInternalOnesCarryWhatStaticsSays) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::strain};
  const GearMeshSizes sizes{.local = false, .flank = 0.03, .bulk = 0.2, .rim = 0.6, .idle = 0.15};
  for (const bool internal : {false, true}) {
    GearPair pair{standard_gear(19), internal ? ring_gear(61) : standard_gear(31, 0.1), steel, steel,
                  internal ? 84e-3 : 100.5e-3};
    pair.driven.thinning = 0.1e-3;
    const GearContact c = gear_contact(pair, sizes);
    const double torque = 40, ratio = double(pair.driver.teeth) / double(pair.driven.teeth);
    for (const double place : {-0.1, 0.1}) {
      const MeshPosition smooth = solve_position(c, {torque, 0}, place * c.mesh.base_pitch);
      EXPECT_NEAR(smooth.input_torque, torque * ratio, 2e-3 * torque * ratio) << internal;
      const MeshPosition rough = solve_position(c, {torque, 0.1}, place * c.mesh.base_pitch);
      EXPECT_NEAR(rough.input_torque - torque * ratio, rough.friction_power, 2e-3 * torque * ratio) << internal;
      EXPECT_GT(rough.input_torque, smooth.input_torque) << internal;
      EXPECT_GT(smooth.transmission_error, 0);
      if (smooth.tooth_force[std::size_t(c.driver->reach)] == smooth.normal_force) {
        EXPECT_NEAR(rough.normal_force, single_pair_force(c, {torque, 0.1}, rough.s), 2e-3 * rough.normal_force)
            << internal;
      }
      EXPECT_NEAR(smooth.unloaded_error, 0, 1e-12);
    }
  }
}

// The same teeth with the motion turned round: without friction the forces are those of the pinion that drives under
// the torque of the ring; with friction it acts the other way.
TEST(MeshCycle, ARingThatDrivesItsPinionIsTheSameContactRunBackwards) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::strain};
  GearPair pair{standard_gear(19), ring_gear(61), steel, steel, 84e-3};
  pair.driven.thinning = 0.1e-3;
  GearContact forth = gear_contact(pair, {.local = false, .flank = 0.03, .bulk = 0.2, .rim = 0.6, .idle = 0.15}),
              back = forth;
  back.pair.ring_drives = true;
  const double torque = 40, ratio = 61.0 / 19;
  for (const double place : {-0.1, 0.1}) {
    const double s = place * forth.mesh.base_pitch;
    const MeshPosition pinion = solve_position(forth, {torque * ratio, 0}, s),
                       ring = solve_position(back, {torque, 0}, s);
    EXPECT_NEAR(ring.normal_force, pinion.normal_force, 1e-3 * pinion.normal_force);
    // The same way along the line of action is another angle of the pinion; load beside the line of action, where the
    // lag puts it, has other arms there.
    EXPECT_NEAR(ring.transmission_error, pinion.transmission_error * ratio, 3e-3 * ring.transmission_error);
    EXPECT_NEAR(ring.input_torque, torque * ratio, 2e-3 * torque * ratio);
    const MeshPosition rough = solve_position(back, {torque, 0.1}, s);
    EXPECT_NEAR(rough.input_torque - torque * ratio, rough.friction_power, 2e-3 * torque * ratio);
    if (rough.tooth_force[std::size_t(back.driver->reach)] == rough.normal_force) {
      EXPECT_NEAR(rough.normal_force, single_pair_force(back, {torque, 0.1}, s), 2e-3 * rough.normal_force);
    }
  }
  // Sliding turns round at the pitch point here too: input is output over the ratio on either side.
  for (const double side : {-1e-6, 1e-6})
    EXPECT_NEAR(solve_position(back, {torque, 0.1}, side * back.mesh.base_pitch).input_torque, torque * ratio,
                2e-3 * torque * ratio);
}

TEST(MeshCycle, ReliefAndPitchErrorsShowInTheUnloadedError) {
  GearPair pair = reference_pair();
  const GearMeshSizes sizes{.local = false, .flank = 0.04, .bulk = 0.2};
  GearContact c = gear_contact(pair, sizes);
  // A tooth that lies back by 5 um lets the driven gear lag by 5 um over its base radius where it would touch alone.
  c.pair.driver.flank.pitch_deviation.assign(20, 0);
  c.pair.driver.flank.pitch_deviation[0] = 5e-6;
  EXPECT_NEAR(at(c, 1000, 0, 0).unloaded_error, 5e-6 / c.two.base, 1e-9);
  // Tip relief takes the load off a pair that comes in.
  GearContact relieved = c;
  relieved.pair = pair;
  for (Gear* gear : {&relieved.pair.driver, &relieved.pair.driven}) {
    gear->flank.tip_relief = 20e-6;
    gear->flank.tip_relief_start = relieved.one.reference;
  }
  c.pair = pair;
  EXPECT_LT(at(relieved, 1000, 0, 0.58).tooth_force[1], 0.8 * at(c, 1000, 0, 0.58).tooth_force[1]);
}

TEST(MeshCycle, RootStressIsThatOfTheDeformedMesh) {
  const GearContact c = gear_contact(reference_pair(), {.local = false, .flank = 0.04, .bulk = 0.1});
  const MeshPosition p = at(c, 1000, 0, 0.1);
  const MatrixXd forces = flank_forces(c, p, *c.driver, true);
  const VectorXd u = gear_displacements(*c.driver, {forces}).col(0);
  const Matrix6Xd stress = nodal_stress(*c.driver->model, u);
  const FlankNodes& flank = c.driver->grid.flanks[9];
  ASSERT_EQ(flank.tooth, 0);
  const MatrixXd rows = root_stresses(*c.driver, c.one, forces);
  double largest = 0;
  for (std::size_t k = 1; k + 1 < flank.root.size(); ++k) {
    const Vector3d t =
        (c.driver->grid.mesh.x.col(flank.root[k + 1]) - c.driver->grid.mesh.x.col(flank.root[k - 1])).normalized();
    const auto s = stress.col(flank.root[k]);
    const double along = s[0] * t.x() * t.x() + s[1] * t.y() * t.y() + 2 * s[3] * t.x() * t.y();
    EXPECT_NEAR(rows(Index(k) - 1, 1), along, 2e-3 * p.root_stress[0][1]);
    largest = std::max(largest, along);
  }
  EXPECT_NEAR(p.root_stress[0][1], largest, 2e-3 * largest);
  // Alike gears with load on one pair: tooth bending in both, more where the force is nearer to the tip.
  EXPECT_GT(p.root_stress[0][1], p.root_stress[1][1]);
}

}  // namespace
}  // namespace trunnion

// What must hold at every position, whatever the gears. Reference values: test_reference_gears.cpp.

#include <gtest/gtest.h>

#include <cmath>

#include "gears/reference_contact.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

TEST(MeshCycle, FrictionCostsThePowerThatSlidingTakes) {
  const GearContact& c = fine();
  for (const double place : {-0.3, -0.1, 0.2}) {
    const MeshPosition p = at(c, 1000, 0.3, place);
    EXPECT_NEAR(p.input_torque - 1000 * pound_inch, p.friction_power, 1e-3 * p.input_torque);
    EXPECT_NEAR(p.friction_power, 2 * 0.3 * std::abs(p.s) * p.normal_force, 1e-9 * p.input_torque);
  }
}

TEST(MeshCycle, StiffnessIsTheSlopeOfTorqueOverError) {
  const GearContact& c = fine();
  const double step = 0.05 * pound_inch, s = 0.02 * inch;
  const auto error = [&](double torque) { return solve_position(c, {torque, 0.3}, s, strip).transmission_error; };
  const MeshPosition p = solve_position(c, {1000 * pound_inch, 0.3}, s, strip);
  const double slope = 2 * step / (error(1000 * pound_inch + step) - error(1000 * pound_inch - step));
  EXPECT_NEAR(p.stiffness, slope, 1e-6 * slope);
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

TEST(MeshCycle, AWindowThatCutsTheLoadIsToldAndNotReturned) {
  const GearContact& c = fine();
  const GearLoad load{1000 * pound_inch, 0};
  const PairingOptions narrow{.step = c.step, .window = 2 * c.step};
  // Pairs that never reach farther, whatever is asked for.
  const auto stubborn = [&](const PairingOptions& asked) {
    SolvedTeeth out = solve_teeth(c, load, 0, narrow);
    for (ToothPoint& point : out.teeth.points) {
      point.tau = asked.window;
      point.at_edge = true;
    }
    return out;
  };
  try {
    solve_teeth(c, load, 0, {.step = c.step}, stubborn);
    FAIL() << "no message";
  } catch (const SolveError& error) {
    EXPECT_NE(std::string(error.what()).find("contact reaches the end of a window"), std::string::npos) << error.what();
  }
}

TEST(MeshCycle, HertzPressureOfHelicalTeethIsThatOfTheNormalSection) {
  Gear one = standard_gear(24);
  one.helix_angle = 20 * degree;
  one.hub_radius = 25e-3;
  Gear two = one;
  two.helix_angle = -20 * degree;
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::strain};
  const GearContact c = gear_contact({one, two, steel, steel, 2 * gear_geometry(one).reference},
                                     {.mesh_only = true, .flank = 0.3, .bulk = 1, .rim = 2, .idle = 2});
  // Square to its straight generator an involute helicoid has the radius of curvature T/cos b_b, T the base tangent.
  const double T = c.mesh.driver_tangent_0, radius = 0.5 * T / std::cos(c.one.base_helix), torque = 300;
  const double normal = torque / (c.two.base * std::cos(c.two.base_helix)),
               length = one.width / std::cos(c.two.base_helix), modulus = 206e9 / (2 * (1 - 0.09));
  EXPECT_NEAR(hertz_pressure(c, torque), std::sqrt(normal / length * modulus / (pi * radius)), 1e-3);
  EXPECT_NEAR(hertz_half_width(c, torque), std::sqrt(4 * normal / length * radius / (pi * modulus)), 1e-12);
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
  const VectorXd rows = root_stresses(*c.driver, c.one, forces)[1];
  double largest = 0;
  for (std::size_t k = 1; k + 1 < flank.root.size(); ++k) {
    const Vector3d t =
        (c.driver->grid.mesh.x.col(flank.root[k + 1]) - c.driver->grid.mesh.x.col(flank.root[k - 1])).normalized();
    const auto s = stress.col(flank.root[k]);
    const double along = s[0] * t.x() * t.x() + s[1] * t.y() * t.y() + 2 * s[3] * t.x() * t.y();
    EXPECT_NEAR(rows[Index(k) - 1], along, 2e-3 * p.root_stress[0][1]);
    largest = std::max(largest, along);
  }
  EXPECT_NEAR(p.root_stress[0][1], largest, 2e-3 * largest);
  // Alike gears with load on one pair: tooth bending in both, more where the force is nearer to the tip.
  EXPECT_GT(p.root_stress[0][1], p.root_stress[1][1]);
}

}  // namespace
}  // namespace trunnion

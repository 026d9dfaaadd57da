// Cycles over several pitches: which teeth come by, and what their deviations do to error and load.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gears/reference_contact.h"
#include "trunnion/gears/pitch_deviations.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double torque = 1000 * pound_inch;

GearContact with_deviations(std::vector<double> driver, std::vector<double> driven) {
  static const GearContact alike = gear_contact(reference_pair(), {.local = false, .flank = 0.04, .bulk = 0.2});
  GearContact c = alike;
  c.pair.driver.flank.pitch_deviation = std::move(driver);
  c.pair.driven.flank.pitch_deviation = std::move(driven);
  return c;
}

TEST(PitchDeviations, EveryPitchOfACycleHasItsOwnTeeth) {
  const std::vector<double> one{0, 5e-6, -2e-6, 3e-6}, two{1e-6, 0};
  for (const bool ring_drives : {false, true}) {  // the same teeth, the other way round
    GearContact c = with_deviations(one, two);
    c.pair.ring_drives = ring_drives;
    constexpr int positions = 8;
    const MeshCycle cycle = solve_cycle(c, {torque, 0}, positions);
    ASSERT_EQ(cycle.pitches, 4);
    ASSERT_EQ(cycle.positions.size(), 4u * positions);
    EXPECT_TRUE(cycle.whole);
    for (int n = 0; n < 4; ++n) {
      const MeshPosition& at = cycle.positions[std::size_t(n * positions + positions / 2)];
      EXPECT_NEAR(at.s, 0, 1e-12);
      const int sense = ring_drives ? -1 : 1, number = -sense * n;
      const double opened = one[std::size_t((number + 20) % 4)] + two[std::size_t((20 - number) % 2)];
      EXPECT_NEAR(at.unloaded_error, opened / loaded_base(c), 1e-9) << n;
    }
  }
}

// Gears turned on by a tooth: the list begins with another entry.
TEST(PitchDeviations, APitchOnTheErrorIsThatOfGearsTurnedByATooth) {
  const std::vector<double> list{0, 8e-6, -4e-6, 2e-6, 6e-6};
  const GearContact c = with_deviations(list, {});
  const MeshCycle cycle = solve_cycle(c, {torque, 0.2}, 6);
  ASSERT_EQ(cycle.positions.size(), 30u);
  for (int n = 0; n < 5; ++n) {
    std::vector<double> turned = list;
    std::rotate(turned.begin(), turned.begin() + (5 - n) % 5, turned.end());
    const GearContact there = with_deviations(turned, {});
    for (int i = 0; i < 6; ++i) {
      const MeshPosition& at = cycle.positions[std::size_t(6 * n + i)];
      const MeshPosition alone = solve_position(there, {torque, 0.2}, at.s);
      EXPECT_NEAR(at.transmission_error, alone.transmission_error, 1e-8 * alone.transmission_error) << n << " " << i;
      EXPECT_NEAR(at.root_stress[0][1], alone.root_stress[0][1], 1e-6 * std::abs(alone.root_stress[0][1]) + 1);
      for (std::size_t j = 0; j < alone.tooth_force.size(); ++j)
        EXPECT_NEAR(at.tooth_force[j], alone.tooth_force[j], 1e-6 * alone.normal_force);
    }
  }
}

TEST(PitchDeviations, MeanNumberOfLoadedPairsIsTheLoadedContactRatio) {
  const MeshCycle alike = solve_cycle(with_deviations({}, {}), {torque, 0}, 50);
  const MeshCycle hardly = solve_cycle(with_deviations({0, 1e-15}, {}), {torque, 0}, 50);
  EXPECT_EQ(hardly.positions.size(), 100u);
  EXPECT_NEAR(hardly.contact_ratio_loaded, alike.contact_ratio_loaded, 1.0 / 50);
  EXPECT_NEAR(hardly.mean, alike.mean, 1e-9 * alike.mean);
  EXPECT_NEAR(hardly.peak_to_peak, alike.peak_to_peak, 1e-6 * alike.peak_to_peak);
  const MeshCycle part = solve_cycle(with_deviations({0, 10e-6, 0, 0}, {}), {torque, 0}, 10, {}, {}, 3);
  EXPECT_EQ(part.positions.size(), 30u);
  EXPECT_FALSE(part.whole);
}

}  // namespace
}  // namespace trunnion

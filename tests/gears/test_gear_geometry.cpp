#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "gears/reference_gears.h"
#include "trunnion/base/error.h"
#include "trunnion/gears/gear_mesh_geometry.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

TEST(Gear, CirclesOfTheReferenceGear) {
  const GearGeometry g = gear_geometry(reference_gear());
  EXPECT_NEAR(g.base / inch, 0.93969262, 1e-8);
  EXPECT_NEAR(g.tip / inch, 1.075, 1e-12);
  EXPECT_NEAR(g.root / inch, 0.86, 1e-12);
  EXPECT_NEAR(g.base_pitch() / inch, 0.29521314, 1e-8);
  EXPECT_NEAR(g.half_angle, pi / 40, 1e-14);
}

TEST(Gear, ReferencePairHasThePublishedPathOfContact) {
  const GearMeshGeometry m = gear_mesh_geometry(reference_gear("a"), reference_gear("b"), 2 * inch);
  EXPECT_NEAR(m.end / inch, 0.18009362, 1e-8);
  EXPECT_NEAR(m.start / inch, -0.18009362, 1e-8);
  EXPECT_NEAR(m.contact_ratio, 1.220092, 1e-6);
  EXPECT_NEAR(m.working_angle, 20 * degree, 1e-12);
  EXPECT_NEAR(m.backlash, 0, 1e-12);
  EXPECT_TRUE(m.warnings.empty()) << m.warnings.front();
}

TEST(Gear, FlankIsAnInvoluteWhoseNormalTouchesTheBaseCircle) {
  for (const Gear& gear : {reference_gear(), ring_gear(60)}) {
    const GearGeometry g = gear_geometry(gear);
    for (const double radius : {1.001 * g.base, 0.5 * (g.base + g.tip), g.tip}) {
      const double T = tangent_length(g, radius), h = 1e-6 * g.base;
      const FlankPoint at = flank_point(g, T);
      EXPECT_NEAR(at.x.norm(), radius, 1e-12);
      EXPECT_NEAR(std::atan2(at.x.y(), at.x.x()), half_angle(g, radius), 1e-12);
      EXPECT_NEAR(std::abs(at.x.x() * at.normal.y() - at.x.y() * at.normal.x()), g.base, 1e-12);
      const Vector2d along = (flank_point(g, T + h).x - flank_point(g, T - h).x) / (2 * h);
      EXPECT_NEAR(along.dot(at.normal), 0, 1e-8);
      EXPECT_NEAR(along.norm(), T / g.base, 1e-8);  // ds = T dT/r_b
    }
  }
}

TEST(Gear, SpanOverTeethIsTheArcOfTheBaseCircleBetweenTheirFlanks) {
  Gear gear = standard_gear(24, 0.3);
  gear.thinning = 0.05e-3;
  const GearGeometry g = gear_geometry(gear);
  EXPECT_NEAR(span_measurement(gear, 4), g.base * (2 * g.base_angle + 3 * g.tooth_angle), 1e-12);
  gear.helix_angle = 17 * degree;
  const GearGeometry t = gear_geometry(gear);
  EXPECT_NEAR(span_measurement(gear, 4), t.base * (2 * t.base_angle + 3 * t.tooth_angle) * std::cos(t.base_helix),
              1e-9);
}

void expect_flanks_touch_on_the_line_of_action(const Gear& driver, const Gear& driven, double a) {
  const GearMeshGeometry m = gear_mesh_geometry(driver, driven, a);
  const GearGeometry one = gear_geometry(driver), two = gear_geometry(driven);
  for (const double share : {0.0, 0.3, 1.0}) {
    const double s = m.start + share * (m.end - m.start);
    const Vector2d contact = Vector2d(m.driver_pitch, 0) + s * m.normal;
    FlankPoint p = flank_point(one, m.driver_tangent(s)), q = flank_point(two, m.driven_tangent(s));
    if (two.sign < 0) {
      q.x.y() *= -1;
      q.normal.y() *= -1;
    }
    const Eigen::Rotation2Dd R1(driver_angle(m, one, s)), R2(driven_angle(m, two, s));
    EXPECT_LT((R1 * p.x - contact).norm(), 1e-12);
    EXPECT_LT((m.driven_center + R2 * q.x - contact).norm(), 1e-12);
    EXPECT_LT((R1 * p.normal - m.normal).norm(), 1e-12);
    EXPECT_LT((R2 * q.normal + m.normal).norm(), 1e-12);
    // The next pair is one base pitch ahead.
    const Eigen::Rotation2Dd next(driver_angle(m, one, s) + one.tooth_angle);
    EXPECT_LT(
        (next * flank_point(one, m.driver_tangent(s + m.base_pitch)).x - contact - m.base_pitch * m.normal).norm(),
        1e-12);
    FlankPoint q1 = flank_point(two, m.driven_tangent(s + m.base_pitch));
    if (two.sign < 0) q1.x.y() *= -1;
    const Eigen::Rotation2Dd mate(driven_angle(m, two, s) + driven_tooth(m, 1) * two.tooth_angle);
    EXPECT_LT((m.driven_center + mate * q1.x - contact - m.base_pitch * m.normal).norm(), 1e-12);
  }
}

TEST(GearPair, FlanksTouchOnTheLineOfActionWithOneNormal) {
  expect_flanks_touch_on_the_line_of_action(reference_gear(), reference_gear(), 2 * inch);
  expect_flanks_touch_on_the_line_of_action(standard_gear(19), standard_gear(31), 101e-3);  // on a larger distance
  expect_flanks_touch_on_the_line_of_action(standard_gear(21), ring_gear(63), 84e-3);
}

TEST(GearPair, FullDepthTwentyTeethHaveTheTextbookContactRatio) {
  // e = (sqrt(ra^2 - rb^2) 2 - a sin a)/p_b with ra = 11 m, rb = 10 m cos 20, a = 20 m
  const double rb = 10 * std::cos(20 * degree);
  const double expected = (2 * std::sqrt(121 - rb * rb) - 20 * std::sin(20 * degree)) / (pi * std::cos(20 * degree));
  const GearMeshGeometry m = gear_mesh_geometry(standard_gear(20), standard_gear(20), 80e-3);
  EXPECT_NEAR(m.contact_ratio, expected, 1e-12);
  EXPECT_NEAR(m.contact_ratio, 1.557, 1e-3);
}

TEST(ToothRoot, RackUndercutsBelowSeventeenTeeth) {
  // Straight flanks of the rack reach 1 module deep: the limit is 2/sin^2 20 = 17.1 teeth.
  Gear gear = standard_gear(17);
  gear.root_radius = 0.25 * gear.normal_module / (1 - std::sin(gear.pressure_angle));
  EXPECT_TRUE(tooth_root(gear, gear_geometry(gear)).undercut);
  gear.teeth = 18;
  EXPECT_FALSE(tooth_root(gear, gear_geometry(gear)).undercut);
  gear.teeth = 12;
  EXPECT_TRUE(tooth_root(gear, gear_geometry(gear)).undercut);
  gear.profile_shift = (17.097 - 12) / 17.097 + 0.01;
  gear.addendum *= 0.8;
  EXPECT_FALSE(tooth_root(gear, gear_geometry(gear)).undercut);
}

// In the transverse section the cutter's teeth are those of its normal section stretched along the pitch line. Seen
// from the rack, rolled any way, no point of the root may lie in it, and every point must have been on it once.
TEST(ToothRoot, HelicalRootIsTheEnvelopeOfTheStretchedRack) {
  for (const double helix : {0.0, 15.0, 30.0}) {
    Gear gear = standard_gear(28, 0.2);
    gear.helix_angle = helix * degree;
    gear.hub_radius = 10e-3;
    const GearGeometry g = gear_geometry(gear);
    const ToothRoot root = tooth_root(gear, g);
    const double stretch = 1 / std::cos(gear.helix_angle), tan_n = std::tan(gear.pressure_angle),
                 rho = gear.root_radius, r = g.reference;
    const double tip_depth = r - g.root, half_space = (pi * gear.normal_module - 2 * r * g.half_angle / stretch) / 2;
    // Normal section: straight flank, then a circle that touches flank and tip line; its center beside the middle.
    const double center = half_space - (tip_depth - rho) * tan_n - rho / std::cos(gear.pressure_angle);
    const double flank_end = tip_depth - rho + rho * std::sin(gear.pressure_angle);
    const auto half_width = [&](double depth) {  // of the rack's tooth at a depth below the pitch line
      if (depth > tip_depth) return -1.0;
      if (depth < flank_end) return half_space - depth * tan_n;
      const double down = depth - (tip_depth - rho);
      return center + std::sqrt(std::max(0.0, rho * rho - down * down));
    };
    for (std::size_t i = 0; i < root.points.size(); i += 20) {
      double outside = 1;
      const Vector2d x = root.points[i];
      if (std::abs(x.norm() - g.root) < 1e-9) continue;  // depth of the tip, where sideways is no measure
      for (int k = -6000; k <= 6000; ++k) {
        const double roll = k * 5e-5;
        const Vector2d seen = Eigen::Rotation2Dd(roll - 0.5 * g.tooth_angle) * x;
        const double width = half_width(r - seen.x());
        if (width > 0) outside = std::min(outside, std::abs(seen.y() - r * roll) - width * stretch);
      }
      EXPECT_NEAR(outside, 0, 1e-6 * r) << helix << " degree, point " << i;
    }
  }
}

TEST(ToothRoot, RootCurveGoesFromTheInvoluteToTheRootCircleInMidSpace) {
  Gear undercut = standard_gear(12);
  Gear filleted = standard_gear(40);
  filleted.root = RootForm::fillet;
  filleted.root_radius = 1.2e-3;
  for (const Gear& gear :
       {reference_gear(), standard_gear(25), standard_gear(50, -0.3), undercut, filleted, ring_gear(60)}) {
    const GearGeometry g = gear_geometry(gear);
    const ToothRoot root = tooth_root(gear, g);
    const FlankPoint low = flank_point(g, root.form_tangent);
    EXPECT_LT((root.points.front() - low.x).norm(), 2e-6 * g.reference) << gear.teeth;
    EXPECT_NEAR(root.points.back().norm(), g.root, 1e-12);
    EXPECT_NEAR(std::atan2(root.points.back().y(), root.points.back().x()), 0.5 * g.tooth_angle, 1e-9);
    if (!root.undercut && root.form_tangent > 0) {  // smooth where the curves join
      const Vector2d first = (root.points[1] - root.points[0]).normalized();
      EXPECT_NEAR(first.dot(low.normal), 0, 0.02) << gear.teeth;
    }
    EXPECT_GT(root.turn, 0u);
    EXPECT_LT(root.turn, root.points.size() - 1);
    for (const Vector2d& x : root.points) EXPECT_GT(g.sign * (x.norm() - g.root), -1e-9);
  }
}

Gear named(const char* name, Gear gear) {
  gear.name = name;
  return gear;
}

TEST(GearPair, WarnsOfUndercutAndOfTheTipThatMeetsWhatIsLeft) {
  const Gear pinion = named("pinion", standard_gear(10)), wheel = named("wheel", standard_gear(40));
  const GearMeshGeometry m = gear_mesh_geometry(pinion, wheel, 100e-3);
  ASSERT_EQ(m.warnings.size(), 2u);
  const GearGeometry g = gear_geometry(pinion);
  const double form = tooth_root(pinion, g).form_tangent;
  EXPECT_EQ(m.warnings[0],
            fmt::format("gear 'pinion' is undercut: its involute begins at the radius {:.4g} mm only. A larger "
                        "profile_shift avoids it",
                        1e3 * radius_at(g, form)));
  // The tip of the wheel comes in beyond the point where the line of action touches the base circle of the pinion:
  // T = a sin 20 - sqrt(r_a^2 - r_b^2) < 0.
  const double base = 80 * std::cos(20 * degree),
               tangent = 100 * std::sin(20 * degree) - std::sqrt(84 * 84 - base * base);
  EXPECT_LT(tangent, 0);
  EXPECT_EQ(m.warnings[1],
            fmt::format("interference: the tip of 'wheel' reaches {:.3g} mm below the involute of 'pinion'. Take less "
                        "addendum",
                        1e3 * form - tangent));
  Gear shifted = pinion;
  shifted.profile_shift = 0.5;
  for (const std::string& warning : gear_mesh_geometry(shifted, wheel, 102e-3).warnings)
    EXPECT_EQ(warning.find("undercut"), std::string::npos) << warning;
}

TEST(GearPair, WarnsOfATipThatReachesBelowTheInvoluteOfItsMate) {
  const Gear pinion = named("pinion", standard_gear(20));
  Gear wheel = named("wheel", standard_gear(40));
  EXPECT_TRUE(gear_mesh_geometry(pinion, wheel, 120e-3).warnings.empty());
  wheel.addendum = 4.8e-3;
  // The rack's straight edge ends 5 - 1.52 (1 - sin 20) mm below its middle, where its rounded tip begins.
  const double sine = std::sin(20 * degree), base = 80 * std::cos(20 * degree);
  const double form = 40 * sine - (5 - 1.52 * (1 - sine)) / sine;
  const double tip = 120 * sine - std::sqrt(84.8 * 84.8 - base * base);
  const std::string words = fmt::format(
      "interference: the tip of 'wheel' reaches {:.3g} mm below the involute of 'pinion'. Take less addendum",
      form - tip);
  for (const auto& [driver, driven] : {std::pair{pinion, wheel}, {wheel, pinion}}) {
    const GearMeshGeometry m = gear_mesh_geometry(driver, driven, 120e-3);
    ASSERT_EQ(m.warnings.size(), 1u);
    EXPECT_EQ(m.warnings[0], words);
  }
  wheel.addendum = 5.5e-3;  // 120 - 85.5 is half a millimeter less than the root radius of 35
  EXPECT_EQ(gear_mesh_geometry(pinion, wheel, 120e-3).warnings.back(),
            "the tip of 'wheel' reaches 0.5 mm into the root circle of 'pinion'");
}

TEST(GearPair, WarnsOfAContactRatioBelowOne) {
  Gear low = standard_gear(30);
  low.addendum = 1e-3;
  const GearMeshGeometry m = gear_mesh_geometry(low, low, 120e-3);
  ASSERT_EQ(m.warnings.size(), 1u);
  const double base = 60 * std::cos(20 * degree);
  const double ratio =
      2 * (std::sqrt(61 * 61 - base * base) - 60 * std::sin(20 * degree)) / (pi * 4 * std::cos(20 * degree));
  EXPECT_EQ(
      m.warnings[0],
      fmt::format("contact ratio {:.4g} is below 1: rigid teeth would lose contact before the next pair meets", ratio));
}

TEST(GearPair, OverlapOfHelicalTeethCountsAgainstLostContact) {
  Gear one = standard_gear(30);
  one.addendum = 1e-3;
  one.helix_angle = 30 * degree;
  Gear two = one;
  two.helix_angle = -one.helix_angle;
  const double a = 2 * gear_geometry(one).reference;
  const GearMeshGeometry wide = gear_mesh_geometry(one, two, a);
  EXPECT_LT(wide.contact_ratio, 1);
  EXPECT_NEAR(wide.total_contact_ratio(), wide.contact_ratio + 20e-3 * 0.5 / (pi * 4e-3), 1e-12);
  EXPECT_GT(wide.total_contact_ratio(), 1);
  EXPECT_TRUE(wide.warnings.empty()) << wide.warnings.front();
  two.width = 8e-3;  // overlap 0.32
  const GearMeshGeometry narrow = gear_mesh_geometry(one, two, a);
  ASSERT_EQ(narrow.warnings.size(), 1u);
  EXPECT_NE(narrow.warnings[0].find("overlap) is below 1"), std::string::npos) << narrow.warnings[0];
}

TEST(GearPair, UndercutShortensTheWayOfContact) {
  const Gear small = standard_gear(10), large = standard_gear(40);
  const GearMeshGeometry m = gear_mesh_geometry(small, large, 100e-3);
  const ToothRoot root = tooth_root(small, gear_geometry(small));
  ASSERT_TRUE(root.undercut);
  EXPECT_NEAR(m.contact_ratio * m.base_pitch, m.end + m.driver_tangent_0 - root.form_tangent, 1e-12);
  EXPECT_LT(m.contact_ratio * m.base_pitch, m.end - m.start);
  // Driven, it is the end of the way.
  EXPECT_NEAR(gear_mesh_geometry(large, small, 100e-3).contact_ratio, m.contact_ratio, 1e-9);
}

TEST(GearPair, WithoutACenterDistanceShiftedTeethHaveNoBacklash) {
  Gear ring = ring_gear(63);
  ring.profile_shift = 0.3;
  Gear helical = standard_gear(24, 0.4), mate = standard_gear(31, 0.1);
  helical.helix_angle = 20 * degree;
  mate.helix_angle = -20 * degree;
  for (const auto& [one, two] : {std::pair{standard_gear(20, 0.4), standard_gear(30, 0.25)},
                                 {standard_gear(20, -0.2), standard_gear(40, 0.1)},
                                 {standard_gear(21, -0.2), ring},
                                 {helical, mate}}) {
    const double a = tight_center_distance(one, two);
    EXPECT_NEAR(gear_mesh_geometry(one, two, a).backlash, 0, 1e-12);
    Gear thin = two;
    thin.thinning = 0.1e-3;
    EXPECT_NEAR(tight_center_distance(one, thin), a, 1e-15);
  }
  EXPECT_NEAR(tight_center_distance(standard_gear(20, 0.3), standard_gear(30, -0.3)), 100e-3, 1e-14);
  EXPECT_NEAR(tight_center_distance(standard_gear(21), ring_gear(63)), 84e-3, 1e-14);
  EXPECT_THROW(tight_center_distance(standard_gear(20, -0.7), standard_gear(20, -0.7)), InputError);
}

std::string message(const Gear& driver, const Gear& driven, double a) {
  try {
    gear_mesh_geometry(driver, driven, a);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GearPair, GearsThatCannotMeshAreToldWhy) {
  EXPECT_NE(message(standard_gear(20), reference_gear(), 80e-3).find("base pitches differ"), std::string::npos);
  EXPECT_NE(message(standard_gear(20), standard_gear(20), 70e-3).find("base circles ask for more"), std::string::npos);
  EXPECT_NE(message(standard_gear(20), standard_gear(20), 79e-3).find("teeth overlap by"), std::string::npos);
  EXPECT_NE(message(standard_gear(20), standard_gear(20), 95e-3).find("do not meet"), std::string::npos);
  EXPECT_NE(message(ring_gear(60), standard_gear(20), 80e-3).find("external gear first"), std::string::npos);
  Gear helical = standard_gear(20);
  helical.helix_angle = 10 * degree;
  EXPECT_NE(message(helical, helical, 81.3e-3).find("must be opposite"), std::string::npos);
  Gear pointed = standard_gear(12, 1.5);
  EXPECT_NE(message(pointed, standard_gear(20), 80e-3).find("pointed"), std::string::npos);
  Gear blunt = standard_gear(20);
  blunt.root_radius = 4e-3;
  EXPECT_NE(message(blunt, standard_gear(20), 80e-3).find("does not fit"), std::string::npos);
}

TEST(FlankDeviation, ReliefCrowningAndPitchErrorsAddUp) {
  Gear gear = standard_gear(24);
  const GearGeometry g = gear_geometry(gear);
  gear.flank.tip_relief = 20e-6;
  gear.flank.tip_relief_start = g.reference;
  gear.flank.crowning = 8e-6;
  gear.flank.lead_slope = 10e-6;
  gear.flank.pitch_deviation = {0, 3e-6};
  const double low = tooth_root(gear, g).form_tangent, start = tangent_length(g, g.reference);
  EXPECT_DOUBLE_EQ(flank_deviation(gear, g, low, g.tip_tangent, 0, 0), 20e-6);
  EXPECT_DOUBLE_EQ(flank_deviation(gear, g, low, start - 1e-3, 0, 2), 0);
  EXPECT_NEAR(flank_deviation(gear, g, low, 0.5 * (start + g.tip_tangent), 0.5, -1), 10e-6 + 8e-6 + 5e-6 + 3e-6, 1e-15);
  gear.flank.root_relief = 12e-6;
  gear.flank.root_relief_start = g.reference;
  EXPECT_NEAR(flank_deviation(gear, g, low, low, 0, 0), 12e-6, 1e-15);
}

TEST(FlankDeviation, ReliefsBeginInsideTheInvolute) {
  const auto told = [](const Gear& gear) {
    const GearGeometry g = gear_geometry(gear);
    try {
      check_reliefs(gear, g, tooth_root(gear, g).form_tangent);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Gear gear = standard_gear(20);
  for (const double start : {44e-3, 50e-3, 1.2e-3}) {
    gear.flank = {.tip_relief = 20e-6, .tip_relief_start = start, .pitch_deviation = {}};
    EXPECT_NE(told(gear).find("tip at 44 mm"), std::string::npos) << told(gear);
    gear.flank = {.tip_relief = 0, .tip_relief_start = start, .pitch_deviation = {}};
    EXPECT_EQ(told(gear), "");
  }
  gear.flank = {.tip_relief = 20e-6,
                .tip_relief_start = 42e-3,
                .root_relief = 5e-6,
                .root_relief_start = 40e-3,
                .pitch_deviation = {}};
  EXPECT_EQ(told(gear), "");
  gear.flank.root_relief_start = 30e-3;
  EXPECT_NE(told(gear).find("root_relief_start = 30 mm"), std::string::npos) << told(gear);
  Gear ring = ring_gear(60);  // its tip is inside: radius 116.8 mm
  ring.flank = {.tip_relief = 20e-6,
                .tip_relief_start = 118e-3,
                .root_relief = 5e-6,
                .root_relief_start = 119e-3,
                .pitch_deviation = {}};
  EXPECT_EQ(told(ring), "");
  ring.flank.tip_relief_start = 116e-3;
  EXPECT_NE(told(ring).find("tip_relief_start = 116 mm"), std::string::npos) << told(ring);
}

// Full-depth gears of 20 degrees need about nine teeth of difference (a rule of the shop).
TEST(GearMesh, TipsOfAGearInARingWithFewMoreTeethFoul) {
  const auto fouls = [](int difference) {
    Gear ring = ring_gear(40 + difference);
    ring.addendum = 4e-3;
    const GearMeshGeometry mesh = gear_mesh_geometry(standard_gear(40), ring, 2e-3 * difference);
    return std::any_of(mesh.warnings.begin(), mesh.warnings.end(),
                       [](const std::string& w) { return w.find("tip fouling") != std::string::npos; });
  };
  EXPECT_TRUE(fouls(5));
  EXPECT_TRUE(fouls(7));
  EXPECT_FALSE(fouls(9));
  EXPECT_FALSE(fouls(20));
}

}  // namespace
}  // namespace trunnion

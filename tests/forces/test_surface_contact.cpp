// Point contact of surfaces between two markers: closed forms, impacts, tangents, energies, several places.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "support/surfaces.h"
#include "support/tangent_check.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/material.h"
#include "trunnion/forces/ball_race_force.h"
#include "trunnion/forces/surface_contact_force.h"
#include "trunnion/forces/tracking_check.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using testing::every_surface;
using testing::formula_surface;
using testing::touching_pose;

constexpr double D = 7.9375e-3, R_B = D / 2;

TouchLaw steel_on_steel() {
  const ElasticMaterial steel{2.06e11, 0.3};
  TouchLaw law;
  law.reduced_modulus = reduced_modulus(steel, steel);
  law.rate_factor = 0.75;
  law.sliding = {0.1, 1e-2};
  return law;
}

SurfaceContactForce contact(const Surface& i, const Surface& j, const TouchLaw& law) {
  SurfaceContactForce::Data data;
  data.name = "test";
  data.surface_i = i;
  data.surface_j = j;
  data.law = law;
  return SurfaceContactForce(data);
}

TEST(SurfaceContact, SphereOnAPlaneCarriesTheHertzForce) {
  const SurfaceContactForce force = contact({SphereSurface{0.01}}, {PlaneSurface{}}, steel_on_steel());
  RelativeMotion m;
  m.d = {0.1, 0.2, 0.01 - 1e-6};
  m.R = rotation_exp({1, 2, 3});
  CacheSlot slot;
  const Vector6d W = force.force({}, m, {}, slot);
  testing::record({.group = "Rolling contact",
                   .name = "Sphere of 10 mm on a plane, 1 um overlap, general surfaces [N]",
                   .reference = "closed form",
                   .reference_value = 15.09157509,
                   .value = W[2],
                   .error = testing::relative_error(W[2], 15.09157509),
                   .allowed = 1e-9,
                   .why = "digits of the reference"});
  EXPECT_LE(W.head<2>().norm() + W.tail<3>().norm(), 1e-11);
}

// A ball thrown on a plane: motion by the classical method of fourth order, steps far below the time of contact.
struct Impact {
  double deepest = 0, duration = 0, restitution = 0;
};
Impact impact(double speed, double restitution_slope) {
  TouchLaw law = steel_on_steel();
  law.rate_factor = 1.5 * restitution_slope;
  const SurfaceContactForce force = contact({SphereSurface{R_B}}, {PlaneSurface{}}, law);
  const double mass = 2.0424171e-3, step = 2e-8;
  CacheSlot slot;
  const auto acceleration = [&](double h, double rate) {
    RelativeMotion m;
    m.d = {0, 0, R_B - h};
    m.v = {0, 0, -rate};
    return -force.force({}, m, {}, slot)[2] / mass;
  };
  double h = 0, v = speed, t = 0;
  Impact out;
  for (;;) {
    const double k1 = acceleration(h, v), k2 = acceleration(h + 0.5 * step * v, v + 0.5 * step * k1);
    const double v2 = v + 0.5 * step * k1, v3 = v + 0.5 * step * k2;
    const double k3 = acceleration(h + 0.5 * step * v2, v3), v4 = v + step * k3;
    const double k4 = acceleration(h + step * v3, v4);
    const double next = h + step / 6 * (v + 2 * v2 + 2 * v3 + v4), rate = v + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    out.deepest = std::max(out.deepest, next);
    if (next <= 0) {
      out.duration = t + step * h / (h - next);
      out.restitution = -rate / speed;
      return out;
    }
    h = next;
    v = rate;
    t += step;
  }
}

TEST(SurfaceContact, ImpactsOfABallTakeAsDeepAndAsLongAsTheoryAndLoseWhatTheyShould) {
  const Impact elastic = impact(0.1, 0);
  EXPECT_NEAR(elastic.deepest, 1.484558e-6, 1e-5 * 1.484558e-6);
  EXPECT_NEAR(elastic.duration, 43.69463e-6, 1e-4 * 43.69463e-6);
  EXPECT_NEAR(elastic.restitution, 1, 1e-7);
  for (const auto& [speed, reference] : {std::pair{0.1, 0.952370}, {1.0, 0.662962}}) {
    const double restitution = impact(speed, 0.5).restitution;
    testing::record({.group = "Rolling contact",
                     .name = fmt::format("Restitution of a steel ball at {} m/s, slope 0.5 s/m", speed),
                     .reference = "independent program, integration",
                     .reference_value = reference,
                     .value = restitution,
                     .error = testing::relative_error(restitution, reference),
                     .allowed = 2e-6,
                     .why = "digits of the reference"});
  }
}

TEST(SurfaceContact, TangentIsExactForEverySurfaceOnEitherSideAndEveryLaw) {
  const Surface egg{EllipsoidSurface{{0.004, 0.0035, 0.003}}};
  const Matrix3d R = rotation_exp({0.4, -0.7, 0.3});
  const auto expect_exact = [&](const Surface& i, const Surface& j, const TouchLaw& law) {
    const SurfaceContactForce force = contact(i, j, law);
    const SurfacePose pose = touching_pose(force.pair(), R, 5e-6);
    RelativeMotion m;
    m.d = pose.d;
    m.R = pose.R;
    m.v = {0.03, -0.08, 0.02};
    m.w = {4, -9, 12};
    testing::expect_exact_tangent(force, {}, m, {}, 1e-6, 1e-5);
  };
  for (const auto& [name, surface] : every_surface()) {
    SCOPED_TRACE(name);
    TouchLaw law = steel_on_steel();
    expect_exact(egg, surface, law);
    if (!surface.hollow) expect_exact(surface, egg, law);
    law.rolling = {2e-6, 3};
    law.spin_moment = true;
    law.law.kind = PointLaw::Kind::vilke;
    expect_exact(egg, surface, law);
    law.law = {PointLaw::Kind::constant, 1e10};
    expect_exact(egg, surface, law);
  }
}

TEST(SurfaceContact, BallInAGrooveIsTheClosedFormOfTheRaceway) {
  const Race race = groove_race(Ring::outer, 39e-3, D, 0.52 * D, 0);
  BallRaceForce::Data data;
  data.race = race;
  data.ball_radius = R_B;
  const TouchLaw law = steel_on_steel();
  data.law = law;
  const BallRaceForce closed(data);
  const SurfaceContactForce general =
      contact({SphereSurface{R_B}}, {TorusSurface{race.radius, race.groove_radius}, true}, law);
  RelativeMotion m;
  m.d = {19.5e-3 + 5e-6, 1e-4, 8e-6};
  m.v = {0.01, 0.4, -0.02};
  m.w = {3, -5, -90};
  CacheSlot slot, other;
  const Vector6d a = closed.force({}, m, {}, slot), b = general.force({}, m, {}, other);
  testing::record({.group = "Rolling contact",
                   .name = "Force of a ball in a groove, sphere and torus of any place against the raceway's formulas",
                   .reference = "ball in a raceway",
                   .reference_value = a.norm(),
                   .value = b.norm(),
                   .error = (a - b).norm() / a.norm(),
                   .allowed = 1e-8,
                   .why = "points found to rounding of their places over an overlap of micrometers",
                   .inside = true});
  const WrenchTangent da = closed.linearize({}, m, {}, slot), db = general.linearize({}, m, {}, other);
  EXPECT_LE((da.dx - db.dx).norm(), 1e-6 * da.dx.norm());
  EXPECT_LE((da.dv - db.dv).norm(), 1e-7 * da.dv.norm());
}

TEST(SurfaceContact, PowerIsStoredDissipatedOrSuppliedToTheLastDigit) {
  TouchLaw law = steel_on_steel();
  law.rolling = {2e-6, 3};
  law.spin_moment = true;
  for (const auto& [name, surface] : every_surface()) {
    const SurfaceContactForce force = contact({EllipsoidSurface{{0.004, 0.0035, 0.003}}}, surface, law);
    const SurfacePose pose = touching_pose(force.pair(), rotation_exp({0.4, -0.7, 0.3}), 5e-6);
    RelativeMotion m;
    m.d = pose.d;
    m.R = pose.R;
    for (int k = 0; k < 5; ++k) {
      m.v = 1e-3 * Vector3d(std::sin(k), std::cos(3 * k), std::sin(7 * k));
      m.w = 2 * Vector3d(std::cos(k), std::sin(2 * k), std::cos(5 * k));
      CacheSlot slot;
      const Vector6d W = force.force({}, m, {}, slot);
      ForceReport report;
      force.report({}, m, {}, slot, report);
      EXPECT_GE(report.dissipated_power, 0) << name;
      const auto stored = [&](double t) {
        RelativeMotion at = m;
        at.d += t * m.v;
        at.R = rotation_exp(t * m.w) * m.R;
        ForceReport out;
        CacheSlot fresh;
        force.report({}, at, {}, fresh, out);
        return out.stored_energy;
      };
      const double step = 1e-6, growth = (stored(step) - stored(-step)) / (2 * step);
      const double power = W.head<3>().dot(m.v) + W.tail<3>().dot(m.w);
      EXPECT_NEAR(power + growth + report.dissipated_power, report.supplied_power,
                  1e-6 * (std::abs(power) + report.dissipated_power))
          << name;
    }
  }
}

TEST(SurfaceContact, AMemoryThatIsDroppedChangesNothing) {
  const SurfaceContactForce force =
      contact({EllipsoidSurface{{0.03, 0.02, 0.015}}}, {PlaneSurface{}}, steel_on_steel());
  CacheSlot kept;
  for (int k = 0; k < 100; ++k) {
    RelativeMotion m;
    m.R = rotation_exp({0.05 * k, 0.02 * k, 0});
    m.d = {0, 0, 0.0149 + 2e-5 * k};
    try {
      const Vector6d warm = force.force({}, m, {}, kept);
      CacheSlot fresh;
      const Vector6d cold = force.force({}, m, {}, fresh);
      EXPECT_LE((warm - cold).norm(), 1e-9 * (1 + cold.norm())) << k;
    } catch (const SolveError&) {  // too deep for a contact law, with or without memory
      CacheSlot fresh;
      EXPECT_THROW(force.force({}, m, {}, fresh), SolveError);
    }
  }
}

TEST(SurfaceContact, TwoHillsCarryABallTogether) {
  const Surface hills = formula_surface(
      "z - 2 mm*exp(-((x - 10 mm)^2 + y^2)/(6 mm)^2) - 2 mm*exp(-((x + 10 mm)^2 + y^2)/(6 mm)^2)", 0.03);
  const SurfaceContactForce force = contact({SphereSurface{0.1}}, hills, steel_on_steel());
  ContactRegions regions;
  const SurfacePose pose = touching_pose(force.pair(), Matrix3d::Identity(), 3e-6);
  RelativeMotion m;
  m.d = {0, 0, pose.d.z()};
  CacheSlot slot;
  // Lowered until it is carried: symmetric, so no sideways force and no moment.
  for (int k = 0; k < 60; ++k) {
    update_regions(force.pair(), {m.d, m.R}, regions);
    double deepest = -1;
    for (const OpposingPoints& y : regions.places)
      deepest = std::max(deepest, facing_geometry(facing_surfaces(force.pair().surfaces, {m.d, m.R}, y), y).approach);
    if (std::abs(deepest - 3e-6) < 1e-12) break;
    m.d.z() += deepest - 3e-6;
  }
  ASSERT_EQ(regions.places.size(), 2u);
  const Vector6d W = force.force({}, m, {}, slot);
  EXPECT_GT(W[2], 10);
  EXPECT_LE(std::abs(W[0]) + std::abs(W[1]), 1e-6 * W[2]);
  EXPECT_LE(W.tail<3>().norm(), 1e-7 * W[2]);
}

TEST(SurfaceContact, ConformingSurfacesAreRefusedWhereTheyStand) {
  RelativeMotion m;
  m.d = {0, 0, -2e-6};  // a ball in a socket of its own size
  const SurfaceContactForce socket = contact({SphereSurface{0.01}}, {SphereSurface{0.01}, true}, steel_on_steel());
  EXPECT_THROW(socket.check_pose(m), InputError);
  m.d = {0.0305, 0, 0};  // a ball too large for its groove
  const SurfaceContactForce groove =
      contact({SphereSurface{0.012}}, {TorusSurface{0.03, 0.0115}, true}, steel_on_steel());
  EXPECT_THROW(groove.check_pose(m), InputError);
}

TEST(TrackingCheck, MotionBetweenTwoStepsMeetsBothEnds) {
  RelativeMotion from, to;
  from.d = {0.1, 0.2, 0.3};
  from.R = rotation_exp({0.3, -0.2, 0.5});
  from.v = {1, 2, -1};
  from.w = {3, 1, -2};
  to.d = {0.101, 0.2021, 0.299};
  to.R = rotation_exp({0.303, -0.199, 0.498});
  to.v = {1.1, 2.2, -1.3};
  to.w = {2.5, 1.2, -2.2};
  const SurfaceMotionOverTime motion = motion_between(from, 2, to, 2.001);
  const SurfaceMotion first = motion(2), last = motion(2.001);
  EXPECT_LE((first.pose.R - from.R).norm() + (last.pose.R - to.R).norm(), 1e-14);
  EXPECT_LE((first.pose.d - from.d).norm() + (last.pose.d - to.d).norm(), 1e-15);
  EXPECT_LE((first.twist.head<3>() - from.v).norm() + (last.twist.head<3>() - to.v).norm(), 1e-12);
  EXPECT_LE((first.twist.tail<3>() - from.w).norm() + (last.twist.tail<3>() - to.w).norm(), 1e-12);
}

TEST(TrackingCheck, DifferentialEquationsBesideARunAgreeWithTheDirectSolution) {
  SurfaceContactForce::Data data;
  data.name = "egg";
  data.surface_i = {EllipsoidSurface{{0.03, 0.02, 0.015}}};
  data.surface_j = {PlaneSurface{}};
  data.law = steel_on_steel();
  data.cross_check = true;
  const SurfaceContactForce force(data);
  History past = force.initial_history();
  CacheSlot slot;
  const Vector3d spin(2, 1, 5);
  for (int k = 0; k <= 400; ++k) {
    StepContext at;
    at.t = 5e-4 * k;
    at.outputs = true;
    RelativeMotion m;
    m.R = rotation_exp(at.t * spin) * rotation_exp({0.2, 0.1, 0});
    m.w = spin;
    m.d = {0, 0, 0.0165};
    ForceReport report;
    force.report(at, m, past, slot, report);
    past = report.trial;
    const std::map<std::string, double> allowed{
        {"differential_points", 1e-9}, {"differential_normal", 1e-6}, {"differential_stiffness", 1e-6}};
    for (const NamedOutput& out : report.outputs) {
      const auto bound = allowed.find(out.name);
      EXPECT_TRUE(bound == allowed.end() || out.value <= bound->second) << out.name << k << " " << out.value;
    }
  }
}

}  // namespace
}  // namespace trunnion

// Solid bodies near known positions against closed forms: Hertz for a sphere, partial slip after Mindlin, statics.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fe_contact/touch.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr double young = 200e9, poisson = 0.3;
constexpr double radius = 0.1, half_width = 2e-3;  // of the sphere and of the contact it shall have [m]
/// Both bodies alike: 1/E* = 2 (1 - nu^2)/E;  P = 4 E* a^3/(3 R),  p0 = 3 P/(2 pi a^2).
const double contact_modulus = young / (2 * (1 - poisson * poisson));
const double press = 4.0 / 3 * contact_modulus * std::pow(half_width, 3) / radius;
const double peak = 1.5 * press / (pi * half_width * half_width);

std::shared_ptr<const FeModel> steel(Mesh mesh) {
  auto file = std::make_shared<MeshFile>();
  file->mesh = std::move(mesh);
  file->materials = {{"steel", young, poisson, 7850, 0}};
  Section section;
  section.material = "steel";
  file->sections = {section};
  return std::make_shared<const FeModel>(assemble(file));
}

Support fixed(const std::string& nodes, const std::vector<int>& axes) {
  Support support;
  support.nodes = nodes;
  for (const int axis : axes) support.component[std::size_t(axis)] = 0.0;
  return support;
}

FrameMotionMode shift(const Vector3d& way) {
  FrameMotionMode m;
  m.name = "shift";
  m.translation = way;
  return m;
}

/// A coordinate of even steps stretched away from zero: fine to 1.4 half-widths, six of them in all.
double graded(double share) { return half_width * (2.2 * share + 3.8 * std::pow(share, 4)); }

/// A quarter (or with `half` the half y > 0) of a block, fine at the origin; `side` +1: upper, -1: lower.
Mesh block(int divisions, bool half, double side) {
  BoxShape shape{{half ? 2.0 : 1.0, 1, 1},
                 {half ? 2 * divisions : divisions, divisions, divisions},
                 CellType::hex8,
                 {half ? -1.0 : 0.0, 0, side > 0 ? 0.0 : -1.0}};
  Mesh mesh = box_mesh(shape);
  for (Index n = 0; n < mesh.x.cols(); ++n)
    for (Index axis = 0; axis < 3; ++axis)
      mesh.x(axis, n) = std::copysign(graded(std::abs(mesh.x(axis, n))), mesh.x(axis, n));
  return mesh;
}

TouchProblem sphere_on_block(Mesh upper, bool half) {
  TouchProblem p;
  std::vector<Support> held{fixed("ymin", {1})};
  if (!half) held.push_back(fixed("xmin", {0}));
  const auto with = [&](const std::string& end) {
    std::vector<Support> all = held;
    all.push_back(fixed(end, {0, 1, 2}));
    return all;
  };
  p.bodies.resize(2);
  p.contacts.resize(1);
  p.bodies[0] = touch_body("sphere", steel(std::move(upper)), with("zmax"), {"zmin"});
  p.bodies[1] = touch_body("block", steel(block(14, half, -1)), with("zmin"), {"zmax"});
  p.motions = {shift({0, 0, -1})};
  p.reach = 0.5 * half_width * half_width / radius;
  p.extra_gap = [](const Vector3d& x) { return x.head<2>().squaredNorm() / (2 * radius); };
  return p;
}

double contact_radius(const TouchProblem& p, const TouchStep& step) {
  // Second moment of Hertz's pressure about an axis across: a^2/5 of the force, seen over r: 2 a^2/5.
  double sum = 0, second = 0;
  for (const TouchPoint& point : step.points) {
    sum += point.normal_force;
    second += point.normal_force * p.bodies[0].surfaces[0].x.col(point.node).head<2>().squaredNorm();
  }
  return std::sqrt(2.5 * second / sum);
}

void expect_hertz(const std::string& how, const TouchProblem& p, const TouchStep& step) {
  double largest = 0, sum = 0;
  for (const TouchPoint& point : step.points) {
    largest = std::max(largest, point.pressure());
    sum += point.normal_force * std::abs(point.pair.normal.z());
  }
  EXPECT_NEAR(sum, 0.25 * press, 1e-9 * press);
  EXPECT_LT(step.balance_error, 1e-9);
  const auto check = [&](const std::string& what, double value, double expected, double allowed) {
    record({.group = "Contact near known positions",
            .name = what + " of a pressed sphere, " + how,
            .reference = "Hertz",
            .reference_value = expected,
            .value = value,
            .error = relative_error(value, expected),
            .allowed = allowed,
            .why = "6 elements over the radius of contact, blocks of 6 radii"});
  };
  check("Radius of contact", contact_radius(p, step), half_width, 0.02);
  check("Peak pressure", largest, peak, 0.04);
}

TEST(SolidTouch, APressedSphereHasTheContactOfHertz) {
  const TouchProblem p = sphere_on_block(block(14, false, 1), false);
  expect_hertz("round by a formula", p, solve_touch(p, {VectorXd::Constant(1, 0.25 * press)}).front());
  // Only what comes within reach is solved for.
  EXPECT_LT(p.bodies[0].compliance->solved(), Index(p.bodies[0].nodes.size()) / 2);
}

TEST(SolidTouch, ARoundThatIsMeshedIsTheSameAsOneByAFormula) {
  Mesh round = block(14, false, 1);
  for (Index n = 0; n < round.x.cols(); ++n) {
    const double up = round.x(2, n) / (6 * half_width);
    round.x(2, n) += (1 - up) * round.x.col(n).head<2>().squaredNorm() / (2 * radius);
  }
  TouchProblem p = sphere_on_block(round, false);
  p.extra_gap = {};
  const std::vector<VectorXd> load{VectorXd::Constant(1, 0.25 * press)};
  expect_hertz("round in the mesh", p, solve_touch(p, load).front());
  // Turned over, the round surface is the one whose places are looked for between its nodes.
  std::swap(p.bodies[0], p.bodies[1]);
  p.motions = {shift({0, 0, 1})};
  expect_hertz("round in the mesh of the second body", p, solve_touch(p, load).front());
}

TEST(SolidTouch, PartialSlipOfASphereIsThatOfMindlin) {
  const double mu = 0.4, share = 0.6;
  TouchProblem p = sphere_on_block(block(14, true, 1), true);
  p.motions.push_back(shift({1, 0, 0}));
  p.friction = mu;
  p.along = Vector3d::UnitX();
  const double half = 0.5 * press;  // of a half model
  VectorXd pressed(2), pushed(2);
  pressed << half, 0;
  pushed << half, share * mu * half;
  const std::vector<TouchStep> steps = solve_touch(p, {pressed, pushed});
  double drag = 0;
  for (const TouchPoint& point : steps[1].points) drag += point.tangential_force;
  EXPECT_NEAR(std::abs(drag), share * mu * half, 1e-9 * half);
  // c = a (1 - Q/(mu P))^(1/3); friction along one direction, as Mindlin has it.
  const double stick = half_width * std::cbrt(1 - share);
  const double measured = std::sqrt(2 * steps[1].stick_area / pi);
  record({.group = "Contact near known positions",
          .name = "Radius of the sticking middle of a pressed and pushed sphere",
          .reference = "Mindlin, a (1 - Q/(mu P))^(1/3)",
          .reference_value = stick,
          .value = measured,
          .error = std::abs(measured - stick) / half_width,
          .allowed = 0.1,
          .why = "over the radius of contact: elements are 0.16 of it"});
  EXPECT_LT(steps[1].stick_area, steps[1].contact_area);
}

TEST(SolidTouch, SlidingOneWayCarriesFrictionTimesThePress) {
  TouchProblem p = sphere_on_block(block(8, true, 1), true);
  p.bodies[1] =
      touch_body("block", steel(block(8, true, -1)), {fixed("ymin", {1}), fixed("zmin", {0, 1, 2})}, {"zmax"});
  p.friction = 0.3;
  p.sticks = false;
  p.along = Vector3d(1, 0, 5);  // what of it lies across the surface does not count
  const TouchStep step = solve_touch(p, {VectorXd::Constant(1, 0.5 * press)}).front();
  Vector3d sum = Vector3d::Zero();
  for (const TouchPoint& point : step.points)
    sum += point.normal_force * point.pair.normal + point.tangential_force * point.tangent;
  EXPECT_NEAR(sum.z(), -0.5 * press, 1e-9 * press);
  EXPECT_NEAR(sum.x(), 0.3 * 0.5 * press, 1e-9 * press);
}

TEST(SolidTouch, ASphereBesideItsSocketFindsItsWayIn) {
  // A shallow round on a hollow of twice its radius; started off the middle, it slides down without friction.
  Mesh round = block(8, true, 1), hollow = block(8, true, -1);
  const auto bend = [](Mesh& mesh, double curvature, double side) {
    for (Index n = 0; n < mesh.x.cols(); ++n) {
      const double off = std::abs(mesh.x(2, n)) / (6 * half_width);
      mesh.x(2, n) += side * (1 - off) * 0.5 * curvature * mesh.x.col(n).head<2>().squaredNorm();
    }
  };
  bend(round, 1 / radius, 1);
  bend(hollow, 0.5 / radius, 1);
  const double aside = 0.8 * half_width;
  round.x.row(0).array() += aside;
  round.x.row(2).array() += 0.25 * aside * aside / radius;  // just clear of the hollow
  TouchProblem p;
  p.bodies.resize(2);
  p.contacts.resize(1);
  p.bodies[0] = touch_body("sphere", steel(round), {fixed("ymin", {1}), fixed("zmax", {0, 1, 2})}, {"zmin"});
  p.bodies[1] = touch_body("socket", steel(hollow), {fixed("ymin", {1}), fixed("zmin", {0, 1, 2})}, {"zmax"});
  p.motions = {shift({0, 0, -1}), shift({1, 0, 0})};
  p.reach = half_width * half_width / radius;
  VectorXd load(2);
  load << 0.25 * press, 0;
  const TouchStep step = solve_touch(p, {load}).front();
  EXPECT_GT(step.updates, 2);
  EXPECT_LT(step.updates, 20);
  EXPECT_NEAR(step.motions[1], -aside, 0.02 * half_width);
}

TEST(SolidTouch, WhatDoesNotGoTogetherIsTold) {
  TouchProblem p = sphere_on_block(block(4, false, 1), false);
  const std::vector<VectorXd> load{VectorXd::Constant(1, press)};
  p.friction = 0.1;
  EXPECT_THROW(solve_touch(p, load), InputError);  // friction without a direction
  p.friction = 0;
  EXPECT_THROW(solve_touch(p, {VectorXd::Constant(1, -press)}), SolveError);  // pulls away
  p.extra_gap = [](const Vector3d&) { return 1.0; };
  EXPECT_THROW(solve_touch(p, load), InputError);  // nothing within reach
}

}  // namespace
}  // namespace trunnion

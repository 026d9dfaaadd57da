// More than two bodies that touch: a beam on supports, bodies in a row. One body, several surfaces, one problem.

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

std::shared_ptr<const FeModel> plane_strain(Mesh mesh) {
  auto file = std::make_shared<MeshFile>();
  file->mesh = std::move(mesh);
  file->materials = {{"steel", young, poisson, 7850, 0}};
  Section section;
  section.material = "steel";
  section.plane = PlaneKind::strain;
  section.thickness = 1;
  file->sections = {section};
  return std::make_shared<const FeModel>(assemble(file));
}

std::vector<Support> held(const std::string& nodes) {
  Support support;
  support.nodes = nodes;
  support.component[0] = support.component[1] = 0.0;
  return {support};
}

FrameMotionMode shift(int body, const Vector3d& way) {
  FrameMotionMode m;
  m.name = "shift";
  m.body = body;
  m.translation = way;
  return m;
}

FrameMotionMode tilt(int body, const Vector3d& about) {
  FrameMotionMode m;
  m.name = "tilt";
  m.body = body;
  m.rotation = Vector3d::UnitZ();
  m.about = about;
  return m;
}

double force_of(const TouchStep& step, int contact) {
  double sum = 0;
  for (const TouchPoint& p : step.points)
    if (p.contact == contact) sum += p.normal_force;
  return sum;
}

double place_of(const TouchStep& step, int contact) {
  double moment = 0;
  for (const TouchPoint& p : step.points)
    if (p.contact == contact) moment += p.normal_force * p.pair.one.x.x();
  return moment / force_of(step, contact);
}

/// Blocks whose middles are at these places under a beam 0.4 m long; its surface is round towards each of them.
TouchProblem beam_on(const std::vector<double>& supports) {
  TouchProblem p;
  const RectangleShape beam{{0.4, 0.04}, {160, 8}, CellType::quad4, {-0.2, 0}};
  p.bodies.push_back(touch_body("beam", plane_strain(rectangle_mesh(beam)), held("xmin"), {"ymin"}));
  for (std::size_t k = 0; k < supports.size(); ++k) {
    const RectangleShape block{{0.03, 0.03}, {12, 6}, CellType::quad4, {supports[k] - 0.015, -0.03}};
    p.bodies.push_back(
        touch_body(fmt::format("block {}", k + 1), plane_strain(rectangle_mesh(block)), held("ymin"), {"ymax"}));
    p.contacts.push_back({{0, 0}, {int(k) + 1, 0}});
  }
  p.extra_gap = [supports](const Vector3d& x) {
    double least = 1e300;
    for (const double at : supports) least = std::min(least, std::abs(x.x() - at));
    return least * least / (2 * 0.5);
  };
  p.reach = 0.2e-3;
  return p;
}

// The load acts through the frame, which is free to sink and to tilt about the place where it acts.
TEST(TouchOfSeveral, ABeamOnTwoSupportsLoadsThemByStatics) {
  for (const double at : {0.0, 0.05, -0.08}) {
    TouchProblem p = beam_on({-0.15, 0.12});
    p.motions = {shift(0, {0, -1, 0}), tilt(0, {at, 0, 0})};
    VectorXd load(2);
    load << 100e3, 0;
    const TouchStep step = solve_touch(p, {load}).front();
    EXPECT_NEAR(force_of(step, 0) + force_of(step, 1), load[0], 1e-6 * load[0]);
    const double left = place_of(step, 0), right = place_of(step, 1);
    EXPECT_NEAR(left, -0.15, 2.5e-3);  // an element
    EXPECT_NEAR(right, 0.12, 2.5e-3);
    const double expected = load[0] * (right - at) / (right - left);
    record({.group = "Contact near known positions",
            .name = fmt::format("Beam on two supports, load at {} m: force of the first", at),
            .reference = "statics, supports where their pressure has its center",
            .reference_value = expected,
            .value = force_of(step, 0),
            .error = relative_error(force_of(step, 0), expected),
            .allowed = 1e-8,
            .why = "rounding"});
  }
}

// A bar between two blocks, round where they touch. Seen from its middle it is half a bar on a smooth floor: its two
// surfaces know of each other, or it would not be pressed together.
TEST(TouchOfSeveral, BodiesInARowHandTheForceOnAndEachHasThePressureOfHertz) {
  const double radius = 0.1, press = 2e6, modulus = young / (2 * (1 - poisson * poisson));
  const double half = std::sqrt(4 * press * radius / (pi * modulus)), peak = 2 * press / (pi * half);
  const double size = 12 * half;
  const auto block = [&](double bottom, double height) {
    const int layers = int(std::lround(64 * height / size));
    return plane_strain(rectangle_mesh({{size, height}, {96, layers}, CellType::quad4, {-0.5 * size, bottom}}));
  };
  TouchProblem p;
  p.bodies.push_back(touch_body("upper", block(0.5 * size, 0.5 * size), held("ymax"), {"ymin"}));
  p.bodies.push_back(touch_body("middle", block(0, 0.5 * size), held("xmin"), {"ymax", "ymin"}));
  p.bodies.push_back(touch_body("lower", block(-0.5 * size, 0.5 * size), held("ymin"), {"ymax"}));
  p.contacts = {{{0, 0}, {1, 0}}, {{1, 1}, {2, 0}}};
  p.motions = {shift(0, {0, -1, 0}), shift(1, {0, -1, 0})};
  p.extra_gap = [&](const Vector3d& x) { return x.x() * x.x() / (2 * radius); };
  p.reach = 3 * half * half / radius;
  VectorXd load(2);
  load << press, 0;
  const TouchStep step = solve_touch(p, {load}).front();
  for (const int contact : {0, 1}) {
    EXPECT_NEAR(force_of(step, contact), press, 1e-9 * press);
    double largest = 0;
    for (const TouchPoint& point : step.points)
      if (point.contact == contact) largest = std::max(largest, point.pressure());
    record({.group = "Contact near known positions",
            .name = fmt::format("Three bodies in a row, peak pressure of contact {}", contact + 1),
            .reference = "Hertz, 2 P/(pi a)",
            .reference_value = peak,
            .value = largest,
            .error = relative_error(largest, peak),
            .allowed = 0.03,
            .why = "16 elements over the contact, blocks of 12 half-widths"});
  }
  TouchProblem one = p;
  Support floor;
  floor.nodes = "ymin";
  floor.component[1] = 0.0;
  one.bodies[1] = touch_body("half", block(0.25 * size, 0.25 * size), {held("xmin").front(), floor}, {"ymax"});
  one.bodies.pop_back();
  one.contacts.pop_back();
  one.motions.pop_back();
  const TouchStep half_way = solve_touch(one, {VectorXd::Constant(1, press)}).front();
  EXPECT_NEAR(step.motions[0], 2 * half_way.motions[0], 1e-6 * step.motions[0]);
  EXPECT_NEAR(step.motions[1], half_way.motions[0], 1e-6 * step.motions[0]);
}

TEST(TouchOfSeveral, ACheckedPairNeedsTwoBodiesAndAPlaceWhereTheyMeet) {
  TouchProblem p = beam_on({-0.15, 0.12});
  p.motions = {shift(0, {0, -1, 0}), tilt(0, {0, 0, 0})};
  const VectorXd load = VectorXd::Constant(2, 1.0);
  TouchProblem own = p;
  own.contacts[1].second = {0, 0};
  EXPECT_THROW(solve_touch(own, {load}), InputError);
  TouchProblem far = p;
  far.extra_gap = [](const Vector3d& x) { return x.x() > 0 ? 1.0 : 0.0; };
  EXPECT_THROW(solve_touch(far, {load}), InputError);  // the second pair meets nowhere
}

}  // namespace
}  // namespace trunnion

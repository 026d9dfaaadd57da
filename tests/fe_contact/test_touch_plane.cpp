// Bodies near known positions against closed forms: Hertz, Cattaneo and Mindlin, a shaft in a bore.

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

constexpr double radius = 0.1, press = 2e6;  // relative radius [m], force per thickness [N]
/// Both half-planes alike: 1/E* = 2 (1 - nu^2)/E.
const double contact_modulus = young / (2 * (1 - poisson * poisson));
const double half_width = std::sqrt(4 * press * radius / (pi * contact_modulus));
const double peak = 2 * press / (pi * half_width);

/// Two blocks, the upper one with the profile of a cylinder; contact of `half_width` in the middle.
TouchProblem made_cylinder_on_block(int elements = 120, double half_widths = 12) {
  const double size = half_widths * half_width;
  TouchProblem p;
  const RectangleShape upper{{size, 0.5 * size}, {elements, elements / 3}, CellType::quad4, {-0.5 * size, 0}};
  const RectangleShape lower{{size, 0.5 * size}, {elements, elements / 3}, CellType::quad4, {-0.5 * size, -0.5 * size}};
  p.bodies.resize(2);
  p.contacts.resize(1);
  p.bodies[0] = touch_body("cylinder", plane_strain(rectangle_mesh(upper)), held("ymax"), {"ymin"});
  p.bodies[1] = touch_body("block", plane_strain(rectangle_mesh(lower)), held("ymin"), {"ymax"});
  p.motions = {shift(0, {0, -1, 0}), shift(0, {1, 0, 0})};
  p.reach = 3 * half_width * half_width / radius;
  p.extra_gap = [](const Vector3d& x) { return x.x() * x.x() / (2 * radius); };
  return p;
}

TouchProblem cylinder_on_block(double friction) {
  static const TouchProblem made = made_cylinder_on_block();
  TouchProblem p = made;
  p.friction = friction;
  return p;
}

TEST(PlaneTouch, APressedCylinderHasTheContactOfHertz) {
  TouchProblem p = cylinder_on_block(0);
  p.motions.pop_back();
  const TouchStep step = solve_touch(p, {VectorXd::Constant(1, press)}).front();
  double largest = 0;
  for (const TouchPoint& point : step.points) largest = std::max(largest, point.pressure());
  record({.group = "Contact near known positions",
          .name = "Peak pressure of a pressed cylinder",
          .reference = "Hertz, 2 P/(pi a)",
          .reference_value = peak,
          .value = largest,
          .error = relative_error(largest, peak),
          .allowed = 0.02,
          .why = "20 elements over the contact, blocks of 12 half-widths"});
  EXPECT_NEAR(0.5 * step.contact_area, half_width, 0.1 * half_width);  // one element
  EXPECT_LT(step.balance_error, 1e-9);
}

double peak_pressure(int elements, double half_widths) {
  TouchProblem p = made_cylinder_on_block(elements, half_widths);
  p.motions.pop_back();
  double largest = 0;
  for (const TouchPoint& point : solve_touch(p, {VectorXd::Constant(1, press)}).front().points)
    largest = std::max(largest, point.pressure());
  return largest;
}

// Finer elements change next to nothing from 10 over the contact on; what is left is the size of the blocks.
TEST(PlaneTouch, PressureConvergesWithTheMeshAndToHertzWithTheSizeOfTheBlocks) {
  const double coarse = peak_pressure(60, 12), fine = peak_pressure(120, 12), finest = peak_pressure(180, 12);
  for (const auto& [over, value] : {std::pair{10, coarse}, {20, fine}})
    record({.group = "Contact near known positions",
            .name = fmt::format("Peak pressure of a pressed cylinder, {} elements over the contact", over),
            .reference = "30 elements",
            .reference_value = finest,
            .value = value,
            .error = relative_error(value, finest),
            .allowed = 5e-4,
            .why = "mesh; the edge of the contact lies between nodes",
            .inside = true});
  const double large = peak_pressure(120, 24);
  record({.group = "Contact near known positions",
          .name = "Peak pressure of a pressed cylinder, blocks of 24 half-widths",
          .reference = "Hertz, 2 P/(pi a)",
          .reference_value = peak,
          .value = large,
          .error = relative_error(large, peak),
          .allowed = 0.005,
          .why = "a fourth of the error of blocks of 12: half-planes have no end"});
  EXPECT_LT(relative_error(large, peak), 0.4 * relative_error(fine, peak));
}

TEST(PlaneTouch, PartialSlipIsThatOfCattaneoAndMindlin) {
  const double mu = 0.4;
  const TouchProblem p = cylinder_on_block(mu);
  for (const double share : {0.3, 0.7}) {
    VectorXd pressed(2), pushed(2);
    pressed << press, 0;
    pushed << press, share * mu * press;
    const std::vector<TouchStep> steps = solve_touch(p, {pressed, pushed});
    const double stick = half_width * std::sqrt(1 - share);
    EXPECT_NEAR(0.5 * steps[1].stick_area, stick, 0.1 * half_width) << share;
    // q = mu p0 [sqrt(1 - x^2/a^2) - c/a sqrt(1 - x^2/c^2)] inside |x| < c
    double off = 0;
    for (const TouchPoint& point : steps[1].points) {
      const double x = p.bodies[0].surfaces[0].x(0, point.node);
      if (std::abs(std::abs(x) - half_width) < 0.15 * half_width || std::abs(std::abs(x) - stick) < 0.15 * half_width)
        continue;  // roots at the ends
      const auto bow = [&](double w) { return std::abs(x) < w ? std::sqrt(1 - x * x / (w * w)) : 0.0; };
      const double expected = mu * peak * (bow(half_width) - stick / half_width * bow(stick));
      off = std::max(off, std::abs(std::abs(point.traction()) - expected) / (mu * peak));
    }
    record({.group = "Contact near known positions",
            .name = fmt::format("Friction stress under {} of the friction limit", share),
            .reference = "Cattaneo, Mindlin; over its largest value",
            .reference_value = 0,
            .value = off,
            .error = off,
            .allowed = 0.05,
            .why = "10 elements over the half-width; pressure and friction are coupled in the blocks"});
  }
}

TEST(PlaneTouch, AShaftInABoreTouchesLikeHertzUnderLightLoad) {
  const double R = 20e-3, play = 0.2e-3;
  const auto ring = [&](double inner, double outer, int around) {
    CylinderShape shape;
    shape.radius = outer;
    shape.inner_radius = inner;
    shape.around = around;
    shape.radial = 12;
    shape.element = CellType::quad4;
    return cylinder_mesh(shape);
  };
  TouchProblem p;
  p.bodies.resize(2);
  p.contacts.resize(1);
  p.bodies[0] = touch_body("shaft", plane_strain(ring(8e-3, R - play, 360)), held("inner"), {"outer"});
  p.bodies[1] = touch_body("bore", plane_strain(ring(R, 45e-3, 360)), held("outer"), {"inner"});
  p.motions = {shift(0, {0, -1, 0}), shift(0, {1, 0, 0})};
  p.reach = 0.3e-3;
  const double load = 2e5;
  VectorXd loads(2);
  loads << load, 0;
  const TouchStep step = solve_touch(p, {loads}).front();
  const double relative = R * (R - play) / play, a = std::sqrt(4 * load * relative / (pi * contact_modulus));
  EXPECT_NEAR(0.5 * step.contact_area, a, 0.15 * a);
  double vertical = 0, largest = 0;
  for (const TouchPoint& point : step.points) {
    vertical += point.normal_force * point.pair.normal.y();
    largest = std::max(largest, point.pressure());
  }
  EXPECT_NEAR(vertical, -load, 1e-6 * load);
  EXPECT_NEAR(largest, 2 * load / (pi * a), 0.08 * largest);
  EXPECT_GT(step.updates, 1);  // pairs follow the shaft down to the bore
  EXPECT_NEAR(step.motions[0], play, 0.3 * play);
  EXPECT_NEAR(step.motions[1], 0, 1e-9);
}

TEST(PlaneTouch, AReachThatIsTooShortGrowsByItself) {
  TouchProblem p = cylinder_on_block(0);
  p.motions.pop_back();
  const std::vector<VectorXd> load{VectorXd::Constant(1, press)};
  const double expected = solve_touch(p, load).front().contact_area;
  p.reach = 1e-9;
  EXPECT_EQ(solve_touch(p, load).front().contact_area, expected);
}

TEST(PlaneTouch, LoadsThatNothingHoldsAreToldWithTheirMotion) {
  TouchProblem p = cylinder_on_block(0);
  VectorXd away(2);
  away << -press, 0;
  EXPECT_THROW(solve_touch(p, {away}), SolveError);
  p.friction = 0.4;
  VectorXd beyond(2);
  beyond << press, 0.5 * press;
  EXPECT_THROW(solve_touch(p, {beyond}), SolveError);
}

TEST(PlaneTouch, SurfacesInPiecesAreRefused) {
  Mesh mesh = rectangle_mesh({{1, 1}, {4, 4}, CellType::quad4, {0, 0}});
  auto& both = mesh.surfaces["both"];
  both = mesh.surfaces["ymin"];
  both.insert(both.end(), mesh.surfaces["ymax"].begin(), mesh.surfaces["ymax"].end());
  std::sort(both.begin(), both.end());
  EXPECT_THROW(touch_body("block", plane_strain(mesh), held("xmin"), {"both"}), InputError);
}

}  // namespace
}  // namespace trunnion

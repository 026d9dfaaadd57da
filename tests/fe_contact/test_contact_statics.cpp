// Equilibria of the full mesh with contact, against closed forms.
#include "trunnion/fe_contact/contact_statics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "fe_contact/two_parts.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/mesh/merge.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr double E = 210e9, nu = 0.3, k_p = 1e14, interference = 10e-6;

FitLaw frictionless(double stiffness = k_p) {
  FitLaw law;
  law.stiffness = stiffness;
  return law;
}
FitLaw with_friction(double mu = 0.2) {
  FitLaw law = frictionless();
  law.friction = mu;
  return law;
}

double mean_pressure(const ContactZone& zone, const FitTraction* traction) {
  double sum = 0;
  for (Index k = 0; k < zone.size(); ++k) sum += zone.area[k] * traction[k].pressure;
  return sum / zone.area.sum();
}
/// Root of the area mean of (p - mean)^2, over the mean.
double deviation_of_pressure(const ContactZone& zone, const ContactState& state) {
  const double mean = mean_pressure(zone, state.traction.data());
  double sum = 0;
  for (Index k = 0; k < zone.size(); ++k)
    sum += zone.area[k] * std::pow(state.traction[std::size_t(k)].pressure / mean - 1, 2);
  return std::sqrt(sum / zone.area.sum());
}
int sliding_points(const ContactState& state) {
  int count = 0;
  for (const FitTraction& t : state.traction) count += t.sliding;
  return count;
}

/// Give of hollow shaft and ring under pressure at the seat, plane strain: closing of the surfaces per pressure.
double lame_compliance() {
  const double a = shaft_bore, b = seat_radius, c = ring_radius;
  return b * (1 - nu * nu) / E * ((c * c + b * b) / (c * c - b * b) + (b * b + a * a) / (b * b - a * a));
}

/// A quarter of ring and shaft between planes of symmetry, no strain along z.
std::vector<Support> plane_strain_quarter() {
  std::vector<Support> supports;
  for (const std::string part : {"shaft", "ring"}) {
    supports.push_back(held(part + ".start", {1}));
    supports.push_back(held(part + ".end", {0}));
    supports.push_back(held(part + ".bottom", {2}));
    supports.push_back(held(part + ".top", {2}));
  }
  return supports;
}

struct Quarter {
  FeModel model;
  ContactZone zone;
};
Quarter quarter(double size, int shaft_around = 8, int ring_around = 8, CellType element = CellType::hex20,
                int radial = 3) {
  Quarter out;
  out.model = steel_model(ring_on_shaft({.shaft_around = shaft_around,
                                         .ring_around = ring_around,
                                         .element = element,
                                         .sector = pi / 2,
                                         .radial = radial}));
  out.zone = contact_zone(out.model, seat(size));
  return out;
}

TEST(ContactStatics, PressFitAgreesWithLameAndThePenaltyInSeries) {
  const double exact = interference / (lame_compliance() + 1 / k_p);
  for (const auto& [shaft_around, ring_around] : {std::pair{8, 8}, {6, 9}, {11, 8}}) {
    const Quarter q = quarter(interference, shaft_around, ring_around);
    const ContactStatics statics({q.model, {{q.zone, frictionless()}}, plane_strain_quarter()});
    ContactState state = statics.start();
    const ContactReport report = statics.step(state, 1, {}, 1);
    ASSERT_TRUE(report.converged) << report.message;
    EXPECT_LE(report.residual, 1e-10);
    record({.group = "Press fits",
            .name = "Ring on a hollow shaft, plane strain, quarter of hex20, " + std::to_string(shaft_around) +
                    " and " + std::to_string(ring_around) + " elements around: mean pressure",
            .reference = "Lamé, penalty in series",
            .reference_value = exact,
            .value = mean_pressure(q.zone, state.traction.data()),
            .error = relative_error(mean_pressure(q.zone, state.traction.data()), exact),
            .allowed = 1e-3,
            .why = "three elements through each wall"});
    // Unlike meshes hand the pressure over point by point, not by a mortar: it is not exactly even.
    record({.group = "Press fits",
            .name = fmt::format(
                "Ring on a hollow shaft, {} and {} elements around: standard deviation of the pressure over its mean",
                shaft_around, ring_around),
            .reference = "even pressure",
            .reference_value = 0,
            .value = deviation_of_pressure(q.zone, state),
            .error = deviation_of_pressure(q.zone, state),
            .allowed = shaft_around == ring_around ? 1e-3 : 0.05,
            .why = shaft_around == ring_around ? "equal meshes pair exactly" : "points of one side, no mortar"});
  }
}

// The pressure follows from the energy of both parts, whose error falls with twice the order of the gradients: h^4 of
// quadratic elements, as does the sag of their curved edges.
TEST(ContactStatics, PressureOfAPressFitConvergesWithTheFourthPowerOfTheMesh) {
  const double exact = interference / (lame_compliance() + 1 / k_p);
  const auto error = [&](int fine) {
    const Quarter q = quarter(interference, 3 * fine, 3 * fine, CellType::hex20, fine);
    const ContactStatics statics({q.model, {{q.zone, frictionless()}}, plane_strain_quarter()});
    ContactState state = statics.start();
    EXPECT_TRUE(statics.step(state, 1, {}, 1).converged);
    return relative_error(mean_pressure(q.zone, state.traction.data()), exact);
  };
  const double coarse = error(2), fine = error(4), order = std::log2(coarse / fine);
  record({.group = "Press fits",
          .name = "Ring on a hollow shaft, plane strain, hex20: order of convergence of the mean pressure",
          .reference = fmt::format("theory, shortfall as error; errors {:.1e} and {:.1e}", coarse, fine),
          .reference_value = 4,
          .value = order,
          .error = std::max(0.0, 4 - order),
          .allowed = 0.4,
          .why = "two and four elements through each wall, not yet the limit"});
}

TEST(ContactStatics, TaperedSeatPressesAlongItsNormalAsTheRingOfItsMeanRadius) {
  constexpr double slope = 0.1;  // of the radius along the axis
  Mesh mesh = ring_on_shaft({.shaft_around = 8, .ring_around = 8, .sector = pi / 2, .radial = 3});
  const double middle = mesh.x.row(2).mean();
  for (auto x : mesh.x.colwise()) x.head<2>() *= 1 + slope / seat_radius * (x.z() - middle);
  const FeModel model = steel_model(std::move(mesh));
  const ContactZone zone = contact_zone(model, seat(interference));
  for (const auto n : zone.normal.colwise()) EXPECT_NEAR(n.z(), -slope / std::hypot(1, slope), 1e-3);
  const ContactStatics statics({model, {{zone, frictionless()}}, plane_strain_quarter()});
  ContactState state = statics.start();
  const ContactReport report = statics.step(state, 1, {}, 1);
  ASSERT_TRUE(report.converged) << report.message;
  const double exact = interference / (lame_compliance() + 1 / k_p), p = mean_pressure(zone, state.traction.data());
  record({.group = "Press fits",
          .name = "Ring on a hollow shaft with a taper of 1:5, ends held: mean pressure",
          .reference = "Lamé at the mean radius, penalty in series",
          .reference_value = exact,
          .value = p,
          .error = relative_error(p, exact),
          .allowed = 2e-2,
          .why = "the square of the slope, 1 %, is left out on both sides of the seat"});
}

TEST(ContactStatics, WarmShaftPressesLikeTheInterferenceItMakes) {
  // With the ends held, a shaft that is warmer by dT would grow by (1 + nu) alpha dT r.
  const Quarter q = quarter(0);
  const ContactStatics statics({q.model, {{q.zone, frictionless()}}, plane_strain_quarter()});
  const double change = 40, growth = (1 + nu) * steel().expansion * change * seat_radius;
  const VectorXd load = load_vectors(q.model, {{"warm", {UniformTemperature{"shaft", change}}}}).col(0);
  ContactState state = statics.start();
  const ContactReport report = statics.step(state, 1, load, 2);
  ASSERT_TRUE(report.converged) << report.message;
  const double exact = growth / (lame_compliance() + 1 / k_p), p = mean_pressure(q.zone, state.traction.data());
  record({.group = "Press fits",
          .name = "Shaft 40 K warmer than the ring, no interference when cold: mean pressure",
          .reference = "Lamé, penalty in series",
          .reference_value = exact,
          .value = p,
          .error = relative_error(p, exact),
          .allowed = 1e-3,
          .why = "three elements through each wall"});
}

TEST(ContactStatics, PressureFollowsAPowerOfThePenetration) {
  FitLaw law = frictionless(2e19);  // Pa/m^2
  law.exponent = 2;
  const Quarter q = quarter(interference);
  const ContactStatics statics({q.model, {{q.zone, law}}, plane_strain_quarter()});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 1).converged);
  const double p = mean_pressure(q.zone, state.traction.data());
  EXPECT_NEAR((lame_compliance() * p + std::sqrt(p / law.stiffness)) / interference, 1, 1e-3);
}

/// Blocks of one square meter one upon the other, without lateral strain (Poisson's ratio does not matter then).
Mesh tower(const std::vector<std::array<int, 3>>& divisions, CellType element, double gap = 0) {
  std::vector<MeshPart> parts;
  for (std::size_t i = 0; i < divisions.size(); ++i)
    parts.push_back(
        {"block" + std::to_string(i),
         box_mesh({.divisions = divisions[i], .element = element, .origin = Vector3d(0, 0, double(i) * (1 + gap))})});
  return merged(parts);
}
std::vector<Support> in_a_shaft(int blocks) {
  std::vector<Support> supports{held("block0.zmin", {2})};
  for (int i = 0; i < blocks; ++i) {
    const std::string block = "block" + std::to_string(i);
    for (const char* side : {".xmin", ".xmax"}) supports.push_back(held(block + side, {0}));
    for (const char* side : {".ymin", ".ymax"}) supports.push_back(held(block + side, {1}));
  }
  return supports;
}
constexpr double oedometric = E * (1 - nu) / ((1 + nu) * (1 - 2 * nu));  ///< stiffness without lateral strain
ContactZone joint(const FeModel& model, int lower, bool geometric = false) {
  const auto block = [](int i) { return "block" + std::to_string(i); };
  return contact_zone(model, {.name = "joint" + std::to_string(lower),
                              .outer = block(lower + 1) + ".zmin",
                              .inner = block(lower) + ".zmax",
                              .interference = {},
                              .geometric = geometric,
                              .expansion = {}});
}

TEST(ContactStatics, EvenPressureGoesThroughJointsOfEqualMeshesUnchanged) {
  const double p = 30e6;
  for (const CellType type : solid_types) {
    const FeModel model = steel_model(tower({{2, 2, 1}, {2, 2, 1}, {2, 2, 1}}, type));
    const ContactStatics statics(
        {model, {{joint(model, 0), frictionless()}, {joint(model, 1), with_friction()}}, in_a_shaft(3)});
    ContactState state = statics.start();
    const VectorXd load = load_vectors(model, {{"", {SurfacePressure{"block2.zmax", p}}}}).col(0);
    const ContactReport report = statics.step(state, 1, load, 2, {.tolerance = 1e-12});
    ASSERT_TRUE(report.converged) << report.message;
    for (const FitTraction& t : state.traction) EXPECT_NEAR(t.pressure / p, 1, 1e-9);
    const NodeId top = nodes_named(model.file->mesh, "block2.zmax").front();
    EXPECT_NEAR(state.u[model.dofs.translation(top, 2)] / (-p * (3 / oedometric + 2 / k_p)), 1, 1e-9);
    EXPECT_LE(report.residual, 1e-11);
  }
}

TEST(ContactStatics, GapClosesBeforeItCarries) {
  // A loose fit: the upper block is pushed down farther than the clearance by a prescribed motion.
  const double gap = 1e-4, push = 3e-4;
  for (const double way : {push, 0.5 * gap}) {
    const FeModel model = steel_model(tower({{1, 1, 2}, {2, 2, 2}}, CellType::hex20, gap));
    std::vector<Support> supports = in_a_shaft(2);
    supports.push_back(held("block1.zmax", {2}, -way));
    const ContactStatics statics({model, {{joint(model, 0, true), with_friction()}}, supports});
    ContactState state = statics.start();
    const ContactOptions sharp{.tolerance = 1e-11};
    const ContactReport report = statics.step(state, 1, {}, 3, sharp);
    ASSERT_TRUE(report.converged) << report.message;
    const double exact = std::max(0.0, way - gap) / (2 / oedometric + 1 / k_p);
    for (const FitTraction& t : state.traction) EXPECT_NEAR(t.pressure, exact, 10 * sharp.tolerance * k_p * push);
  }
}

/// Ring on shaft; the shaft's bore is held, the ring is turned by a reference node that follows its outside.
struct TurnedRing {
  FeModel model;
  NodeId reference;
};
std::vector<Support> turned_supports() {
  return {held("shaft.inner", {0, 1, 2}), held("ring.bottom", {2}), held("ring.top", {2}), held("shaft.top", {2})};
}
TurnedRing turned_ring(double spring = 0) {
  auto file = of_material(ring_on_shaft({.shaft_around = 12, .ring_around = 12}), steel());
  Mesh& mesh = file->mesh;
  TurnedRing out;
  out.reference = NodeId{std::int32_t(mesh.num_nodes())};
  mesh.x.conservativeResize(3, mesh.num_nodes() + 1);
  mesh.x.rightCols(1) = Vector3d(0, 0, 0.5 * ring_length);
  mesh.node_labels.push_back(mesh.num_nodes());
  Coupling coupling;
  coupling.name = "belt";
  coupling.reference = out.reference;
  coupling.nodes = nodes_named(mesh, "ring.outer");
  coupling.faces = faces_named(mesh, "ring.outer");
  file->couplings = {coupling};
  if (spring > 0) {
    NodeSpring to_ground;
    to_ground.a = out.reference;
    to_ground.stiffness(5, 5) = spring;
    file->springs = {to_ground};
  }
  out.model = assemble(file);
  return out;
}
VectorXd torque(const TurnedRing& ring, double moment) {
  return load_vectors(ring.model, {{"", {ReferenceLoad{"belt", Vector3d::Zero(), Vector3d(0, 0, moment)}}}}).col(0);
}
/// mu r sum(p A)
double capacity(const ContactZone& zone, const ContactState& state, double mu) {
  double moment = 0;
  for (Index k = 0; k < zone.size(); ++k)
    moment += mu * zone.area[k] * state.traction[std::size_t(k)].pressure * zone.position.col(k).head<2>().norm();
  return moment;
}
double turn(const TurnedRing& ring, const ContactState& state) {
  return state.u[ring.model.dofs.rotation_dof(ring.reference, 2)];
}

TEST(ContactStatics, FitHoldsTheTorqueOfItsFrictionAndSlipsAbove) {
  const double mu = 0.2;
  const TurnedRing ring = turned_ring();
  const ContactZone zone = contact_zone(ring.model, seat(interference));
  const ContactStatics statics({ring.model, {{zone, with_friction(mu)}}, turned_supports()});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 2).converged);
  const double limit = capacity(zone, state, mu);

  ContactReport report = statics.step(state, 1, torque(ring, 0.99 * limit), 3);
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_LE(report.residual, 1e-9);
  const ContactState before = state;
  report = statics.step(state, 1, torque(ring, 1.05 * limit), 1);
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.message.find("the fit 'seat' slips"), std::string::npos) << report.message;
  const double reached = state.load[ring.model.dofs.rotation_dof(ring.reference, 2)];
  EXPECT_LE(report.residual, 1e-8);  // it stays in the last equilibrium
  record({.group = "Press fits",
          .name = "Ring on a shaft: largest torque with an equilibrium, steps of 0.75 %",
          .reference = "mu r sum(p A)",
          .reference_value = limit,
          .value = reached,
          .error = relative_error(reached, limit),
          .allowed = 0.01,
          .why = "size of the steps"});
}

/// A ring shrunk on its shaft and turned by 90 % of what its friction holds.
struct TurnedState {
  ContactState state;
  std::vector<ContactReport> steps;
};
TurnedState turned_below_the_limit(const TurnedRing& ring, const ContactOptions& options) {
  const ContactZone zone = contact_zone(ring.model, seat(interference));
  const ContactStatics statics({ring.model, {{zone, with_friction(0.2)}}, turned_supports()});
  TurnedState out{.state = statics.start(), .steps = {}};
  out.steps.push_back(statics.step(out.state, 1, {}, 2, options));
  const double limit = capacity(zone, out.state, 0.2);
  for (const double share : {0.3, 0.6, 0.9})
    out.steps.push_back(statics.step(out.state, 1, torque(ring, share * limit), 1, options));
  return out;
}

TEST(ContactStatics, DirectAndIteratedSolutionsOfTheUnsymmetricEquationsAreOneEquilibrium) {
  const TurnedRing ring = turned_ring();
  const TurnedState direct = turned_below_the_limit(ring, {.patience = 0});
  const TurnedState iterated = turned_below_the_limit(ring, {.patience = 1e300});
  EXPECT_LE((direct.state.w - iterated.state.w).norm(), 1e-8 * iterated.state.w.norm());
  EXPECT_LE((direct.state.u - iterated.state.u).norm(), 1e-8 * iterated.state.u.norm());
  int direct_iterations = 0, iterations = 0;
  for (std::size_t i = 0; i < direct.steps.size(); ++i) {
    ASSERT_TRUE(direct.steps[i].converged && iterated.steps[i].converged);
    EXPECT_LE(direct.steps[i].residual, 1e-9);
    direct_iterations += direct.steps[i].iterations;
    iterations += iterated.steps[i].iterations;
  }
  EXPECT_LE(direct_iterations, iterations);  // no linear system is left half solved
}

TEST(ContactStatics, AContactOfFewPointsIsSolvedDirectlyOnceIterationsHaveCostAsMuch) {
  const TurnedRing ring = turned_ring();
  const Index motions = 3 * contact_zone(ring.model, seat(interference)).size();
  const auto solves = [](const TurnedState& of) {
    Index sum = 0;
    for (const ContactReport& step : of.steps) sum += step.solves;
    return sum;
  };
  const Index iterated = solves(turned_below_the_limit(ring, {.patience = 1e300}));
  const double patience = 0.5 * double(iterated) / double(motions);  // half way
  const TurnedState changed = turned_below_the_limit(ring, {.patience = patience});
  // The compliance once; from there on loads and displacements only: three back-solves a step.
  EXPECT_EQ(changed.steps.back().solves, 3);
  EXPECT_LE(solves(changed), iterated / 2 + 80 + motions + 3 * Index(changed.steps.size()));
}

TEST(ContactStatics, FrictionRemembersTheWayOfTheLoad) {
  // A spring holds the ring too, so there is an equilibrium when the fit slides; the fit then carries its limit and the
  // spring the rest.
  const double spring = 2e4, mu = 0.2;  // N m/rad
  const TurnedRing ring = turned_ring(spring);
  const ContactZone zone = contact_zone(ring.model, seat(interference));
  const ContactStatics statics({ring.model, {{zone, with_friction(mu)}}, turned_supports()});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 2).converged);
  const double limit = capacity(zone, state, mu);
  // Below the limit everything is elastic: the way back is the way there.
  ASSERT_TRUE(statics.step(state, 1, torque(ring, 0.5 * limit), 1).converged);
  const double elastic = turn(ring, state) / (0.5 * limit);
  EXPECT_EQ(sliding_points(state), 0);
  ASSERT_TRUE(statics.step(state, 1, {}, 1).converged);
  EXPECT_LE(std::abs(turn(ring, state)), 1e-4 * elastic * limit);
  // Beyond it the loop of an elastic, perfectly sliding element beside a spring.
  ASSERT_TRUE(statics.step(state, 1, torque(ring, 1.5 * limit), 4).converged);
  EXPECT_EQ(sliding_points(state), zone.size());
  const double forth = 0.5 * limit / spring;
  EXPECT_NEAR(turn(ring, state) / forth, 1, 0.02);
  ASSERT_TRUE(statics.step(state, 1, {}, 2).converged);
  EXPECT_NEAR((turn(ring, state) - forth) / (-1.5 * limit * elastic), 1, 0.02);
  ASSERT_TRUE(statics.step(state, 1, torque(ring, -1.5 * limit), 4).converged);
  EXPECT_NEAR(turn(ring, state) / forth, -1, 0.02);
}

TEST(ContactStatics, FrictionThatFallsWithSlidingLeavesMoreToTheSpring) {
  const double spring = 2e4;  // N m/rad, beside the fit
  FitLaw law = with_friction(0.2);
  law.sliding = 0.12;
  law.weakening = 2e-6;
  const TurnedRing ring = turned_ring(spring);
  const ContactZone zone = contact_zone(ring.model, seat(interference));
  const ContactStatics statics({ring.model, {{zone, law}}, turned_supports()});
  ContactState state = statics.start();
  ASSERT_TRUE(statics.step(state, 1, {}, 2).converged);
  const double load = 1.5 * capacity(zone, state, law.friction);
  const ContactReport report = statics.step(state, 1, torque(ring, load), 6);
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_EQ(sliding_points(state), zone.size());
  EXPECT_NEAR(turn(ring, state) * spring / (load - capacity(zone, state, law.sliding)), 1, 1e-3);
}

/// Stops at the n-th question.
class Impatient : public Observer {
 public:
  explicit Impatient(int questions) : left_(questions) {}
  void begin(const std::string&, const std::string&) override {}
  void advance(double) override {}
  void note(const std::string&) override {}
  void warn(const std::string&) override {}
  void end(const std::string&) override {}
  bool cancelled() const override { return --left_ < 0; }

 private:
  mutable int left_;
};

TEST(ContactStatics, StopsOnRequest) {
  const Quarter q = quarter(interference, 2, 2);
  const ContactStatics statics({q.model, {{q.zone, with_friction()}}, plane_strain_quarter()});
  ContactState state = statics.start();
  Impatient observer(2);
  EXPECT_THROW(statics.step(state, 1, {}, 5, {}, observer), Cancelled);
}

TEST(ContactStatics, SlopesOfForcesAgreeWithDifferences) {
  const Quarter q = quarter(interference, 2, 2);
  const std::vector<Fit> fits{{q.zone, with_friction()}};
  const FitPoints points = fit_points(fits, q.model.dofs.size);
  VectorXd w(3 * points.size());
  for (Index i = 0; i < w.size(); ++i) w[i] = 8e-6 * std::sin(1.7 * double(i));  // some stick, some slide, some open
  const std::vector<FitTraction> past(std::size_t(points.size()));
  const FitForces at = fit_forces(points, 0.5, w, past, true);
  for (Index k = 0; k < points.size(); ++k)
    for (int j = 0; j < 3; ++j) {
      const double h = 1e-11;
      VectorXd up = w, down = w;
      up[3 * k + j] += h;
      down[3 * k + j] -= h;
      const VectorXd slope =
          (fit_forces(points, 0.5, up, past, false).force - fit_forces(points, 0.5, down, past, false).force) / (2 * h);
      EXPECT_LE((slope.segment<3>(3 * k) - at.slope[std::size_t(k)].col(j)).norm(), 1e-5 * k_p * points.area[k]);
    }
}

TEST(ContactStatics, RefusesPartsThatNothingHolds) {
  const FeModel model = steel_model(ring_on_shaft({}));
  const ContactZone zone = contact_zone(model, seat(interference));
  try {
    const ContactStatics statics({model, {{zone, with_friction()}}, {}});
    FAIL() << "a free pair was accepted";
  } catch (const SolveError& error) {
    EXPECT_NE(std::string(error.what()).find("not held"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace trunnion

// A hollow shaft of 16/40 mm in a hub of 40/90 mm, bricks with incompatible modes and contact at 612 pairs of nodes,
// against a program that condenses the same mesh exactly onto its contact points.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>

#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/mesh/merge.h"
#include "trunnion/reduction/prepared_fits.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double mm = 1e-3;

/// A hollow cylinder whose rings and layers lie where they are told [mm].
Mesh cylinder_with_layers(const std::vector<double>& r, const std::vector<double>& z) {
  Mesh mesh = cylinder_mesh({.radius = double(r.size() - 1) + 1,
                             .inner_radius = 1,
                             .length = double(z.size() - 1),
                             .around = 36,
                             .radial = int(r.size()) - 1,
                             .along = int(z.size()) - 1,
                             .element = CellType::hex8});
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const double ring = mesh.x.col(n).head<2>().norm();
    mesh.x.col(n).head<2>() *= mm * r[std::size_t(std::lround(ring - 1))] / ring;
    mesh.x(2, n) = mm * z[std::size_t(std::lround(mesh.x(2, n)))];
  }
  return mesh;
}

std::vector<double> hub_layers() {
  std::vector<double> z;
  for (int k = 0; k <= 16; ++k) z.push_back(-15 + 30.0 * k / 16);
  return z;
}

/// Layers of the hub with those of the free ends around them.
std::vector<double> shaft_layers() {
  std::vector<double> z{-50, -45, -40, -33, -27, -22, -18};
  for (const double inside : hub_layers()) z.push_back(inside);
  for (const double outside : {18, 22, 27, 33, 40, 45, 50}) z.push_back(outside);
  return z;
}

struct ShaftAndHub {
  std::shared_ptr<MeshFile> file;
  FeModel model;
  NodeId A, B, C;
};

/// A point that goes with the mean of nodes on a surface, each counted alike.
NodeId couple(MeshFile& file, const std::string& name, double z, const std::string& surface, double from, double to) {
  Mesh& mesh = file.mesh;
  Coupling coupling;
  coupling.name = name;
  for (const NodeId node : nodes_named(mesh, surface))
    if (mesh.x(2, node.value) > from && mesh.x(2, node.value) < to) coupling.nodes.push_back(node);
  coupling.weights.assign(coupling.nodes.size(), 1);
  coupling.reference = NodeId{std::int32_t(mesh.num_nodes())};
  mesh.x.conservativeResize(Eigen::NoChange, mesh.num_nodes() + 1);
  mesh.x.rightCols<1>() = Vector3d(0, 0, z);
  mesh.node_labels.push_back(mesh.node_labels.back() + 1);
  file.couplings.push_back(coupling);
  return coupling.reference;
}

const ShaftAndHub& shaft_and_hub() {
  static const ShaftAndHub made = [] {
    ShaftAndHub out;
    out.file = of_material(merged({{"shaft", cylinder_with_layers({8, 13, 17.2, 20}, shaft_layers()), Vector3d::Zero()},
                                   {"hub", cylinder_with_layers({20, 24, 32, 45}, hub_layers()), Vector3d::Zero()}}),
                           steel());
    out.A = couple(*out.file, "A", -45 * mm, "shaft.outer", -1, -39 * mm);
    out.B = couple(*out.file, "B", 45 * mm, "shaft.outer", 39 * mm, 1);
    out.C = couple(*out.file, "C", 0, "hub.outer", -1, 1);
    out.model = assemble(out.file);
    return out;
  }();
  return made;
}

ContactProblem pressed_together(const FeModel& model) {
  ContactZone zone = contact_zone(model, {.name = "seat",
                                          .outer = "hub.inner",
                                          .inner = "shaft.outer",
                                          .points = ContactPoints::nodes,
                                          .interference = [](const Vector3d&) { return 0.025 * mm; },
                                          .expansion = {}});
  constexpr std::optional<double> held = 0.0;
  return {.model = model,
          .fits = {{std::move(zone), {.stiffness = 1e14, .friction = 0.2, .elastic_slip = 0.01 * mm}}},
          .supports = {{"A", {held, held, held, held, held, held}}, {"B", {held, held, held, held, held, held}}}};
}

void compare(const std::string& what, double value, double reference) {
  record({.group = "Press fits",
          .name = "Hollow shaft and hub of bricks: " + what,
          .reference = "independent program, exact condensation",
          .reference_value = reference,
          .value = value,
          .error = relative_error(value, reference),
          .allowed = 0.01,
          .why = "stated with the reference: it depends on the formulation of the element"});
}

struct Extremes {
  double mean = 0, least = 1e300, most = 0;  ///< pressure [MPa]
  double slip = 0;                           ///< largest [mm]
  int open = 0, sliding = 0;
};
Extremes extremes(const ContactZone& zone, const ContactState& state) {
  Extremes out;
  for (Index k = 0; k < zone.size(); ++k) {
    const FitTraction& t = state.traction[std::size_t(k)];
    out.mean += 1e-6 * t.pressure / double(zone.size());
    out.least = std::min(out.least, 1e-6 * t.pressure);
    out.most = std::max(out.most, 1e-6 * t.pressure);
    out.slip = std::max(out.slip, 1e3 * t.memory.slip.norm());
    out.open += !t.closed;
    out.sliding += t.sliding;
  }
  return out;
}

TEST(HollowShaftAndHub, IsShrunkBentAndTwistedAsByTheIndependentProgram) {
  const FeModel& model = shaft_and_hub().model;
  const ContactStatics statics(pressed_together(model));
  const ContactZone& zone = statics.problem().fits.front().zone;
  ASSERT_EQ(zone.size(), 612);

  ContactState shrunk = statics.start();
  ASSERT_TRUE(statics.step(shrunk, 1, {}, 1).converged);
  compare("mean pressure after shrinking [MPa]", extremes(zone, shrunk).mean, 100.31);
  compare("smallest pressure after shrinking [MPa]", extremes(zone, shrunk).least, 84.04);
  compare("largest pressure after shrinking [MPa]", extremes(zone, shrunk).most, 162.72);

  const auto loaded = [&](const Vector3d& force, const Vector3d& moment, int increments) {
    ContactState state = shrunk;
    const VectorXd load = load_vectors(model, {{"at C", {ReferenceLoad{"C", force, moment}}}}).col(0);
    const ContactReport report = statics.step(state, 1, load, increments);
    EXPECT_TRUE(report.converged) << report.message;
    return state;
  };
  const auto deflection = [&](const ContactState& state) {
    return 1e3 * state.u[model.dofs.translation(shaft_and_hub().C, 1)];
  };
  ContactState state = loaded({0, 40e3, 0}, Vector3d::Zero(), 3);
  compare("smallest pressure under 40 kN [MPa]", extremes(zone, state).least, 75.9);
  compare("largest pressure under 40 kN [MPa]", extremes(zone, state).most, 223.1);
  compare("deflection under 40 kN [mm]", deflection(state), 0.01667);
  state = loaded({0, 100e3, 0}, Vector3d::Zero(), 3);
  compare("smallest pressure under 100 kN [MPa]", extremes(zone, state).least, 19.7);
  compare("largest pressure under 100 kN [MPa]", extremes(zone, state).most, 316.4);
  compare("deflection under 100 kN [mm]", deflection(state), 0.04174);
  compare("largest slip under 100 kN [mm]", extremes(zone, state).slip, 0.0098);
  state = loaded({0, 180e3, 0}, Vector3d::Zero(), 3);
  EXPECT_NEAR(extremes(zone, state).open, 64, 5);
  EXPECT_NEAR(extremes(zone, state).sliding, 122, 5);
  EXPECT_EQ(extremes(zone, loaded(Vector3d::Zero(), {0, 0, 1300}, 6)).sliding, 144);
  EXPECT_EQ(extremes(zone, loaded(Vector3d::Zero(), {0, 0, 1450}, 6)).sliding, 576);
}

/// Number of independent columns after each is scaled to unit length; columns that vanish do not count.
Index rank_of_scaled(const MatrixXd& columns) {
  const VectorXd size = columns.colwise().norm();
  MatrixXd scaled(columns.rows(), 0);
  for (Index k = 0; k < columns.cols(); ++k)
    if (size[k] > 1e-9 * size.maxCoeff()) {
      scaled.conservativeResize(Eigen::NoChange, scaled.cols() + 1);
      scaled.rightCols<1>() = columns.col(k) / size[k];
    }
  const VectorXd singular = Eigen::BDCSVD<MatrixXd>(scaled).singularValues();
  return (singular.array() > 1e-10 * singular[0]).count();
}

TEST(HollowShaftAndHub, ThirtyNineMotionsGiveTwentyNinePressuresOfFirstOrderAnd167OfSecond) {
  const ShaftAndHub& parts = shaft_and_hub();
  const ConstrainedSolver solver(constrain(parts.model, {}, {parts.A, parts.B, parts.C}), LooseMotion::refuse);
  const ModalSolution fixed = solve_modes(solver, {.count = 20});
  const double expected[] = {11421, 11421, 12768};
  for (int k = 0; k < 3; ++k)
    compare("interfaces held, mode " + std::to_string(k + 1) + " [Hz]", fixed.frequency[k], expected[k]);

  const ContactStatics statics(pressed_together(parts.model));
  PreparedFits fits;
  fits.fits = statics.problem().fits;
  fits.shrunk = statics.start();
  ASSERT_TRUE(statics.step(fits.shrunk, 1, {}, 1).converged);
  const ContactRows rows =
      contact_rows(fits, side_by_side(solver.constraint_modes(), side_by_side(fixed.shape, fits.shrunk.u)));
  MatrixXd second(rows.normal.rows(), 0);
  for (Index i = 0; i < 39; ++i) {
    const MatrixXd products = rows.normal.rightCols(39 - i).array().colwise() * rows.normal.col(i).array();
    second = side_by_side(second, products);
  }
  EXPECT_EQ(rank_of_scaled(rows.depth.asDiagonal() * rows.normal), 29);
  EXPECT_EQ(rank_of_scaled(second), 167);
}

}  // namespace
}  // namespace trunnion

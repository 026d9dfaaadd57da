// The same decks in CalculiX and here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <numbers>

#include "support/calculix.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

using testing::record;

constexpr std::optional<double> held = 0.0, free_dof = std::nullopt;

/// CalculiX integrates the mass at the points of the stiffness: one for C3D4, four for C3D10, nine for C3D15.
constexpr AssemblyOptions calculix_mass{.mass_quadrature = MassQuadrature::as_stiffness};

/// Names of node sets as the reader stores them may differ in case from the deck.
std::string set_named(const Mesh& mesh, const std::string& name) {
  for (const auto& [key, nodes] : mesh.node_sets)
    if (key.size() == name.size() && std::equal(key.begin(), key.end(), name.begin(), [](char a, char b) {
          return std::toupper(static_cast<unsigned char>(a)) == std::toupper(static_cast<unsigned char>(b));
        }))
      return key;
  throw std::invalid_argument("the deck has no set " + name);
}

void expect_same_frequencies(const std::string& what, const VectorXd& ours, const VectorXd& peer,
                             const std::string& reference = "CalculiX 2.20, same .inp") {
  ASSERT_EQ(ours.size(), peer.size());
  const double worst = (ours - peer).cwiseQuotient(peer).cwiseAbs().maxCoeff();
  record({.group = "Against CalculiX",
          .name = what,
          .reference = reference,
          .reference_value = 0,
          .value = worst,
          .error = worst,
          .allowed = 1e-6,
          .why = "CalculiX prints seven digits"});
}

TEST(AgainstCalculix, FrequenciesOfAFreeBlockAreTheSame) {
  // wedge6 is left out: CalculiX integrates it with a zero-energy mode (theory/fem.md, Table 1). hex8 is compared below
  // by matrices, because CalculiX gives mass to the incompatible modes of C3D8I.
  for (const CellType type : {CellType::tet4, CellType::tet10, CellType::wedge15, CellType::hex20}) {
    Mesh mesh = testing::distorted_mesh(type);
    mesh.x = Vector3d(0.12, 0.05, 0.03).asDiagonal() * mesh.x;
    // With steel CalculiX loses digits on a free block (1.7e-6 with tet4). A heavy material brings the eigenvalues near
    // one, where it does not; the frequencies of both programs only change their scale.
    Material heavy = testing::steel();
    heavy.density *= 1e9;
    const std::string deck =
        testing::calculix_mesh(*testing::of_material(mesh, heavy)) + "*STEP\n*FREQUENCY\n14\n*END STEP\n";
    const auto path = testing::run_calculix(fmt::format("free-block-{}", name(type)), deck);
    const FeModel model =
        assemble(std::make_shared<MeshFile>(read_abaqus(path.string(), unit_system("m"))), calculix_mass);
    const ModalSolution modes = solve_modes(model, {}, {.count = 14});
    EXPECT_EQ(modes.rigid_modes, 6) << name(type);
    const VectorXd peer = testing::calculix_frequencies(std::filesystem::path(path).replace_extension("dat"));
    ASSERT_GE(peer.size(), 14) << name(type);
    expect_same_frequencies(
        fmt::format("free block (mass at the stiffness points, density x 1e9), 8 frequencies, {}", name(type)),
        modes.frequency.segment(6, 8), peer.segment(6, 8));
  }
}

TEST(AgainstCalculix, FrequenciesWithCurvedSidesAreTheSame) {
  for (const CellType type : {CellType::tet10, CellType::wedge15, CellType::hex20}) {
    const Mesh mesh = cylinder_mesh(
        {.radius = 0.03, .inner_radius = 0.015, .length = 0.1, .around = 8, .radial = 1, .element = type});
    const auto file = testing::of_material(mesh, testing::steel());
    const std::string deck =
        testing::calculix_mesh(*file) + "*BOUNDARY\nbottom, 1, 3\n*STEP\n*FREQUENCY\n8\n*END STEP\n";
    const auto path = testing::run_calculix(fmt::format("curved-{}", name(type)), deck);
    const ModalSolution modes =
        solve_modes(assemble(file, calculix_mass), {{"bottom", {held, held, held}}}, {.count = 8});
    expect_same_frequencies(
        fmt::format("clamped tube with curved sides (mass at the stiffness points), 8 frequencies, {}", name(type)),
        modes.frequency, testing::calculix_frequencies(std::filesystem::path(path).replace_extension("dat")));
  }
}

/// Largest difference of our displacements and a table of CalculiX's, relative to the largest displacement.
double displacement_deviation(const FeModel& model, const VectorXd& u, const std::map<std::int64_t, Vector3d>& peer,
                              double length) {
  const Mesh& mesh = model.file->mesh;
  double worst = 0, largest = 0;
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const auto entry = peer.find(mesh.node_labels.at(std::size_t(n)));
    if (entry == peer.end()) continue;
    worst = std::max(worst, (u.segment<3>(3 * n) - length * entry->second).cwiseAbs().maxCoeff());
    largest = std::max(largest, length * entry->second.cwiseAbs().maxCoeff());
  }
  EXPECT_GT(largest, 0);
  return worst / largest;
}

void expect_same_displacements(const std::string& what, double deviation, const std::string& reference) {
  record({.group = "Against CalculiX",
          .name = what,
          .reference = reference,
          .reference_value = 0,
          .value = deviation,
          .error = deviation,
          .allowed = 1e-6,
          .why = "CalculiX prints seven digits"});
}

TEST(AgainstCalculix, DisplacementsOfABlockOfHex8AreTheSame) {
  // On bricks: on distorted cells C3D8I does not pass the patch test (see below).
  const Mesh mesh = box_mesh({.size = {0.12, 0.05, 0.03}, .divisions = {3, 2, 2}, .element = CellType::hex8});
  const std::string deck = testing::calculix_mesh(*testing::of_material(mesh, testing::steel())) +
                           "*BOUNDARY\nxmin, 1, 3\n*STEP\n*STATIC\n*CLOAD\nxmax, 2, 1000.\n"
                           "*NODE PRINT, NSET=NALL\nU\n*END STEP\n";
  const auto path = testing::run_calculix("static-hex8", deck);
  const auto file = std::make_shared<MeshFile>(read_abaqus(path.string(), unit_system("m")));
  const std::string load = set_named(file->mesh, "xmax");
  const auto count = double(file->mesh.node_sets.at(load).size());
  const FeModel model = assemble(file);
  const StaticSolution solution = solve_static(model, {{set_named(file->mesh, "xmin"), {held, held, held}}},
                                               {{"tip", {NodalForce{load, {0, 1000 * count, 0}}}}});
  const auto peer = testing::calculix_table(std::filesystem::path(path).replace_extension("dat"), "displacements");
  EXPECT_GE(Index(peer.size()), file->mesh.num_nodes());
  expect_same_displacements("block of bricks under a shear load, displacements of all nodes, hex8",
                            displacement_deviation(model, solution.displacement.col(0), peer, 1),
                            "CalculiX 2.20 (C3D8I), same .inp");
}

/// CalculiX's matrices of a body of C3D8I: nodes first, then three displacements for each incompatible mode.
struct BubbleMatrices {
  MatrixXd K, M;
  Index nodal;
};

BubbleMatrices calculix_bubble_matrices(const std::string& test, const Mesh& mesh) {
  const std::string deck = testing::calculix_mesh(*testing::of_material(mesh, testing::steel())) +
                           "*STEP\n*FREQUENCY, SOLVER=MATRIXSTORAGE\n2\n*END STEP\n";
  const auto path = testing::run_calculix(test, deck);
  BubbleMatrices out{testing::calculix_matrix(std::filesystem::path(path).replace_extension("sti")),
                     testing::calculix_matrix(std::filesystem::path(path).replace_extension("mas")),
                     3 * mesh.num_nodes()};
  EXPECT_EQ(out.K.rows(), out.nodal + 9 * mesh.num_elements());
  return out;
}

TEST(AgainstCalculix, FrequenciesOfHex8AreThoseOfC3d8iWithMasslessIncompatibleModes) {
  const Mesh mesh = box_mesh({.size = {0.12, 0.05, 0.03}, .divisions = {3, 2, 2}, .element = CellType::hex8});
  const auto [K, M, n] = calculix_bubble_matrices("massless-bubbles", mesh);
  const Index b = K.rows() - n;
  const MatrixXd condensed =
      K.topLeftCorner(n, n) -
      K.topRightCorner(n, b) * LeastNormSolver(K.bottomRightCorner(b, b)).solve(K.bottomLeftCorner(b, n));
  const VectorXd peer = generalized_symmetric_eigen(condensed, M.topLeftCorner(n, n)).values.segment(6, 8).cwiseSqrt() /
                        (2 * std::numbers::pi);
  const ModalSolution modes = solve_modes(assemble(testing::of_material(mesh, testing::steel())), {}, {.count = 14});
  expect_same_frequencies("free block of bricks, 8 frequencies, hex8 (matrices of C3D8I, incompatible modes massless)",
                          modes.frequency.segment(6, 8), peer);
}

TEST(AgainstCalculix, AUniformStrainLoadsTheIncompatibleModesOfADistortedC3d8iButNotOfHex8) {
  // Why displacements of distorted cells differ: C3D8I has no correction for the patch test, hex8 has
  // (PatchTest.* proves it for the assembled element).
  const auto force_on_modes = [](const std::string& test, const Mesh& mesh) {
    const auto [K, M, n] = calculix_bubble_matrices(test, mesh);
    const Matrix3d gradient{{0.1, 0.3, 0.2}, {0.5, -0.2, 0.1}, {0.4, 0.6, 0.3}};
    const Matrix3Xd u = gradient * mesh.x;
    const VectorXd force = K.leftCols(n) * Eigen::Map<const VectorXd>(u.data(), n);
    return force.tail(K.rows() - n).cwiseAbs().maxCoeff() / force.head(n).cwiseAbs().maxCoeff();
  };
  EXPECT_LT(
      force_on_modes("patch-bricks", box_mesh({.size = {1, 1, 1}, .divisions = {2, 2, 2}, .element = CellType::hex8})),
      1e-9);
  EXPECT_GT(force_on_modes("patch-distorted", testing::distorted_mesh(CellType::hex8)), 1e-3);
}

TEST(CalculixDeck, Beam10pDisplacementsOfACantileverOfTet10) {
  const auto path = testing::packaged_deck("beam10p.inp", "beam10p");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const UnitSystem mm = unit_system("mm");
  auto file = std::make_shared<MeshFile>(read_abaqus(path.string(), mm));
  Mesh& mesh = file->mesh;
  for (std::size_t n = 0; n < mesh.node_labels.size(); ++n) {
    if (mesh.node_labels[n] == 1) mesh.node_sets["first"] = {NodeId{std::int32_t(n)}};
    if (mesh.node_labels[n] == 3) mesh.node_sets["third"] = {NodeId{std::int32_t(n)}};
  }
  const std::string fix = set_named(mesh, "FIX"), load = set_named(mesh, "LOAD");
  const auto count = double(mesh.node_sets.at(load).size());
  const FeModel model = assemble(file);
  const StaticSolution solution =
      solve_static(model, {{"first", {held, held}}, {"third", {held}}, {fix, {free_dof, free_dof, held}}},
                   {{"tip", {NodalForce{load, {0, count, 0}}}}});
  const auto peer = testing::calculix_table(testing::packaged_deck("beam10p.dat.ref", "beam10p"), "displacements");
  expect_same_displacements("deck beam10p, displacements of all nodes, tet10",
                            displacement_deviation(model, solution.displacement.col(0), peer, mm.length),
                            "packaged beam10p.dat.ref");
}

TEST(CalculixDeck, Beam20pDisplacementsOfACantileverOfHex20) {
  const auto path = testing::packaged_deck("beam20p.inp", "beam20p");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const UnitSystem mm = unit_system("mm");
  const auto file = std::make_shared<MeshFile>(read_abaqus(path.string(), mm));
  const std::string load = set_named(file->mesh, "LAST");
  const auto count = double(file->mesh.node_sets.at(load).size());
  const FeModel model = assemble(file);
  const StaticSolution solution = solve_static(model, {{set_named(file->mesh, "CN7"), {held, held, held}}},
                                               {{"tip", {NodalForce{load, {0, count, 0}}}}});
  const auto peer = testing::calculix_table(testing::packaged_deck("beam20p.dat.ref", "beam20p"), "displacements");
  expect_same_displacements("deck beam20p, displacements of all nodes, hex20",
                            displacement_deviation(model, solution.displacement.col(0), peer, mm.length),
                            "packaged beam20p.dat.ref");
}

/// Makes a node set of one node, by its label.
std::string node_set_of(Mesh& mesh, std::int64_t label) {
  const auto at = std::find(mesh.node_labels.begin(), mesh.node_labels.end(), label) - mesh.node_labels.begin();
  const std::string set = fmt::format("node {}", label);
  mesh.node_sets[set] = {NodeId{std::int32_t(at)}};
  return set;
}

TEST(CalculixDeck, C3d15WedgesUnderPressureOnTheirTriangles) {
  const auto path = testing::packaged_deck("c3d15.inp", "c3d15");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const UnitSystem inch = unit_system("in");
  auto file = std::make_shared<MeshFile>(read_abaqus(path.string(), inch));
  Mesh& mesh = file->mesh;
  for (std::int32_t e = 0; e < std::int32_t(mesh.num_elements()); ++e) {
    const auto [block, column] = mesh.locate({e});
    const std::int64_t label = mesh.blocks[std::size_t(block)].labels[std::size_t(column)];
    if (label >= 33 && label <= 40) mesh.surfaces["ends"].push_back({{e}, 1});  // P2
    if (label >= 17 && label <= 24) mesh.surfaces["ends"].push_back({{e}, 0});  // P1
  }
  const std::vector<Support> supports = {{node_set_of(mesh, 10), {held, held, held}},
                                         {node_set_of(mesh, 12), {free_dof, held, held}},
                                         {node_set_of(mesh, 16), {free_dof, free_dof, held}}};
  const FeModel model = assemble(file);
  const StaticSolution solution = solve_static(model, supports, {{"p", {SurfacePressure{"ends", 20 * inch.stress()}}}});
  const auto peer = testing::calculix_table(testing::packaged_deck("c3d15.dat.ref", "c3d15"), "displacements");
  EXPECT_EQ(Index(peer.size()), mesh.num_nodes());
  expect_same_displacements("deck c3d15, displacements of all nodes, wedge15",
                            displacement_deviation(model, solution.displacement.col(0), peer, inch.length),
                            "packaged c3d15.dat.ref");
}

TEST(CalculixDeck, Damper1FrequenciesBesideARigidBody) {
  const auto path = testing::packaged_deck("damper1.inp", "damper1");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const auto file = std::make_shared<MeshFile>(read_abaqus(path.string(), unit_system("mm")));
  ASSERT_EQ(file->couplings.size(), 1U);
  const ModalSolution modes =
      solve_modes(assemble(file), {{set_named(file->mesh, "NFIX"), {held, held, held}}}, {.count = 8});
  EXPECT_EQ(modes.rigid_modes, 6);  // of the cube that is a rigid body
  const VectorXd peer = testing::calculix_frequencies(testing::packaged_deck("damper1.dat.ref", "damper1"));
  ASSERT_EQ(peer.size(), 8);
  expect_same_frequencies("deck damper1, elastic frequencies beside a free rigid body, hex20", modes.frequency.tail(2),
                          peer.tail(2), "packaged damper1.dat.ref");
}

TEST(CalculixDeck, Contact5FrequenciesOfTwoBeamsThatDoNotTouch) {
  const auto path = testing::packaged_deck("contact5.inp", "contact5");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const auto file = std::make_shared<MeshFile>(read_abaqus(path.string(), unit_system("mm")));
  const ModalSolution modes =
      solve_modes(assemble(file), {{set_named(file->mesh, "NFIX"), {held, held, held}}}, {.count = 20});
  expect_same_frequencies("deck contact5, 20 frequencies of two cantilevers, each four or two times, hex20",
                          modes.frequency,
                          testing::calculix_frequencies(testing::packaged_deck("contact5.dat.ref", "contact5")),
                          "packaged contact5.dat.ref");
}

/// A packaged deck of reduced-integration cells as CalculiX solves it with the full integration that hex20 has here.
std::string with_full_integration(const std::filesystem::path& path) {
  std::string deck = testing::file_content(path);
  for (std::size_t at = deck.find("C3D20R"); at != std::string::npos; at = deck.find("C3D20R", at))
    deck.replace(at, 6, "C3D20 ");
  return deck;
}

/// Answers that CalculiX's package keeps for C3D20R: on the same mesh, but of a softer element.
void expect_near_reduced(const std::string& what, double deviation, const std::string& reference) {
  record({.group = "Against CalculiX",
          .name = what,
          .reference = reference,
          .reference_value = 0,
          .value = deviation,
          .error = deviation,
          .allowed = 0.02,
          .why = "reduced integration there, full here; the row with full integration has the digits"});
}

TEST(CalculixDeck, BeamfFrequenciesOfACantileverOfHex20) {
  const auto path = testing::packaged_deck("beamf.inp", "beamf");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const auto deck = testing::run_calculix("beamf", with_full_integration(path));
  const auto file = std::make_shared<MeshFile>(read_abaqus(deck.string(), unit_system("mm")));
  const ModalSolution modes =
      solve_modes(assemble(file), {{set_named(file->mesh, "CN7"), {held, held, held}}}, {.count = 10});
  expect_same_frequencies("deck beamf with full integration, 10 frequencies, hex20", modes.frequency,
                          testing::calculix_frequencies(std::filesystem::path(deck).replace_extension("dat")));
  // The packaged answer is of the reduced integration, which is softer: on this mesh by less than two percent.
  const VectorXd reduced = testing::calculix_frequencies(testing::packaged_deck("beamf.dat.ref", "beamf"));
  ASSERT_EQ(reduced.size(), modes.frequency.size());
  expect_near_reduced("deck beamf, 10 frequencies, hex20",
                      (modes.frequency - reduced).cwiseQuotient(reduced).cwiseAbs().maxCoeff(),
                      "packaged beamf.dat.ref");
  EXPECT_GT((modes.frequency - reduced).minCoeff(), 0);
}

TEST(CalculixDeck, DistcoupReactionsOfADistributingCoupling) {
  const auto path = testing::packaged_deck("distcoup.inp", "distcoup");
  if (path.empty()) GTEST_SKIP() << "package calculix-ccx-test is not installed";
  const auto deck = testing::run_calculix("distcoup", with_full_integration(path));
  const UnitSystem mm = unit_system("mm");
  const auto file = std::make_shared<MeshFile>(read_abaqus(deck.string(), mm));
  Mesh& mesh = file->mesh;
  // The deck's coupling element is CalculiX's own: equal weights, and the load acts at the patch's mean position
  // wherever its node is drawn.
  const std::vector<NodeId> patch = mesh.node_sets.at(set_named(mesh, "LOAD"));
  Vector3d middle = Vector3d::Zero();
  for (const NodeId node : patch) middle += mesh.x.col(node.value) / double(patch.size());
  mesh.x.conservativeResize(3, mesh.x.cols() + 1);
  mesh.x.rightCols<1>() = middle;
  mesh.node_labels.push_back(100000);
  file->couplings = {{.name = "tip",
                      .kind = CouplingKind::averaged,
                      .reference = NodeId{std::int32_t(mesh.num_nodes() - 1)},
                      .nodes = patch,
                      .weights = std::vector<double>(patch.size(), 1.0),
                      .faces = {}}};
  const FeModel model = assemble(file);
  const StaticSolution solution = solve_static(model, {{set_named(mesh, "FIX"), {held, held, held}}},
                                               {{"tip", {ReferenceLoad{"tip", {0, 9, 0}, Vector3d::Zero()}}}});
  struct Difference {
    double single, sum;  ///< of the reactions of single nodes, and of their sum, relative to the largest of them
  };
  const auto compare = [&](const std::filesystem::path& dat) {
    const auto peer = testing::calculix_table(dat, "forces (fx,fy,fz)");
    EXPECT_EQ(peer.size(), 21U);
    double worst = 0, largest = 0;
    Vector3d sum = Vector3d::Zero(), peer_sum = Vector3d::Zero();
    for (const auto& [node, force] : peer) {
      const auto n = std::find(mesh.node_labels.begin(), mesh.node_labels.end(), node) - mesh.node_labels.begin();
      const Vector3d ours = solution.reaction.col(0).segment<3>(3 * n);
      worst = std::max(worst, (ours - force).cwiseAbs().maxCoeff());
      largest = std::max(largest, force.cwiseAbs().maxCoeff());
      sum += ours;
      peer_sum += force;
    }
    return Difference{worst / largest, (sum - peer_sum).norm() / peer_sum.norm()};
  };
  expect_same_displacements("deck distcoup with full integration, reactions of an averaged coupling, hex20",
                            compare(std::filesystem::path(deck).replace_extension("dat")).single,
                            "CalculiX 2.20, same deck");
  // Reduced integration spreads the reactions differently over the nodes of the clamp; their sum cannot change.
  expect_same_displacements("deck distcoup, sum of the reactions, hex20",
                            compare(testing::packaged_deck("distcoup.dat.ref", "distcoup")).sum,
                            "packaged distcoup.dat.ref");
}

}  // namespace
}  // namespace trunnion

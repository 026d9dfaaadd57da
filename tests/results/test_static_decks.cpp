// Static decks: what CalculiX answers to them are our constraint modes and static modes.
#include <gtest/gtest.h>

#include <sstream>

#include "support/box_beam.h"
#include "support/calculix.h"
#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/constrained_solver.h"
#include "trunnion/reduction/given_shapes.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/deck_elongations.h"
#include "trunnion/results/static_decks.h"

namespace trunnion {
namespace {

const std::vector<LoadCase> kPressure{{"pressure", {SurfacePressure{"ymax", 1e6}}}};

testing::BoxBeam specimen(CellType type) {
  testing::BoxBeam beam;
  beam.divisions = {4, 1, 2};
  beam.element = type;
  return beam;
}

/// Columns of our own: constraint modes, then the static answer to the pressure.
MatrixXd own_shapes(const FeModel& model, const HeldInterfaces& held) {
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  MatrixXd shapes(model.dofs.size, 13);
  shapes << solver.constraint_modes(), solver.solve(load_vectors(model, kPressure));
  return shapes;
}

TEST(StaticDecks, CalculixFindsOurConstraintModes) {
  for (const auto& [type, unit] : {std::pair{CellType::tet10, "m"}, {CellType::hex20, "mm"}}) {
    const FeModel model = testing::box_beam(specimen(type));
    const HeldInterfaces held = held_interfaces(model, {});
    const UnitSystem units = unit_system(unit);
    const auto path = testing::run_calculix(fmt::format("static-deck-{}", name(type)),
                                            calculix_deck({model, held, kPressure, units}));
    const NodalResponses responses = read_responses(std::filesystem::path(path).replace_extension("frd").string());
    ASSERT_EQ(responses.cases.size(), 13U);
    const MatrixXd found = given_shapes(model, responses, units.length), own = own_shapes(model, held);
    const Index moves = 3 * model.dofs.num_nodes;  // turns of reference points are read off their patches
    double worst = 0;
    for (Index c = 0; c < 13; ++c)
      worst = std::max(worst, (found.col(c) - own.col(c)).head(moves).cwiseAbs().maxCoeff() /
                                  own.col(c).head(moves).cwiseAbs().maxCoeff());
    testing::record(
        {.group = "Reduction",
         .name = fmt::format("constraint modes and a static mode from CalculiX's answers, {} in {}", name(type), unit),
         .reference = "CalculiX 2.20, exported deck",
         .reference_value = 0,
         .value = worst,
         .error = worst,
         .allowed = 1e-5,
         .why = "its result file holds six digits"});
    // Read back as modes they add nothing to the span of the reduction that made the same ones.
    ReductionOptions options;
    options.quality.compute = false;
    options.load_modes = kPressure;
    const ReducedBody before = reduce(model, options);
    options.load_modes.clear();
    options.given_shapes = found.rightCols(1);
    const ReducedBody after = reduce(model, options);
    EXPECT_EQ(after.record.static_modes, 1);
    EXPECT_LE((after.frequency - before.frequency).cwiseAbs().maxCoeff(), 1e-4 * before.frequency.maxCoeff());
  }
}

TEST(StaticDecks, LoadsOnPointsThatAreNotKeptReachTheBody) {
  // 10 kg beside the point of the far end, under gravity: force and moment there, whichever way the end is tied.
  for (const CouplingKind kind : {CouplingKind::averaged, CouplingKind::rigid}) {
    testing::BoxBeam beam = specimen(CellType::hex20);
    beam.right = kind;
    PointMass mass;
    mass.node = NodeId{-2};
    mass.mass = 10;
    mass.offset = {0, 0.01, 0.02};
    beam.masses = {mass};
    const FeModel model = testing::box_beam(beam);
    const HeldInterfaces held = held_interfaces(model, {"left"});
    const std::vector<LoadCase> gravity{{"gravity", {Gravity{{6, 0, -10}}}}};
    const StaticDeck deck{model, held, gravity, unit_system("mm")};
    const auto path = testing::run_calculix(
        fmt::format("unkept-{}", kind == CouplingKind::rigid ? "rigid" : "averaged"), calculix_deck(deck));
    const NodalResponses responses = read_responses(std::filesystem::path(path).replace_extension("frd").string());
    ASSERT_EQ(responses.cases.size(), 7U);
    const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
    const VectorXd own = solver.solve(load_vectors(model, gravity)).col(0);
    const VectorXd found = given_shapes(model, responses, 1e-3).col(6);
    // Points of averaged ends are only written, nothing moves them there.
    const Index moves = 3 * (model.dofs.num_nodes - 2);
    EXPECT_LE((found - own).head(moves).cwiseAbs().maxCoeff(), 1e-5 * own.head(moves).cwiseAbs().maxCoeff())
        << "six digits are written";
    // The weight of bar and mass, and moments only where the deck has a point to take them.
    const std::string bulk = nastran_deck(deck);
    double weight = 0;
    std::istringstream lines(bulk);
    for (std::string line; std::getline(lines, line);)
      if (line.rfind("FORCE*", 0) == 0) {
        const double size = std::stod(line.substr(56, 16));
        std::getline(lines, line);
        weight += size * std::stod(line.substr(40, 16));
      }
    const double bar = 0.12 * 0.02 * 0.03 * beam.density;
    EXPECT_NEAR(weight, -10 * (10 + bar), 1e-6 * 10 * (10 + bar));
    EXPECT_EQ(bulk.find("MOMENT*") != std::string::npos, kind == CouplingKind::rigid);
  }
}

/// The bar with a bent frame of two beams from the point of its far end to "tip", and two springs: one with all its
/// couplings and arms between that point and the tip, one between a node of the bar's near patch and the beams' corner.
MeshFile with_beams_and_springs() {
  testing::BoxBeam bar = specimen(CellType::hex20);
  MeshFile file = testing::box_beam_file(bar);
  Mesh& mesh = file.mesh;
  const NodeId point = file.couplings[1].reference, corner{std::int32_t(mesh.num_nodes())}, tip{corner.value + 1};
  mesh.x.conservativeResize(3, mesh.num_nodes() + 2);
  mesh.x.col(corner.value) = Vector3d(0.17, 0.02, 0);
  mesh.x.col(tip.value) = Vector3d(0.2, 0.02, 0.05);
  const std::int64_t last = mesh.node_labels.back();
  mesh.node_labels.push_back(last + 1);
  mesh.node_labels.push_back(last + 2);
  mesh.node_sets["TIP"] = {tip};
  const auto first = std::int32_t(mesh.num_elements());
  ElementBlock beams;
  beams.type = CellType::line2;
  beams.nodes.resize(2, 2);
  beams.nodes << point.value, corner.value, corner.value, tip.value;
  beams.labels = {90001, 90002};
  mesh.element_sets["SOLID"] = {};
  for (std::int32_t e = 0; e < first; ++e) mesh.element_sets["SOLID"].push_back(ElementId{e});
  mesh.element_sets["BEAMS"] = {ElementId{first}, ElementId{first + 1}};
  mesh.blocks.push_back(beams);
  file.sections[0].element_set = "SOLID";
  Section tube;
  tube.element_set = "BEAMS";
  tube.material = file.sections[0].material;
  tube.beam = BeamSection{2e-4, 3e-9, 5e-9, 6e-9, 1.5e-4, 1.2e-4, Vector3d(0, 0.3, 1)};
  file.sections.push_back(tube);
  NodeSpring full;
  full.a = point;
  full.b = tip;
  full.arms = true;
  const Matrix6d g = Matrix6d::NullaryExpr([](Index i, Index j) { return std::cos(double(3 * i + 5 * j + i * j)); });
  const Vector6d unit = (Vector6d() << 2e3, 2e3, 2e3, 40, 40, 40).finished();
  full.stiffness = unit.asDiagonal() * (g * g.transpose()) * unit.asDiagonal();
  NodeSpring plain;
  plain.a = file.couplings[0].nodes[3];
  plain.b = nodes_named(mesh, "zmax").back();
  plain.stiffness(0, 0) = 5e6;
  plain.stiffness(2, 2) = 1e6;
  file.springs = {full, plain};
  return file;
}

TEST(StaticDecks, SpringsAndBeamsAreEqualToOursInCalculix) {
  for (const std::string unit : {"m", "mm"}) {
    const FeModel model = assemble(std::make_shared<const MeshFile>(with_beams_and_springs()));
    const HeldInterfaces held = held_interfaces(model, {"left", "TIP"});
    ASSERT_EQ(held.dofs.size(), 12U);
    const std::vector<LoadCase> gravity{{"gravity", {Gravity{{3, -9.81, 2}}}}};
    const UnitSystem units = unit_system(unit);
    const auto path = testing::run_calculix("springs-and-beams-" + unit, calculix_deck({model, held, gravity, units}));
    const NodalResponses responses = read_responses(std::filesystem::path(path).replace_extension("dat").string());
    ASSERT_EQ(responses.cases.size(), 13U);
    const MatrixXd found = given_shapes(model, responses, units.length);
    const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
    MatrixXd own(model.dofs.size, 13);
    own << solver.constraint_modes(), solver.solve(load_vectors(model, gravity));
    double worst = 0;
    const Index moves = 3 * model.dofs.num_nodes, turns = model.dofs.size - moves;
    for (Index c = 0; c < 13; ++c) {
      const VectorXd off = (found.col(c) - own.col(c)).cwiseAbs();
      worst = std::max(worst, off.head(moves).maxCoeff() / own.col(c).head(moves).cwiseAbs().maxCoeff());
      worst = std::max(worst, off.tail(turns).maxCoeff() / own.col(c).tail(turns).cwiseAbs().maxCoeff());
    }
    testing::record(
        {.group = "Reduction",
         .name = fmt::format("constraint modes of a body with beams and springs from CalculiX's answers, {}", unit),
         .reference = "CalculiX 2.20, exported deck",
         .reference_value = 0,
         .value = worst,
         .error = worst,
         .allowed = 1e-5,
         .why = "its result file holds seven digits"});
  }
}

TEST(StaticDecks, ElongationsStoreTheEnergyOfSpringsAndBeamsAndNoneInRigidMotion) {
  const FeModel model = assemble(std::make_shared<const MeshFile>(with_beams_and_springs()));
  MeshFile without = *model.file;
  without.springs.clear();
  for (Section& s : without.sections)
    if (s.beam) s.beam = BeamSection{1e-30, 1e-30, 1e-30, 1e-30, 0, 0, Vector3d(0, 0.3, 1)};
  const FeModel bare = assemble(std::make_shared<const MeshFile>(without));
  for (const std::string unit : {"m", "mm"}) {
    const UnitSystem units = unit_system(unit);
    const std::vector<Elongation> list = elongations(model, units);
    EXPECT_EQ(list.size(), 6U + 6U + 6U + 2U);
    MatrixXd sum = MatrixXd::Zero(model.dofs.size, model.dofs.size);
    VectorXd deck_unit = VectorXd::Ones(model.dofs.size);
    deck_unit.head(3 * model.dofs.num_nodes).setConstant(1 / units.length);
    for (const Elongation& e : list) {
      VectorXd q = VectorXd::Zero(model.dofs.size);
      for (const auto& [dof, factor] : e.motion) q[dof] = factor * deck_unit[dof];
      sum += units.force * units.length * q * q.transpose();
    }
    const MatrixXd identity = MatrixXd::Identity(model.dofs.size, model.dofs.size);
    const MatrixXd exact = stiffness_product(model, identity) - stiffness_product(bare, identity);
    EXPECT_LE((sum - exact).norm(), 1e-12 * stiffness_product(model, identity).norm());
  }
}

TEST(StaticDecks, NastranScalarPointsStoreTheEnergyOfBeamsAndSprings) {
  const FeModel model = assemble(std::make_shared<const MeshFile>(with_beams_and_springs()));
  const HeldInterfaces held = held_interfaces(model, {"left", "TIP"});
  const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
  const MatrixXd own = solver.constraint_modes();
  const Mesh& mesh = model.file->mesh;
  std::map<std::int64_t, std::int32_t> node_of;
  for (std::size_t i = 0; i < mesh.node_labels.size(); ++i) node_of[mesh.node_labels[i]] = std::int32_t(i);
  std::istringstream lines(nastran_deck({model, held, {}, {}}));
  std::string line;
  Index points = 0, springs = 0;
  std::vector<Eigen::RowVectorXd> elongation;
  bool inside = false;
  while (std::getline(lines, line)) {
    points += line.rfind("SPOINT,", 0) == 0;
    springs += line.rfind("CELAS2,", 0) == 0 && line.find(",1.,") != std::string::npos;
    const bool starts = line.rfind("MPC*", 0) == 0, follows = inside && line.rfind("*", 0) == 0;
    inside = follows;
    if (!starts && !follows) continue;
    std::istringstream words(line.substr(8));
    std::vector<double> fields;
    for (double value = 0; words >> value;) fields.push_back(value);
    if (starts) {  // number of the set, scalar point, no component, -1
      inside = !node_of.contains(std::int64_t(fields.at(1)));
      if (!inside) continue;
      EXPECT_EQ(fields.at(2), 0);
      EXPECT_EQ(fields.at(3), -1);
      elongation.push_back(Eigen::RowVectorXd::Zero(own.cols()));
      continue;
    }
    const NodeId node{node_of.at(std::int64_t(fields.at(0)))};
    const int component = int(fields.at(1)) - 1;
    const Index dof =
        component < 3 ? model.dofs.translation(node, component) : model.dofs.rotation_dof(node, component - 3);
    elongation.back() += fields.at(2) * own.row(dof);
  }
  EXPECT_EQ(points, 20);
  EXPECT_EQ(springs, 20);
  ASSERT_EQ(elongation.size(), 20U);
  MatrixXd stored = MatrixXd::Zero(own.cols(), own.cols()), wanted = stored;
  for (const Eigen::RowVectorXd& e : elongation) stored += e.transpose() * e;
  for (const Elongation& e : elongations(model, {})) {
    Eigen::RowVectorXd own_e = Eigen::RowVectorXd::Zero(own.cols());
    for (const auto& [dof, factor] : e.motion) own_e += factor * own.row(dof);
    wanted += own_e.transpose() * own_e;
  }
  EXPECT_LE((stored - wanted).norm(), 1e-7 * wanted.norm());  // nine digits are written
}

TEST(StaticDecks, NastranEquationsHoldForOurConstraintModes) {
  const FeModel model = testing::box_beam(specimen(CellType::tet10));
  const HeldInterfaces held = held_interfaces(model, {});
  const std::string deck = nastran_deck({model, held, kPressure, {}});
  const MatrixXd own = own_shapes(model, held);
  std::map<std::int64_t, std::int32_t> node_of;
  for (std::size_t i = 0; i < model.file->mesh.node_labels.size(); ++i)
    node_of[model.file->mesh.node_labels[i]] = std::int32_t(i);
  std::istringstream lines(deck);
  std::string line;
  Eigen::RowVectorXd sum, size;
  Index equations = 0, held_lines = 0, forces = 0;
  bool inside = false;
  double worst = 0;
  const auto finish = [&] {
    if (inside) worst = std::max(worst, (sum.cwiseAbs().array() / size.array().max(1e-30)).maxCoeff());
    inside = false;
  };
  while (std::getline(lines, line)) {
    const bool starts = line.rfind("MPC*", 0) == 0, follows = inside && line.rfind("*", 0) == 0;
    if (!follows) finish();
    held_lines += line.rfind("SPC1", 0) == 0;
    forces += line.rfind("FORCE*", 0) == 0;
    if (!starts && !follows) continue;
    if (starts) {
      ++equations;
      inside = true;
      sum = size = Eigen::RowVectorXd::Zero(own.cols());
    }
    std::istringstream words(line.substr(8));
    std::vector<double> fields;
    for (double value = 0; words >> value;) fields.push_back(value);
    const std::size_t first = starts ? 1 : 0;
    ASSERT_EQ(fields.size(), first + 3) << line;
    const NodeId node{node_of.at(std::int64_t(fields[first]))};
    const int component = int(fields[first + 1]) - 1;
    const Index dof =
        component < 3 ? model.dofs.translation(node, component) : model.dofs.rotation_dof(node, component - 3);
    sum += fields[first + 2] * own.row(dof);
    size += std::abs(fields[first + 2]) * own.row(dof).cwiseAbs();
  }
  finish();
  EXPECT_EQ(equations, 3 * Index(model.couplings[0].nodes.size()) + 6);
  EXPECT_EQ(held_lines, 12);
  EXPECT_GT(forces, 10);
  EXPECT_LE(worst, 1e-7);  // nine digits are written
  EXPECT_NE(deck.find("SUBCASE 13\n  LABEL = pressure\n  LOAD = 13\n"), std::string::npos);
}

/// A card of a punch file: 72 columns and a running number of eight.
void add_card(std::string& punch, int& cards, const std::string& text) {
  punch += fmt::format("{:<72}{:>8}\n", text, ++cards % 100000000);
}

/// One block as Nastran punches it: six header cards, two cards a point, zero rotations at points of solids.
void add_block(std::string& punch, int& cards, const std::string& what, int subcase, const Mesh& mesh,
               const VectorXd& values) {
  add_card(punch, cards, "$TITLE   = STATIC LOAD CASES OF A BODY");
  add_card(punch, cards, "$SUBTITLE=");
  add_card(punch, cards, fmt::format("$LABEL   = CASE {}", subcase));
  add_card(punch, cards, what);
  add_card(punch, cards, "$REAL OUTPUT");
  add_card(punch, cards, fmt::format("$SUBCASE ID ={:>12}", subcase));
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    std::string x;
    for (int axis = 0; axis < 3; ++axis) x += fmt::format("{:>18.6E}", values[3 * n + axis]);
    add_card(punch, cards, fmt::format("{:>10}       G{}", mesh.node_labels[n], x));
    add_card(punch, cards, fmt::format("-CONT-{:>30.6E}{:>18.6E}{:>18.6E}", 0.0, 0.0, 0.0));
  }
}

TEST(StaticDecks, PunchFilesAreReadAndMissingNodesNamed) {
  const auto folder = testing::fresh_folder("punch");
  const FeModel model = testing::box_beam(specimen(CellType::hex20));
  const MatrixXd own = own_shapes(model, held_interfaces(model, {}));
  const Mesh& mesh = model.file->mesh;
  std::string punch;
  int cards = 99999990;  // the running number is eight digits wide soon: it touches the last value
  add_block(punch, cards, "$DISPLACEMENTS", 1, mesh, own.col(4));
  add_card(punch, cards, "     90001       S      7.000000E+00");  // a scalar point has no direction
  add_block(punch, cards, "$SPCF", 1, mesh, VectorXd::Constant(own.rows(), 9));
  add_block(punch, cards, "$DISPLACEMENTS", 2, mesh, own.col(12));
  write_file(folder / "body.pch", punch);
  const NodalResponses read = read_responses((folder / "body.pch").string());
  ASSERT_EQ(read.cases.size(), 2U);
  EXPECT_EQ(read.cases[0].size(), std::size_t(mesh.num_nodes()));
  const MatrixXd found = given_shapes(model, read, 1);
  const Index moves = 3 * mesh.num_nodes();
  for (const auto& [column, shape] : {std::pair{0, 4}, {1, 12}}) {
    // The sixth digit after the point is rounded.
    const VectorXd size = own.col(shape).head(moves).cwiseAbs();
    EXPECT_LE((found.col(column) - own.col(shape)).head(moves).cwiseAbs().maxCoeff(), 5.01e-7 * size.maxCoeff());
  }
  NodalResponses missing = read;
  missing.cases[0].erase(3);
  try {
    given_shapes(model, missing, 1);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("no displacement of node 3"), std::string::npos) << error.what();
  }
  write_file(folder / "empty.frd", "    1C\n");
  EXPECT_THROW(read_responses((folder / "empty.frd").string()), InputError);
  EXPECT_THROW(read_responses((folder / "body.txt").string()), InputError);
}

/// Written by hand, column by column as solvers punch it: 72 columns and the card's number, headings repeated for every
/// block, blocks of other results in between, rotations on a second card.
constexpr const char* kPunch = R"(
$TITLE   = STATIC LOAD CASES OF A BODY                                         1
$SUBTITLE=                                                                     2
$LABEL   = BIG:UX                                                              3
$DISPLACEMENTS                                                                 4
$REAL OUTPUT                                                                   5
$SUBCASE ID =           1                                                      6
         1       G      1.250000E-03     -4.000000E-05      0.000000E+00       7
-CONT-                  0.000000E+00      0.000000E+00      0.000000E+00       8
  10002417       G     -9.876543E-12      1.000000E+00     -3.333333E-01       9
-CONT-                  1.000000E-02     -2.000000E-02      3.000000E-02      10
$TITLE   = STATIC LOAD CASES OF A BODY                                        11
$SUBTITLE=                                                                    12
$LABEL   = BIG:UX                                                             13
$MPCF                                                                         14
$REAL OUTPUT                                                                  15
$SUBCASE ID =           1                                                     16
         1       G      7.000000E+00      7.000000E+00      7.000000E+00      17
-CONT-                  0.000000E+00      0.000000E+00      0.000000E+00      18
$TITLE   = STATIC LOAD CASES OF A BODY                                        19
$SUBTITLE=                                                                    20
$LABEL   = BIG:UY                                                             21
$DISPLACEMENTS (SOLUTION SET)                                                 22
$REAL OUTPUT                                                                  23
$SUBCASE ID =           2                                                     24
         1       G      8.000000E+00      8.000000E+00      8.000000E+00      25
-CONT-                  0.000000E+00      0.000000E+00      0.000000E+00      26
$TITLE   = STATIC LOAD CASES OF A BODY                                        27
$SUBTITLE=                                                                    28
$LABEL   = BIG:UY                                                             29
$DISPLACEMENTS                                                                30
$REAL OUTPUT                                                                  31
$SUBCASE ID =           2                                                     32
         1       G      0.000000E+00      2.500000E-03      1.000000E-06      33
-CONT-                  0.000000E+00      0.000000E+00      0.000000E+00      34
  10002417       G      5.000000E-01     -5.000000E-01      2.500000-110      35
-CONT-                  0.000000E+00      0.000000E+00      0.000000E+00      36
)";

TEST(StaticDecks, APunchFileInTheLayoutOfSolversGivesEveryNumberOfItsTwoCases) {
  for (const std::string end : {"\n", "\r\n"}) {
    std::string text;
    for (const char* c = kPunch + 1; *c != 0; ++c) text += *c == '\n' ? end : std::string(1, *c);
    const NodalResponses read = parse_responses(text, "body.pch");
    ASSERT_EQ(read.cases.size(), 2U);
    for (const auto& one : read.cases) EXPECT_EQ(one.size(), 2U);
    EXPECT_EQ(read.cases[0].at(1), Vector3d(1.25e-3, -4e-5, 0));
    EXPECT_EQ(read.cases[0].at(10002417), Vector3d(-9.876543e-12, 1, -3.333333e-1));
    EXPECT_EQ(read.cases[1].at(1), Vector3d(0, 2.5e-3, 1e-6));
    EXPECT_EQ(read.cases[1].at(10002417).head<2>(), Eigen::Vector2d(0.5, -0.5));
    EXPECT_DOUBLE_EQ(read.cases[1].at(10002417).z(), 2.5e-110);
  }
}

TEST(StaticDecks, PunchFilesOfOtherKindsAreRefusedWithTheReason) {
  const std::string start = "$TITLE   =\n$DISPLACEMENTS\n";
  const std::string row = "         1       G";
  const auto message = [](const std::string& text) -> std::string {
    try {
      parse_responses(text, "body.pch");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(start + "$MAGNITUDE-PHASE OUTPUT\n").find("complex"), std::string::npos);
  EXPECT_NE(message(start + "$POINT ID =       7  IDENTIFIED BY TIME\n").find("SORT1"), std::string::npos);
  EXPECT_NE(message(start + row + "      1.000000E+00      2.000000E+00\n").find("body.pch:3"), std::string::npos);
  EXPECT_NE(message(start + row + "      1.000000Q+00      2.000000E+00      3.000000E+00\n").find("1.000000Q+00"),
            std::string::npos);
  // An exponent of three digits leaves no room for its E.
  const NodalResponses tiny =
      parse_responses(start + row + "      1.500000-101     -2.500000-300      3.000000E+00\n", "body.pch");
  EXPECT_DOUBLE_EQ(tiny.cases[0].at(1).x(), 1.5e-101);
  EXPECT_DOUBLE_EQ(tiny.cases[0].at(1).y(), -2.5e-300);
}

}  // namespace
}  // namespace trunnion

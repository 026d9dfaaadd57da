// A bar of bricks and a rod whose figures are known from a program apart from this one, and a body that lacks nothing.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <fstream>

#include "reduction/beam_pieces.h"
#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/mesh/gmsh_script.h"
#include "trunnion/reduction/body_response.h"
#include "trunnion/reduction/interior_mass.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

using testing::BoxBeam;

constexpr const char* kProgram = "independent program";

/// 120 x 20 x 30 mm of titanium in 8 x 2 x 3 bricks with incompatible modes, one end rigid, the other averaged with
/// equal weights.
FeModel brick_bar(bool lumped) {
  BoxBeam beam;
  beam.divisions = {8, 2, 3};
  beam.element = CellType::hex8;
  MeshFile file = testing::box_beam_file(beam);
  file.couplings[1].weights.assign(file.couplings[1].nodes.size(), 1);
  return assemble(std::make_shared<const MeshFile>(file), {.lumped_mass = lumped});
}

ReductionRecord record_of(const FeModel& model, Index modes) {
  ReductionOptions options;
  options.rule = SelectionRule::count;
  options.count = modes;
  options.quality.compute = false;
  return reduce(model, options).record;
}

TEST(ReferenceBar, ModesAndTruncationVectorsAreThoseOfAnIndependentProgram) {
  for (const bool lumped : {false, true}) {
    const FeModel model = brick_bar(lumped);
    const std::string mass = lumped ? "lumped" : "consistent";
    const auto compare = [&](const std::string& what, double value, double reference, double allowed, const char* why) {
      testing::record({.group = "Reduction",
                       .name = "bar of bricks, " + mass + " mass: " + what,
                       .reference = kProgram,
                       .reference_value = reference,
                       .value = value,
                       .error = testing::relative_error(value, reference),
                       .allowed = allowed,
                       .why = why});
    };
    EXPECT_NEAR(mass_properties(model).mass, 0.31896, 1e-12 * 0.31896);
    const ReductionRecord ten = record_of(model, 10), thirty = record_of(model, 30);
    EXPECT_TRUE(ten.certified && thirty.certified);
    compare("fixed-interface modes below 40 kHz", double((thirty.fixed_hz.array() < 40e3).count()), lumped ? 14 : 10, 0,
            "a count");
    compare("eleventh fixed-interface mode [Hz]", thirty.fixed_hz[10], lumped ? 37.16e3 : 41.95e3, 2e-4, "four digits");
    if (!lumped) {
      const double after_ten[] = {42.84e3, 46.89e3, 49.68e3, 56.10e3},
                   after_thirty[] = {92.25e3, 93.03e3, 93.95e3, 102.61e3};
      for (Index i = 0; i < 4; ++i) {
        compare(fmt::format("truncation vector {} beside 10 modes [Hz]", i + 1), ten.pseudo_hz[i], after_ten[i], 2e-4,
                "four digits");
        compare(fmt::format("truncation vector {} beside 30 modes [Hz]", i + 1), thirty.pseudo_hz[i], after_thirty[i],
                2e-4, "four digits");
      }
    }
    // Interface mass of the rigid translations, over the mass.
    const HeldInterfaces held = held_interfaces(model, {});
    const ConstrainedSolver solver(constrain(model, {}, held.nodes), LooseMotion::refuse);
    const MatrixXd psi = solver.constraint_modes();
    const MatrixXd interior = psi.transpose() * mass_product(model, psi) - condensed_mass(model, held.nodes);
    const MatrixXd translations = held.rigid.leftCols<3>();
    compare("interface mass of translations over the mass",
            (translations.transpose() * interior * translations).trace() / (3 * 0.31896), lumped ? 0.8875 : 0.9423,
            1e-4, "four digits");
  }
}

/// Like the connecting rod of examples/conrod in its main dimensions, without its fillets and screws.
constexpr const char* kRod = R"(
SetFactory("OpenCASCADE");
Cylinder(1) = {0,0,-10, 0,0,20, 31};
Cylinder(2) = {120,0,-10, 0,0,20, 15};
Box(3) = {22,-9,-7, 92,18,14};
Box(4) = {36,-6,2.5, 66,12,5};
Box(5) = {36,-6,-7.5, 66,12,5};
Cylinder(6) = {0,0,-11, 0,0,22, 22.5};
Cylinder(7) = {120,0,-11, 0,0,22, 10};
BooleanUnion(10) = { Volume{1}; Delete; }{ Volume{2,3}; Delete; };
BooleanDifference(11) = { Volume{10}; Delete; }{ Volume{4,5,6,7}; Delete; };
Physical Volume("ROD") = {11};
Mesh.ElementOrder = 2; Mesh.SecondOrderLinear = 1;
Mesh.CharacteristicLengthMin = 6; Mesh.CharacteristicLengthMax = 8;
)";

TEST(ReferenceRod, FreeFrequenciesAreThoseOfAnIndependentProgram) {
  const std::filesystem::path folder = testing::fresh_folder("reference-rod");
  std::ofstream(folder / "rod.geo") << kRod;
  MeshFile file = mesh_from_gmsh_script({.path = folder / "rod.geo", .numbers = {}, .model_folder = folder},
                                        unit_system("mm"), folder / "cache")
                      .file;
  file.materials.push_back({"titanium", 1.14e11, 0.33, 4430, 0});
  file.sections = {Section{}};
  file.sections.front().material = "titanium";
  const auto eye = [&](const std::string& name, double x, double radius) {
    Mesh& mesh = file.mesh;
    Coupling coupling;
    coupling.name = name;
    coupling.kind = CouplingKind::averaged;
    coupling.reference = NodeId{std::int32_t(mesh.num_nodes())};
    for (Index node = 0; node < mesh.num_nodes(); ++node)
      if (std::hypot(mesh.x(0, node) - x, mesh.x(1, node)) < 1.005 * radius)
        coupling.nodes.push_back(NodeId{std::int32_t(node)});
    mesh.x.conservativeResize(3, mesh.num_nodes() + 1);
    mesh.x.rightCols<1>() = Vector3d(x, 0, 0);
    mesh.node_labels.push_back(mesh.node_labels.back() + 1);
    file.couplings.push_back(coupling);
  };
  eye("big_end", 0, 0.0225);
  eye("small_end", 0.12, 0.010);
  ReductionOptions options;
  options.quality.compute = options.certify = false;
  const ReducedBody body = reduce(assemble(std::make_shared<const MeshFile>(file)), options);
  const double reference[] = {1616, 2084, 2307, 4843};
  for (Index i = 0; i < 4; ++i)
    testing::record({.group = "Reduction",
                     .name = fmt::format("rod with two eyes, free frequency {} [Hz]", i + 1),
                     .reference = kProgram,
                     .reference_value = reference[i],
                     .value = body.frequency[i],
                     .error = testing::relative_error(body.frequency[i], reference[i]),
                     .allowed = 0.02,
                     .why = "another mesh of the same size, 300 modes there"});
}

TEST(Reduce, WithAllModesReproducesTheFullResponseOfItsMesh) {
  const FeModel model = testing::box_beam(testing::coarse());
  const HeldInterfaces held = held_interfaces(model, {});
  const double beta = 2e-7, top = 40e3;
  ReductionOptions options;
  options.rule = SelectionRule::count;
  options.count = testing::DenseFixed(model, held).eigenvalues.size();
  options.truncation_vectors = 0;
  options.damping = RayleighDamping{0, beta};
  options.quality.compute = false;
  const ReducedBody body = reduce(model, options);
  EXPECT_EQ(body.record.normal_modes, options.count);
  EXPECT_NEAR(body.record.completeness, 1, 1e-9);

  // The free mesh with its couplings, dense: every motion that they allow.
  const testing::DenseFixed free(model, HeldInterfaces{});
  const MatrixXd& all = free.shapes;
  const MatrixXd stiffness = all.transpose() * stiffness_product(model, all),
                 mass = all.transpose() * mass_product(model, all), at = all(held.dofs, Eigen::all);
  const VectorXd hz = VectorXd::LinSpaced(40, 0.01 * top, top);
  const std::vector<MatrixXcd> found = inertance(linear_body(body), hz);
  double worst = 0;
  for (Index line = 0; line < hz.size(); ++line) {
    const std::complex<double> jw(0, 2 * std::numbers::pi * hz[line]);
    const MatrixXcd dynamic = stiffness * (1.0 + jw * beta) + mass * (jw * jw);
    const MatrixXcd exact =
        jw * jw * at * dynamic.partialPivLu().solve(MatrixXcd(at.transpose().cast<std::complex<double>>()));
    ASSERT_EQ(found[std::size_t(line)].rows(), exact.rows());
    // Meters and radians apart: in units of the driving points.
    const VectorXd unit = exact.diagonal().cwiseAbs().cwiseSqrt().cwiseInverse();
    worst = std::max(
        worst, (unit.asDiagonal() * (found[std::size_t(line)] - exact) * unit.asDiagonal()).cwiseAbs().maxCoeff());
  }
  testing::record({.group = "Reduction",
                   .name = "beam reduced with all its modes: responses up to 40 kHz, 40 lines, every pair",
                   .reference = "inverse of the dynamic stiffness of the mesh",
                   .error = worst,
                   .allowed = 1e-9,
                   .why = "condition of the mesh's stiffness; in units of the driving points",
                   .inside = true});
}

TEST(Reduce, EveryModeOfTheBandIsComparedWithTheMesh) {
  const FeModel model = testing::box_beam();
  ReductionOptions options;
  options.band = 120e3;
  const ReducedBody body = reduce(model, options);
  const QualityRecord& q = body.quality;
  const Index below = (body.frequency.array() < 1.5 * options.band).count(),
              inside = (body.frequency.array() <= options.band).count();
  ASSERT_GT(inside, 45);
  EXPECT_EQ(q.reduced_hz.size(), below);
  EXPECT_GE(q.reference_hz.size(), below);
  EXPECT_EQ(q.mac.rows(), below);
  EXPECT_EQ(q.mac.cols(), q.reference_hz.size());
  EXPECT_GE(q.modes_matched, inside - 2);
  EXPECT_LE(q.modes_matched, inside);
}

TEST(Reduce, ComparisonOfManyInterfaceDofsFollowsWhatComparedLoadsMove) {
  BoxBeam beam = testing::coarse();
  beam.left = CouplingKind::averaged;
  const FeModel model = testing::box_beam(beam);
  ReductionOptions options;
  options.interfaces = {"xmin", "xmax"};
  options.quality.compared = 12;
  options.quality.lines = 50;
  const ReducedBody body = reduce(model, options);
  const QualityRecord& q = body.quality;
  ASSERT_EQ(q.dof_names.size(), 12U);
  EXPECT_LE(q.reference_solves, body.record.solves);
  EXPECT_LE(q.reference_solves, options.quality.max_blocks * (6 + 2 * 12));
  EXPECT_LE(q.frf_error_max + q.reference_error, 1e-4);
  EXPECT_LE(q.sampled_residual.maxCoeff(), 1e-4);
}

}  // namespace
}  // namespace trunnion

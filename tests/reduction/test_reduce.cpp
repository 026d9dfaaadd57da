// The whole path on a small beam: identities that hold to round-off whatever the mesh.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>

#include "reduction/beam_pieces.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/math/rotations.h"
#include "trunnion/reduction/completeness_forecast.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

using testing::box_beam;
using testing::BoxBeam;
using testing::coarse;

TEST(Reduce, MassCenterAndInertiaAreThoseOfTheMesh) {
  BoxBeam beam;
  PointMass mass;
  mass.node = NodeId{-2};
  mass.mass = 0.05;
  mass.offset = Vector3d(0.01, 0.02, 0);
  beam.masses = {mass};
  const FeModel model = box_beam(beam);
  ReductionOptions options;
  options.quality.compute = false;
  const ReducedBody body = reduce(model, options);
  const MassProperties mesh = mass_properties(model);
  EXPECT_NEAR(body.invariants.I1, mesh.mass, 1e-12 * mesh.mass);
  EXPECT_LE((body.invariants.I2 - mesh.mass * mesh.center).norm(), 1e-12 * mesh.mass);
  const Matrix3d about_origin = mesh.inertia + mesh.mass * (mesh.center.squaredNorm() * Matrix3d::Identity() -
                                                            mesh.center * mesh.center.transpose());
  EXPECT_LE((body.invariants.I7 - about_origin).norm(), 1e-10 * about_origin.norm());
  // Mean axes: no mode carries linear or angular momentum.
  EXPECT_LE(body.invariants.I3.norm(), 1e-9 * std::sqrt(mesh.mass));
  EXPECT_LE(body.invariants.I4.norm(), 1e-9 * std::sqrt(about_origin.norm()));
  const Index n = body.frequency.size();
  EXPECT_LE((body.invariants.I6 - MatrixXd::Identity(n, n)).norm(), 1e-8);
}

TEST(Reduce, InterfaceStaticsAreExact) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.method = ReductionMethod::guyan;
  options.quality.compute = false;
  const ReducedBody body = reduce(model, options);
  // Left end held, wrench on the right end. Reduced: rigid motion (6) and modes, with six conditions at the left end.
  Support clamp;
  clamp.nodes = "left";
  clamp.component = {0, 0, 0, 0, 0, 0};
  LoadCase wrench{"wrench", {ReferenceLoad{"right", Vector3d(100, 20, -30), Vector3d(1, 2, 3)}}};
  const StaticSolution exact = solve_static(model, {clamp}, {wrench});
  const Index n = body.frequency.size();
  const auto rows = [&](const InterfaceRows& at) {
    MatrixXd r = MatrixXd::Zero(6, 6 + n);
    r.topLeftCorner<3, 3>().setIdentity();
    for (int axis = 0; axis < 3; ++axis) r.block<3, 1>(0, 3 + axis) = Vector3d::Unit(axis).cross(at.position);
    r.block<3, 3>(3, 3).setIdentity();
    r.topRightCorner(3, n) = at.translation;
    r.bottomRightCorner(3, n) = at.rotation;
    return r;
  };
  const MatrixXd left = rows(body.interfaces[0]), right = rows(body.interfaces[1]);
  MatrixXd kkt = MatrixXd::Zero(12 + n, 12 + n);
  kkt.block(6, 6, n, n) = body.stiffness;
  kkt.topRightCorner(6 + n, 6) = left.transpose();
  kkt.bottomLeftCorner(6, 6 + n) = left;
  VectorXd rhs = VectorXd::Zero(12 + n);
  rhs.head(6 + n) = right.transpose() * (Vector6d() << 100, 20, -30, 1, 2, 3).finished();
  const VectorXd motion = right * kkt.fullPivLu().solve(rhs).head(6 + n);
  const NodeId node = model.couplings[1].reference;
  for (int axis = 0; axis < 3; ++axis) {
    const double u = exact.displacement(model.dofs.translation(node, axis), 0);
    const double r = exact.displacement(model.dofs.rotation_dof(node, axis), 0);
    const double round_off = 1e-10;  // 1e-16 times the condition of the mesh's stiffness
    EXPECT_NEAR(motion[axis], u, round_off * exact.displacement.cwiseAbs().maxCoeff());
    EXPECT_NEAR(motion[3 + axis], r, round_off * exact.displacement.cwiseAbs().maxCoeff());
  }
}

TEST(Reduce, DefaultFollowsTheUnreducedModelOverTheBand) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.band = 20e3;
  const ReducedBody body = reduce(model, options);
  EXPECT_TRUE(body.record.certified);
  EXPECT_EQ(body.record.constraint_modes, 12);
  EXPECT_EQ(body.record.vectors_kept, 12);
  EXPECT_GT(body.record.normal_modes, 3);
  EXPECT_LE(body.record.residual, 1e-7);
  testing::record({.group = "Reduction",
                   .name = "least FRAC of a beam reduced by default up to 20 kHz",
                   .reference = "1: responses of the unreduced mesh",
                   .reference_value = 1,
                   .value = body.quality.frac_min,
                   .error = 1 - body.quality.frac_min,
                   .allowed = 1e-4,
                   .why = "truncation beyond 1.5 times the band",
                   .inside = true});
  EXPECT_LT(body.quality.frf_error_max, 5e-3);
  EXPECT_LE(body.quality.reference_error, 0.1 * body.quality.frf_error_max);  // known better than what it judges
  EXPECT_GT(body.quality.reference_solves, 0);
  EXPECT_LE(body.quality.reference_solves, body.quality.reference_solves_limit);
  EXPECT_EQ(body.frequency.size(), 12 + body.record.normal_modes + 12 - 6);
}

TEST(Reduce, TruncationVectorsBeatAsManyModes) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.band = 20e3;
  options.rule = SelectionRule::count;
  options.count = 8;
  const ReducedBody with_vectors = reduce(model, options);
  options.count = 20;
  options.truncation_vectors = 0;
  const ReducedBody modes_only = reduce(model, options);
  EXPECT_EQ(with_vectors.frequency.size(), modes_only.frequency.size());
  const double ratio = with_vectors.quality.frf_error_max / modes_only.quality.frf_error_max;
  testing::record({.group = "Reduction",
                   .name = "error of responses up to 20 kHz, 8 modes with 12 truncation vectors over 20 modes",
                   .reference = "published order: vectors come first",
                   .value = ratio,
                   .error = ratio,
                   .allowed = 0.2,
                   .why = "static compliance that 20 modes leave out"});
}

TEST(Reduce, TargetOfInterfaceMassIsMetByComputingMoreModes) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.completeness = 0.85;
  options.quality.compute = false;
  const ReducedBody body = reduce(model, options);
  EXPECT_GE(body.record.completeness, 0.85);
  EXPECT_TRUE(body.record.certified);
  options.completeness = 0.999;
  options.max_modes = 40;
  EXPECT_THROW(reduce(model, options), InputError);
  // Truncation vectors carry interface mass too: fewer coordinates for the same target.
  options.completeness = 0.85;
  options.max_modes = 2000;
  options.count_vectors = true;
  const ReducedBody both = reduce(model, options);
  EXPECT_GE(both.record.completeness_with_vectors, 0.85 - 1e-6);
  EXPECT_LE(both.record.normal_modes + both.record.vectors_kept, body.record.normal_modes);
}

TEST(Reduce, TargetByBandWeightedMassKeepsEveryModeBelow1Point3TimesTheBand) {
  const FeModel model = box_beam();
  for (const bool vectors : {false, true}) {
    ReductionOptions options;
    options.quality.compute = false;
    options.rule = SelectionRule::band_interface_mass;
    options.band = 60e3;
    options.completeness = 0.05;  // a few modes would do
    options.count_vectors = vectors;
    const ReductionRecord record = reduce(model, options).record;
    const double limit = 1.3 * options.band;
    ASSERT_GT(record.fixed_hz.maxCoeff(), limit);  // none can be missing
    const Index below = (record.fixed_hz.array() < limit).count();
    ASSERT_GT(below, 16);  // more than the first batch
    ASSERT_GE(record.normal_modes, below);
    for (Index i = 0; i < below; ++i) EXPECT_EQ(record.kept_modes[std::size_t(i)], i);
    // The same target by plain interface mass leaves some of them out.
    options.rule = SelectionRule::interface_mass;
    EXPECT_LT(reduce(model, options).record.normal_modes, below);
  }
}

TEST(Reduce, TargetOutOfReachIsRefusedBeforeAllModesAreComputed) {
  const FeModel model = box_beam();
  for (const bool vectors : {false, true}) {
    ReductionOptions options;
    options.quality.compute = options.certify = false;
    options.completeness = 0.999;
    options.count_vectors = vectors;
    options.truncation_vectors = 2;
    options.max_modes = 100;
    try {
      reduce(model, options);
      ADD_FAILURE() << "no error";
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find("by their course the 100 modes that may be computed would carry 0."), std::string::npos)
          << text;
      EXPECT_NE(text.find("Ask for 0."), std::string::npos) << text;
      EXPECT_NE(text.find(vectors ? "leave the target out" : "count_vectors = true"), std::string::npos) << text;
    }
  }
}

TEST(Reduce, ForecastOfInterfaceMassIsRightAboutWhatMoreModesCarry) {
  // 48 modes foretell what 300 carry.
  const FeModel model = box_beam();
  ReductionOptions options;
  options.quality.compute = options.certify = false;
  options.rule = SelectionRule::count;
  options.count = 300;
  options.truncation_vectors = 0;
  const VectorXd share = reduce(model, options).record.share;
  VectorXd modes(12), carried(12);
  for (Index i = 0; i < 12; ++i) {
    modes[i] = std::round(48 * std::pow(6.0, double(i - 11) / 11));
    carried[i] = share.head(Index(modes[i])).sum();
  }
  const Index all = model.dofs.size;
  const CompletenessForecast forecast = forecast_completeness(modes, carried, all, 300, 0.9);
  testing::record({.group = "Reduction",
                   .name = "interface mass of 300 modes of a beam, foretold from 48",
                   .reference = "300 modes",
                   .reference_value = share.sum(),
                   .value = forecast.likely,
                   .error = std::abs(forecast.likely - share.sum()),
                   .allowed = 0.05,
                   .why = "a power law for the rest; decides only whether to go on",
                   .inside = true});
}

TEST(Reduce, FewestCoordinatesOfAReducedInterfaceMeetTheTarget) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.quality.compute = false;
  options.interfaces = {"xmax", "left"};
  options.interface_modes = 8;
  options.completeness = 0.9;
  options.count_vectors = true;
  const ReductionRecord both = reduce(model, options).record;
  EXPECT_EQ(both.constraint_modes, 14);
  EXPECT_GE(both.completeness_with_vectors, 0.9 - 1e-6);
  EXPECT_LT(both.completeness, 0.9);
  EXPECT_GT(both.vectors_kept, 0);
}

TEST(Reduce, LoadModeAnswersItsLoadExactly) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.quality.compute = false;
  const LoadCase pressure{"pressure", {SurfacePressure{"ymax", 1e6}}};
  options.load_modes = {pressure};
  options.surfaces = {"zmax"};
  const ReducedBody body = reduce(model, options);
  EXPECT_EQ(body.record.static_modes, 1);
  Support left, right;
  left.nodes = "left";
  right.nodes = "right";
  left.component = right.component = {0, 0, 0, 0, 0, 0};
  const StaticSolution exact = solve_static(model, {left, right}, {pressure});
  // Reduced statics under the modal load, both interfaces held.
  const NodeRows& rows = body.surfaces[0];
  const Index n = body.frequency.size();
  const MatrixXd load = load_vectors(model, {pressure});
  const std::vector<NodeId> nodes = nodes_named(model.file->mesh, "zmax");
  VectorXd wanted(3 * Index(nodes.size()));
  for (Index i = 0; i < Index(nodes.size()); ++i)
    wanted.segment<3>(3 * i) = exact.displacement.col(0).segment<3>(3 * Index(nodes[i].value));
  // The best answer in the span of rigid motions and modes reproduces the unreduced one.
  MatrixXd span(wanted.size(), 6 + n);
  for (Index i = 0; i < rows.position.cols(); ++i) {
    span.block<3, 3>(3 * i, 0).setIdentity();
    for (int axis = 0; axis < 3; ++axis)
      span.block<3, 1>(3 * i, 3 + axis) = Vector3d::Unit(axis).cross(rows.position.col(i));
  }
  span.rightCols(n) = rows.translation;
  const VectorXd best = span.colPivHouseholderQr().solve(wanted);
  EXPECT_LE((span * best - wanted).norm(), 1e-8 * wanted.norm());
}

TEST(Reduce, ChordFrameLeavesTheLineBetweenTheEndsAtRest) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.quality.compute = false;
  const ReducedBody mean = reduce(model, options);
  options.reference = ReferenceCondition::chord;
  options.chord = {"left", "right"};
  const ReducedBody chord = reduce(model, options);
  EXPECT_LE(chord.interfaces[0].translation.cwiseAbs().maxCoeff(),
            1e-9 * mean.interfaces[0].translation.cwiseAbs().maxCoeff());
  EXPECT_LE(chord.interfaces[1].translation.bottomRows<2>().cwiseAbs().maxCoeff(),
            1e-9 * mean.interfaces[1].translation.cwiseAbs().maxCoeff());
  EXPECT_LE((chord.mass - chord.invariants.I6).norm(), 1e-8 * chord.mass.norm());
  // The frame takes over the rigid part: kinetic energy with the frame free to move is the same.
  const auto moving = [](const ReducedBody& body) {
    const InertiaInvariants& inv = body.invariants;
    const Index n = inv.num_modes();
    MatrixXd rigid = MatrixXd::Zero(6, 6);
    const Matrix3d cross = skew(inv.I2);
    rigid.topLeftCorner<3, 3>() = inv.I1 * Matrix3d::Identity();
    rigid.topRightCorner<3, 3>() = -cross;
    rigid.bottomLeftCorner<3, 3>() = cross;
    rigid.bottomRightCorner<3, 3>() = inv.I7;
    MatrixXd couple(6, n);
    couple << inv.I3, inv.I4;
    return MatrixXd(inv.I6 - couple.transpose() * rigid.ldlt().solve(couple));
  };
  EXPECT_LE((moving(chord) - moving(mean)).norm(), 1e-7 * moving(mean).norm());
}

std::string message_of(const FeModel& model, const ReductionOptions& options) {
  try {
    reduce(model, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(ReduceBadInput, InterfacesThatShareFacesAreToldButNotNeighbors) {
  // Mean motions of the end and of the end with a third of the underside; then of the end and of the underside alone,
  // which have an edge in common.
  MeshFile file = testing::box_beam_file(coarse());
  const std::vector<NodeId> end = nodes_named(file.mesh, "xmax"), under = nodes_named(file.mesh, "ymin");
  const double length = BoxBeam().size.x();
  const auto add = [&](const std::string& name, std::vector<NodeId> nodes) {
    Coupling coupling;
    coupling.name = name;
    coupling.kind = CouplingKind::averaged;
    coupling.reference = NodeId{std::int32_t(file.mesh.num_nodes())};
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    coupling.nodes = nodes;
    file.mesh.x.conservativeResize(3, file.mesh.num_nodes() + 1);
    file.mesh.x.rightCols<1>() = Vector3d(length, 0, 0);
    file.mesh.node_labels.push_back(file.mesh.node_labels.back() + 1);
    file.couplings.push_back(coupling);
  };
  std::vector<NodeId> more = end;
  for (const NodeId node : under)
    if (file.mesh.x(0, node.value) > 0.6 * length) more.push_back(node);
  add("more", more);
  add("under", under);
  const FeModel model = assemble(std::make_shared<const MeshFile>(file));
  ReductionOptions options;
  options.quality.compute = options.certify = false;
  options.interfaces = {"right", "more"};
  const std::vector<std::string> told = reduce(model, options).record.warnings;
  ASSERT_EQ(told.size(), 1);
  EXPECT_NE(told[0].find("interfaces 'right' and 'more' overlap"), std::string::npos) << told[0];
  EXPECT_NE(told[0].find("100 % of those of 'right'"), std::string::npos) << told[0];
  EXPECT_NE(told[0].find("Make the surfaces disjoint"), std::string::npos) << told[0];
  options.interfaces = {"right", "under"};
  EXPECT_TRUE(reduce(model, options).record.warnings.empty());
}

TEST(ReduceBadInput, EachMessageSaysWhatToChange) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.interfaces = {"rigth"};
  EXPECT_NE(message_of(model, options).find("did you mean 'right'"), std::string::npos);
  options.interfaces = {"xmax_ymin"};  // an edge: the body can turn about it
  EXPECT_NE(message_of(model, options).find("Keep one more interface"), std::string::npos);
  options.interfaces = {"xmin_ymin"};  // part of the rigid patch of "left"
  EXPECT_NE(message_of(model, options).find("overlap"), std::string::npos);
  options.interfaces = {"right", "right"};
  EXPECT_NE(message_of(model, options).find("name it once"), std::string::npos);
  options.interfaces = {"l*", "r?ght"};
  options.quality.compute = false;
  EXPECT_EQ(message_of(model, options), "no error");
  options.interfaces = {"q*"};
  EXPECT_NE(message_of(model, options).find("no interface fits 'q*'"), std::string::npos);
  options.interfaces = {"left", "xmin"};
  EXPECT_NE(message_of(model, options).find("overlap"), std::string::npos);
  options.interfaces = {};
  options.reference = ReferenceCondition::chord;
  options.chord = {"left", "rihgt"};
  EXPECT_NE(message_of(model, options).find("must be interfaces"), std::string::npos);
  MeshFile weightless = *model.file;
  for (Material& material : weightless.materials) material.density = 0;
  EXPECT_NE(message_of(assemble(std::make_shared<const MeshFile>(weightless)), {}).find("give its material a density"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion

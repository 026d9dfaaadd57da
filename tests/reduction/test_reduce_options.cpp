// What a user may ask of a reduction, option by option.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "reduction/beam_pieces.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/reduction/check_reduction.h"
#include "trunnion/reduction/quality.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

using testing::box_beam;
using testing::BoxBeam;
using testing::coarse;

TEST(Reduce, AutomaticLevelIsTheFewestModesForTheAccuracy) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.band = 20e3;
  options.rule = SelectionRule::automatic;
  options.accuracy = 0.02;
  const ReducedBody body = reduce(model, options);
  EXPECT_LE(body.quality.frf_error_max, options.accuracy);
  EXPECT_TRUE(body.record.certified);
  options.rule = SelectionRule::count;
  options.count = body.record.normal_modes;
  EXPECT_NEAR(reduce(model, options).quality.frf_error_max, body.quality.frf_error_max,
              1e-6 * body.quality.frf_error_max);
  ASSERT_GT(body.record.normal_modes, 0);
  options.count = body.record.normal_modes - 1;
  EXPECT_GT(reduce(model, options).quality.frf_error_max, options.accuracy);
  // Finer than the modes below the first cut-off allow: more are computed, and these are counted, too.
  options.rule = SelectionRule::automatic;
  options.accuracy = 1e-6;
  const ReducedBody fine = reduce(model, options);
  EXPECT_LE(fine.quality.frf_error_max, 1e-6);
  EXPECT_GT(fine.record.fixed_hz.maxCoeff(), 1.5 * options.band);
  EXPECT_TRUE(fine.record.certified);
  EXPECT_GE(fine.record.certified_below, fine.record.fixed_hz[fine.record.kept_modes.back()]);
  options.truncation_vectors = 0;
  options.max_modes = 20;
  try {
    reduce(model, options);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("beyond reach"), std::string::npos) << error.what();
  }
}

TEST(Reduce, MoreModesThanTheMeshHasFreedomsAreRefusedWithTheirNumber) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.interfaces = {"xmax", "left"};
  options.rule = SelectionRule::count;
  options.count = model.dofs.size;
  try {
    reduce(model, options);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("freedoms left"), std::string::npos) << error.what();
  }
}

TEST(Reduce, InterfaceReductionErrorIsRecordedApart) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.interfaces = {"xmax", "left"};
  EXPECT_EQ(reduce(model, options).quality.interface_error, 0);
  for (const Index kept : {4, 16}) {
    options.interface_modes = kept;
    const QualityRecord quality = reduce(model, options).quality;
    EXPECT_GT(quality.interface_error, 0);
    EXPECT_NEAR(quality.frf_error_max, quality.interface_error, 0.1 * quality.interface_error);  // the rest is small
  }
  // Interface mass is that of the interface dofs, whatever coordinates replace them.
  ReductionOptions all = options;
  all.interface_modes = 0;
  const ReductionRecord fewer = reduce(model, options).record, whole = reduce(model, all).record;
  EXPECT_NEAR(fewer.completeness, whole.completeness, 1e-9);
  EXPECT_EQ(fewer.distribution.cols(), Index(fewer.dof_names.size()));
  // As many modes as there are elastic motions of the interface: nothing is lost.
  options.interface_modes = 3 * Index(nodes_named(model.file->mesh, "xmax").size());
  EXPECT_EQ(reduce(model, options).quality.interface_error, 0);
}

TEST(Reduce, OfManyInterfaceDofsAnEvenChoiceIsComparedWithTheSameResult) {
  BoxBeam beam = coarse();
  beam.left = CouplingKind::averaged;
  const FeModel model = box_beam(beam);
  ReductionOptions options;
  options.interfaces = {"xmin", "xmax"};
  options.quality.lines = 50;
  for (const Index kept : {0, 10}) {
    options.interface_modes = kept;
    options.quality.compared = 1000;
    const ReducedBody whole = reduce(model, options);
    options.quality.compared = 24;
    const ReducedBody sampled = reduce(model, options);
    const QualityRecord &all = whole.quality, &few = sampled.quality;
    ASSERT_TRUE(few.computed);
    EXPECT_EQ(all.dof_names.size(), std::size_t(whole.record.interface_dofs));
    ASSERT_EQ(few.dof_names.size(), 24U);
    EXPECT_LE(few.reference_solves, sampled.record.solves);
    // The same pairs err by the same: the reference is known well enough for that with fewer solves.
    std::vector<Index> place;
    for (const std::string& name : few.dof_names)
      place.push_back(std::find(all.dof_names.begin(), all.dof_names.end(), name) - all.dof_names.begin());
    ASSERT_LT(place.back(), Index(all.dof_names.size()));
    const double allowed = 2 * few.reference_error + 0.01 * few.frf_error_max;
    for (Index i = 0; i < 24; ++i)
      for (Index j = 0; j < 24; ++j)
        if (const double expected = all.error(place[i], place[j]); !std::isnan(expected)) {
          EXPECT_NEAR(few.error(i, j), expected, allowed) << kept << ": " << few.dof_names[i];
        }
    EXPECT_EQ(few.interface_error > 0, kept > 0);
  }
}

TEST(Reduce, ReferencePointsAreComparedBeforeNodesOfSets) {
  BoxBeam beam = coarse();
  const FeModel model = box_beam(beam);
  const HeldInterfaces held = held_interfaces(model, {"xmax", "left"});
  const auto all = Index(held.dofs.size());
  EXPECT_EQ(Index(compared_dofs(held, all).size()), all);
  const std::vector<Index> few = compared_dofs(held, 9);
  ASSERT_EQ(few.size(), 9U);
  EXPECT_TRUE(std::is_sorted(few.begin(), few.end()));
  for (int k = 0; k < 6; ++k) EXPECT_EQ(few[std::size_t(3 + k)], all - 6 + k);  // "left" comes last
  EXPECT_EQ(compared_dofs(held, 4).size(), 4U);
}

TEST(Reduce, ComparisonTakesNoMoreSolvesThanTheReduction) {
  const FeModel model = box_beam();
  for (const SelectionRule rule : {SelectionRule::cutoff, SelectionRule::count}) {
    ReductionOptions options;
    options.rule = rule;
    options.count = 2;
    const ReducedBody body = reduce(model, options);
    EXPECT_LE(body.quality.reference_solves_limit, body.record.solves);
  }
}

TEST(Reduce, ResponsesOfALowBandAreComparedAtDistinctLines) {
  for (const double band : {5.0, 20.0, 100.0, 1e4}) {
    ReductionOptions options;
    options.band = band;
    const VectorXd lines = response_lines(options);
    EXPECT_NEAR(lines[0], std::min(20.0, 0.1 * band), 1e-12 * band);
    EXPECT_NEAR(lines[lines.size() - 1], band, 1e-12 * band);
    for (Index i = 1; i < lines.size(); ++i) EXPECT_GT(lines[i], lines[i - 1]);
  }
}

TEST(ReduceBadInput, OptionsThatContradictEachOtherAreRefused) {
  const FeModel model = box_beam(coarse());
  using Change = std::function<void(ReductionOptions&)>;
  const std::vector<std::pair<std::string, Change>> cases{
      {"pool = 5 is less than modes = 10",
       [](auto& o) { o.rule = SelectionRule::interface_mass, o.count = 10, o.pool = 5; }},
      {"pool = 5 is less than modes = 10",
       [](auto& o) { o.rule = SelectionRule::band_interface_mass, o.count = 10, o.pool = 5; }},
      {"method = \"free\" keeps modes of the free body",
       [](auto& o) { o.method = ReductionMethod::free_modes, o.rule = SelectionRule::automatic, o.accuracy = 1e-6; }},
      {"method = \"free\" keeps modes of the free body",
       [](auto& o) { o.method = ReductionMethod::free_modes, o.rule = SelectionRule::interface_mass, o.count = 3; }},
      {"method = \"free\" keeps modes of the free body",
       [](auto& o) { o.method = ReductionMethod::free_modes, o.completeness = 0.5; }},
      {"'completeness' has nothing to choose",
       [](auto& o) { o.method = ReductionMethod::guyan, o.completeness = 0.99; }},
      {"select = \"automatic\" has nothing to choose",
       [](auto& o) { o.method = ReductionMethod::guyan, o.rule = SelectionRule::automatic; }},
      {"completeness = 0.5 and modes = 4",
       [](auto& o) { o.completeness = 0.5, o.rule = SelectionRule::interface_mass, o.count = 4; }},
      {"completeness = 0.5 and select = \"count\"",
       [](auto& o) { o.completeness = 0.5, o.rule = SelectionRule::count; }},
      {"completeness = 0.5 and cutoff = 9000 Hz", [](auto& o) { o.completeness = 0.5, o.cutoff = 9e3; }},
      {"each decides", [](auto& o) { o.completeness = 0.5, o.rule = SelectionRule::automatic; }}};
  for (const auto& [text, change] : cases) {
    ReductionOptions options;
    change(options);
    try {
      reduce(model, options);
      ADD_FAILURE() << "no error: " << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  }
}

TEST(Reduce, CuttingTheOrthogonalSetSpoilsStaticsAndWarns) {
  const FeModel model = box_beam();
  ReductionOptions options;
  const ReducedBody whole = reduce(model, options);
  options.orthogonal_cutoff = 20e3;
  const ReducedBody cut = reduce(model, options);
  EXPECT_LT(cut.frequency.size(), whole.frequency.size());
  EXPECT_LT(cut.frequency.maxCoeff(), 20e3);
  ASSERT_EQ(cut.record.warnings.size(), 1);
  EXPECT_NE(cut.record.warnings[0].find("no longer exact"), std::string::npos);
  const double ratio = whole.quality.frf_error_max / cut.quality.frf_error_max;
  testing::record({.group = "Reduction",
                   .name = "error of responses, whole set over the same cut at 20 kHz after orthogonalization",
                   .reference = "published order: the cut loses accuracy",
                   .value = ratio,
                   .error = ratio,
                   .allowed = 0.01,
                   .why = "constraint modes are no longer in the cut set: statics is lost"});
}

TEST(Reduce, EveryKindOfLoadInsideTheBodyGivesAStaticMode) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.quality.compute = false;
  options.load_modes = {{"pressure", {SurfacePressure{"ymax", 1e6}}},
                        {"gravity", {Gravity{Vector3d(0, 0, -9.81)}}},
                        {"spin", {Centrifugal{Vector3d::Zero(), Vector3d(0, 100, 0)}}},
                        {"user", {NodalForce{"zmax", Vector3d(0, 0, 10)}, SurfaceTraction{"ymax", Vector3d(5, 0, 0)}}}};
  const ReducedBody body = reduce(model, options);
  // Gravity on the free interior moves it as the truncation vectors do: it adds no direction of its own.
  EXPECT_GE(body.record.static_modes, 3);
  EXPECT_LE(body.record.static_modes, 4);
  const Index n = body.frequency.size();
  EXPECT_LE((body.mass - MatrixXd::Identity(n, n)).norm(), 1e-9);
  EXPECT_LE((body.invariants.I6 - MatrixXd::Identity(n, n)).norm(), 1e-6);
}

TEST(Reduce, LumpedMassGivesTheInvariantsOfItsNodalMasses) {
  const BoxBeam beam = coarse();
  const FeModel model = assemble(std::make_shared<const MeshFile>(testing::box_beam_file(beam)), {.lumped_mass = true});
  ReductionOptions options;
  options.quality.compute = false;
  const ReducedBody body = reduce(model, options);
  const VectorXd nodal = model.mass.scalar_lower.diagonal();
  EXPECT_EQ(model.mass.scalar_lower.nonZeros(), nodal.size());
  EXPECT_NEAR(body.invariants.I1, nodal.sum(), 1e-12 * nodal.sum());
  EXPECT_LE((body.invariants.I2 - model.file->mesh.x * nodal).norm(), 1e-12 * nodal.sum());
}

TEST(Reduce, DampingOfEveryKindActsOnTheOrthogonalModes) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.quality.compute = false;
  options.damping = PerModeDamping{{0.01, 0.03}};
  const ReducedBody body = reduce(model, options);
  const VectorXd w = 2 * std::numbers::pi * body.frequency;
  EXPECT_NEAR(body.damping(0, 0), 2 * 0.01 * w[0], 1e-9 * w[0]);
  EXPECT_NEAR(body.damping(5, 5), 2 * 0.03 * w[5], 1e-9 * w[5]);  // the last ratio serves the rest
  options.damping = RayleighDamping{10, 1e-6};
  EXPECT_NEAR(reduce(model, options).damping(3, 3), 10 + 1e-6 * w[3] * w[3], 1e-9 * w[3]);
}

TEST(Reduce, TooLittleMemoryIsToldBeforeTheAttempt) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.memory = 1e5;
  try {
    reduce(model, options);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("may take 0.0001 GB. Use a coarser mesh or fewer modes"),
              std::string::npos)
        << error.what();
  }
}

TEST(Reduce, ModesThatDoNotFitAreToldBeforeTheyAreComputed) {
  // Room for the factor and the modes that are usual, not for those that the target turns out to need.
  const FeModel model = box_beam();
  const ReductionNeed need = estimate_reduction(model, {});
  ReductionOptions options;
  options.completeness = 0.98;
  options.memory = need.factor.bytes + need.vector_bytes + 4e5;
  try {
    reduce(model, options);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("more need about"), std::string::npos) << error.what();
  }
  options.memory = 0;
  EXPECT_GT(reduce(model, options).record.modes_computed, usual_modes(options));
  // A pool counts as it is.
  options = {};
  options.rule = SelectionRule::interface_mass;
  options.count = 10;
  options.pool = 200;
  EXPECT_EQ(usual_modes(options), 200);
  EXPECT_GT(estimate_reduction(model, options).vector_bytes, need.vector_bytes);
}

TEST(Reduce, WholeSetsMayBeKept) {
  const FeModel model = box_beam(coarse());
  ReductionOptions options;
  options.interfaces = {"xmax", "left"};
  const ReducedBody body = reduce(model, options);
  const Index nodes = Index(nodes_named(model.file->mesh, "xmax").size());
  EXPECT_EQ(body.record.constraint_modes, 3 * nodes + 6);
  EXPECT_GT(body.quality.frac_min, 0.999);
  // Interface reduction: fewer coordinates, the loss is in the record.
  options.interface_modes = 12;
  const ReducedBody fewer = reduce(model, options);
  EXPECT_EQ(fewer.record.constraint_modes, 18);
  EXPECT_GT(fewer.quality.frf_error_max, body.quality.frf_error_max);
}

TEST(Reduce, FreeModesAreWorseAtTheInterfacesAndSaySo) {
  const FeModel model = box_beam();
  ReductionOptions options;
  options.method = ReductionMethod::free_modes;
  const ReducedBody body = reduce(model, options);
  EXPECT_FALSE(body.record.warnings.empty());
  EXPECT_TRUE(std::isnan(body.record.completeness));  // it holds no fixed-interface modes
  // What is proven is about the modes that it holds.
  EXPECT_TRUE(body.record.certified);
  ModalOptions modal;
  modal.max_frequency = 1.5 * options.band;
  EXPECT_EQ(body.record.certified_below, solve_modes(model, {}, modal).counted_below);
  options.method = ReductionMethod::craig_bampton;
  const ReducedBody good = reduce(model, options);
  EXPECT_GT(body.quality.frf_error_max, 10 * good.quality.frf_error_max);
  EXPECT_NEAR(body.frequency[0], good.frequency[0], 1e-6 * good.frequency[0]);
}

TEST(Reduce, SameInputSameHashAndAnyChangeAnother) {
  const FeModel model = box_beam(coarse());
  const std::string hash = reduction_hash(model, {});
  EXPECT_EQ(hash, reduction_hash(box_beam(coarse()), {}));
  BoxBeam heavier = coarse();
  heavier.density *= 1.001;
  EXPECT_NE(hash, reduction_hash(box_beam(heavier), {}));

  using Change = std::function<void(ReductionOptions&)>;
  const std::vector<Change> changes{
      [](auto& o) { o.method = ReductionMethod::guyan; },
      [](auto& o) {
        o.interfaces = {"right", "left"};
      },
      [](auto& o) { o.band *= 1.001; },
      [](auto& o) { o.rule = SelectionRule::count; },
      [](auto& o) { o.count = 3; },
      [](auto& o) { o.pool = 9; },
      [](auto& o) { o.cutoff = 9e3; },
      [](auto& o) { o.accuracy = 0.02; },
      [](auto& o) { o.completeness = 0.5; },
      [](auto& o) { o.count_vectors = true; },
      [](auto& o) {
        o.weights = {1, 0};
      },
      [](auto& o) { o.truncation_vectors = 3; },
      [](auto& o) { o.max_modes = 100; },
      [](auto& o) { o.interface_modes = 3; },
      [](auto& o) {
        o.load_modes = {{"pressure", {SurfacePressure{"ymax", 1e6}}}};
      },
      [](auto& o) {
        o.load_modes = {{"pressure", {SurfacePressure{"ymax", 2e6}}}};
      },
      [&](auto& o) { o.given_shapes = MatrixXd::Ones(model.dofs.size, 1); },
      [](auto& o) { o.orthogonal_cutoff = 2e4; },
      [](auto& o) { o.damping = ModalDamping{0.03}; },
      [](auto& o) {
        o.damping = RayleighDamping{0.02, 0};
      },
      [](auto& o) {
        o.damping = PerModeDamping{{0.02, 0.03}};
      },
      [](auto& o) { o.reference = ReferenceCondition::chord; },
      [](auto& o) {
        o.chord = {"left", "right"};
      },
      [](auto& o) { o.geometric.inertia = true; },
      [](auto& o) { o.geometric.interface = true; },
      [](auto& o) { o.stress_sets = {"ymax"}; },
      [](auto& o) { o.surfaces = {"ymax"}; },
      [](auto& o) { o.surfaces = {"ymin"}; },
      [](auto& o) { o.certify = false; },
      [](auto& o) { o.quality.compute = false; },
      [](auto& o) { o.quality.lines = 20; },
      [](auto& o) { o.quality.from_hz = 30; },
  };
  std::map<std::string, std::size_t> seen{{hash, changes.size()}};
  for (std::size_t i = 0; i < changes.size(); ++i) {
    ReductionOptions options;
    changes[i](options);
    const auto [place, fresh] = seen.emplace(reduction_hash(model, options), i);
    EXPECT_TRUE(fresh) << "change " << i << " gives the hash of change " << place->second;
  }
}

TEST(Reduce, ASetThatMovesGivesAnotherHash) {
  BoxBeam beam = coarse();
  const FeModel model = box_beam(beam);
  const Mesh& mesh = model.file->mesh;
  // "W" at one end of the bar, then at the other: as a surface, as elements, as nodes.
  const std::vector<std::function<void(Mesh&, const std::string&)>> kinds{
      [&](Mesh& m, const std::string& end) { m.surfaces["W"] = mesh.surfaces.at(end); },
      [&](Mesh& m, const std::string& end) { m.element_sets["W"] = {ElementId{end == "xmin" ? 0 : 1}}; },
      [&](Mesh& m, const std::string& end) { m.node_sets["W"] = surface_nodes(mesh, mesh.surfaces.at(end)); }};
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    std::set<std::string> hashes;
    Index asked = 0;
    for (const std::string end : {"xmin", "xmax"}) {
      FeModel moved = model;
      auto file = std::make_shared<MeshFile>(*model.file);
      kinds[kind](file->mesh, end);
      moved.file = file;
      for (auto member : {&ReductionOptions::stress_sets, &ReductionOptions::surfaces, &ReductionOptions::interfaces}) {
        ReductionOptions options;
        options.*member = {"W"};
        hashes.insert(reduction_hash(moved, options));
        ++asked;
      }
    }
    EXPECT_EQ(hashes.size(), std::size_t(asked)) << "kind " << kind;
  }
  // Nodes of a wholly kept set are called by their labels.
  FeModel relabeled = model;
  auto file = std::make_shared<MeshFile>(*model.file);
  for (std::int64_t& label : file->mesh.node_labels) label += 1000;
  relabeled.file = file;
  EXPECT_NE(reduction_hash(model, {}), reduction_hash(relabeled, {}));
}

}  // namespace
}  // namespace trunnion

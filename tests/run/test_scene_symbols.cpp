// What a run's pictures show besides bodies: symbols that move with the mechanism, and forces as arrows.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "mechanism_text.h"
#include "support/paths.h"
#include "trunnion/model/model.h"
#include "trunnion/run/picture_model.h"

namespace trunnion {
namespace {

using testing::body_text;
using testing::TextRun;

std::size_t symbol_named(const Scene& scene, const std::string& name) {
  const auto found = std::find_if(scene.symbols.begin(), scene.symbols.end(),
                                  [&](const SceneSymbol& symbol) { return symbol.name == name; });
  EXPECT_NE(found, scene.symbols.end()) << name;
  return static_cast<std::size_t>(found - scene.symbols.begin());
}

// A weight of 2 kg on a rail along x, held back by a spring and pushed by a load across the rail.
std::string swinging() {
  return "[model]\nname = 'rail'\ngravity = ['0 m/s^2', '0 m/s^2', '-9.81 m/s^2']\n" +
         body_text("weight", "['1.2 m', '0 m', '0 m']") + testing::guide_text("weight") +
         "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['weight', 'ground']\nfree_length = '1 m'\n"
         "stiffness = '500 N/m'\n"
         "[[load]]\nname = 'push'\non = 'weight'\ndirection = [0, 1, 0]\nsize = '30 N'\n"
         "[[stage]]\nname = 'swing'\ntype = 'transient'\nduration = '0.2 s'\nsamples = 20\n";
}

TEST(SceneSymbols, ArrowsAreAsLongAsTheRecordedForces) {
  TextRun run(swinging());
  const MechanismResult& result = run.next();
  const Scene& scene = result.scenes.front();
  const std::size_t joint = symbol_named(scene, "force in joint guide"),
                    spring = symbol_named(scene, "force in spring"), push = symbol_named(scene, "load push");
  const VectorXd tension = run.curve("force.spring.tension");
  ASSERT_EQ(static_cast<Index>(scene.frames.size()), tension.size());
  for (std::size_t k = 0; k < scene.frames.size(); ++k) {
    const auto force = [&](std::size_t symbol) -> Vector3d {
      return scene.symbols[symbol].per_length * scene.frames[k].symbols[symbol].axes.col(0);
    };
    EXPECT_LE((force(spring) - Vector3d(-tension[static_cast<Index>(k)], 0, 0)).norm(), 1e-9) << k;
    EXPECT_LE((force(push) - Vector3d(0, 30, 0)).norm(), 1e-9) << k;
    EXPECT_LE((force(joint) - Vector3d(0, -30, 2 * 9.81)).norm(), 1e-6) << k;  // the rail carries weight and push
  }
}

TEST(SceneSymbols, TheLargestForceReachesOverAFifthOfTheMachine) {
  TextRun run(swinging());
  const Scene& scene = run.next().scenes.front();
  const Mesh& mesh = *scene.bodies.front().mesh;
  const double size = (mesh.x.rowwise().maxCoeff() - mesh.x.rowwise().minCoeff()).maxCoeff();
  double longest = 0;
  for (const Frame& frame : scene.frames)
    for (std::size_t k = 0; k < scene.symbols.size(); ++k)
      if (scene.symbols[k].role == SymbolRole::force) longest = std::max(longest, frame.symbols[k].axes.col(0).norm());
  EXPECT_NEAR(longest, 0.2 * size, 1e-12);
}

TEST(SceneSymbols, SymbolsMoveWithTheBodies) {
  TextRun run(swinging());
  const Scene& scene = run.next().scenes.front();
  const std::size_t guide = symbol_named(scene, "joint guide"), spring = symbol_named(scene, "force spring");
  for (const Frame& frame : scene.frames) {
    const Vector3d weight = frame.bodies.front().translation;
    EXPECT_LE((frame.symbols[guide].point - weight).norm(), 1e-12);
    EXPECT_LE((frame.symbols[spring].point + frame.symbols[spring].axes.col(0) - weight).norm(), 1e-12);
  }
  EXPECT_GT((scene.frames.back().bodies.front().translation - scene.frames.front().bodies.front().translation).norm(),
            0.1);
}

// Those whose meshes the program makes itself; the others are looked at where all examples are run.
TEST(ModelPicture, EveryExampleShowsItsBodies) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::source_dir() / "examples")) {
    if (entry.path().extension() != ".toml") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (text.find("gmsh") != std::string::npos || text.find("from = ") != std::string::npos) continue;
    if (text.find("[[stage]]") == std::string::npos) continue;  // a study
    SCOPED_TRACE(entry.path().filename());
    const RunRecord record = picture_model(read_model(entry.path()), testing::fresh_folder("model-picture"));
    ASSERT_FALSE(record.scenes.empty());
    EXPECT_GT(record.scenes.front().bodies.size(), 0U);
    EXPECT_EQ(record.tables.front().title, "Bodies");
    EXPECT_GE(record.tables.front().rows.size(), record.scenes.front().bodies.size());
  }
}

double teeth_apart(const Scene& scene) {
  // Smallest distance of nodes of the two gears: at the pitch point teeth touch.
  const auto world = [&](std::size_t b) -> Matrix3Xd {
    const BodyFrame& at = scene.frames.front().bodies[b];
    return (at.rotation * scene.bodies[b].mesh->x).colwise() + at.translation;
  };
  const Matrix3Xd one = world(0), two = world(1);
  double least = 1e300;
  for (Index k = 0; k < one.cols(); ++k)
    least = std::min(least, (two.colwise() - one.col(k)).colwise().squaredNorm().minCoeff());
  return std::sqrt(least);
}

TEST(ModelPicture, GearsStandInMeshAtTheirCenterDistance) {
  for (const char* name : {"gear-pair/gear-pair.toml", "helical-pair/helical-pair.toml"}) {
    const Model model = read_model(testing::source_dir() / "examples" / name);
    const RunRecord record = picture_model(model, {});
    const Scene& scene = record.scenes.front();
    ASSERT_EQ(scene.bodies.size(), 2U);
    const double module = gear_of(model.gears.front()).normal_module;
    EXPECT_LT(teeth_apart(scene), 0.15 * module) << name;  // as near as nodes of the coarse mesh lie
    EXPECT_EQ(scene.bodies[0].name, model.gear_pairs.front().driver);
    symbol_named(scene, "input torque of " + model.gear_pairs.front().name);
    const auto pairs = std::ranges::find(record.tables, "Gear pairs", &Table::title);
    ASSERT_NE(pairs, record.tables.end());
    EXPECT_EQ(pairs->rows.size(), model.gear_pairs.size());
  }
}

TEST(ModelPicture, APlaneIsAPlateUnderAllThatMayTouchIt) {
  const Model model = read_model(testing::source_dir() / "examples/ellipsoid-on-plane/ellipsoid-on-plane.toml");
  const Scene scene = picture_model(model, {}).scenes.front();
  const auto place = std::ranges::find(scene.bodies, "ground", &SceneBody::name);
  ASSERT_NE(place, scene.bodies.end());
  const Matrix3Xd& plate = place->mesh->x;
  EXPECT_EQ(plate.row(2).maxCoeff(), 0);
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const BodyFrame& at = scene.frames.front().bodies[b];
    const Matrix3Xd world = (at.rotation * scene.bodies[b].mesh->x).colwise() + at.translation;
    for (int axis = 0; axis < 2; ++axis) {
      EXPECT_LE(plate.row(axis).minCoeff(), world.row(axis).minCoeff()) << scene.bodies[b].name;
      EXPECT_GE(plate.row(axis).maxCoeff(), world.row(axis).maxCoeff()) << scene.bodies[b].name;
    }
  }
}

TEST(ModelPicture, PressureIsArrowsIntoThePressedFaces) {
  const Model model = parse_model(
      "[model]\nname = 'plate'\n[[flexible_body]]\nname = 'plate'\n"
      "mesh = { box = ['2 m', '1 m', '0.1 m'], divisions = [8, 4, 1], element = 'hex8' }\n"
      "material = { young = '210 GPa', poisson = 0.3, density = '7850 kg/m^3' }\n"
      "[[support]]\non = 'xmin'\nfixed = ['x', 'y', 'z']\n"
      "[[load]]\ncase = 'gas'\non = 'zmax'\npressure = '2 MPa'\n"
      "[[load]]\ncase = 'hot'\ntemperature = '50 K'\n"
      "[[load]]\ncase = 'spin'\ncentrifugal = { speed = '100 rad/s', axis = [0, 0, 1] }\n"
      "[[stage]]\nname = 'statics'\ntype = 'fe-static'\n",
      "plate.toml");
  const Scene scene = picture_model(model, {}).scenes.front();
  const double top = scene.bodies.front().mesh->x.row(2).maxCoeff();
  int arrows = 0;
  for (std::size_t k = 0; k < scene.symbols.size(); ++k) {
    if (scene.symbols[k].name != "load gas on zmax") continue;
    const SymbolPlace& at = scene.frames.front().symbols[k];
    EXPECT_LE((at.axes.col(0).normalized() + Vector3d::UnitZ()).norm(), 1e-12);
    EXPECT_NEAR(at.point.z() + at.axes.col(0).z(), top, 1e-12);
    ++arrows;
  }
  EXPECT_EQ(arrows, 24);
  symbol_named(scene, "rotation in spin");
  const auto& fields = scene.frames.front().bodies.front().fields;
  const auto hot = std::ranges::find(fields, "temperature change in hot", &NodeField::name);
  ASSERT_NE(hot, fields.end());
  EXPECT_EQ(hot->values.minCoeff(), 50);
}

TEST(SceneSymbols, AModelShowsItsJointsLoadsAndMotionsBeforeItIsSolved) {
  const Model model = TextRun(swinging()).model;
  const Scene scene = picture_model(model, {}).scenes.front();
  for (const char* name : {"joint guide", "force spring", "load push"}) symbol_named(scene, name);
  const SymbolPlace& push = scene.frames.front().symbols[symbol_named(scene, "load push")];
  EXPECT_NEAR(push.axes.col(0).normalized().y(), 1, 1e-12);
}

}  // namespace
}  // namespace trunnion

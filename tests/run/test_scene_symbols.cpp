// What a run's pictures show besides bodies: symbols that move with the mechanism, and forces as arrows.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mechanism_text.h"
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

TEST(SceneSymbols, AModelShowsItsJointsLoadsAndMotionsBeforeItIsSolved) {
  const Model model = TextRun(swinging()).model;
  const Scene scene = picture_model(model, {}).scenes.front();
  for (const char* name : {"joint guide", "force spring", "load push"}) symbol_named(scene, name);
  const SymbolPlace& push = scene.frames.front().symbols[symbol_named(scene, "load push")];
  EXPECT_NEAR(push.axes.col(0).normalized().y(), 1, 1e-12);
}

}  // namespace
}  // namespace trunnion

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/solve.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion {
namespace {

using testing::of_material;
using testing::steel;

Support held(const std::string& nodes, std::initializer_list<int> components) {
  Support support{nodes, {}};
  for (const int c : components) support.component[c] = 0;
  return support;
}

FeModel cube(CellType type = CellType::hex20) {
  return assemble(of_material(box_mesh({.size = {0.1, 0.1, 0.1}, .divisions = {4, 4, 4}, .element = type}), steel()));
}

void expect_sound(const FeModel& model, const ModalSolution& solution) {
  EXPECT_TRUE(solution.complete) << solution.counted << " counted below " << solution.counted_below;
  EXPECT_LT(solution.residual.size() == 0 ? 0 : solution.residual.maxCoeff(), 1e-8);
  const MatrixXd gram = solution.shape.transpose() * mass_product(model, solution.shape);
  EXPECT_LE((gram - MatrixXd::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff(), 1e-10);
}

}  // namespace

TEST(SolveModes, AFreeBodyHasSixRigidModesAndNoneIsMissed) {
  const FeModel model = cube();
  const ModalSolution solution = solve_modes(model, {}, {.count = 25});
  expect_sound(model, solution);
  EXPECT_EQ(solution.rigid_modes, 6);
  EXPECT_EQ(solution.frequency.size(), 25);
  EXPECT_EQ(solution.frequency.head(6).norm(), 0);
  EXPECT_GT(solution.frequency[6], 1e3);
  // Rigid modes store no energy.
  const MatrixXd rigid = solution.shape.leftCols(6);
  const double elastic = std::pow(2 * std::numbers::pi * solution.frequency[6], 2);
  EXPECT_LE((rigid.transpose() * stiffness_product(model, rigid)).norm(), 1e-9 * elastic);
}

TEST(SolveModes, ModesOfOneFrequencyAreOrientedAlikeHoweverTheyWereFound) {
  const FeModel model = cube();
  // Blocks and starts of another number of modes leave other rotations among those of one frequency.
  const ModalSolution few = solve_modes(model, {}, {.count = 6 + 8}), many = solve_modes(model, {}, {.count = 6 + 30});
  ASSERT_GE(many.frequency.size(), few.frequency.size());
  for (Index k = 6; k < few.frequency.size(); ++k)
    EXPECT_LE((few.shape.col(k) - many.shape.col(k)).norm() / few.shape.col(k).norm(), 1e-6) << few.frequency[k];
}

TEST(SolveModes, SymmetryOfACubeShowsInMultipleFrequencies) {
  const ModalSolution solution = solve_modes(cube(), {}, {.count = 6 + 2 + 3 + 3});
  const VectorXd f = solution.frequency.tail(8);
  // The lowest family of a free cube is a pair (E), and the next ones are triples.
  EXPECT_NEAR(f[0], f[1], 1e-9 * f[0]);
  EXPECT_NEAR(f[2], f[4], 1e-9 * f[2]);
  EXPECT_NEAR(f[5], f[7], 1e-9 * f[5]);
  const double split = std::max({f[1] / f[0], f[4] / f[2], f[7] / f[5]}) - 1;
  testing::record({.group = "Finite elements",
                   .name = "lowest frequencies of a free cube, a pair and two triples: largest split",
                   .reference = "symmetry of the cube",
                   .value = split,
                   .error = split,
                   .allowed = 1e-9,
                   .why = "rounding of the eigensolver"});
  EXPECT_GT(f[2], f[1] * (1 + 1e-6));
}

TEST(SolveModes, GuidedRodVibratesAtTheSpeedOfDilatation) {
  // All lateral displacements held: a one-dimensional rod with modulus E (1-nu) / ((1+nu)(1-2nu)); fixed-free.
  const double length = 0.5;
  const FeModel model = assemble(of_material(
      box_mesh({.size = {length, 0.01, 0.01}, .divisions = {40, 1, 1}, .element = CellType::hex20}), steel()));
  const Material m = steel();
  const double speed = std::sqrt(m.young * (1 - m.poisson) / ((1 + m.poisson) * (1 - 2 * m.poisson)) / m.density);
  const std::vector<Support> guides{held("xmin", {0}), held("ymin", {1, 2}), held("ymax", {1, 2}), held("zmin", {1, 2}),
                                    held("zmax", {1, 2})};
  // Modes whose cross-sections stay plane come first as long as the rod is slender.
  const ModalSolution solution = solve_modes(model, guides, {.count = 5});
  expect_sound(model, solution);
  EXPECT_EQ(solution.rigid_modes, 0);
  for (int k = 0; k < 5; ++k) {
    // A row of quadratic elements of length h carries the wave sin(p x/h) exactly, at l = (w h/c)^2 with
    //   (3 - cos p) l^2 - (104 + 16 cos p) l + 240 (1 - cos p) = 0,   l = p^2 (1 + p^4/720 - ...)
    const double h = length / 40, p = (2 * k + 1) * std::numbers::pi / 2 * h / length, c = std::cos(p);
    const double half = 52 + 8 * c, l = 240 * (1 - c) / (half + std::sqrt(half * half - 240 * (3 - c) * (1 - c)));
    const double discrete = std::sqrt(l) * speed / (2 * std::numbers::pi * h);
    EXPECT_NEAR(solution.frequency[k], discrete, 1e-10 * discrete) << k;
    const double exact = (2 * k + 1) * speed / (4 * length);
    EXPECT_NEAR(discrete / exact - 1, std::pow(p, 4) / 1440, 11 * std::pow(p, 6) / 302400) << k;
  }
}

TEST(SolveModes, AllModesBelowAFrequencyAreFoundAndCounted) {
  const FeModel model = cube(CellType::tet10);
  const std::vector<Support> clamped{held("zmin", {0, 1, 2})};
  const ModalSolution many = solve_modes(model, clamped, {.count = 40});
  const double limit = 0.5 * (many.frequency[22] + many.frequency[23]);
  const ModalSolution solution = solve_modes(model, clamped, {.count = 4, .max_frequency = limit});
  expect_sound(model, solution);
  EXPECT_EQ(solution.frequency.size(), 23);
  EXPECT_EQ(solution.counted, 23);
  EXPECT_LE((solution.frequency - many.frequency.head(23)).norm(), 1e-9 * limit);
}

TEST(SolveModes, SlidingSupportsLeaveThreeRigidModes) {
  const FeModel model = cube();
  const ModalSolution solution = solve_modes(model, {held("zmin", {2})}, {.count = 12});
  expect_sound(model, solution);
  EXPECT_EQ(solution.rigid_modes, 3);
}

TEST(SolveModes, FewerThanTheRigidModesMayBeAskedFor) {
  const ModalSolution solution = solve_modes(cube(CellType::hex8), {}, {.count = 4, .certify = false});
  EXPECT_EQ(solution.frequency.size(), 4);
  EXPECT_EQ(solution.rigid_modes, 4);
}

TEST(SolveModes, TheCountGrowsByOneAtEachFrequency) {
  const FeModel model = cube();
  const ModalSolution solution = solve_modes(model, {held("xmin", {0, 1, 2})}, {.count = 12});
  const auto system = constrain(model, {held("xmin", {0, 1, 2})});
  for (const Index k : {0, 4, 9}) {
    const double f = solution.frequency[k];
    const auto below = [&](double factor) {
      return count_eigenvalues_below(*system, std::pow(2 * std::numbers::pi * factor * f, 2));
    };
    const Index same = (solution.frequency.array() < f * (1 - 1e-6)).count();
    EXPECT_EQ(below(1 - 1e-6), same);
    EXPECT_EQ(below(1 + 1e-6), (solution.frequency.array() < f * (1 + 1e-6)).count());
  }
}

}  // namespace trunnion

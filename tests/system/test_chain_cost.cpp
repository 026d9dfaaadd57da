// What a step of a long mechanism costs, counted in operations.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/system/assembly.h"

namespace trunnion {
namespace {

// Links of 1 m, hinged to each other and to the ground, level at the start.
Mechanism chain(int links) {
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  Index before = testing::add_marker(m, -1, Vector3d::Zero());
  for (int k = 0; k < links; ++k) {
    const Index b = m.add_body(rigid_body(fmt::format("link {}", k), {1, {0.5, 0, 0}, 0.1 * Matrix3d::Identity()}));
    m.start[b].R = {static_cast<double>(k), 0, 0};
    const Index pin = testing::add_marker(m, b, Vector3d::Zero());
    m.joints.push_back(revolute_joint(fmt::format("pin {}", k), pin, before));
    before = testing::add_marker(m, b, {1, 0, 0});
  }
  finish(m);
  return m;
}

struct Cost {
  double entries = 0, factor = 0, solve = 0;  ///< of the matrix of a step: entries, multiplications
  double iterations = 0;                      ///< of ten steps, each with one evaluation of all forces
};
Cost cost_of(int links) {
  const Mechanism m = chain(links);
  State s = testing::consistent_state(m);
  TransientOptions options;
  options.fixed_step = 1e-3;
  options.end = 10 * options.fixed_step;
  const TransientReport report = run_transient(m, s, options);
  EXPECT_TRUE(report.finished) << report.message;
  Workspace work(m);
  const double h = options.fixed_step;
  assemble_jacobian(m, {s.t, h, h, StageKind::transient}, s, {{1, h, h * h}, 0, 1e-13}, work);
  EXPECT_TRUE(work.lu.factor(work.jacobian.matrix()));
  return {static_cast<double>(work.jacobian.matrix().nonZeros()), work.lu.factor_work(), work.lu.solve_work(),
          static_cast<double>(report.iterations)};
}

// Ten times the links, ten times the operations: the power by which each count grows is 1.
TEST(Chain, OperationsOfAStepGrowInProportionToTheNumberOfBodies) {
  const Cost some = cost_of(40), many = cost_of(400);
  const auto power = [](double few, double lots) { return std::log10(lots / few); };
  for (const auto& [name, measured] : {std::pair{"entries of the matrix", power(some.entries, many.entries)},
                                       std::pair{"operations of a factorization", power(some.factor, many.factor)},
                                       std::pair{"operations of a solve", power(some.solve, many.solve)},
                                       std::pair{"iterations", 1 + power(some.iterations, many.iterations)}})
    testing::record(
        {.group = "Multibody dynamics",
         .name = fmt::format("Chain of 40 and 400 links, power of growth with the number of bodies: {}", name),
         .reference = "proportional",
         .reference_value = 1,
         .value = measured,
         .error = std::max(0.0, measured - 1),
         .allowed = 0.1,
         .why = "ends of the chain, ordering of the unknowns"});
}

}  // namespace
}  // namespace trunnion

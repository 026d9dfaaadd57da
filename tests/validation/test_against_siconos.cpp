// The contact problem of a gear position and random problems, solved by Lemke's method of Siconos and by ours.

#include <gtest/gtest.h>

#include <random>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_cycle.h"
#include "trunnion/math/block_pivoting.h"

#ifdef TRUNNION_SICONOS
extern "C" {
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <SolverOptions.h>
#include <lcp_cst.h>
}
#endif

namespace trunnion {
namespace {

#ifdef TRUNNION_SICONOS

/// z >= 0, w = q + M z >= 0, z.w = 0.
VectorXd siconos_lemke(MatrixXd M, VectorXd q) {
  const int n = int(q.size());
  VectorXd z = VectorXd::Zero(n), w = VectorXd::Zero(n);
  LinearComplementarityProblem problem{};
  problem.size = n;
  problem.M = NM_create_from_data(NM_DENSE, n, n, M.data());
  problem.q = q.data();
  SolverOptions* options = solver_options_create(SICONOS_LCP_LEMKE);
  options->iparam[SICONOS_IPARAM_MAX_ITER] = 20 * n;
  EXPECT_EQ(linearComplementarity_driver(&problem, z.data(), w.data(), options), 0);
  solver_options_delete(options);
  return z;
}

TEST(AgainstSiconos, RandomProblemsHaveOneAnswer) {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (const Index n : {10, 40, 120}) {
    const MatrixXd R = MatrixXd::NullaryExpr(n, n, [&] { return uniform(generator); });
    MixedLcp problem;
    problem.A = R * R.transpose() / double(n) + 0.01 * MatrixXd::Identity(n, n);
    problem.eps = VectorXd::NullaryExpr(n, [&] { return uniform(generator); });
    problem.B.resize(0, n);
    problem.C.resize(n, 0);
    problem.lam.resize(0);
    const MixedLcpSolution ours = solve_block_pivoting(problem);
    ASSERT_EQ(ours.status, LcpStatus::solved);
    EXPECT_LT((ours.p - siconos_lemke(problem.A, problem.eps)).norm(), 1e-9 * ours.p.norm()) << n;
  }
}

TEST(AgainstSiconos, LoadsOfGearTeethWithFrictionAreTheSame) {
  using namespace testing;
  const GearMaterial steel{{30e6 * psi, 0.3}, PlaneKind::stress};
  const GearContact c = gear_contact({reference_gear("driver"), reference_gear("driven"), steel, steel, 2 * inch},
                                     {.flank = 0.04, .bulk = 0.2});
  const double torque = 1000 * pound_inch;
  for (const double place : {-0.45, -0.1, 0.1}) {
    const PairingOptions strip{.step = 0.001 * inch, .window = 0.014 * inch, .largest = 1e-3 * inch};
    const TeethInMesh teeth = teeth_in_mesh(c, place * c.mesh.base_pitch, 0.3, strip);
    FrameMotionMode lag{"lag", 1, Vector3d::Zero(), Vector3d::UnitZ(), Vector3d(2 * inch, 0, 0), torque};
    MixedLcp problem = contact_problem(teeth.bodies, teeth.pairs, {lag});
    problem.A += local_compliance(c, teeth);
    const MixedLcpSolution ours = solve_block_pivoting(problem);
    ASSERT_EQ(ours.status, LcpStatus::solved);
    // The torque is known, so the lag can be taken out: th = u - v, u, v >= 0, with a row for either sign of the
    // balance.
    const Index m = problem.pairs();
    const double p0 = torque / problem.B.maxCoeff(), d0 = p0 * problem.A.diagonal().maxCoeff();
    const double th0 = d0 / problem.C.cwiseAbs().maxCoeff();
    MatrixXd M = MatrixXd::Zero(m + 2, m + 2);
    M.topLeftCorner(m, m) = problem.A * (p0 / d0);
    M.block(0, m, m, 1) = problem.C * (th0 / d0);
    M.block(0, m + 1, m, 1) = -M.block(0, m, m, 1);
    M.block(m, 0, 1, m) = problem.B * (p0 / torque);
    M.block(m + 1, 0, 1, m) = -M.block(m, 0, 1, m);
    VectorXd q(m + 2);
    q << problem.eps / d0, -1, 1;
    const VectorXd z = siconos_lemke(M, q);
    record({.group = "Gears",
            .name = fmt::format("Forces of all candidate pairs at {} base pitches, friction 0.3", place),
            .reference = "Siconos, Lemke's method, same problem",
            .error = (ours.p - p0 * z.head(m)).norm() / ours.p.norm(),
            .allowed = 1e-7,
            .why = "condition of the compliance matrix"});
    EXPECT_NEAR(ours.th[0], th0 * (z[m] - z[m + 1]), 1e-7 * ours.th[0]) << place;
  }
}

#else

TEST(AgainstSiconos, IsInstalled) { GTEST_SKIP() << "Siconos (package libsiconos-numerics-dev) is not installed"; }

#endif

}  // namespace
}  // namespace trunnion

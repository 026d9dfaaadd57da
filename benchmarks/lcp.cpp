// Complementarity problems of dense random compliance, half the pairs touching: our solver against those of Siconos,
// each given the same matrix in one run. One JSON object a line; `benchmarks/run_lcp` makes a page of them. usage:
// bench_lcp PAIRS [share of overlapping pairs], or bench_lcp --kernel

#include <fmt/core.h>

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>

#include "trunnion/math/blas_kernel.h"
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

using namespace trunnion;

namespace {

/// CPU time of this program, all on one thread: what else runs on the machine hardly counts.
double now() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Numbers from -1 to 1 by splitmix64 (Steele, Lea and Flood 2014): a few lines in any language, so that other programs
/// can be given the very same problems.
class Splitmix {
 public:
  double operator()() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = (state_ ^ (state_ >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    mixed ^= mixed >> 31;
    constexpr double unit = 0x1p-53;  // of the 53 leading bits
    return 2 * unit * double(mixed >> 11) - 1;
  }

 private:
  std::uint64_t state_ = 42;
};

/// Compliance R R'/n + 0.01 I with R filled column by column, then the gaps.
MixedLcp random_problem(Index n, double shift) {
  Splitmix uniform;
  MixedLcp problem;
  MatrixXd R(n, n);
  for (double& entry : R.reshaped()) entry = uniform();
  problem.A = R * R.transpose() / double(n);
  problem.A = (0.5 * (problem.A + problem.A.transpose())).eval();
  problem.A.diagonal().array() += 0.01;
  problem.B.resize(0, n);
  problem.C.resize(n, 0);
  problem.eps.resize(n);
  for (double& gap : problem.eps) gap = uniform() + shift;
  problem.lam.resize(0);
  return problem;
}

void print(Index n, const char* solver, double seconds, const MixedLcp& problem, const VectorXd& p, int steps) {
  const VectorXd d = problem.eps + problem.A * p;
  const double error = p.cwiseMin(d).cwiseAbs().maxCoeff();
  fmt::print(
      "{{\"pairs\": {}, \"solver\": \"{}\", \"seconds\": {:.6g}, \"error\": {:.3g}, \"touching\": {}, \"steps\": "
      "{}}}\n",
      n, solver, seconds, error, (p.array() > 1e-9).count(), steps);
}

#ifdef TRUNNION_SICONOS
void run_siconos(int id, const char* name, const MixedLcp& problem) {
  const Index n = problem.pairs();
  MatrixXd M = problem.A;  // the solvers may write to it
  VectorXd q = problem.eps, z = VectorXd::Zero(n), w = VectorXd::Zero(n);
  LinearComplementarityProblem lcp{};
  lcp.size = int(n);
  lcp.M = NM_create_from_data(NM_DENSE, int(n), int(n), M.data());
  lcp.q = q.data();
  SolverOptions* options = solver_options_create(id);
  options->dparam[SICONOS_DPARAM_TOL] = 1e-8;
  options->iparam[SICONOS_IPARAM_MAX_ITER] = id == SICONOS_LCP_LEMKE ? int(20 * n) : 200000;
  const double start = now();
  linearComplementarity_driver(&lcp, z.data(), w.data(), options);
  print(n, name, now() - start, problem, z, options->iparam[SICONOS_IPARAM_ITER_DONE]);
}
#endif

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--kernel") {
    fmt::print("{}\n", use_fast_blas_kernel().name);
    return 0;
  }
  const Index n = argc > 1 ? std::atoi(argv[1]) : 200;
  const double shift = argc > 2 ? 1 - 2 * std::atof(argv[2]) : 0;
  set_num_threads(1);
  use_fast_blas_kernel();
  const MixedLcp problem = random_problem(n, shift);
  constexpr int repeats = 3;
  MixedLcpSolution found;
  double best = 1e300;
  for (int k = 0; k < repeats; ++k) {
    const double start = now();
    found = solve_block_pivoting(problem);
    best = std::min(best, now() - start);
  }
  print(n, "block pivoting", best, problem, found.p, found.steps);
#ifdef TRUNNION_SICONOS
  run_siconos(SICONOS_LCP_NEWTONMIN, "Newton-min", problem);
  run_siconos(SICONOS_LCP_PGS, "projected Gauss-Seidel", problem);
  run_siconos(SICONOS_LCP_LEMKE, "Lemke", problem);
#endif
  return 0;
}

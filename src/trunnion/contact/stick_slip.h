#pragma once
// contact/stick_slip.h -- plane contact with Coulomb friction that may stick: candidate pairs whose tangential force is
// found, not given.                                                                     (theory/gears.md, section 4)
//   d = eps + A_nn p + A_nt q + C_n th >= 0,   p >= 0,   d p = 0
//   w = w_0 - A_tn p - A_tt q - C_t th,        |q| <= mu p,   q w >= 0,   (mu p - |q|) w = 0
//   B_n p + B_t q = lam
// q: tangential force on body 2 along t; w: slip of body 1 over body 2 along t in this step; w_0 holds what earlier
// steps left. Friction makes the answer one of possibly several; each one found satisfies every line.

#include "trunnion/math/mixed_lcp.h"

namespace trunnion {

struct StickSlipProblem {
  MatrixXd A_nn, A_nt, A_tn, A_tt;  ///< M x M
  MatrixXd B_n, B_t;                ///< L x M
  MatrixXd C_n, C_t;                ///< M x L
  VectorXd eps, w_0;                ///< M
  VectorXd lam;                     ///< L
  double friction = 0;              ///< mu
};

enum class PairState : char { open, stick, slip_forward, slip_backward };  ///< forward: w > 0, q = mu p

struct StickSlipSolution {
  LcpStatus status = LcpStatus::stalled;
  VectorXd p, q, d, w, th;
  std::vector<PairState> state;
  int steps = 0;
  bool by_lemke = false;
};

/// Guesses the state of every pair, solves the linear system, turns over what is wrong; Lemke's method where that does
/// not end.
StickSlipSolution solve_stick_slip(const StickSlipProblem& problem, const std::vector<PairState>& start = {});

/// The same as one complementarity problem in (p, r, w-) with r = mu p - q, solved by Lemke's method.
StickSlipSolution solve_stick_slip_lemke(const StickSlipProblem& problem);

/// Largest violation of the conditions above, forces over that which carries the loads, ways over the gap it opens.
double stick_slip_error(const StickSlipProblem& problem, const StickSlipSolution& solution);

}  // namespace trunnion

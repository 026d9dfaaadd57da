#pragma once
// math/gmres.h -- A x = b for an unsymmetric operator that is known only by its products (Saad and Schultz 1986).
// Each iteration minimises |b - A x| over a Krylov space grown by one product; after `restart` products it starts
// afresh from the x reached.                                                    (theory/math.md, section 8)

#include <functional>

#include "trunnion/math/types.h"

namespace trunnion {

using LinearMap = std::function<VectorXd(const VectorXd&)>;

struct GmresOptions {
  double tolerance = 1e-8;   ///< |b - A x| <= tolerance |b|
  int restart = 60;          ///< vectors kept
  int max_iterations = 300;  ///< products, restarts not counted
  int patience = 0;          ///< stops when so many products in a row took off less than a twentieth; 0: never
};

struct GmresResult {
  VectorXd x;
  double residual = 0;  ///< |b - A x|/|b|, by the recursion
  int iterations = 0;
  bool converged = false;
};

GmresResult gmres(const LinearMap& A, const VectorXd& b, const GmresOptions& options = {});

}  // namespace trunnion

#pragma once
// math/dormand_prince.h -- explicit integration of y' = f(t, y) by the pair of orders 5 and 4 of Dormand and Prince.
// The error of a step, root mean square of err_i/(absolute + relative |y_i|), is kept below 1. For smooth, soft
// equations.

#include <functional>

#include "trunnion/math/types.h"

namespace trunnion {

struct DormandPrinceOptions {
  double relative = 1e-6, absolute = 1e-9;
  int most_evaluations = 1000000;
};

/// From t to `end`, y in place; returns how often f was evaluated. Throws SolveError when steps shrink to nothing.
int dormand_prince(const std::function<VectorXd(double t, const VectorXd& y)>& f, double t, double end, VectorXd& y,
                   const DormandPrinceOptions& options = {});

}  // namespace trunnion

#pragma once
// support/tangent_check.h -- every derivative is checked against central differences of the function it belongs to.

#include "trunnion/forces/force.h"
#include "trunnion/system/assembly.h"

namespace trunnion::testing {

/// dr/dx, dr/dv, dr/da and the constraint rows of a whole mechanism against differences of its residual, relative to
/// the largest entry of each block of columns.
void expect_exact_jacobian(const Mechanism& mechanism, const State& state, double tolerance = 2e-7);

/// A marker force alone, at one relative motion. `length`: over which the law changes [m]; it sets the differences.
void expect_exact_tangent(const MarkerForce& force, const StepContext& at, const RelativeMotion& m, const History& past,
                          double tolerance = 1e-6, double length = 1);

/// A body force alone. `length`: factor on the differences, for laws that change over small ways.
void expect_exact_tangent(const BodyForce& force, const StepContext& at, const std::vector<BodyPose>& poses,
                          const std::vector<VectorXd>& rates, const History& past, double tolerance = 1e-6,
                          double length = 1);

}  // namespace trunnion::testing

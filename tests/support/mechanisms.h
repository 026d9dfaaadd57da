#pragma once
// support/mechanisms.h -- small mechanisms that several tests use.

#include "trunnion/solvers/transient.h"
#include "trunnion/system/initialize.h"

namespace trunnion::testing {

/// Axes whose z points along `axis`.
Matrix3d axis_frame(const Vector3d& axis);

/// A point mass (with a tiny inertia) on a massless arm, pinned at the origin about y; starts along x. [m, kg]
Mechanism pendulum(double length = 1, double mass = 1);

/// Marker on a body or (body -1) on ground; returns its index.
Index add_marker(Mechanism& mechanism, Index body, const Vector3d& p, const Matrix3d& axes = Matrix3d::Identity());

/// initial_state, start_rows and initialize in one.
State consistent_state(const Mechanism& mechanism);

/// Runs adaptively to `end` with tolerances scaled by `factor`.
TransientReport run(const Mechanism& mechanism, State& state, double end, double factor = 1, double rho = 0.7);

}  // namespace trunnion::testing

#pragma once
// support/point_mass_body.h -- a flexible body of a few point masses with arbitrary modes: its inertia is a plain sum
// over points, so every invariant and force can be checked by brute force.

#include "trunnion/reduction/reduced_body.h"

namespace trunnion::testing {

struct PointMassBody {
  VectorXd mass;        ///< [kg]
  Matrix3Xd x;          ///< undeformed points [m]
  MatrixXd modes;       ///< 3 points x n
  ReducedBody reduced;  ///< with interfaces "left" and "right" at the first and last point
};

/// Deterministic pseudo-random numbers between -1 and 1.
MatrixXd scattered(Index rows, Index cols, int seed);

/// Modes are not orthogonal to rigid motions on purpose, so that all nine invariants take part.
PointMassBody point_mass_body(Index points, Index num_modes);

/// Gives the body arbitrary geometric stiffness of every inertia load and of every interface.
void add_second_order(ReducedBody& body);

}  // namespace trunnion::testing

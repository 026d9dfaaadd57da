#pragma once
// system/joint_equations.h -- what one joint brings into the equations of motion: its rows C = 0, its reactions
// C_x' lambda, their tangents, and how far rows and their rates are from zero (theory/system.md, Eq. 1.1, 1.3).

#include <optional>

#include "trunnion/system/workspace.h"

namespace trunnion {

/// Rows of a joint into the residual, and its reactions on the bodies; after update_kinematics.
void add_joint_residual(const Mechanism& mechanism, const StepContext& at, const State& state, Index joint,
                        Workspace& work);

/// C_x and C_x' into the jacobian, and the stiffness of the reactions.
void add_joint_jacobian(const Mechanism& mechanism, const State& state, Index joint, const TangentWeights& weights,
                        Workspace& work);

/// Lets rows yield, each in proportion to what its bodies resist: -softness (C_x diag(M)^-1 C_x')_rr on the diagonal.
void soften_rows(const Mechanism& mechanism, double softness, Workspace& work);

/// C_x v + C_t, per row (0 where inactive); after update_kinematics.
void constraint_rates(const Mechanism& mechanism, const StepContext& at, const State& state, const Workspace& work,
                      VectorOut out);
/// C and C_x v + C_t together.
void constraint_violations(const Mechanism& mechanism, const StepContext& at, const State& state, const Workspace& work,
                           VectorOut values, VectorOut rates);
/// The part of d(C_x v + C_t)/dt without accelerations; needs rates of markers (assemble_jacobian).
void constraint_bias(const Mechanism& mechanism, const StepContext& at, const State& state, const Workspace& work,
                     VectorOut out);
/// Rate of the prescribed motion of each row, f'(t).
void motion_rates(const Mechanism& mechanism, const StepContext& at, const State& state, VectorOut out);

/// Reaction of a joint on the body of its first marker I at I's origin, in the axes of J: (force, moment).
Vector6d joint_reaction(const Mechanism& mechanism, const State& state, const Workspace& work, Index joint);
/// The same of the second pair of markers of a joint between two pairs (gear, rack); none where it has one pair.
std::optional<Vector6d> second_reaction(const Mechanism& mechanism, const State& state, const Workspace& work,
                                        Index joint);

}  // namespace trunnion

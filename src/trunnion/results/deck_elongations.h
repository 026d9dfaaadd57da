#pragma once
// results/deck_elongations.h -- springs and beams in a form that every finite-element program takes exactly:
// elongations of unit springs.
//   K = sum_i q_i q_i',   e_i = q_i' u,   energy = sum_i e_i^2 / 2                        (theory/reduction.md, 13.3)
// Each e_i is an unknown of its own, tied by one equation to the motions of the nodes, with a spring of stiffness one
// to ground. A Timoshenko beam has six of them, a spring as many as its stiffness has directions.

#include <utility>
#include <vector>

#include "trunnion/fem/fe_model.h"

namespace trunnion {

struct Elongation {
  std::vector<std::pair<Index, double>> motion;  ///< q: dof of the model and factor, in the unit of the deck
};

/// Throws InputError for a spring of negative stiffness.
std::vector<Elongation> elongations(const FeModel& model, const UnitSystem& units);

/// The same file with its solid elements only: sets, surfaces and sections without what beams had in them.
MeshFile without_beams(const MeshFile& file);

}  // namespace trunnion

#pragma once
// results/static_decks.h -- static load cases of a body for another finite-element program: unit motions of every kept
// interface dof with the others at rest, then loads inside the body and on its contact
// surfaces with all of them at rest. The displacements found there are constraint modes and static modes of this
// program (nodal_responses.h reads them back). Loads on points that are not kept, as of lumped masses, reach their
// patches.
//
// Interfaces are written as linear equations between displacements, the one form that every program takes: a rigid
// patch follows its point, and of an averaged patch six displacements m are expressed by the others r,
//   u_m = G_m^-1 (u_c - G_r u_r)                                                          (theory/reduction.md, 13.2)
// with m chosen by a pivoted factorisation of G.

#include <string>
#include <vector>

#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/loads.h"
#include "trunnion/reduction/held_interfaces.h"

namespace trunnion {

struct StaticDeck {
  const FeModel& model;
  const HeldInterfaces& held;
  std::vector<LoadCase> loads;
  UnitSystem units;
  MatrixXd forces = {};                       ///< further loads, full space x loads [N]
  std::vector<std::string> force_names = {};  ///< of these
};

/// Motions are one metre or one radian, whatever the unit of the deck. Springs and beams are written as elongations of
/// unit springs (deck_elongations.h), equal to ours in any program.
std::string calculix_deck(const StaticDeck& deck);
std::string nastran_deck(const StaticDeck& deck);

/// "big_end x", ..., then the names of the loads: what each case of the deck is.
std::vector<std::string> case_names(const StaticDeck& deck);

}  // namespace trunnion

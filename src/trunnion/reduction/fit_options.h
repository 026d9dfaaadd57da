#pragma once
// reduction/fit_options.h -- what a user can say about parts of a body that are pressed together, and about the contact
// modes that let the reduced body feel it. (theory/reduction.md, section 14)

#include <string>
#include <vector>

#include "trunnion/contact/fit_law.h"
#include "trunnion/fe_contact/contact_zone.h"

namespace trunnion {

struct FitOptions {
  ZoneInput zone;
  FitLaw law;
  double clamp_force = 0;  ///< > 0: the parts are joined until their surfaces carry it [N]
};

enum class ContactModeOrigin {
  joined,     ///< derivatives of the pressure where the interference acts, along motions of the parts stuck together
  preload,    ///< the same along motions of parts that do not feel each other
  undeformed  ///< modal derivatives where the parts just touch, both signs of every mode
};

struct ContactModeOptions {
  Index normal = 100;            ///< contact modes from pressures, all fits together
  Index tangential = -1;         ///< from friction; negative: as many as the basis gives (29 of 39 modes)
  double target = 0;             ///< error indicator to be met, relative; > 0: `normal` is chosen by the program
  bool one_set = false;          ///< first and second order in one principal component analysis (variant 1)
  bool energy_weighted = false;  ///< principal components by strain energy instead of the pressure itself
  ContactModeOrigin origin = ContactModeOrigin::joined;
  double generator_exponent = 2;  ///< of the curved law whose derivatives are the pressures
  bool relative_rigid = true;     ///< false: the relative rigid motions of the parts are left out, for comparison
  bool shrink_vector = true;      ///< false: without the shrunk state, for comparison
  int enrichment_sweeps = 0;      ///< runs of the reduced body whose tractions add modes (where joints open)
  Index enrichment_modes = 16;    ///< added by each
  double cubature = 0;            ///< points a mode that stand for all; 0: no cubature
  bool reach = true;              ///< find out how far interference and loads may move from the shrunk state
};

/// Soft springs between parts that only contact joins, on the mean motions of their contact surfaces; 0: tuned so that
/// the relative rigid motions lie far below the first elastic mode.
struct FitSprings {
  double translation = 0;  ///< [N/m]
  double rotation = 0;     ///< [N m/rad]
};

struct FitSetup {
  std::vector<FitOptions> fits;
  ContactModeOptions modes;
  FitSprings springs;
  int shrink_steps = 5;           ///< increments of the interference
  std::vector<std::string> held;  ///< interfaces at rest while shrinking; empty: those of the first fit's inner part
};

}  // namespace trunnion

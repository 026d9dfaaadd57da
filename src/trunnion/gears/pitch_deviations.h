#pragma once
// gears/pitch_deviations.h -- teeth that do not stand where they should. A pair of teeth that lie back by f_1 and f_2
// is opened by their sum wherever it is in mesh; nothing else about it changes, so the contact of alike teeth is set up
// once a place and solved again with the teeth that come by there.                       (theory/gears.md, section 9)

#include <map>

#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {

GearPair without_deviations(GearPair pair);

/// Base pitches after which the same teeth meet, counting gears with pitch deviations only: 1 without.
int pitches_until_repeat(const GearPair& pair);

/// What both teeth of a pair lie back: of tooth `number` of the driver and its mate [m].
double pitch_opening(const GearPair& pair, const GearMeshGeometry& mesh, int number);

/// Range of what pairs of teeth lie back [m].
double spread_of_deviations(const GearPair& pair);

/// Solves places of the mesh pitch after pitch.
class DeviatingTeeth {
 public:
  /// The contact of alike teeth at s.
  using Solve = std::function<SolvedTeeth(double s, const PairingOptions&)>;
  DeviatingTeeth(const GearContact& contact, const GearLoad& load, PairingOptions pairing, Solve alike);

  /// After `cycle` pitches, where tooth pair j is number j - cycle.
  SolvedTeeth at(double s, int cycle);

 private:
  const GearContact& contact_;
  GearLoad load_;
  PairingOptions pairing_;
  Solve alike_;
  std::map<double, SolvedTeeth> found_;
};

}  // namespace trunnion

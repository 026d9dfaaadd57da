#pragma once
// run/mechanism_symbols.h -- joints, bearings and springs of a mechanism as symbols that move with it.

#include "trunnion/results/scene.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// What is drawn of bearings whose film has a picture of its own.
enum class FilmSymbols { drawn, left_out };

class MechanismSymbols {
 public:
  /// `size`: of the machine [m]. Bearings ball by ball, whose rings are bodies of the scene, are left out.
  MechanismSymbols(const BuiltMechanism& built, double size, FilmSymbols films);
  /// Their places in one configuration, behind those that the frame has.
  void add(const Configuration& x, Frame& frame) const;
  const std::vector<SceneSymbol>& list() const { return list_; }

 private:
  struct Placed {
    Index at = -1, other = -1;  ///< markers; with `other` it spans between the two
  };
  void add_bearing(const BuiltMechanism& built, const std::string& name, Index housing);
  void add(std::string name, std::shared_ptr<const Mesh> mesh, Placed placed);

  const Mechanism& mechanism_;
  double joint_size_;
  std::vector<SceneSymbol> list_;
  std::vector<Placed> placed_;
};

/// Longest edge of what a scene shows in its first frame [m].
double size_of(const Scene& scene);

}  // namespace trunnion

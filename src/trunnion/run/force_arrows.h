#pragma once
// run/force_arrows.h -- recorded forces of joints, bearings, springs, contacts, gear meshes and loads as arrows over
// time: on the body of the first marker, where they act, all to one scale.

#include <array>

#include "trunnion/results/scene.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

class ForceArrows {
 public:
  /// The largest force of the record reaches over a fifth of `size` [m]. Balls in their races have arrows of their own.
  ForceArrows(const BuiltMechanism& built, const TimeRecord& record, double size);
  /// Their places at one instant, behind those that the frame has.
  void add(const Snapshot& snapshot, Frame& frame) const;
  const std::vector<SceneSymbol>& list() const { return list_; }

 private:
  using Columns = std::array<const TimeColumn*, 3>;
  enum class Place {
    marker,  ///< at the marker
    point,   ///< at a point in its axes
    line     ///< where the line of the force comes nearest to it
  };
  struct Source {
    std::string name;
    Index marker = -1;
    Columns force{};  ///< in the axes of marker `axes`; -1: of the world
    Index axes = -1;
    Place place = Place::marker;
    Columns where{};  ///< point in the marker's axes [m], or moment about it in world axes [N m]
    double size = 0;  ///< largest [N]
  };
  void add_joints();
  void add_marker_forces();
  void add_films();
  void add_loads();
  void add(Source source);
  Columns columns(const std::string& label, const std::string& stem) const;
  Vector3d at(const Columns& columns, double t) const;

  const Mechanism& mechanism_;
  const TimeRecord& record_;
  std::vector<Source> sources_;
  std::vector<SceneSymbol> list_;
  double per_length_ = 0, head_ = 0, faint_ = 0;
};

}  // namespace trunnion

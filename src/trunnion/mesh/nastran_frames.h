#pragma once
// mesh/nastran_frames.h -- coordinate systems of Nastran (CORD2R, CORD2C, CORD2S), each defined in another one.
//   origin A, z axis from A to B, point C in the half-plane x > 0, y = 0     (theory/mesh.md, section 6)

#include <map>

#include "trunnion/mesh/nastran_cards.h"

namespace trunnion {

struct NastranFrame {
  char kind = 'R';  ///< R rectangular, C cylindrical (r, degrees, z), S spherical (r, polar degrees, azimuth degrees)
  Vector3d origin = Vector3d::Zero();
  Matrix3d axes = Matrix3d::Identity();  ///< columns: x, y, z axis in the basic system
};

class NastranFrames {
 public:
  void add(const NastranLines& lines, const NastranCard& card);
  /// After all cards are read: works out every system in the basic one. Throws on unknown or circular references.
  void resolve(const NastranLines& lines);
  const NastranFrame& find(const NastranLines& lines, std::int64_t id, Place place) const;  ///< 0: the basic system
  static Vector3d position(const NastranFrame& frame, const Vector3d& coordinates);         ///< in the basic system
  /// Directions of the coordinates at a position of the basic system, as columns; radial, tangential and axial or the
  /// like where the frame is round.
  static Matrix3d axes_at(const NastranFrame& frame, const Vector3d& position);

 private:
  struct Definition {
    char kind;
    std::int64_t reference;
    Vector3d a, b, c;
    Place place;
  };
  std::map<std::int64_t, Definition> definitions_;
  std::map<std::int64_t, NastranFrame> frames_{{0, {}}};
};

}  // namespace trunnion

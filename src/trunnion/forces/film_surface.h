#pragma once
// forces/film_surface.h -- the face of a flexible body in a film: how it moves beyond its marker.
//   u_k = n_k . [ Phi_k - Phi_P + skew(x_k - x_P) Phi'_P ] q,   n_k: radial (journal) or along the axis (thrust)
//   at film nodes  W(turn) u                                                            (theory/forces.md, section 13)
// Linear in q: the motion of the marker itself is that of a rigid face and is treated as such.

#include <memory>

#include "trunnion/forces/gap_coordinates.h"
#include "trunnion/lubrication/ring_interpolation.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

struct FilmSurface {
  MatrixXd rows;    ///< nodes x modes: along the normal, beyond the marker; none: a rigid face
  double sign = 1;  ///< +1: outward motion opens the gap
  /// A face that the grid rides on: film nodes x modes, and the map behind it where nodes lie on rings.
  RowMatrixXd fixed;
  std::shared_ptr<const RingMap> map;
  /// A face that turns under the grid, or is not linear: nodes on rings.
  std::shared_ptr<const RingInterpolation> rings;
  /// Where forces go to nodes by bilinear shares instead of the transpose, which does not conserve work.
  std::shared_ptr<const RingInterpolation> lumping;
  bool flexible() const { return rows.size() > 0; }
  Index modes() const { return flexible() ? rows.cols() : 0; }
};

struct FilmSurfaceOptions {
  SurfaceRule rule = SurfaceRule::spline;
  double tension = 0;
  bool rides = true;      ///< the grid rides on this face
  bool bilinear = false;  ///< forces by bilinear shares, where nodes lie on rings
};

/// From the rows of a reduced body at the nodes of a surface. Throws InputError where nodes and film do not fit.
FilmSurface film_surface(FilmShape shape, const NodeRows& surface, const Marker& marker, const FilmGrid& grid,
                         const FilmSurfaceOptions& options);

/// Where the nodes lie about the axis of the marker.
SurfacePlaces surface_places(FilmShape shape, const NodeRows& surface, const Marker& marker, const FilmGrid& grid);

}  // namespace trunnion

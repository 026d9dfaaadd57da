#pragma once
// forces/film_surface.h -- the face of a flexible body in a film: how it moves beyond its marker.
//   u_k = n_k . [ Phi_k - Phi_P + skew(x_k - x_P) Phi'_P ] q,   n_k: radial (journal) or along the axis (thrust)
//   at film nodes  W(turn) (y_0 + u),   y_0: how far nodes lie off the ideal face      (theory/forces.md, section 13)
// Linear in q: the motion of the marker itself is that of a rigid face and is treated as such. The clearance is that of
// the mean faces, so that y_0 has no mean over the film.

#include <memory>

#include "trunnion/forces/gap_coordinates.h"
#include "trunnion/lubrication/ring_interpolation.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

/// Less than this is no shape: digits of mesh files [m].
inline constexpr double no_shape = 1e-9;

struct FilmSurface {
  std::string name;
  MatrixXd rows;             ///< nodes x modes: along the normal, beyond the marker; no nodes: an ideal rigid face
  VectorXd shape;            ///< nodes: off the ideal face along the normal, undeformed [m]
  double low = 0, high = 0;  ///< of the shape in the film, also where it is left out [m]
  double sign = 1;           ///< +1: outward motion opens the gap
  /// A face that the grid rides on: film nodes x modes, their shape, and the map behind it where nodes lie on rings.
  RowMatrixXd fixed;
  VectorXd fixed_shape;
  std::shared_ptr<const RingMap> map;
  /// A face that turns under the grid, or is not linear: nodes on rings.
  std::shared_ptr<const RingInterpolation> rings;
  /// Where forces go to nodes by bilinear shares instead of the transpose, which does not conserve work.
  std::shared_ptr<const RingInterpolation> lumping;
  bool meshed() const { return rows.rows() > 0; }
  Index modes() const { return rows.cols(); }
  /// Neither deforms nor has a shape: nothing that markers do not know.
  bool ideal() const { return modes() == 0 && shape.isZero(0); }
};

struct FilmSurfaceOptions {
  SurfaceRule rule = SurfaceRule::spline;
  double tension = 0;
  bool rides = true;      ///< the grid rides on this face
  bool bilinear = false;  ///< forces by bilinear shares, where nodes lie on rings
  bool ideal = false;     ///< the shape of the mesh is left out
  bool deforms = true;    ///< else a rigid body with the shape of its mesh
  bool reversed = false;  ///< the grid rides on the shaft, not on the housing
};

/// From the rows of a reduced body at the nodes of a surface. Throws InputError where nodes and film do not fit.
FilmSurface film_surface(FilmShape shape, const NodeRows& surface, const Marker& marker, const FilmGrid& grid,
                         const FilmSurfaceOptions& options);

/// Where the nodes lie about the axis of the marker.
SurfacePlaces surface_places(FilmShape shape, const NodeRows& surface, const Marker& marker, const FilmGrid& grid);

}  // namespace trunnion

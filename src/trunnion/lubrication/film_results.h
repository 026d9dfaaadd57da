#pragma once
// lubrication/film_results.h -- what a solved film does to its faces: load, friction, flows, limits of the model.
//   moment about the axis:  on face 2  -int r tau_2 dA,  tau_2 = theta eta (w_2 - w_1) r/h (phi_f + phi_fs)
//                           + phi_fp (h/2r) d_phi p;     on face 1 the same with the signs of face 1
//                                                                                     (theory/lubrication.md, Eq. 7.7)
// Within feeds there is no shear. Plane films: forces along the motion instead of moments.

#include "trunnion/lubrication/film_change.h"

namespace trunnion {

struct FilmFriction {
  double face_1 = 0, face_2 = 0;  ///< moments on the faces about the axis [N m]; plane: forces [N]
};
FilmFriction film_friction(const Film& film, const FilmMotion& motion, const FilmSolution& solution);

/// Its change along directions; rows: face 1, face 2.
Eigen::Matrix2Xd friction_change(const Film& film, const FilmMotion& motion, const FilmSolution& solution,
                                 const FilmDirections& directions, const FilmChange& change);

/// Oil volumes per time, at the density of p = 0 [m^3/s].
struct FilmBalance {
  std::vector<double> feeds;   ///< what each feed brings in
  double low = 0, high = 0;    ///< what comes in over the edges across, feeds on them left out
  double ends = 0;             ///< over begin and end of films that do not close
  double stored = 0;           ///< growth of the content
  double supplied() const;     ///< sum of all that comes in
  double unexplained() const;  ///< supplied less stored: rounding
  double passing = 0;          ///< half the sum of all |flows| in and out
};
FilmBalance film_balance(const Film& film, const FilmSolution& solution, Index feeds);

/// Where the equations begin to lose their meaning.
struct FilmLimits {
  double reynolds_number = 0;  ///< largest rho u h/eta; laminar below about 1000
  double peak_pressure = 0;    ///< above cavitation [Pa]; viscosity is constant up to about 50 MPa
};
FilmLimits film_limits(const Film& film, const FilmMotion& motion, const FilmSolution& solution);
/// A sentence per limit that was passed, else empty.
std::vector<std::string> limit_warnings(const Oil& oil, const FilmLimits& limits);

}  // namespace trunnion

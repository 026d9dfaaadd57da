#pragma once
// forces/film_bearing_force.h -- an oil film by Reynolds' equation between two rigid faces: journal or collar on
// marker I, sleeve or washer with grooves and grid on marker J, axis J's z.
//   a = R e_z,  b = (a_x, a_y)/a_z                                                        (theory/forces.md, section
//   11) journal:  e = (d_x, d_y) - b d_z,   h = C - (e + b z).n(phi) thrust:   c = d_z + b.(d_x, d_y),   h = C + c -
//   b.(x, y) W = Q' G' P + T (0, a),   Q = d q'/d(d', w),  q = (e, b) or (c, b),  h = h_0 + G q
// Memory: what the film holds per node (fill, content, pressure, gap) and the oil that passed or was not explained.

#include "trunnion/forces/force.h"
#include "trunnion/forces/gap_coordinates.h"
#include "trunnion/lubrication/bearing_film.h"

namespace trunnion {

class FilmBearingForce final : public MarkerForce {
 public:
  /// `clearance`: gap of centered markers [m].
  FilmBearingForce(FilmShape shape, BearingFilm film, double clearance);
  Vector6d force(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot) const override;
  WrenchTangent linearize(const StepContext& at, const RelativeMotion& m, const History& past,
                          CacheSlot& slot) const override;
  void report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot,
              ForceReport& out) const override;
  History initial_history() const override;
  double resolution() const override { return resolution_; }
  bool needs_rates_of_steps() const override { return true; }

  const BearingFilm& bearing() const { return film_; }
  FilmShape shape() const { return shape_; }
  double clearance() const { return clearance_; }

 private:
  struct Solved;
  struct Kept;
  Solved& solved(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot) const;

  FilmShape shape_;
  BearingFilm film_;
  double clearance_, resolution_;
  RowMatrixXd G_;  ///< nodes x gap coordinates
};

}  // namespace trunnion

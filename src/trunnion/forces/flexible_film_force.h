#pragma once
// forces/flexible_film_force.h -- an oil film between faces of which at least one deforms, or has the shape of a mesh.
//   h = C + G q_gap + s_J B_J y_J + s_I W(alpha) y_I,   y = y_0 + rows q,   alpha: turn of I against J
//   h' = G q_gap' + s_J B_J y_J' + s_I (W y_I' + alpha' dW/dalpha y_I)
//   force on (q_gap, alpha, q_J, q_I): transposes of the same times the node loads, plus the shear moment on alpha
// so that the film gives and takes exactly the power int p h' dA + T alpha'               (theory/forces.md, section
// 12) The rigid part is that of the two markers, as in film_bearing_force.h.

#include <optional>

#include "trunnion/forces/film_surface.h"
#include "trunnion/forces/force.h"
#include "trunnion/lubrication/bearing_film.h"

namespace trunnion {

class FlexibleFilmForce final : public BodyForce {
 public:
  struct Data {
    FilmShape shape = FilmShape::journal;
    BearingFilm film;
    double clearance = 0;  ///< [m]
    Marker I, J;           ///< of shaft and housing
    /// The grid rides on the shaft, with its holes and grooves: I is the housing and J the shaft, all else the same.
    bool reversed = false;
    /// Places of their bodies among those the force acts on; -1: ground.
    Index body_I = -1, body_J = -1;
    FilmSurface surface_I, surface_J;
  };
  explicit FlexibleFilmForce(Data data);
  void force(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
             VectorOut f) const override;
  void linearize(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
                 BodyTangent& out) const override;
  void report(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
              ForceReport& out) const override;
  History initial_history() const override;
  double resolution() const override { return resolution_; }
  bool needs_rates_of_steps() const override { return true; }

  const Data& data() const { return d_; }

 private:
  struct Kinematics;
  struct Solved;
  struct Kept;
  Kinematics kinematics(std::span<const BodyMotion> bodies, bool rates) const;
  RowMatrixXd to_modes_I(const Solved& s, const Eigen::Ref<const RowMatrixXd>& load) const;
  RowMatrixXd to_modes_J(const Solved& s, const Eigen::Ref<const RowMatrixXd>& load) const;
  Solved& solved(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot) const;

  void directions(const Solved& s, double spin, RowMatrixXd& B, RowMatrixXd& C) const;
  RingDirections shapes_J(const Solved& s) const;
  RingDirections shapes_I(const Solved& s) const;
  void add_bending_rates(const Solved& s, double spin, RowMatrixXd& C) const;
  void add_bending_loads(const Solved& s, MatrixXd& K) const;

  Data d_;
  RowMatrixXd G_;
  std::optional<RingMap> lumping_J_;
  double resolution_;
};

}  // namespace trunnion

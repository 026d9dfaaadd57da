#include "trunnion/forces/film_bearing_force.h"

#include <array>
#include <cmath>

#include "trunnion/forces/film_memory.h"

namespace trunnion {

/// The film at a motion.
struct FilmBearingForce::Solved {
  double t = -1, step = -1;
  StageKind kind = StageKind::linear;
  RelativeMotion motion;
  bool known = false;
  GapPlace place;
  BearingFilmState film;
  VectorXd f;  ///< on the gap coordinates
};

/// The last film, which the next one starts from, and the last few that were recorded: records look at the steps
/// around many instants.
struct FilmBearingForce::Kept {
  std::array<Solved, 4> films;
  std::size_t recorded = 0;

  Solved* find(const StepContext& at, const RelativeMotion& m) {
    for (Solved& s : films)
      if (s.known && s.t == at.t && s.step == at.step && s.kind == at.kind && s.motion.d == m.d && s.motion.R == m.R &&
          s.motion.v == m.v && s.motion.w == m.w)
        return &s;
    return nullptr;
  }
  Solved& next(const StepContext& at) {
    if (!at.outputs) return films[0];
    recorded = recorded % 3 + 1;
    return films[recorded];
  }
};

FilmBearingForce::FilmBearingForce(FilmShape shape, BearingFilm film, double clearance)
    : shape_(shape), film_(std::move(film)), clearance_(clearance), G_(gap_shapes(shape, film_.film.grid)) {
  validate(film_);
  // A thousandth of a film of a hundredth of the clearance; thrust bearings play by ten times their films.
  resolution_ = shape == FilmShape::journal ? 1e-5 * clearance : 1e-9;
}

History FilmBearingForce::initial_history() const { return no_film_memory(film_.film.grid.size()); }

FilmBearingForce::Solved& FilmBearingForce::solved(const StepContext& at, const RelativeMotion& m, const History& past,
                                                   CacheSlot& slot) const {
  if (!slot.has_value()) slot.emplace<Kept>();
  auto& kept = std::any_cast<Kept&>(slot);
  if (Solved* found = kept.find(at, m)) return *found;
  Solved& s = kept.next(at);
  s.known = false;
  s.place = gap_place(shape_, m);
  const VectorXd gap = ((G_ * s.place.q).array() + clearance_).matrix();
  solve_bearing_film(film_, gap, G_ * s.place.rate, s.place.spin, film_time(at), film_past(past, gap.size(), at.step),
                     s.film);
  s.f = G_.transpose() * s.film.load;
  s.t = at.t;
  s.step = at.step;
  s.kind = at.kind;
  s.motion = m;
  s.known = true;
  return s;
}

Vector6d FilmBearingForce::force(const StepContext& at, const RelativeMotion& m, const History& past,
                                 CacheSlot& slot) const {
  const Solved& s = solved(at, m, past, slot);
  Vector6d W = s.place.Q.transpose() * s.f;
  W.tail<3>() += s.film.moment * s.place.axis;
  return W;
}

WrenchTangent FilmBearingForce::linearize(const StepContext& at, const RelativeMotion& m, const History& past,
                                          CacheSlot& slot) const {
  Solved& s = solved(at, m, past, slot);
  const GapPlace& p = s.place;
  const Index n = G_.cols(), N = G_.rows();
  RowMatrixXd gap = RowMatrixXd::Zero(N, 2 * n + 1), rate = gap;
  gap.leftCols(n) = G_;
  rate.middleCols(n, n) = G_;
  const BearingFilmChange change =
      bearing_film_change(film_, s.film, gap, rate, Eigen::RowVectorXd::Unit(2 * n + 1, 2 * n));
  MatrixXd J(n + 1, 2 * n + 1);  // of (f, T) by (q, q', spin)
  J.topRows(n) = G_.transpose() * change.load;
  J.row(n) = change.moment;
  MatrixXd by_pose(2 * n + 1, 6), by_twist = MatrixXd::Zero(2 * n + 1, 6), out(n + 1, 6);
  by_pose.topRows(n) = p.Q;
  by_pose.middleRows(n, n) = p.rate_by_pose;
  by_pose.row(2 * n) << Eigen::RowVector3d::Zero(), m.w.transpose() * p.axis_by_turn;
  by_twist.middleRows(n, n) = p.Q;
  by_twist.row(2 * n) << Eigen::RowVector3d::Zero(), p.axis.transpose();
  WrenchTangent t;
  out = J * by_pose;
  t.dx = p.Q.transpose() * out.topRows(n);
  t.dx.bottomRows<3>() += p.axis * out.row(n);
  for (Index k = 0; k < n; ++k) t.dx += s.f[k] * p.bend[static_cast<std::size_t>(k)];
  t.dx.bottomRightCorner<3, 3>() += s.film.moment * p.axis_by_turn;
  out = J * by_twist;
  t.dv = p.Q.transpose() * out.topRows(n);
  t.dv.bottomRows<3>() += p.axis * out.row(n);
  return t;
}

void FilmBearingForce::report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot,
                              ForceReport& out) const {
  const Solved& s = solved(at, m, past, slot);
  Vector6d W = s.place.Q.transpose() * s.f;
  W.tail<3>() += s.film.moment * s.place.axis;
  // Without time, and after a step, the film is what was solved; between steps it stays as it was left.
  const bool leaves = film_time(at) != FilmTime::instant || past[0] == 0;
  out.trial = leaves ? next_film_memory(film_, s.film, W, past, at.t, at.step) : past;
  out.stop = film_stop(film_, s.film);
  out.dissipated_power = -(s.f.dot(s.place.rate) + s.film.moment * s.place.spin);
  if (!at.outputs) return;
  add_wrench_outputs(shape_, W, m, clearance_, s.place.q, out.outputs);
  add_film_outputs(film_, s.film, film_fields(film_, past), s.film.moment, out.dissipated_power, out.outputs);
}

}  // namespace trunnion

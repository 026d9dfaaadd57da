#include "trunnion/forces/flexible_film_force.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "trunnion/forces/film_memory.h"
#include "trunnion/math/free_memory.h"

namespace trunnion {

/// Markers and surfaces at the present coordinates x of the bodies.
struct FlexibleFilmForce::Kinematics {
  std::array<MarkerKinematics, 2> marker;  ///< I, J
  std::array<Index, 2> first{}, size{};    ///< of their coordinates; size 0: ground
  Index n = 0;                             ///< coordinates of all bodies
  RelativeMotion motion;
  GapPlace place;
  double turn = 0;      ///< alpha
  MatrixXd S;           ///< 6 x n: relative twist = S v
  MatrixXd twist_by_x;  ///< 6 x n, at constant v; where asked for
};

struct FlexibleFilmForce::Solved {
  double t = -1, step = -1;
  StageKind kind = StageKind::linear;
  VectorXd key;  ///< all coordinates and rates
  bool known = false;
  Kinematics k;
  VectorXd y_I, y_I_rate;  ///< of the face that turns: shape and deformation
  VectorXd y_J_rate;       ///< of J where its map depends on its shape
  RingMap map_I, map_J;    ///< of I; of J where it depends on its shape
  RingMap lumping_I;       ///< where its forces do not go by its map
  VectorXd h_turn;         ///< dh/d(alpha)
  VectorXd rate;           ///< h'
  BearingFilmState film;
  VectorXd g;  ///< force on (q_gap, alpha, q_J, q_I)
};

struct FlexibleFilmForce::Kept {
  std::array<Solved, 4> films;
  std::size_t recorded = 0;
};

namespace {

// Coordinates and rates one after the other: what a solved film belongs to.
VectorXd key_of(std::span<const BodyMotion> bodies) {
  Index n = 0;
  for (const BodyMotion& b : bodies) n += 12 + b.pose.num_modes + 6 + b.pose.num_modes;
  VectorXd key(n);
  Index at = 0;
  for (const BodyMotion& b : bodies) {
    key.segment<3>(at) = b.pose.R;
    key.segment<9>(at + 3) = b.pose.A.reshaped();
    key.segment(at + 12, b.pose.num_modes) = b.pose.q();
    at += 12 + b.pose.num_modes;
    key.segment(at, 6 + b.pose.num_modes) = b.v();
    at += 6 + b.pose.num_modes;
  }
  return key;
}

// The reaction to a wrench on I, axes of J, as a wrench on J at its origin, axes of I.
Vector6d on_the_other(const Vector6d& W, const RelativeMotion& m) {
  const Vector3d F = W.head<3>(), T = W.tail<3>();
  Vector6d out;
  out << m.R.transpose() * F, m.R.transpose() * (T + m.d.cross(F));
  return -out;
}

}  // namespace

RowMatrixXd FlexibleFilmForce::to_modes_J(const Solved& s, const Eigen::Ref<const RowMatrixXd>& load) const {
  const FilmSurface& J = d_.surface_J;
  if (lumping_J_) return J.sign * (J.rows.transpose() * lumping_J_->transpose(RingMap::value, load));
  if (J.rings) return J.sign * (J.rows.transpose() * s.map_J.transpose(RingMap::value, load));
  if (J.map) return J.sign * (J.rows.transpose() * J.map->transpose(RingMap::value, load));
  return J.sign * (J.fixed.transpose() * load);
}

RowMatrixXd FlexibleFilmForce::to_modes_I(const Solved& s, const Eigen::Ref<const RowMatrixXd>& load) const {
  const FilmSurface& I = d_.surface_I;
  return I.sign * (I.rows.transpose() * (I.lumping ? s.lumping_I : s.map_I).transpose(RingMap::value, load));
}

FlexibleFilmForce::FlexibleFilmForce(Data data)
    : d_(std::move(data)),
      // Where J moves towards I a gap closes on the other side.
      G_((d_.reversed ? -1 : 1) * gap_shapes(d_.shape, d_.film.film.grid)),
      resolution_(d_.shape == FilmShape::journal ? 1e-5 * d_.clearance : 1e-9) {
  validate(d_.film);
  const FilmGrid& grid = d_.film.film.grid;
  if (d_.surface_J.lumping) lumping_J_ = d_.surface_J.lumping->map(grid.along, grid.across, 0);
}

History FlexibleFilmForce::initial_history() const { return no_film_memory(d_.film.film.grid.size()); }

FlexibleFilmForce::Kinematics FlexibleFilmForce::kinematics(std::span<const BodyMotion> bodies, bool rates) const {
  Kinematics k;
  const std::array<const Marker*, 2> markers{&d_.I, &d_.J};
  const std::array<Index, 2> body{d_.body_I, d_.body_J};
  std::vector<Index> first;
  for (const BodyMotion& b : bodies) {
    first.push_back(k.n);
    k.n += 6 + b.pose.num_modes;
  }
  for (std::size_t s = 0; s < 2; ++s) {
    if (body[s] < 0) {
      k.marker[s].motion = {markers[s]->p, markers[s]->A0, Vector3d::Zero(), Vector3d::Zero()};
      continue;
    }
    const BodyMotion& b = bodies[static_cast<std::size_t>(body[s])];
    k.first[s] = first[static_cast<std::size_t>(body[s])];
    k.size[s] = 6 + b.pose.num_modes;
    update_marker(*markers[s], b.pose, b.v(), k.marker[s]);
    if (rates) update_marker_rates(*markers[s], b.pose, b.v(), k.marker[s]);
  }
  const FrameMotion &I = k.marker[0].motion, &J = k.marker[1].motion;
  k.motion = relative_motion(I, J);
  k.place = gap_place(d_.shape, k.motion);
  k.turn = std::atan2(k.motion.R(1, 0), k.motion.R(0, 0));
  const Matrix6x12d B = relative_jacobian(I, J);
  k.S = MatrixXd::Zero(6, k.n);
  for (std::size_t s = 0; s < 2; ++s)
    if (k.size[s] > 0)
      k.S.middleCols(k.first[s], k.size[s]) += B.middleCols<6>(6 * static_cast<Index>(s)) * k.marker[s].J;
  if (!rates) return k;
  const Matrix6x12d L = relative_rate_tangent(I, J);
  k.twist_by_x = MatrixXd::Zero(6, k.n);
  for (std::size_t s = 0; s < 2; ++s)
    if (k.size[s] > 0) {
      const Index c = 6 * static_cast<Index>(s);
      k.twist_by_x.middleCols(k.first[s], k.size[s]) +=
          L.middleCols<6>(c) * k.marker[s].J + B.middleCols<6>(c) * k.marker[s].H;
    }
  return k;
}

FlexibleFilmForce::Solved& FlexibleFilmForce::solved(const StepContext& at, std::span<const BodyMotion> bodies,
                                                     const History& past, CacheSlot& slot) const {
  if (!slot.has_value()) slot.emplace<Kept>();
  auto& kept = std::any_cast<Kept&>(slot);
  const VectorXd key = key_of(bodies);
  for (Solved& s : kept.films)
    if (s.known && s.t == at.t && s.step == at.step && s.kind == at.kind && s.key == key) return s;
  if (at.outputs) kept.recorded = kept.recorded % 3 + 1;
  Solved& s = kept.films[at.outputs ? kept.recorded : 0];
  s.known = false;
  s.k = kinematics(bodies, false);
  const FilmGrid& grid = d_.film.film.grid;
  VectorXd gap = ((G_ * s.k.place.q).array() + d_.clearance).matrix();
  s.rate = G_ * s.k.place.rate;
  const auto modes = [&](Index body) { return bodies[static_cast<std::size_t>(body)].pose.q(); };
  const auto modal_rates = [&](Index body) {
    const BodyMotion& b = bodies[static_cast<std::size_t>(body)];
    return b.v().tail(b.pose.num_modes);
  };
  if (const FilmSurface& J = d_.surface_J; J.meshed()) {
    if (J.rings) {  // Fritsch and Butland: the map belongs to the present values
      const VectorXd y = J.shape + J.rows * modes(d_.body_J);
      s.map_J = J.rings->map(grid.along, grid.across, 0, y);
      s.y_J_rate = J.rows * modal_rates(d_.body_J);
      gap += J.sign * s.map_J.apply(RingMap::value, y);
      s.rate += J.sign * s.map_J.apply(RingMap::value, s.y_J_rate);
    } else {
      gap += J.sign * (J.fixed_shape + J.fixed * modes(d_.body_J));
      s.rate += J.sign * (J.fixed * modal_rates(d_.body_J));
    }
  }
  s.h_turn = VectorXd::Zero(grid.size());
  if (const FilmSurface& I = d_.surface_I; I.meshed()) {
    s.y_I = I.shape + I.rows * modes(d_.body_I);
    s.y_I_rate = I.rows * modal_rates(d_.body_I);
    s.map_I = I.rings->map(grid.along, grid.across, s.k.turn, s.y_I);
    if (I.lumping) s.lumping_I = I.lumping->map(grid.along, grid.across, s.k.turn);
    gap += I.sign * s.map_I.apply(RingMap::value, s.y_I);
    // The face turns, so that a film node sees smaller angles of it.
    s.h_turn = -I.sign * s.map_I.apply(RingMap::slope, s.y_I);
    s.rate += I.sign * s.map_I.apply(RingMap::value, s.y_I_rate) + s.k.place.spin * s.h_turn;
  }
  solve_bearing_film(d_.film, gap, s.rate, s.k.place.spin, film_time(at), film_past(past, gap.size(), at.step), s.film);
  const Index ng = G_.cols(), nj = d_.surface_J.modes(), ni = d_.surface_I.modes();
  s.g.resize(ng + 1 + nj + ni);
  s.g.head(ng) = G_.transpose() * s.film.load;
  s.g[ng] = s.film.moment + s.h_turn.dot(s.film.load);
  if (nj > 0) s.g.segment(ng + 1, nj) = to_modes_J(s, s.film.load);
  if (ni > 0) s.g.segment(ng + 1 + nj, ni) = to_modes_I(s, s.film.load);
  s.t = at.t;
  s.step = at.step;
  s.kind = at.kind;
  s.key = key;
  s.known = true;
  return s;
}

void FlexibleFilmForce::force(const StepContext& at, std::span<const BodyMotion> bodies, const History& past,
                              CacheSlot& slot, VectorOut f) const {
  const Solved& s = solved(at, bodies, past, slot);
  const Index ng = G_.cols(), nj = d_.surface_J.modes(), ni = d_.surface_I.modes();
  Vector6d W = s.k.place.Q.transpose() * s.g.head(ng);
  W.tail<3>() += s.g[ng] * s.k.place.axis;
  f += s.k.S.transpose() * W;
  if (nj > 0) f.segment(s.k.first[1] + 6, nj) += s.g.segment(ng + 1, nj);
  if (ni > 0) f.segment(s.k.first[0] + 6, ni) += s.g.segment(ng + 1 + nj, ni);
}

// Columns of B: h by (q_gap, alpha, q_J, q_I); of C: h' by the same at constant rates.
void FlexibleFilmForce::directions(const Solved& s, double spin, RowMatrixXd& B, RowMatrixXd& C) const {
  const FilmSurface &I = d_.surface_I, &J = d_.surface_J;
  const Index ng = G_.cols(), nj = J.modes(), ni = I.modes();
  B.leftCols(ng) = G_;
  B.col(ng) = s.h_turn;
  if (nj > 0) B.middleCols(ng + 1, nj) = J.rings ? J.sign * s.map_J.apply(RingMap::value, J.rows) : J.sign * J.fixed;
  add_bending_rates(s, spin, C);
  if (!I.meshed()) return;
  if (ni > 0) {
    B.rightCols(ni) = I.sign * s.map_I.apply(RingMap::value, I.rows);
    C.rightCols(ni) -= I.sign * spin * s.map_I.apply(RingMap::slope, I.rows);
  }
  C.col(ng) += I.sign * (spin * s.map_I.apply(RingMap::curvature, s.y_I) - s.map_I.apply(RingMap::slope, s.y_I_rate));
}

RingDirections FlexibleFilmForce::shapes_J(const Solved& s) const {
  return {d_.surface_J.rows, s.map_J.rings[RingMap::value] * d_.surface_J.rows};
}

// Columns: the turn, then the modes.
RingDirections FlexibleFilmForce::shapes_I(const Solved& s) const {
  const FilmSurface& I = d_.surface_I;
  const std::array<SparseRows, 3>& rings = s.map_I.rings;
  RingDirections out{RowMatrixXd::Zero(I.rows.rows(), 1 + I.modes()), RowMatrixXd(rings[0].rows(), 1 + I.modes())};
  out.nodes.rightCols(I.modes()) = I.rows;
  out.places.col(0) = -(rings[RingMap::slope] * s.y_I);
  out.places.rightCols(I.modes()) = rings[RingMap::value] * I.rows;
  return out;
}

// A map that depends on the shape of its face: d(W(y) y') and d(W(y)^T P) by y.
void FlexibleFilmForce::add_bending_rates(const Solved& s, double spin, RowMatrixXd& C) const {
  const FilmSurface &I = d_.surface_I, &J = d_.surface_J;
  const Index ng = G_.cols();
  if (s.map_J.bend && J.modes() > 0) {
    const RingDirections rate{s.y_J_rate, s.map_J.rings[RingMap::value] * s.y_J_rate};
    C.middleCols(ng + 1, J.modes()) += J.sign * s.map_J.bend->along(rate, shapes_J(s));
  }
  if (!s.map_I.bend) return;
  const RingDirections shapes = shapes_I(s);
  const RingDirections rate{s.y_I_rate, s.map_I.rings[RingMap::value] * s.y_I_rate + spin * shapes.places.col(0)};
  const RowMatrixXd bent = I.sign * s.map_I.bend->along(rate, shapes);
  C.col(ng) += bent.col(0);
  C.rightCols(I.modes()) += bent.rightCols(I.modes());
}

void FlexibleFilmForce::add_bending_loads(const Solved& s, MatrixXd& K) const {
  const FilmSurface &I = d_.surface_I, &J = d_.surface_J;
  const Index ng = G_.cols(), nj = J.modes(), ni = I.modes(), m = ng + 1 + nj + ni;
  if (s.map_J.bend && nj > 0 && !J.lumping) {
    const RingDirections shapes = shapes_J(s);
    K.block(ng + 1, ng + 1, nj, nj) += J.sign * s.map_J.bend->under(s.film.load, shapes, shapes);
  }
  if (!s.map_I.bend) return;
  const RingDirections shapes = shapes_I(s);
  const MatrixXd bent = I.sign * s.map_I.bend->under(s.film.load, shapes, shapes);
  K(ng, ng) += bent(0, 0);
  K.block(ng, m - ni, 1, ni) += bent.topRightCorner(1, ni);
  if (I.lumping) return;
  K.block(m - ni, ng, ni, 1) += bent.bottomLeftCorner(ni, 1);
  K.block(m - ni, m - ni, ni, ni) += bent.bottomRightCorner(ni, ni);
}

void FlexibleFilmForce::linearize(const StepContext& at, std::span<const BodyMotion> bodies, const History& past,
                                  CacheSlot& slot, BodyTangent& out) const {
  Solved& s = solved(at, bodies, past, slot);
  const Kinematics k = kinematics(bodies, true);
  const GapPlace& p = k.place;
  const FilmSurface& I = d_.surface_I;
  const Index N = d_.film.film.grid.size(), ng = G_.cols(), nj = d_.surface_J.modes(), ni = I.modes(),
              m = ng + 1 + nj + ni;
  // Directions and what follows from each: gaps, their rates, loads, twice over while they are made.
  constexpr double worth_asking = 1e8;
  if (const double bytes = 10.0 * double(N) * double(2 * m + 1) * sizeof(double); bytes > worth_asking)
    check_room(bytes, fmt::format("the derivative of a film of {} nodes by {} motions of its faces", N, 2 * m + 1),
               "use fewer nodes of the film or modes of the bodies, or end other programs");
  RowMatrixXd gap = RowMatrixXd::Zero(N, 2 * m + 1), rate = gap;
  {
    RowMatrixXd B(N, m), C = RowMatrixXd::Zero(N, m);
    directions(s, p.spin, B, C);
    gap.leftCols(m) = B;
    rate.leftCols(m) = C;
    rate.middleCols(m, m) = B;
  }
  const BearingFilmChange change =
      bearing_film_change(d_.film, s.film, gap, rate, Eigen::RowVectorXd::Unit(2 * m + 1, 2 * m));
  MatrixXd K(m, 2 * m + 1);
  K.topRows(ng) = G_.transpose() * change.load;
  K.row(ng) = change.moment + s.h_turn.transpose() * change.load;
  if (nj > 0) K.middleRows(ng + 1, nj) = to_modes_J(s, change.load);
  if (ni > 0) {
    K.bottomRows(ni) = to_modes_I(s, change.load);
    // the map turns with the face
    const auto turned = [&](const RingMap& map) -> VectorXd {
      return -I.sign * (I.rows.transpose() * map.transpose(RingMap::slope, s.film.load));
    };
    K.block(m - ni, ng, ni, 1) += turned(I.lumping ? s.lumping_I : s.map_I);
    K.block(ng, m - ni, 1, ni) += turned(s.map_I).transpose();
  }
  add_bending_loads(s, K);
  if (I.meshed()) K(ng, ng) += I.sign * s.map_I.apply(RingMap::curvature, s.y_I).col(0).dot(s.film.load);
  // (q_gap, alpha) by the coordinates, and their rates by them at constant v; modes are coordinates themselves
  MatrixXd Z(ng + 1, k.n), Zx(ng + 1, k.n);
  Z.topRows(ng) = p.Q * k.S;
  Zx.topRows(ng) = p.rate_by_pose * k.S + p.Q * k.twist_by_x;
  Z.row(ng) = p.axis.transpose() * k.S.bottomRows<3>();
  const Eigen::RowVector3d w_turned = k.motion.w.transpose() * p.axis_by_turn;
  Zx.row(ng) = w_turned * k.S.bottomRows<3>() + p.axis.transpose() * k.twist_by_x.bottomRows<3>();
  const auto on_coordinates = [&](const auto& A) {  // A: m x m, by the directions
    MatrixXd T = A.leftCols(ng + 1) * Z;
    if (nj > 0) T.middleCols(k.first[1] + 6, nj) += A.middleCols(ng + 1, nj);
    if (ni > 0) T.middleCols(k.first[0] + 6, ni) += A.rightCols(ni);
    return T;
  };
  const auto add = [&](const MatrixXd& T, MatrixXd& sum) {  // T: m x coordinates
    sum += Z.transpose() * T.topRows(ng + 1);
    if (nj > 0) sum.middleRows(k.first[1] + 6, nj) += T.middleRows(ng + 1, nj);
    if (ni > 0) sum.middleRows(k.first[0] + 6, ni) += T.bottomRows(ni);
  };
  add(on_coordinates(K.leftCols(m)) + K.middleCols(m, ng + 1) * Zx + K.col(2 * m) * Zx.row(ng), out.dx);
  add(on_coordinates(K.middleCols(m, m)) + K.col(2 * m) * Z.row(ng), out.dv);
  // how the maps themselves change under constant forces
  Matrix6d bend = Matrix6d::Zero();
  for (Index c = 0; c < ng; ++c) bend += s.g[c] * p.bend[static_cast<std::size_t>(c)];
  bend.bottomRightCorner<3, 3>() += s.g[ng] * p.axis_by_turn;
  out.dx += k.S.transpose() * bend * k.S;
  Vector6d W = p.Q.transpose() * s.g.head(ng);
  W.tail<3>() += s.g[ng] * p.axis;
  const FrameMotion &fi = k.marker[0].motion, &fj = k.marker[1].motion;
  const Matrix12d transport = wrench_transport_tangent(fi, fj, W);
  const Vector12d world = relative_jacobian(fi, fj).transpose() * W;
  const std::array<const Marker*, 2> markers{&d_.I, &d_.J};
  const std::array<Index, 2> body{d_.body_I, d_.body_J};
  for (Index r = 0; r < 2; ++r) {
    const auto sr = static_cast<std::size_t>(r);
    if (k.size[sr] == 0) continue;
    for (Index c = 0; c < 2; ++c)
      if (const auto sc = static_cast<std::size_t>(c); k.size[sc] > 0)
        out.dx.block(k.first[sr], k.first[sc], k.size[sr], k.size[sc]) +=
            k.marker[sr].J.transpose() * transport.block<6, 6>(6 * r, 6 * c) * k.marker[sc].J;
    add_wrench_tangent(*markers[sr], bodies[static_cast<std::size_t>(body[sr])].pose, world.segment<6>(6 * r), 1,
                       out.dx.block(k.first[sr], k.first[sr], k.size[sr], k.size[sr]));
  }
}

void FlexibleFilmForce::report(const StepContext& at, std::span<const BodyMotion> bodies, const History& past,
                               CacheSlot& slot, ForceReport& out) const {
  const Solved& s = solved(at, bodies, past, slot);
  const Index ng = G_.cols();
  Vector6d W = s.k.place.Q.transpose() * s.g.head(ng);
  W.tail<3>() += s.g[ng] * s.k.place.axis;
  VectorXd place = s.k.place.q;
  RelativeMotion motion = s.k.motion;
  if (d_.reversed) {
    W = on_the_other(W, motion);
    motion.d = -motion.R.transpose() * motion.d;
    place = -place;
  }
  const bool leaves = film_time(at) != FilmTime::instant || past[0] == 0;
  out.trial = leaves ? next_film_memory(d_.film, s.film, W, past, at.t, at.step) : past;
  out.stop = film_stop(d_.film, s.film);
  out.dissipated_power = -(s.film.load.dot(s.rate) + s.film.moment * s.k.place.spin);
  if (!at.outputs) return;
  add_wrench_outputs(d_.shape, W, motion, d_.clearance, place, out.outputs);
  const double friction = d_.reversed ? s.film.face_1_moment - s.film.rubbing : s.film.moment;
  add_film_outputs(d_.film, s.film, film_fields(d_.film, past), friction, out.dissipated_power, out.outputs);
}

}  // namespace trunnion

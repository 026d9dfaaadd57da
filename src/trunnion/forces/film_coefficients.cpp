#include "trunnion/forces/film_coefficients.h"

#include <Eigen/LU>

#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

// Coefficients by coordinates of a body as those by motions of one of its markers, in these axes.
FilmCoefficients at_marker(const FilmCoefficients& c, const Matrix6d& to_marker, const Matrix3d& axes) {
  Matrix6d turn = Matrix6d::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = axes;
  const Matrix6d back = to_marker.inverse() * turn;
  return {back.transpose() * c.stiffness * back, back.transpose() * c.damping * back};
}

MarkerKinematics kinematics_of(const Marker& marker, const BodyMotion& body) {
  MarkerKinematics k;
  update_marker(marker, body.pose, body.v(), k);
  return k;
}

}  // namespace

FilmCoefficients film_coefficients(const FilmBearingForce& law, double t, const RelativeMotion& motion,
                                   const History& past) {
  CacheSlot slot;
  const WrenchTangent tangent = law.linearize({.t = t, .kind = StageKind::steady}, motion, past, slot);
  FilmCoefficients out{-tangent.dx, -tangent.dv};
  out.stiffness.rightCols<3>() += tangent.dv.rightCols<3>() * skew(motion.w);  // the spin turns along
  return out;
}

FlexibleFilmCoefficients film_coefficients(const FlexibleFilmForce& law, double t, std::span<const BodyMotion> bodies,
                                           const History& past, const MatrixXd& stiffness) {
  const FlexibleFilmForce::Data& d = law.data();
  const bool shaft = d.body_I >= 0;
  const Index body = shaft ? d.body_I : d.body_J;
  std::vector<Index> modes;
  Index size = 0, moving = 0;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (static_cast<Index>(b) == body) moving = size;
    for (Index k = 0; k < bodies[b].pose.num_modes; ++k) modes.push_back(size + 6 + k);
    size += 6 + bodies[b].pose.num_modes;
  }
  const StepContext at{.t = t, .kind = StageKind::steady};
  BodyTangent tangent{MatrixXd::Zero(size, size), MatrixXd::Zero(size, size)};
  CacheSlot slot;
  law.linearize(at, bodies, past, slot, tangent);
  const BodyMotion& mover = bodies[static_cast<std::size_t>(body)];
  const Marker& marker = shaft ? d.I : d.J;
  const Matrix6d to_marker = kinematics_of(marker, mover).J.leftCols<6>();
  // What the present wrench does to the body's coordinates as its arms turn is none of the film's.
  VectorXd f = VectorXd::Zero(size);
  law.force(at, bodies, past, slot, f);
  const Vector6d wrench = to_marker.transpose().inverse() * f.segment<6>(moving);
  const Index own = 6 + mover.pose.num_modes;
  MatrixXd carried = MatrixXd::Zero(own, own);
  add_wrench_tangent(marker, mover.pose, wrench, 1, carried);
  tangent.dx.block<6, 6>(moving, moving) -= carried.topLeftCorner<6, 6>();
  const Matrix3d axes =
      d.body_J >= 0 ? kinematics_of(d.J, bodies[static_cast<std::size_t>(d.body_J)]).motion.R : d.J.A0;
  return {at_marker(held_coefficients(tangent, moving), to_marker, axes),
          at_marker(yielding_coefficients(tangent, moving, modes, stiffness), to_marker, axes)};
}

FilmCoefficients held_coefficients(const BodyTangent& t, Index place) {
  return {-t.dx.block<6, 6>(place, place), -t.dv.block<6, 6>(place, place)};
}

FilmCoefficients yielding_coefficients(const BodyTangent& t, Index place, const std::vector<Index>& modes,
                                       const MatrixXd& stiffness) {
  FilmCoefficients out = held_coefficients(t, place);
  if (modes.empty()) return out;
  const auto R = Eigen::seqN(place, 6);
  const MatrixXd S = stiffness - MatrixXd(t.dx(modes, modes));
  const MatrixXd K_qR = -t.dx(modes, R), K_Rq = -t.dx(R, modes), transposed = S.transpose();
  const MatrixXd follow = S.partialPivLu().solve(K_qR);                                           // S^-1 K_qR
  const MatrixXd back = transposed.partialPivLu().solve(MatrixXd(K_Rq.transpose())).transpose();  // K_Rq S^-1
  out.stiffness -= K_Rq * follow;
  out.damping += MatrixXd(t.dv(R, modes)) * follow + back * MatrixXd(t.dv(modes, R)) -
                 back * MatrixXd(t.dv(modes, modes)) * follow;
  return out;
}

}  // namespace trunnion

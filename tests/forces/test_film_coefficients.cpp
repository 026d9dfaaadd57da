#include "trunnion/forces/film_coefficients.h"

#include <gtest/gtest.h>

#include "forces/films.h"
#include "support/verification.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

/// A film of stiffness k and damping c between a shaft at R and a face on one mode that moves along x.
BodyTangent film_on_a_spring(double k, double c) {
  BodyTangent t{MatrixXd::Zero(7, 7), MatrixXd::Zero(7, 7)};
  t.dx(0, 0) = t.dx(6, 6) = -k;
  t.dx(0, 6) = t.dx(6, 0) = k;
  t.dv(0, 0) = t.dv(6, 6) = -c;
  t.dv(0, 6) = t.dv(6, 0) = c;
  return t;
}

TEST(FilmCoefficients, AYieldingFaceIsASpringInSeries) {
  const double k = 3e8, c = 2e4, body = 5e8;
  const BodyTangent t = film_on_a_spring(k, c);
  const FilmCoefficients held = held_coefficients(t, 0),
                         soft = yielding_coefficients(t, 0, {6}, MatrixXd::Constant(1, 1, body));
  EXPECT_EQ(held.stiffness(0, 0), k);
  EXPECT_EQ(held.damping(0, 0), c);
  EXPECT_NEAR(soft.stiffness(0, 0), k * body / (k + body), 1e-12 * k);
  // (k + i w c) and the body in series: the part linear in w is c (body/(k + body))^2
  EXPECT_NEAR(soft.damping(0, 0), c * std::pow(body / (k + body), 2), 1e-12 * c);
}

TEST(FilmCoefficients, AStiffBodyGivesTheHeldOnes) {
  const BodyTangent t = film_on_a_spring(3e8, 2e4);
  const FilmCoefficients stiff = yielding_coefficients(t, 0, {6}, MatrixXd::Constant(1, 1, 3e16));
  EXPECT_NEAR(stiff.stiffness(0, 0), 3e8, 3e8 * 1.1e-8);
  EXPECT_NEAR(stiff.damping(0, 0), 2e4, 2e4 * 2.1e-8);
}

constexpr double step = 1e-8;  // [m] and, times the radius, [rad]; rates: times 10

/// Stiffness and damping of a function of place, turn (about axes that stand still) and their rates.
template <class Wrench>
FilmCoefficients differences(const Wrench& wrench) {
  FilmCoefficients out;
  for (Index k = 0; k < 6; ++k) {
    Vector6d e = Vector6d::Zero();
    e[k] = k < 3 ? step : step / 0.04;
    const Vector6d none = Vector6d::Zero();
    out.stiffness.col(k) = -(wrench(e, none) - wrench(-e, none)) / (2 * e[k]);
    out.damping.col(k) = -(wrench(none, 10 * e) - wrench(none, -10 * e)) / (20 * e[k]);
  }
  return out;
}

/// Forces by tilts and moments by ways have their own size; each block against its largest entry.
double deviation(const Matrix6d& a, const Matrix6d& b) {
  double worst = 0;
  for (const auto& [i, n] : {std::pair{2, 1}, {3, 2}})
    for (const auto& [j, m] : {std::pair{2, 1}, {3, 2}})
      worst =
          std::max(worst, (a - b).block(i, j, n, m).cwiseAbs().maxCoeff() / b.block(i, j, n, m).cwiseAbs().maxCoeff());
  return worst;
}

void compare(const std::string& what, const FilmCoefficients& c, const FilmCoefficients& d) {
  testing::record({.group = "Oil films in mechanisms",
                   .name = "stiffness of a tilted thrust film along and against tilts, " + what + " [N m/rad]",
                   .reference = "differences of steady films",
                   .reference_value = d.stiffness(3, 3),
                   .value = c.stiffness(3, 3),
                   .error = deviation(c.stiffness, d.stiffness),
                   .allowed = 1e-5,
                   .why = "differences over 10 nm",
                   .inside = true});
  testing::record({.group = "Oil films in mechanisms",
                   .name = "damping of a tilted thrust film along and against tilts, " + what + " [N m s/rad]",
                   .reference = "differences of steady films",
                   .reference_value = d.damping(3, 3),
                   .value = c.damping(3, 3),
                   .error = deviation(c.damping, d.damping),
                   .allowed = 1e-5,
                   .why = "differences over 0.1 um/s",
                   .inside = true});
}

const Vector3d place(1e-4, -1e-4, 14e-6), tilt(1.5e-4, -0.8e-4, 0);
const double speed = 190;

TEST(FilmCoefficients, TiltsOfACollarAreLimitsOfDifferences) {
  const FilmBearingForce law(FilmShape::thrust, testing::thrust_film(), 0);
  const Matrix3d R = rotation_exp(tilt);
  const Vector3d spin = speed * R.col(2);
  const FilmCoefficients d = differences([&](const Vector6d& x, const Vector6d& v) {
    CacheSlot slot;
    const Matrix3d turned = rotation_exp(x.tail<3>());
    const RelativeMotion m{place + x.head<3>(), turned * R, v.head<3>(), turned * spin + v.tail<3>()};
    return law.force({.kind = StageKind::steady}, m, law.initial_history(), slot);
  });
  const FilmCoefficients c = film_coefficients(law, 0, {place, R, Vector3d::Zero(), spin}, law.initial_history());
  compare("rigid faces", c, d);
  // A tilt that goes round with the shaft is another motion: its gap changes, and damping answers.
  EXPECT_GT(speed * d.damping(3, 3), 0.05 * std::abs(d.stiffness(3, 3)));
}

TEST(FilmCoefficients, TiltsOfACollarOnAFlexibleBodyAreLimitsOfDifferences) {
  constexpr Index modes = 2;
  FlexibleFilmForce::Data data;
  data.shape = FilmShape::thrust;
  data.film = testing::thrust_film();
  data.I.body = 0;
  data.I.p = Vector3d(1e-3, 2e-3, 5e-3);
  data.body_I = 0;
  NodeRows face;
  face.name = "COLLAR";
  face.position.resize(3, 3 * 24);
  face.translation.resize(3 * 3 * 24, modes);
  for (Index k = 0; k < 3 * 24; ++k) {
    const double a = 2 * testing::pi * static_cast<double>(k / 3) / 24, r = 0.035 + 0.005 * static_cast<double>(k % 3);
    face.position.col(k) = data.I.p + Vector3d(r * std::cos(a), r * std::sin(a), 0);
    for (Index c = 0; c < 3; ++c)
      for (Index m = 0; m < modes; ++m)
        face.translation(3 * k + c, m) = std::cos(static_cast<double>(2 + m) * a + static_cast<double>(c));
  }
  data.surface_I = film_surface(FilmShape::thrust, face, data.I, data.film.film.grid, {.rides = false});
  const FlexibleFilmForce law(std::move(data));
  const VectorXd q = Eigen::Vector2d(1e-6, -0.7e-6);
  const Matrix3d R = rotation_exp(tilt) * rotation_exp(Vector3d(0, 0, 0.9));
  VectorXd v = VectorXd::Zero(6 + modes);
  v[5] = speed;  // about its own axis
  const auto wrench = [&](const Vector6d& x, const Vector6d& rates) {
    const Matrix3d A = rotation_exp(x.tail<3>()) * R;
    VectorXd moving = v;
    const Vector3d w = A.transpose() * rates.tail<3>();
    moving.segment<3>(3) += w;
    moving.head<3>() += rates.head<3>() - A * w.cross(law.data().I.p);  // the marker moves so, not the body's frame
    const BodyMotion body{{place + x.head<3>() - A * law.data().I.p, A, q.data(), modes}, moving.data()};
    CacheSlot slot;
    VectorXd f = VectorXd::Zero(6 + modes);
    law.force({.kind = StageKind::steady}, std::span(&body, 1), law.initial_history(), slot, f);
    Vector6d out;
    out << f.head<3>(), A * (f.segment<3>(3) - law.data().I.p.cross(Vector3d(A.transpose() * f.head<3>())));
    return out;
  };
  const FilmCoefficients d = differences(wrench);
  const BodyMotion body{{place - R * law.data().I.p, R, q.data(), modes}, v.data()};
  const auto c = film_coefficients(law, 0, std::span(&body, 1), law.initial_history(), 1e9 * MatrixXd::Identity(2, 2));
  compare("deformed face", c.held, d);
}

}  // namespace
}  // namespace trunnion

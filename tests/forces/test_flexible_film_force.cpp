#include <gtest/gtest.h>

#include <numbers>

#include "forces/films.h"
#include "support/tangent_check.h"
#include "trunnion/base/error.h"
#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/film_memory.h"
#include "trunnion/forces/flexible_film_force.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using testing::journal_film;
using testing::pi;
using testing::thrust_film;

constexpr Index modes = 3;

/// Rows of a body that bends: smooth functions of the place, a few micrometres per unit.
NodeRows surface(const std::string& name, const Matrix3Xd& x, double phase) {
  NodeRows s;
  s.name = name;
  s.position = x;
  s.translation.resize(3 * x.cols(), modes);
  for (Index k = 0; k < x.cols(); ++k)
    for (Index c = 0; c < 3; ++c)
      for (Index m = 0; m < modes; ++m) {
        const double angle = std::atan2(x(1, k), x(0, k));
        s.translation(3 * k + c, m) = std::cos(static_cast<double>(m + 1) * angle + phase + static_cast<double>(c)) +
                                      20 * x(2, k) * std::sin(static_cast<double>(m) + phase);
      }
  return s;
}

Matrix3Xd on_cylinder(double radius, double half, Index around, Index along) {
  Matrix3Xd x(3, around * along);
  for (Index i = 0; i < around; ++i)
    for (Index j = 0; j < along; ++j) {
      const double a = 2 * pi * static_cast<double>(i) / static_cast<double>(around);
      x.col(i * along + j) << radius * std::cos(a), radius * std::sin(a),
          half * (2 * static_cast<double>(j) / static_cast<double>(along - 1) - 1);
    }
  return x;
}

Matrix3Xd on_ring(Index around) {
  Matrix3Xd x(3, 3 * around);
  for (Index i = 0; i < around; ++i)
    for (Index j = 0; j < 3; ++j) {
      const double a = 2 * pi * static_cast<double>(i) / static_cast<double>(around),
                   r = 0.035 + 0.005 * static_cast<double>(j);
      x.col(3 * i + j) << r * std::cos(a), r * std::sin(a), 0;
    }
  return x;
}

Marker marker(const std::string& name, double phase) {
  Marker m;
  m.name = name;
  m.body = 0;
  m.translation.resize(3, modes);
  m.rotation.resize(3, modes);
  for (Index c = 0; c < 3; ++c)
    for (Index k = 0; k < modes; ++k) {
      m.translation(c, k) = 0.3 * std::sin(phase + static_cast<double>(2 * c + k));
      m.rotation(c, k) = 5 * std::cos(phase + static_cast<double>(c + 3 * k));
    }
  return m;
}

/// How nodes lie, and how they lead to the film.
struct Faces {
  SurfaceRule rule = SurfaceRule::spline;
  bool bilinear = false;
  double tension = 0;
  bool scattered = false;  ///< nodes off any ring, on the faces all the same
};

/// Moves nodes along their face by parts of a millimetre.
Matrix3Xd scatter(FilmShape shape, Matrix3Xd x) {
  for (Index k = 0; k < x.cols(); ++k) {
    const double off = 3e-4 * std::sin(static_cast<double>(7 * k + 1));
    if (shape == FilmShape::journal)
      x(2, k) += off;
    else
      x.col(k) *= 1 + off / x.col(k).norm();
  }
  return x;
}

FlexibleFilmForce::Data data_of(FilmShape shape, const Faces& faces = {}) {
  FlexibleFilmForce::Data d;
  d.shape = shape;
  const bool journal = shape == FilmShape::journal;
  d.film = journal ? journal_film() : thrust_film();
  d.clearance = journal ? 30e-6 : 0;
  d.I = marker("shaft", 0.4);
  d.J = marker("housing", 1.1);
  d.body_I = 0;
  d.body_J = 1;
  const FilmGrid& grid = d.film.film.grid;
  Matrix3Xd shaft = journal ? on_cylinder(0.025, 0.0125, 24, 4) : on_ring(24),
            housing = journal ? on_cylinder(0.025, 0.0125, 30, 3) : on_ring(30);
  if (faces.scattered) {
    shaft = scatter(shape, shaft);
    housing = scatter(shape, housing);
  }
  d.surface_I =
      film_surface(shape, surface("pin", shaft, 0.2), d.I, grid, {faces.rule, faces.tension, false, faces.bilinear});
  // The face that carries the grid is led to the film by moving least squares, which know no tension.
  d.surface_J = film_surface(shape, surface("bore", housing, 0.9), d.J, grid,
                             {faces.rule, faces.scattered ? 0 : faces.tension, true, faces.bilinear});
  return d;
}

/// The same faces, the grid on the shaft.
FlexibleFilmForce::Data on_shaft(FilmShape shape) {
  FlexibleFilmForce::Data d = data_of(shape);
  const bool journal = shape == FilmShape::journal;
  const FilmGrid& grid = d.film.film.grid;
  const Matrix3Xd shaft = journal ? on_cylinder(0.025, 0.0125, 24, 4) : on_ring(24),
                  housing = journal ? on_cylinder(0.025, 0.0125, 30, 3) : on_ring(30);
  d.surface_I = film_surface(shape, surface("bore", housing, 0.9), d.J, grid, {.rides = false, .reversed = true});
  d.surface_J = film_surface(shape, surface("pin", shaft, 0.2), d.I, grid, {.rides = true, .reversed = true});
  std::swap(d.I, d.J);
  std::swap(d.body_I, d.body_J);
  d.reversed = true;
  return d;
}

struct Motions {
  std::vector<VectorXd> q, v;
  std::vector<BodyPose> poses;
};
Motions running(FilmShape shape) {
  Motions out;
  out.q = {(VectorXd(3) << 1e-6, -0.7e-6, 0.5e-6).finished(), (VectorXd(3) << -0.6e-6, 0.8e-6, 0.9e-6).finished()};
  out.v = {VectorXd(9), VectorXd(9)};
  const bool journal = shape == FilmShape::journal;
  out.v[0] << 1e-3, -2e-3, (journal ? 1e-3 : -3e-4), 0.01, -0.02, 180, 2e-4, -1e-4, 3e-4;
  out.v[1] << -1e-3, 1e-3, 0, 0.005, 0.01, -5, 1e-4, 2e-4, -2e-4;
  const Vector3d d = journal ? Vector3d(12e-6, -8e-6, 1e-4) : Vector3d(1e-4, -1e-4, 14e-6);
  BodyPose a{d, rotation_exp(Vector3d(1e-4, -5e-5, 0)) * rotation_exp(Vector3d(0, 0, 0.9)), out.q[0].data(), modes};
  BodyPose b{Vector3d::Zero(), rotation_exp(Vector3d(0, 0, 0.15)), out.q[1].data(), modes};
  out.poses = {a, b};
  return out;
}

std::vector<BodyMotion> motions_of(Motions& m) { return {{m.poses[0], m.v[0].data()}, {m.poses[1], m.v[1].data()}}; }

History memory(const FlexibleFilmForce& force, Motions& m) {
  CacheSlot slot;
  ForceReport report;
  force.report({.kind = StageKind::steady}, motions_of(m), force.initial_history(), slot, report);
  return report.trial;
}

TEST(FlexibleFilmForce, TangentsAreTheLimitsOfDifferences) {
  // Fritsch and Butland's map changes with the shape of the face, and both with time.
  for (const FilmShape shape : {FilmShape::journal, FilmShape::thrust})
    for (const Faces& faces :
         {Faces{}, Faces{.bilinear = true}, Faces{.tension = 3}, Faces{.scattered = true},
          Faces{.rule = SurfaceRule::fritsch_butland}, Faces{.rule = SurfaceRule::fritsch_butland, .bilinear = true}}) {
      SCOPED_TRACE(::testing::Message() << (shape == FilmShape::journal ? "journal" : "thrust") << ", rule "
                                        << static_cast<int>(faces.rule) << (faces.bilinear ? ", bilinear" : "")
                                        << (faces.scattered ? ", scattered" : "") << ", tension " << faces.tension);
      const FlexibleFilmForce force(data_of(shape, faces));
      Motions m = running(shape);
      const History past = memory(force, m);
      for (const StepContext& at : {StepContext{.kind = StageKind::steady}, StepContext{.t = 1e-4, .step = 1e-4}})
        testing::expect_exact_tangent(force, at, m.poses, m.v, past, 3e-5, 1e-4);
    }
}

TEST(FlexibleFilmForce, TangentsOfAFilmOnTheShaftAreTheLimitsOfDifferences) {
  for (const FilmShape shape : {FilmShape::journal, FilmShape::thrust}) {
    const FlexibleFilmForce force(on_shaft(shape));
    Motions m = running(shape);
    const History past = memory(force, m);
    testing::expect_exact_tangent(force, {.t = 1e-4, .step = 1e-4}, m.poses, m.v, past, 3e-5, 1e-4);
  }
}

TEST(FlexibleFilmForce, AThickFilmDoesTheSameOnEitherGrid) {
  // At one instant, before any part of the film breaks up: forces on all coordinates and what is told of them.
  for (const FilmShape shape : {FilmShape::journal, FilmShape::thrust}) {
    FlexibleFilmForce::Data sleeve = data_of(shape), pin = on_shaft(shape);
    for (FlexibleFilmForce::Data* d : {&sleeve, &pin}) {
      const FilmGrid& grid = d->film.film.grid;
      d->film.film = make_film("ring", grid, {}, {.pressure = 5e6}, {.viscosity = 0.01});
      d->film.feeds.clear();
      d->film.profile.setZero();
    }
    const FlexibleFilmForce a(std::move(sleeve)), b(std::move(pin));
    Motions m = running(shape);
    std::array<VectorXd, 2> f{VectorXd::Zero(18), VectorXd::Zero(18)};
    std::array<ForceReport, 2> told;
    const StepContext at{.kind = StageKind::steady, .outputs = true};
    for (const auto& [k, force] : {std::pair<std::size_t, const FlexibleFilmForce*>{0, &a}, {1, &b}}) {
      CacheSlot slot;
      force->force(at, motions_of(m), force->initial_history(), slot, f[k]);
      force->report(at, motions_of(m), force->initial_history(), slot, told[k]);
    }
    EXPECT_LE((f[0] - f[1]).norm(), 5e-3 * f[0].norm()) << "grids of 3 to 6 degrees lie elsewhere";
    const auto output = [&](std::size_t k, const char* name) {
      for (const NamedOutput& one : told[k].outputs)
        if (one.name == name) return one.value;
      ADD_FAILURE() << name;
      return 0.0;
    };
    for (const char* name : {"force", "friction_moment", "power_loss"})
      EXPECT_NEAR(output(1, name), output(0, name), 5e-3 * std::abs(output(0, name))) << name;
    for (const char* name : {"fx", "fy", "fz"})
      EXPECT_NEAR(output(1, name), output(0, name), 5e-3 * output(0, "force")) << name;
  }
}

TEST(FlexibleFilmForce, GivesAndTakesExactlyThePowerOfTheFilm) {
  for (const FilmShape shape : {FilmShape::journal, FilmShape::thrust})
    for (const Faces& faces : {Faces{}, Faces{.tension = 3}, Faces{.scattered = true},
                               Faces{.rule = SurfaceRule::fritsch_butland}, Faces{.rule = SurfaceRule::linear}}) {
      const FlexibleFilmForce force(data_of(shape, faces));
      EXPECT_EQ(force.data().surface_J.map == nullptr, faces.scattered || faces.rule == SurfaceRule::fritsch_butland);
      Motions m = running(shape);
      CacheSlot slot;
      VectorXd f = VectorXd::Zero(18);
      ForceReport report;
      const StepContext at{.t = 1e-4, .step = 1e-4};
      const History past = memory(force, m);
      force.force(at, motions_of(m), past, slot, f);
      force.report(at, motions_of(m), past, slot, report);
      const double power = f.head(9).dot(m.v[0]) + f.tail(9).dot(m.v[1]);
      EXPECT_NEAR(power, -report.dissipated_power, 1e-11 * std::abs(power));
    }
}

TEST(FlexibleFilmForce, StiffBodiesFeelTheRigidFilm) {
  for (const FilmShape shape : {FilmShape::journal, FilmShape::thrust}) {
    const FlexibleFilmForce flexible(data_of(shape));
    Motions m = running(shape);
    for (std::size_t b = 0; b < 2; ++b) {
      m.q[b].setZero();
      m.v[b].tail(3).setZero();
    }
    const FilmBearingForce rigid(shape, flexible.data().film, flexible.data().clearance);
    const std::vector<BodyMotion> bodies = motions_of(m);
    MarkerKinematics I, J;
    update_marker(flexible.data().I, bodies[0].pose, bodies[0].v(), I);
    update_marker(flexible.data().J, bodies[1].pose, bodies[1].v(), J);
    CacheSlot a, b;
    const StepContext at{.kind = StageKind::steady};
    VectorXd f = VectorXd::Zero(18);
    flexible.force(at, bodies, flexible.initial_history(), a, f);
    const Vector6d W = rigid.force(at, relative_motion(I.motion, J.motion), rigid.initial_history(), b);
    const Vector12d g = relative_jacobian(I.motion, J.motion).transpose() * W;
    EXPECT_LE((f.head<6>() - (I.J.transpose() * g.head<6>()).head<6>()).norm(), 1e-9 * f.norm());
    EXPECT_LE((f.segment<6>(9) - (J.J.transpose() * g.tail<6>()).head<6>()).norm(), 1e-9 * f.norm());
  }
}

TEST(FlexibleFilmForce, MotionOfTheMarkerIsNoDeformation) {
  // A body all of whose nodes move as its marker does deforms nowhere, however irregular they lie.
  const BearingFilm film = journal_film();
  const Marker at = marker("housing", 1.1);
  NodeRows rigid = surface("bore", on_cylinder(0.025, 0.0125, 30, 3), 0);
  for (Index k = 0; k < rigid.position.cols(); ++k)
    rigid.translation.middleRows(3 * k, 3) =
        at.translation - skew(Vector3d(rigid.position.col(k) - at.p)) * at.rotation;
  const FilmSurface s = film_surface(FilmShape::journal, rigid, at, film.film.grid, {});
  EXPECT_LE(s.fixed.cwiseAbs().maxCoeff(), 1e-14);
}

TEST(FlexibleFilmForce, RefusesRulesThatNeedRingsWhereNodesLieAnywhere) {
  const BearingFilm film = journal_film();
  Matrix3Xd x = on_cylinder(0.025, 0.0125, 30, 3);
  for (Index k = 0; k < x.cols(); ++k) x(2, k) += 1e-4 * static_cast<double>(k % 7);
  const NodeRows scattered = surface("bore", x, 0);
  const auto message = [&](const FilmSurfaceOptions& options) {
    try {
      film_surface(FilmShape::journal, scattered, marker("housing", 0), film.film.grid, options);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({}), "");
  EXPECT_NE(message({.bilinear = true}).find("force_transfer"), std::string::npos);
  EXPECT_NE(message({.rule = SurfaceRule::fritsch_butland}).find("rings"), std::string::npos);
  EXPECT_NE(message({.rule = SurfaceRule::linear}).find("rings"), std::string::npos);
  EXPECT_NE(message({.tension = 1}).find("tension"), std::string::npos);
}

TEST(FlexibleFilmForce, RefusesSurfacesThatLieElsewhere) {
  const BearingFilm film = journal_film();
  EXPECT_THROW(film_surface(FilmShape::journal, surface("bore", on_cylinder(0.03, 0.0125, 30, 3), 0),
                            marker("housing", 0), film.film.grid, {}),
               InputError);
}

}  // namespace
}  // namespace trunnion

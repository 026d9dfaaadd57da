// Faces of films that are not round or flat before they deform: gaps follow the places of the nodes.
#include <gtest/gtest.h>

#include "forces/films.h"
#include "support/fe_models.h"
#include "support/tangent_check.h"
#include "support/verification.h"
#include "trunnion/forces/face_shape.h"
#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/flexible_film_force.h"
#include "trunnion/math/rotations.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {
namespace {

using testing::journal_film;
using testing::pi;
using testing::thrust_film;

constexpr double radius = 0.025, width = 0.025, oval = 4e-6, clearance = 30e-6;

/// Nodes on a cylinder, moved outwards by `off(angle, z)`; `skewed`: on no rings.
template <class Off>
NodeRows on_cylinder(Index around, Index along, const Off& off, double skewed = 0) {
  NodeRows s;
  s.name = "BORE";
  s.position.resize(3, around * along);
  for (Index i = 0; i < around; ++i)
    for (Index j = 0; j < along; ++j) {
      const double share = static_cast<double>(j) / static_cast<double>(along - 1), z = width * (share - 0.5),
                   a = 2 * pi * (static_cast<double>(i) + skewed * share) / static_cast<double>(around),
                   r = radius + off(a, z);
      s.position.col(i * along + j) << r * std::cos(a), r * std::sin(a), z;
    }
  s.translation = MatrixXd::Zero(3 * around * along, 0);
  return s;
}

double ovality(double angle, double /*z*/) { return oval * std::cos(2 * angle); }

/// off(angle, place across) at the nodes of a film, less its mean over the face.
template <class Off>
VectorXd profile(const FilmGrid& grid, const Off& off) {
  VectorXd out(grid.size());
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) out[grid.at(i, j)] = off(grid.along[i], grid.across[j]);
  const VectorXd area = grid.areas();
  out.array() -= area.dot(out) / area.sum();
  return out;
}

FlexibleFilmForce::Data between(FilmShape shape) {
  FlexibleFilmForce::Data d;
  d.shape = shape;
  d.film = shape == FilmShape::journal ? journal_film() : thrust_film();
  d.clearance = shape == FilmShape::journal ? clearance : 0;
  d.I.body = d.J.body = 0;
  d.body_I = 0;
  d.body_J = 1;
  return d;
}

/// A shaft that has turned, runs and moves in a housing at rest.
struct Running {
  explicit Running(FilmShape shape, Index modes_J = 0) : q(VectorXd::Zero(modes_J)), v_J(VectorXd::Zero(6 + modes_J)) {
    v_I << 1e-3, -2e-3, (shape == FilmShape::journal ? 1e-3 : -3e-4), 0.01, -0.02, 180;
    const Vector3d d = shape == FilmShape::journal ? Vector3d(12e-6, -8e-6, 1e-4) : Vector3d(1e-4, -1e-4, 14e-6);
    poses = {{d, rotation_exp(Vector3d(1e-4, -5e-5, 0)) * rotation_exp(Vector3d(0, 0, 0.9)), nullptr, 0},
             {Vector3d::Zero(), Matrix3d::Identity(), q.data(), modes_J}};
  }
  std::vector<BodyMotion> bodies() const { return {{poses[0], v_I.data()}, {poses[1], v_J.data()}}; }
  RelativeMotion motion() const {
    return {poses[0].R, poses[0].A, v_I.head<3>(), poses[0].A * v_I.tail<3>()};  // turns in axes of the body
  }
  VectorXd q, v_I = VectorXd::Zero(6), v_J;
  std::vector<BodyPose> poses;
};

/// The wrench on the shaft, axes of the housing.
Vector6d on_shaft(const FlexibleFilmForce& force, const Running& r) {
  CacheSlot slot;
  VectorXd f = VectorXd::Zero(6 + r.v_J.size());
  force.force({.kind = StageKind::steady}, r.bodies(), force.initial_history(), slot, f);
  Vector6d out = f.head<6>();
  out.tail<3>() = r.poses[0].A * out.tail<3>();
  return out;
}
Vector6d on_shaft(const FilmBearingForce& force, const Running& r) {
  CacheSlot slot;
  return force.force({.kind = StageKind::steady}, r.motion(), force.initial_history(), slot);
}

/// A ring of finite elements whose bore is pressed oval, reduced.
ReducedBody oval_ring() {
  Mesh mesh = cylinder_mesh({.radius = 0.04,
                             .inner_radius = radius,
                             .length = width,
                             .around = 48,
                             .radial = 2,
                             .along = 4,
                             .element = CellType::hex8});
  mesh.x.row(2).array() -= 0.5 * width;
  for (const NodeId n : nodes_named(mesh, "inner")) {
    const Vector3d x = mesh.x.col(n.value);
    mesh.x.col(n.value).head<2>() *= 1 + ovality(std::atan2(x[1], x[0]), x[2]) / radius;
  }
  ReductionOptions options;
  options.interfaces = {"inner"};
  options.interface_modes = 12;
  options.truncation_vectors = 0;
  options.surfaces = {"inner"};
  options.certify = false;
  options.quality.compute = false;
  return reduce(assemble(testing::of_material(std::move(mesh), testing::steel())), options);
}

TEST(FaceShape, AnOvalBoreOfARingOfFiniteElementsIsTheRigidFilmWithThatProfile) {
  const ReducedBody ring = oval_ring();
  ASSERT_EQ(ring.surfaces.size(), 1U);
  FlexibleFilmForce::Data d = between(FilmShape::journal);
  const FilmGrid& grid = d.film.film.grid;
  d.surface_J = film_surface(FilmShape::journal, ring.surfaces[0], d.J, grid, {});
  ASSERT_GT(d.surface_J.modes(), 6);
  EXPECT_NEAR(d.surface_J.high - d.surface_J.low, 2 * oval, 0.02 * oval);  // film nodes lie beside the vertices
  const Running r(FilmShape::journal, d.surface_J.modes());
  BearingFilm round = d.film, film = d.film;
  film.profile = profile(grid, ovality);
  const Vector6d meshed = on_shaft(FlexibleFilmForce(std::move(d)), r),
                 rigid = on_shaft(FilmBearingForce(FilmShape::journal, film, clearance), r),
                 without = on_shaft(FilmBearingForce(FilmShape::journal, round, clearance), r);
  const double error = (meshed - rigid).head<3>().norm() / rigid.head<3>().norm();
  EXPECT_GT((without - rigid).head<3>().norm(), 0.05 * rigid.head<3>().norm());  // it matters
  testing::record(
      {.group = "Oil films in mechanisms",
       .name = "bore of finite elements out of round by 4 um in a clearance of 30 um: force of the film [N]",
       .reference = "rigid film with that profile",
       .reference_value = rigid.head<3>().norm(),
       .value = meshed.head<3>().norm(),
       .error = error,
       .allowed = 1e-6,
       .why = "spline through 48 nodes around",
       .inside = true});
}

TEST(FaceShape, NodesThatLieAnywhereShowTheSameShape) {
  FlexibleFilmForce::Data d = between(FilmShape::journal);
  BearingFilm film = d.film;
  d.surface_J = film_surface(FilmShape::journal, on_cylinder(72, 9, ovality, 3.3), d.J, d.film.film.grid, {});
  ASSERT_FALSE(d.surface_J.map);
  film.profile = profile(d.film.film.grid, ovality);
  const Running r(FilmShape::journal);
  const Vector6d meshed = on_shaft(FlexibleFilmForce(std::move(d)), r),
                 rigid = on_shaft(FilmBearingForce(FilmShape::journal, film, clearance), r);
  EXPECT_LE((meshed - rigid).norm(), 2e-3 * rigid.norm());  // moving least squares, second order
}

TEST(FaceShape, AnOvalPinTurnsUnderTheFilm) {
  FlexibleFilmForce::Data d = between(FilmShape::journal);
  const FilmGrid grid = d.film.film.grid;
  d.surface_I = film_surface(FilmShape::journal, on_cylinder(48, 5, ovality), d.I, grid, {.rides = false});
  ASSERT_FALSE(d.surface_I.ideal());
  const Running r(FilmShape::journal);
  const GapPlace place = gap_place(FilmShape::journal, r.motion());
  const double turn = 0.9;
  const RowMatrixXd G = gap_shapes(FilmShape::journal, grid);
  const VectorXd slope = profile(grid, [&](double a, double) { return 2 * oval * std::sin(2 * (a - turn)); });
  VectorXd gap = G * place.q - profile(grid, [&](double a, double z) { return ovality(a - turn, z); });
  gap.array() += clearance;
  // the pin's shape passes by: what its material does not do, the gap does
  const VectorXd rate = G * place.rate - place.spin * slope;
  BearingFilmState state;
  FilmPast past;
  past.step = 1e-4;
  solve_bearing_film(d.film, gap, rate, place.spin, FilmTime::step, past, state);
  const Vector6d expected = place.Q.transpose() * (G.transpose() * state.load);
  const FlexibleFilmForce force(std::move(d));
  CacheSlot slot;
  VectorXd f = VectorXd::Zero(12);
  force.force({.t = 1e-4, .step = 1e-4}, r.bodies(), force.initial_history(), slot, f);
  EXPECT_LE((f.head<3>() - expected.head<3>()).norm(), 1e-3 * expected.head<3>().norm());  // spline, tilt of 1e-4
}

TEST(FaceShape, ACollarThatRunsOutIsATiltOfItsBody) {
  const double tilt = 1e-4;
  NodeRows face;
  face.name = "COLLAR";
  face.position.resize(3, 3 * 48);
  for (Index k = 0; k < 3 * 48; ++k) {
    const double a = 2 * pi * static_cast<double>(k / 3) / 48, rho = 0.035 + 0.005 * static_cast<double>(k % 3);
    face.position.col(k) << rho * std::cos(a), rho * std::sin(a), 2e-5 + tilt * rho * std::cos(a);
  }
  face.translation = MatrixXd::Zero(3 * 3 * 48, 0);
  FlexibleFilmForce::Data d = between(FilmShape::thrust);
  d.surface_J = film_surface(FilmShape::thrust, face, d.J, d.film.film.grid, {});
  BearingFilm film = d.film;
  film.profile = profile(film.film.grid, [&](double a, double rho) { return -tilt * rho * std::cos(a); });
  const Running r(FilmShape::thrust);
  const Vector6d meshed = on_shaft(FlexibleFilmForce(std::move(d)), r),
                 rigid = on_shaft(FilmBearingForce(FilmShape::thrust, film, 0), r);
  EXPECT_LE((meshed - rigid).norm(), 1e-5 * rigid.norm());
}

TEST(FaceShape, TangentsCountIt) {
  for (const bool turns : {false, true}) {
    FlexibleFilmForce::Data d = between(FilmShape::journal);
    (turns ? d.surface_I : d.surface_J) =
        film_surface(FilmShape::journal, on_cylinder(48, 5, ovality), d.J, d.film.film.grid, {.rides = !turns});
    const FlexibleFilmForce force(std::move(d));
    const Running r(FilmShape::journal);
    CacheSlot slot;
    ForceReport report;
    force.report({.kind = StageKind::steady}, r.bodies(), force.initial_history(), slot, report);
    for (const StepContext& at : {StepContext{.kind = StageKind::steady}, StepContext{.t = 1e-4, .step = 1e-4}})
      testing::expect_exact_tangent(force, at, r.poses, {r.v_I, r.v_J}, report.trial, 3e-5, 1e-4);
  }
}

TEST(FaceShape, MiddlesOfStraightEdgesAreNoShape) {
  Mesh mesh = cylinder_mesh({.radius = 0.04,
                             .inner_radius = radius,
                             .length = width,
                             .around = 24,
                             .radial = 1,
                             .along = 2,
                             .element = CellType::hex20});
  const std::vector<NodeId> bore = nodes_named(mesh, "inner");
  NodeRows s;
  s.position.resize(3, static_cast<Index>(bore.size()));
  const double half = std::cos(pi / 24);
  Index straightened = 0;
  for (std::size_t k = 0; k < bore.size(); ++k) {
    Vector3d x = mesh.x.col(bore[k].value);
    const double angle = std::atan2(x[1], x[0]), steps = angle / (pi / 24);
    if (std::lround(steps) % 2 != 0) {  // between two corners
      x.head<2>() *= half;
      ++straightened;
    }
    s.position.col(static_cast<Index>(k)) = x;
  }
  ASSERT_EQ(straightened, 24 * 3);
  const VectorXd off = face_shape(FilmShape::journal, s, {});
  EXPECT_LE((off.array() - radius).abs().maxCoeff(), 1e-12);  // chords are 214 um deep
}

TEST(FaceShape, RoundFacesStayExactlyRoundAndShapesCanBeLeftOut) {
  const FilmGrid grid = journal_film().film.grid;
  const NodeRows round = on_cylinder(48, 5, [](double, double) { return 2e-6; });
  EXPECT_TRUE(film_surface(FilmShape::journal, round, {}, grid, {.deforms = false}).ideal());
  const FilmSurface left_out = film_surface(FilmShape::journal, on_cylinder(48, 5, ovality), {}, grid, {.ideal = true});
  EXPECT_TRUE(left_out.ideal());
  EXPECT_NEAR(left_out.high - left_out.low, 2 * oval, 0.02 * oval);  // and is told
}

}  // namespace
}  // namespace trunnion

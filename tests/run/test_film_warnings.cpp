// What is told of faces on meshes.
#include <gtest/gtest.h>

#include <numbers>

#include "trunnion/run/film_warnings.h"

namespace trunnion {
namespace {

/// A bore of 50 mm whose nodes lie `oval` off it, in a film with a clearance of 30 um.
FlexibleFilmForce::Data bore(double oval, bool ideal) {
  constexpr Index around = 48, along = 3;
  FlexibleFilmForce::Data d;
  d.clearance = 30e-6;
  NodeRows s;
  s.name = "BORE";
  s.position.resize(3, around * along);
  for (Index i = 0; i < around; ++i)
    for (Index j = 0; j < along; ++j) {
      const double a = 2 * std::numbers::pi * static_cast<double>(i) / around, r = 25e-3 + oval * std::cos(2 * a);
      s.position.col(i * along + j) << r * std::cos(a), r * std::sin(a), 0.01 * static_cast<double>(j - 1);
    }
  s.translation = MatrixXd::Zero(3 * around * along, 0);
  const FilmGrid grid = cylinder_grid(25e-3, fitted_angles({}, 48), fitted_nodes(-0.01, 0.01, {}, 4));
  d.surface_J = film_surface(FilmShape::journal, s, d.J, grid, {.ideal = ideal, .deforms = false});
  return d;
}

std::vector<std::string> told(const FlexibleFilmForce::Data& data) {
  FilmElement film;
  film.name = "main";
  film.faces = &data;
  return face_warnings(film, data.clearance);
}

/// A collar at this way along the axis from its washer, with no clearance of its own, whose face lies `wave` off.
std::vector<std::string> told_of_collar(double wave, double away) {
  constexpr Index around = 48, across = 3;
  FlexibleFilmForce::Data d;
  d.shape = FilmShape::thrust;
  d.I.p = Vector3d(0, 0, away);
  NodeRows s;
  s.name = "COLLAR";
  s.position.resize(3, around * across);
  for (Index i = 0; i < around; ++i)
    for (Index j = 0; j < across; ++j) {
      const double a = 2 * std::numbers::pi * static_cast<double>(i) / around,
                   r = 35e-3 + 5e-3 * static_cast<double>(j);
      s.position.col(i * across + j) << r * std::cos(a), r * std::sin(a), away + wave * std::cos(2 * a);
    }
  s.translation = MatrixXd::Zero(3 * around * across, 0);
  const FilmGrid grid = annulus_grid(fitted_angles({}, 48), fitted_radii(35e-3, 45e-3, {}, 4));
  d.surface_I = film_surface(FilmShape::thrust, s, d.I, grid, {.rides = false, .deforms = false});
  FilmElement film;
  film.name = "main";
  film.faces = &d;
  return face_warnings(film, room_of(film, Mechanism{}, Configuration{}));
}

TEST(FilmWarnings, AShapeThatIsLeftOutIsToldWithItsSize) {
  const auto said = told(bore(4e-6, true));
  ASSERT_EQ(said.size(), 1U);
  for (const char* part : {"'main'", "'BORE'", "-4 to +4 um", "cylinder", "shape = \"mesh\""})
    EXPECT_NE(said[0].find(part), std::string::npos) << part << ": " << said[0];
  EXPECT_TRUE(told(bore(1e-8, true)).empty());  // a thousandth of the clearance is not worth it
  EXPECT_TRUE(told(bore(4e-6, false)).empty());
}

TEST(FilmWarnings, AShapeLargerThanTheClearanceIsTold) {
  const auto said = told(bore(40e-6, false));
  ASSERT_EQ(said.size(), 1U);
  for (const char* part : {"clearance of 30 um", "fine enough", "shape = \"ideal\""})
    EXPECT_NE(said[0].find(part), std::string::npos) << part << ": " << said[0];
}

TEST(FilmWarnings, CollarsHaveTheRoomThatTheirMarkersLeaveThem) {
  EXPECT_TRUE(told_of_collar(4e-6, 100e-6).empty());
  EXPECT_TRUE(told_of_collar(5e-10, 0).empty());  // digits of a mesh file
  EXPECT_TRUE(told_of_collar(4e-6, 0).empty());   // begins in touch, with any shape
  const auto said = told_of_collar(40e-6, 30e-6);
  ASSERT_EQ(said.size(), 1U);
  for (const char* part : {"'COLLAR'", "gap at the start of 30 um", "flat"})
    EXPECT_NE(said[0].find(part), std::string::npos) << part << ": " << said[0];
}

}  // namespace
}  // namespace trunnion

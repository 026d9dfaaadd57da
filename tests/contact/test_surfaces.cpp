// Implicit surfaces: their derivatives, and what is no surface.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/surfaces.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/surface.h"

namespace trunnion {
namespace {

using testing::every_surface;
using testing::formula_surface;

TEST(Taylor3, DerivativesOfAPolynomialAreExact) {
  const double x = 0.7, y = -1.3, z = 2.1;
  const Taylor3 X = Taylor3::input(x, 0), Y = Taylor3::input(y, 1), Z = Taylor3::input(z, 2);
  const Taylor3 f = X * X * X + 2.0 * (X * X * Y) + 3.0 * (X * Y * Z) + Z * Z * Z - 4.0 * (Y * Z * Z);
  EXPECT_DOUBLE_EQ(f.value(), x * x * x + 2 * x * x * y + 3 * x * y * z + z * z * z - 4 * y * z * z);
  EXPECT_LE((f.gradient() - Vector3d(3 * x * x + 4 * x * y + 3 * y * z, 2 * x * x + 3 * x * z - 4 * z * z,
                                     3 * x * y + 3 * z * z - 8 * y * z))
                .norm(),
            1e-13);
  Matrix3d H;
  H << 6 * x + 4 * y, 4 * x + 3 * z, 3 * y, 4 * x + 3 * z, 0, 3 * x - 8 * z, 3 * y, 3 * x - 8 * z, 6 * z - 8 * y;
  EXPECT_LE((f.hessian() - H).norm(), 1e-13);
  // f_xxx = 6, f_xxy = 4, f_xyz = 3, f_zzz = 6, f_yzz = -8
  const Vector3d u(0.3, 0.5, -0.2);
  const Vector3d third(6 * u.x() * u.x() + 8 * u.x() * u.y() + 6 * u.y() * u.z(),
                       4 * u.x() * u.x() + 6 * u.x() * u.z() - 8 * u.z() * u.z(),
                       6 * u.x() * u.y() + 6 * u.z() * u.z() - 16 * u.y() * u.z());
  EXPECT_LE((f.third(u) - third).norm(), 1e-13);
}

// Each derivative against differences of the one below it.
void expect_exact_derivatives(const Surface& surface, const Vector3d& x, double length, const std::string& name) {
  const double step = 1e-5 * length;
  const Taylor3 at = surface_function(surface, x);
  const Vector3d u(0.6, -0.3, 0.7);
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d e = step * Vector3d::Unit(axis);
    const Taylor3 low = surface_function(surface, x - e), high = surface_function(surface, x + e);
    const double g = at.gradient().norm(), H = at.hessian().norm() + g / length;
    EXPECT_NEAR((high.value() - low.value()) / (2 * step), at.gradient()[axis], 1e-8 * g) << name;
    EXPECT_LE(((high.gradient() - low.gradient()) / (2 * step) - at.hessian().col(axis)).norm(), 1e-8 * H) << name;
    EXPECT_NEAR(u.dot((high.hessian() - low.hessian()) * u) / (2 * step), at.third(u)[axis], 1e-7 * H / length) << name;
  }
}

TEST(Surfaces, DerivativesOfEverySurfaceAreThoseOfItsFunction) {
  for (const auto& [name, surface] : every_surface()) {
    const double length = 0.02;
    expect_exact_derivatives(surface, {0.011, -0.007, 0.0065}, length, name);
  }
}

TEST(Surfaces, SamplesLieOnTheSurfaceAndTheGradientPointsOutOfTheMaterial) {
  for (auto [name, surface] : every_surface()) {
    for (const Vector3d& x : surface_samples(surface)) {
      const Taylor3 f = surface_function(surface, x);
      EXPECT_LE(std::abs(f.value()), 1e-9 * f.gradient().norm() * 0.02) << name;
      const Vector3d out = x + 1e-4 * f.gradient().normalized();
      EXPECT_GT(surface_function(surface, out).value(), 0) << name;
    }
    surface.hollow = !surface.hollow;
    const Vector3d x(0.011, -0.007, 0.0065);
    const double f = surface_function(surface, x).value();
    surface.hollow = !surface.hollow;
    EXPECT_EQ(f, -surface_function(surface, x).value()) << name;
  }
}

TEST(Surfaces, FormulaOfAnEllipsoidIsTheEllipsoid) {
  const Surface ellipsoid{EllipsoidSurface{{0.03, 0.02, 0.015}}};
  const Surface formula = formula_surface("(x/0.03 m)^2 + (y/0.02 m)^2 + (z/0.015 m)^2 - 1", 0.05);
  validate(formula);
  const Vector3d x(0.01, 0.012, -0.008), u(1, 2, 3);
  const Taylor3 a = surface_function(ellipsoid, x), b = surface_function(formula, x);
  EXPECT_NEAR(a.value(), b.value(), 1e-14);
  EXPECT_LE((a.gradient() - b.gradient()).norm(), 1e-11);
  EXPECT_LE((a.hessian() - b.hessian()).norm(), 1e-9);
  EXPECT_LE((a.third(u) - b.third(u)).norm(), 1e-6);
}

TEST(Surfaces, FunctionsOfFormulasHaveExactDerivatives) {
  for (const char* text :
       {"z - 1 mm*sin(x/7 mm)*cos(y/5 mm)", "z + 2 mm*exp(-(x^2 + y^2)/(30 mm)^2)", "z - 1 mm*tanh(x/5 mm)",
        "z + 1 mm*log(1 + (x/5 mm)^2)", "sqrt(x^2 + y^2) - 9 mm - 1 mm*atan2(y, x)*z/1 m", "z - 1 mm*smooth(x/20 mm)",
        "z - 1 mm*asin(x/30 mm)*acos(y/30 mm)", "z - 1 mm*sinh(x/30 mm)*cosh(y/30 mm) + 1 mm*atan(y/5 mm)",
        "z - 1 mm*(2 + x/20 mm)^(1 + y/30 mm)", "z - 1 mm*tan(x/30 mm)/(1 + (y/20 mm)^2)"})
    expect_exact_derivatives(formula_surface(text, 0.05), {0.011, -0.007, 0.0065}, 0.01, text);
}

TEST(Surfaces, CapsuleOfPiecesWithASeamInCurvatureIsAccepted) {
  validate(formula_surface("x^2 + y^2 + max(abs(z) - 10 mm, 0 mm)^2 - (8 mm)^2", 0.03));
}

void expect_refused(const Surface& surface, const std::string& word) {
  try {
    validate(surface);
    FAIL() << "accepted: " << word;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

TEST(Surfaces, BadSurfacesAreRefusedWithTheReason) {
  expect_refused({TorusSurface{0.01, 0.012}}, "spindle torus");
  expect_refused({SphereSurface{-1}}, "radius");
  expect_refused({ConeSurface{0.01, 0.5, 0.1}}, "apex");
  expect_refused({SuperellipsoidSurface{{0.01, 0.01, 0.01}, {1.5, 2, 2}}}, "exponent");
  expect_refused(formula_surface("(x^2 + y^2 + z^2 - (8 mm)^2)^3", 0.03), "gradient vanishes");
  expect_refused(formula_surface("x^2 + y^2 + z^2 + (8 mm)^2", 0.03), "zeros");
  expect_refused(formula_surface("max(max(abs(x), abs(y)), abs(z)) - 8 mm", 0.03), "edge");
  expect_refused(formula_surface("max(abs(x), abs(y), abs(z)) - 10 mm", 0.015), "edge");
  expect_refused(formula_surface("x^2 + y^2 + z^2 - (8 mm)^2 + (1 mm)^2*step(x)", 0.03), "surface formula");
}

}  // namespace
}  // namespace trunnion

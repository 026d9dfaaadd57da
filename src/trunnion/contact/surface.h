#pragma once
// contact/surface.h -- smooth surfaces as zeros of a function in the axes of their marker, f(x, y, z) = 0.
//   material where f < 0, so that grad f points OUT of it; `hollow` turns the sides round (a bore, a groove, a socket)
//   plane z; sphere x.x - R^2; ellipsoid sum (x_i/a_i)^2 - 1; cylinder x^2 + y^2 - R^2 about z;
//   cone x^2 + y^2 - (R + z tan(angle))^2; torus S^2 - 4 R^2 (x^2 + y^2), S = x.x + R^2 - r^2;
//   superellipsoid sum |x_i/a_i|^p_i - 1; any formula of x, y, z                          (theory/contact.md, Eq. 5.1)
// Lengths in m. Every surface gives value, gradient, Hessian and third derivatives, all exact.

#include <memory>
#include <variant>
#include <vector>

#include "trunnion/base/formula.h"
#include "trunnion/math/taylor3.h"

namespace trunnion {

/// Fills z < 0.
struct PlaneSurface {};
struct SphereSurface {
  double radius = 0;
};
struct EllipsoidSurface {
  Vector3d semi_axes = Vector3d::Zero();
};
/// Endless about z; its opposing points are looked for within `length` about z = 0.
struct CylinderSurface {
  double radius = 0, length = 0;
};
/// Radius at z = 0, angle between profile and axis [rad], opening towards +z; as long as a cylinder.
struct ConeSurface {
  double radius = 0, angle = 0, length = 0;
};
/// Circle of radius `radius` about z, carrying a tube of radius `tube` < radius.
struct TorusSurface {
  double radius = 0, tube = 0;
};
struct SuperellipsoidSurface {
  Vector3d semi_axes = Vector3d::Zero();
  Vector3d exponents = Vector3d::Constant(2);  ///< each >= 2
};
/// f(x, y, z) of any dimension. Its zeros are looked for along rays from `center` out to `reach`.
struct FormulaSurface {
  std::shared_ptr<const Formula> formula;
  double reach = 0;
  Vector3d center = Vector3d::Zero();
};

struct Surface {
  std::variant<PlaneSurface, SphereSurface, EllipsoidSurface, CylinderSurface, ConeSurface, TorusSurface,
               SuperellipsoidSurface, FormulaSurface>
      shape;
  bool hollow = false;
};

/// The variables x, y, z that the formula of a surface may use.
std::vector<FormulaVariable> surface_variables();

/// f and its derivatives at a point of the surface's own axes.
Taylor3 surface_function(const Surface& surface, const Vector3d& x);

/// Whether a zero at this point belongs to the body: the far nappe of a cone does not.
bool is_on_body(const Surface& surface, const Vector3d& x);

/// Whether the material is a convex body: two of them have one pair of opposing points only.
bool is_convex(const Surface& surface);

/// Size of what can touch [m], for the scaling of equations: a radius, a mean semi-axis; infinite for a plane.
double typical_length(const Surface& surface);

/// Points spread over the surface; none for a plane.
std::vector<Vector3d> surface_samples(const Surface& surface);

/// Throws InputError: sizes that make no surface, a spindle torus, a formula without zeros, with a gradient that
/// vanishes on its zeros, with edges, or whose derivatives are not those of its values.
void validate(const Surface& surface);

}  // namespace trunnion

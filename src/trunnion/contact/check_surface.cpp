// Whether a surface can carry a point contact; formulas are looked at where their zeros are.
#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/contact/surface.h"

namespace trunnion {
namespace {

void positive(double value, const char* what) {
  if (!(value > 0)) throw InputError(fmt::format("{} of a contact surface = {} m, must be > 0", what, value));
}

void check(const PlaneSurface&) {}
void check(const SphereSurface& s) { positive(s.radius, "radius"); }
void check(const EllipsoidSurface& s) { positive(s.semi_axes.minCoeff(), "smallest semi-axis"); }
void check(const CylinderSurface& s) {
  positive(s.radius, "radius");
  positive(s.length, "length");
}
void check(const ConeSurface& s) {
  positive(s.radius, "radius");
  positive(s.length, "length");
  if (!(std::abs(s.angle) < 1.5))
    throw InputError(fmt::format("angle of a cone = {} rad, must be within +-1.5", s.angle));
  const double apex = s.radius - 0.5 * s.length * std::abs(std::tan(s.angle));
  if (!(apex > 0))
    throw InputError(
        fmt::format("the apex of the cone lies within its length {} m, and its gradient vanishes there: make it "
                    "shorter than {} m",
                    s.length, 2 * s.radius / std::abs(std::tan(s.angle))));
}
void check(const TorusSurface& s) {
  positive(s.radius, "radius");
  positive(s.tube, "tube radius");
  if (!(s.tube < s.radius))
    throw InputError(
        fmt::format("tube radius = {} m of a torus, must be less than the radius {} m of its center line: "
                    "a spindle torus cuts itself",
                    s.tube, s.radius));
}
void check(const SuperellipsoidSurface& s) {
  positive(s.semi_axes.minCoeff(), "smallest semi-axis");
  if (!(s.exponents.minCoeff() >= 2))
    throw InputError(
        fmt::format("smallest exponent = {} of a superellipsoid, must be >= 2: below, its curvature is "
                    "infinite where a coordinate is zero",
                    s.exponents.minCoeff()));
}
void check(const FormulaSurface& s) { positive(s.reach, "reach"); }

std::string text(const Vector3d& x) { return fmt::format("({:.6g}, {:.6g}, {:.6g}) m", x.x(), x.y(), x.z()); }

// Looks at a formula near one of its zeros.
class ZeroCheck {
 public:
  ZeroCheck(const Surface& surface, const FormulaSurface& shape, double largest)
      : surface_(surface), shape_(shape), largest_gradient_(largest) {}

  void operator()(const Vector3d& x) const {
    const Taylor3 at = surface_function(surface_, x);
    const Vector3d g = at.gradient();
    if (!(g.norm() > 1e-6 * largest_gradient_) || !at.hessian().allFinite())
      fail(x,
           "the gradient vanishes (or has no value) on the surface, so it has no normal there; write it so that it "
           "grows across the surface, or take the point out of reach");
    const double step = 1e-5 * shape_.reach;
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3d e = step * Vector3d::Unit(axis);
      const Taylor3 low = surface_function(surface_, x - e), high = surface_function(surface_, x + e);
      const bool switched = switches_between(x - e, x + e);
      const double jump = (high.gradient() - low.gradient()).norm() / g.norm();
      if (switched) {  // a kink in f is an edge; a step in curvature only is allowed
        if (std::abs(high.value() - low.value()) > 4 * step * (high.gradient().norm() + low.gradient().norm()))
          fail(x, "its value jumps, so that the surface is torn");
        const double bend = 2 * step * (high.hessian().norm() + low.hessian().norm()) / g.norm();
        if (jump > 2 * bend + 1e-9)
          fail(x,
               fmt::format("the normal turns by {:.3g} rad at once: an edge has no tangent plane; round it off", jump));
        continue;
      }
      const double slope = (high.value() - low.value()) / (2 * step);
      const Vector3d bend = (high.gradient() - low.gradient()) / (2 * step);
      // Central differences leave a third of the step squared times the third derivatives, and round-off.
      const double third = 0.5 * step * step * (high.hessian() - low.hessian()).norm() / (2 * step);
      const double curvature_change = step * (high.hessian() - low.hessian()).norm() / (2 * step);
      if (std::abs(slope - g[axis]) > third + 1e-6 * g.norm() ||
          (bend - at.hessian().col(axis)).norm() >
              curvature_change + 1e-5 * (at.hessian().norm() + g.norm() / shape_.reach))
        fail(x, "its derivatives are not those of its values: it jumps or has an edge here");
    }
  }

 private:
  [[noreturn]] void fail(const Vector3d& x, const std::string& what) const {
    throw InputError(fmt::format("surface formula '{}' at {}: {}", shape_.formula->text(), text(x), what));
  }
  bool switches_between(const Vector3d& a, const Vector3d& b) const {
    if (!shape_.formula->has_switches()) return false;
    const auto at = [&](const Vector3d& x) { return shape_.formula->switches(std::span<const double>(x.data(), 3)); };
    const FormulaSwitches before = at(a), after = at(b);
    const auto differs = [](const std::vector<double>& u, const std::vector<double>& v) {
      for (std::size_t i = 0; i < u.size(); ++i)
        if ((u[i] < 0) != (v[i] < 0)) return true;
      return false;
    };
    return differs(before.kinks, after.kinks) || differs(before.jumps, after.jumps);
  }

  const Surface& surface_;
  const FormulaSurface& shape_;
  double largest_gradient_;
};

Vector3d onto_surface(const Surface& surface, Vector3d x) {
  for (int n = 0; n < 20; ++n) {
    const Taylor3 f = surface_function(surface, x);
    const Vector3d g = f.gradient();
    if (!(g.squaredNorm() > 0)) break;
    const Vector3d step = f.value() * g / g.squaredNorm();
    x -= step;
    if (step.norm() < 1e-12 * x.norm()) break;
  }
  return x;
}

std::vector<double> all_switches(const FormulaSurface& shape, const Vector3d& x) {
  FormulaSwitches s = shape.formula->switches(std::span<const double>(x.data(), 3));
  s.kinks.insert(s.kinks.end(), s.jumps.begin(), s.jumps.end());
  return s.kinks;
}

// Where the formula switches between two of its zeros: halved along the surface until both are together.
Vector3d switch_between(const Surface& surface, const FormulaSurface& shape, std::size_t which, Vector3d a,
                        Vector3d b) {
  const bool side = all_switches(shape, a)[which] < 0;
  for (int n = 0; n < 40; ++n) {
    const Vector3d middle = onto_surface(surface, 0.5 * (a + b));
    ((all_switches(shape, middle)[which] < 0) == side ? a : b) = middle;
  }
  return 0.5 * (a + b);
}

void check_formula(const Surface& surface, const FormulaSurface& shape) {
  const std::vector<Vector3d> zeros = surface_samples(surface);
  if (zeros.size() < 8)
    throw InputError(
        fmt::format("surface formula '{}' has {} zeros on 400 rays from {} out to reach = {} m; it must be "
                    "negative in the material and positive outside",
                    shape.formula->text(), zeros.size(), text(shape.center), shape.reach));
  // A gradient is small against those elsewhere on the surface and against the mean one from the center.
  double largest = std::abs(surface_function(surface, shape.center).value()) / shape.reach;
  for (const Vector3d& x : zeros) largest = std::max(largest, surface_function(surface, x).gradient().norm());
  const ZeroCheck check_zero(surface, shape, largest);
  for (const Vector3d& x : zeros) check_zero(x);
  if (!shape.formula->has_switches()) return;
  // Between neighbors on different sides of a switch lies an edge, or a seam: looked at in places all over the surface.
  constexpr std::size_t enough = 60;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> sides(all_switches(shape, zeros[0]).size());
  for (std::size_t i = 0; i < zeros.size(); ++i)
    for (std::size_t j = i + 1; j < std::min(i + 60, zeros.size()); ++j) {
      // 400 rays stand 0.18 rad apart.
      const Vector3d x = zeros[i] - shape.center, y = zeros[j] - shape.center;
      const double ratio = x.norm() / y.norm();
      if ((x.normalized() - y.normalized()).norm() > 0.3 || ratio > 1.4 || ratio < 1 / 1.4) continue;
      const std::vector<double> a = all_switches(shape, zeros[i]), b = all_switches(shape, zeros[j]);
      for (std::size_t k = 0; k < a.size(); ++k)
        if ((a[k] < 0) != (b[k] < 0)) sides[k].emplace_back(i, j);
    }
  for (std::size_t k = 0; k < sides.size(); ++k)
    for (std::size_t n = 0; n < sides[k].size(); n += 1 + sides[k].size() / enough)
      check_zero(switch_between(surface, shape, k, zeros[sides[k][n].first], zeros[sides[k][n].second]));
}

}  // namespace

void validate(const Surface& surface) {
  std::visit([](const auto& shape) { check(shape); }, surface.shape);
  if (const auto* shape = std::get_if<FormulaSurface>(&surface.shape)) check_formula(surface, *shape);
}

}  // namespace trunnion

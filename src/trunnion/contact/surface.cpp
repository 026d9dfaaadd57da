#include "trunnion/contact/surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "trunnion/contact/formula_taylor.h"

namespace trunnion {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

// sum w_i x_i^2 + constant
Taylor3 quadric(const Vector3d& w, const Vector3d& x, double constant) {
  const Vector3d slope = 2 * w.cwiseProduct(x);
  return Taylor3::quadratic(0.5 * slope.dot(x) + constant, slope, (2 * w).asDiagonal());
}

Taylor3 function_of(const PlaneSurface&, const Vector3d& x) { return Taylor3::input(x.z(), 2); }
Taylor3 function_of(const SphereSurface& s, const Vector3d& x) {
  return quadric(Vector3d::Ones(), x, -s.radius * s.radius);
}
Taylor3 function_of(const EllipsoidSurface& s, const Vector3d& x) {
  return quadric(s.semi_axes.cwiseAbs2().cwiseInverse(), x, -1);
}
Taylor3 function_of(const CylinderSurface& s, const Vector3d& x) { return quadric({1, 1, 0}, x, -s.radius * s.radius); }
Taylor3 function_of(const ConeSurface& s, const Vector3d& x) {
  const double slope = std::tan(s.angle);
  return quadric({1, 1, -slope * slope}, x, -s.radius * s.radius) - 2 * s.radius * slope * Taylor3::input(x.z(), 2);
}
Taylor3 function_of(const TorusSurface& s, const Vector3d& x) {
  const Taylor3 S = quadric(Vector3d::Ones(), x, s.radius * s.radius - s.tube * s.tube);
  return S * S - quadric(4 * s.radius * s.radius * Vector3d(1, 1, 0), x, 0);
}
Taylor3 function_of(const SuperellipsoidSurface& s, const Vector3d& x) {
  Taylor3 f = -1;
  for (int i = 0; i < 3; ++i) f += abs_power((1 / s.semi_axes[i]) * Taylor3::input(x[i], i), s.exponents[i]);
  return f;
}
Taylor3 function_of(const FormulaSurface& s, const Vector3d& x) { return evaluate_taylor(*s.formula, x); }

/// Directions that cover the sphere evenly: a spiral of equal areas.
std::vector<Vector3d> even_directions(int count) {
  std::vector<Vector3d> out;
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count, turn = std::numbers::pi * (3 - std::sqrt(5.0)) * i;
    const double r = std::sqrt(1 - z * z);
    out.emplace_back(r * std::cos(turn), r * std::sin(turn), z);
  }
  return out;
}

constexpr int num_directions = 400, num_around = 48;

// Every change of sign along rays from the center.
std::vector<Vector3d> zeros_on_rays(const Surface& surface, const Vector3d& center, double reach) {
  std::vector<Vector3d> out;
  const auto* formula = std::get_if<FormulaSurface>(&surface.shape);
  const auto f = [&](const Vector3d& x) {
    return formula ? (*formula->formula)(std::span<const double>(x.data(), 3)) : surface_function(surface, x).value();
  };
  constexpr int stations = 64;
  for (const Vector3d& u : even_directions(num_directions)) {
    double low = 0, f_low = f(center);
    for (int k = 1; k <= stations; ++k) {
      const double high = reach * k / stations, f_high = f(center + high * u);
      if (f_low * f_high < 0) {
        double a = low, b = high;
        for (int n = 0; n < 50; ++n) {
          const double middle = 0.5 * (a + b);
          (f(center + middle * u) * f_low > 0 ? a : b) = middle;
        }
        out.emplace_back(center + 0.5 * (a + b) * u);
      }
      low = high;
      f_low = f_high;
    }
  }
  return out;
}

template <class Radius>
std::vector<Vector3d> revolved(double length, Radius&& radius_at) {
  std::vector<Vector3d> out;
  constexpr int around = 32;
  const int along = static_cast<int>(std::clamp(length / (0.3 * radius_at(0)), 20.0, 200.0));
  for (int i = 0; i <= along; ++i)
    for (int k = 0; k < around; ++k) {
      const double z = length * (static_cast<double>(i) / along - 0.5), turn = 2 * std::numbers::pi * k / around;
      out.emplace_back(radius_at(z) * std::cos(turn), radius_at(z) * std::sin(turn), z);
    }
  return out;
}

}  // namespace

std::vector<FormulaVariable> surface_variables() {
  const Dimension length = info(Kind::length).dimension;
  return {{"x", length}, {"y", length}, {"z", length}};
}

Taylor3 surface_function(const Surface& surface, const Vector3d& x) {
  const Taylor3 f = std::visit([&](const auto& s) { return function_of(s, x); }, surface.shape);
  return surface.hollow ? -f : f;
}

bool is_on_body(const Surface& surface, const Vector3d& x) {
  const auto* cone = std::get_if<ConeSurface>(&surface.shape);
  return !cone || cone->radius + std::tan(cone->angle) * x.z() > 0;
}

bool is_convex(const Surface& surface) {
  const bool round =
      !std::holds_alternative<TorusSurface>(surface.shape) && !std::holds_alternative<FormulaSurface>(surface.shape);
  return std::holds_alternative<PlaneSurface>(surface.shape) || (round && !surface.hollow);
}

double typical_length(const Surface& surface) {
  return std::visit(
      Overloaded{[](const PlaneSurface&) { return std::numeric_limits<double>::infinity(); },
                 [](const EllipsoidSurface& s) { return s.semi_axes.mean(); },
                 [](const TorusSurface& s) { return s.tube; },
                 [](const SuperellipsoidSurface& s) { return s.semi_axes.mean(); },
                 [](const FormulaSurface& s) { return 0.5 * s.reach; }, [](const auto& s) { return s.radius; }},
      surface.shape);
}

std::vector<Vector3d> surface_samples(const Surface& surface) {
  return std::visit(
      Overloaded{[](const PlaneSurface&) { return std::vector<Vector3d>(); },
                 [](const SphereSurface& s) {
                   std::vector<Vector3d> out = even_directions(num_directions);
                   for (Vector3d& x : out) x *= s.radius;
                   return out;
                 },
                 [](const EllipsoidSurface& s) {
                   std::vector<Vector3d> out = even_directions(num_directions);  // of the normal
                   for (Vector3d& x : out)
                     x = s.semi_axes.cwiseAbs2().cwiseProduct(x) / s.semi_axes.cwiseProduct(x).norm();
                   return out;
                 },
                 [](const CylinderSurface& s) { return revolved(s.length, [&](double) { return s.radius; }); },
                 [](const ConeSurface& s) {
                   return revolved(s.length, [&](double z) { return s.radius + std::tan(s.angle) * z; });
                 },
                 [](const TorusSurface& s) {
                   std::vector<Vector3d> out;
                   constexpr int sections = 16;
                   for (int i = 0; i < num_around; ++i)
                     for (int k = 0; k < sections; ++k) {
                       const double turn = 2 * std::numbers::pi * i / num_around;
                       const double section = 2 * std::numbers::pi * (k + 0.5 * (i % 2)) / sections;
                       const double rho = s.radius + s.tube * std::cos(section);
                       out.emplace_back(rho * std::cos(turn), rho * std::sin(turn), s.tube * std::sin(section));
                     }
                   return out;
                 },
                 [&](const SuperellipsoidSurface& s) {
                   return zeros_on_rays(surface, Vector3d::Zero(), 1.01 * s.semi_axes.norm());
                 },
                 [&](const FormulaSurface& s) { return zeros_on_rays(surface, s.center, s.reach); }},
      surface.shape);
}

}  // namespace trunnion

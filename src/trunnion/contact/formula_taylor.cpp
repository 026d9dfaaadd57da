#include "trunnion/contact/formula_taylor.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "trunnion/base/formula_compiler.h"

namespace trunnion {
namespace {

using Code = Formula::Code;

// g, g', g'', g''' of the functions of one argument.
std::array<double, 4> derivatives(Code code, double x) {
  const double s = std::sin(x), c = std::cos(x);
  switch (code) {
    case Code::sin:
      return {s, c, -s, -c};
    case Code::cos:
      return {c, -s, -c, s};
    case Code::tan: {
      const double t = s / c, d = 1 + t * t;
      return {t, d, 2 * t * d, 2 * d * (1 + 3 * t * t)};
    }
    case Code::asin:
    case Code::acos: {
      const double w = 1 - x * x, r = std::sqrt(w), sign = code == Code::asin ? 1 : -1;
      return {code == Code::asin ? std::asin(x) : std::acos(x), sign / r, sign * x / (w * r),
              sign * (1 + 2 * x * x) / (w * w * r)};
    }
    case Code::sinh:
      return {std::sinh(x), std::cosh(x), std::sinh(x), std::cosh(x)};
    case Code::cosh:
      return {std::cosh(x), std::sinh(x), std::cosh(x), std::sinh(x)};
    case Code::tanh: {
      const double t = std::tanh(x), d = 1 - t * t;
      return {t, d, -2 * t * d, d * (6 * t * t - 2)};
    }
    case Code::abs:
      return {std::abs(x), x < 0 ? -1.0 : 1.0, 0, 0};
    case Code::sign:
      return {x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0), 0, 0, 0};
    case Code::step:
      return {x < 0 ? 0.0 : 1.0, 0, 0, 0};
    case Code::smooth: {
      const double u = std::clamp(x, 0.0, 1.0), v = u * (1 - u);
      const bool inside = x > 0 && x < 1;
      return {u * u * u * (10 + u * (6 * u - 15)), 30 * v * v, 60 * v * (1 - 2 * u),
              inside ? 60 * (1 - 6 * u + 6 * u * u) : 0.0};
    }
    default:
      break;
  }
  assert(false);
  return {};
}

Taylor3 apply(Code code, const Taylor3& x) {
  switch (code) {
    case Code::negate:
      return -x;
    case Code::exp:
      return exp(x);
    case Code::log:
      return log(x);
    case Code::sqrt:
      return sqrt(x);
    case Code::atan:
      return atan(x);
    default:
      return x.composed(derivatives(code, x.value()));
  }
}

// The angle against the direction at the point itself: no quotient by a component that may be zero.
Taylor3 angle_of(const Taylor3& y, const Taylor3& x) {
  const double y0 = y.value(), x0 = x.value();
  return std::atan2(y0, x0) + atan((x0 * y - y0 * x) / (x0 * x + y0 * y));
}

bool is_constant(const Taylor3& a) { return a.gradient().isZero(0) && a.hessian().isZero(0); }

Taylor3 apply(Code code, const Taylor3& x, const Taylor3& y) {
  switch (code) {
    case Code::add:
      return x + y;
    case Code::subtract:
      return x - y;
    case Code::multiply:
      return x * y;
    case Code::divide:
      return x / y;
    case Code::power:
      return is_constant(y) ? power(x, y.value()) : exp(y * log(x));
    case Code::atan2:
      return angle_of(x, y);
    case Code::min:
      return x.value() <= y.value() ? x : y;
    case Code::max:
      return x.value() >= y.value() ? x : y;
    case Code::mod:
      return x - std::floor(x.value() / y.value()) * y;
    default:
      break;
  }
  assert(false);
  return {};
}

}  // namespace

Taylor3 evaluate_taylor(const Formula& formula, const Vector3d& x) {
  std::array<Taylor3, kFormulaStack> stack;
  std::size_t top = 0;
  for (const Formula::Instruction& i : formula.code()) {
    if (i.code == Code::constant)
      stack[top++] = i.value;
    else if (i.code == Code::variable)
      stack[top++] = Taylor3::input(x[i.index], i.index);
    else if (is_binary(i.code)) {
      --top;
      stack[top - 1] = apply(i.code, stack[top - 1], stack[top]);
    } else
      stack[top - 1] = apply(i.code, stack[top - 1]);
  }
  return stack[0];
}

}  // namespace trunnion

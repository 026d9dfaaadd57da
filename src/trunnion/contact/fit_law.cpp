#include "trunnion/contact/fit_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

struct Pressure {
  double value = 0, slope = 0, energy = 0;  ///< p, dp/de, integral of p over e
};

Pressure pressure_of(const FitLaw& law, double e) {
  if (e <= 0) return {};
  const double k = law.stiffness, s = law.smoothing, a = law.exponent;
  if (s > 0 && e < s) return {k * e * e / (2 * s), k * e / s, k * e * e * e / (6 * s)};
  if (s > 0) return {k * (e - s / 2), k, k * (e * e / 2 - e * s / 2 + s * s / 6)};
  const double power = k * std::pow(e, a - 1);
  return {power * e, a * power, power * e * e / (a + 1)};
}

double weakening_of(const FitLaw& law) { return law.weakening > 0 ? law.weakening : law.elastic_slip; }
bool weakens(const FitLaw& law) { return law.sliding >= 0 && law.sliding < law.friction; }

/// The elastic slip after the step, and d(slip)/d(motion).
struct Slip {
  Vector2d value;
  Matrix2d slope = Matrix2d::Identity();
  Vector2d direction = Vector2d::Zero();  ///< of s*, where it slides
  double over = 0;                        ///< way slid in this step
};

/// What slid comes to lie on the limit to round-off. Looked at again where it is, it rests there, on either side of it.
constexpr double at_limit = 1e-10;

Slip returned_slip(const FitLaw& law, const Vector2d& trial) {
  const double size = trial.norm(), limit = law.elastic_slip;
  if (size <= (1 + at_limit) * limit) return {trial};
  const Vector2d e = trial / size;
  return {limit * e, (limit / size) * (Matrix2d::Identity() - e * e.transpose()), e, size - limit};
}

/// Friction falls with the way slid and comes back with the elastic way.
struct Weakened {
  double slid = 0, friction = 0;
  Vector2d slope = Vector2d::Zero();  ///< d(friction)/d(motion)
};

Weakened weakened(const FitLaw& law, const Slip& slip, const Vector2d& motion, double past) {
  if (!weakens(law)) return {0, law.friction};
  const double length = weakening_of(law), drop = (law.friction - law.sliding) / length, step = motion.norm();
  const bool sliding = slip.over > 0;
  const double rate = sliding ? 1 : -length / law.elastic_slip;
  const double wanted = past + rate * (sliding ? slip.over : step);
  const double slid = std::clamp(wanted, 0.0, length);
  Weakened result{slid, law.friction - drop * slid};
  if (slid == wanted && sliding) result.slope = -drop * slip.direction;
  if (slid == wanted && !sliding && step > 0) result.slope = -drop * rate * motion / step;
  return result;
}

}  // namespace

void validate(const FitLaw& law) {
  if (!(law.stiffness > 0))
    throw InputError(fmt::format("the contact stiffness is {:g}; it must be positive", law.stiffness));
  if (!(law.exponent >= 1))
    throw InputError(fmt::format("the exponent of the pressure is {:g}; it must be 1 or more", law.exponent));
  if (law.smoothing < 0 || (law.smoothing > 0 && law.exponent != 1))
    throw InputError("'smoothing' is a length for the linear law (exponent 1); other laws are smooth at closing");
  if (law.friction < 0) throw InputError(fmt::format("friction is {:g}; it cannot be negative", law.friction));
  if (law.sliding > law.friction)
    throw InputError(
        fmt::format("sliding friction ({:g}) lies above that of rest ({:g}); it must not", law.sliding, law.friction));
  if (law.friction > 0 && !(law.elastic_slip > 0))
    throw InputError("friction needs an elastic slip: the way that surfaces give before they slide");
}

FitMemory load_memory(const double* n) { return {{n[0], n[1]}, {n[2], n[3]}, n[4], n[5]}; }

void store_memory(const FitMemory& m, double* n) {
  const double numbers[fit_memory_size] = {m.slip[0], m.slip[1], m.motion[0], m.motion[1], m.slid, m.work};
  std::copy(numbers, numbers + fit_memory_size, n);
}

FitTraction fit_traction(const FitLaw& law, double gap, const Vector2d& motion, const FitMemory& past,
                         Matrix3d* tangent) {
  if (tangent) tangent->setZero();
  FitTraction out;
  out.memory.motion = motion;
  out.memory.work = past.work;
  const Pressure p = pressure_of(law, -gap);
  if (p.value <= 0) return out;
  out.closed = true;
  out.pressure = p.value;
  out.energy = p.energy;
  if (tangent) (*tangent)(0, 0) = -p.slope;
  if (law.friction <= 0) return out;

  const Vector2d moved = motion - past.motion;
  const Slip slip = returned_slip(law, past.slip + moved);
  const Weakened mu = weakened(law, slip, moved, past.slid);
  const Vector2d direction = slip.value / law.elastic_slip;
  out.sliding = slip.over > 0;
  out.shear = mu.friction * p.value * direction;
  out.memory.slip = slip.value;
  out.memory.slid = mu.slid;
  out.memory.work += slip.over * out.shear.norm();
  if (tangent) {
    tangent->block<2, 1>(1, 0) = -mu.friction * p.slope * direction;
    tangent->block<2, 2>(1, 1) =
        p.value * (mu.friction / law.elastic_slip * slip.slope + direction * mu.slope.transpose());
  }
  return out;
}

}  // namespace trunnion

#include "trunnion/gears/dynamic_factor.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trunnion {

using std::numbers::pi;

double blank_inertia(const Gear& gear, double density) {
  const GearGeometry g = gear_geometry(gear);
  return 0.5 * pi * density * gear.width * std::abs(std::pow(g.reference, 4) - std::pow(gear.hub_radius, 4));
}

double mesh_mass(const GearContact& c, double driver_inertia, double driven_inertia) {
  return 1 / (c.one.base * c.one.base / driver_inertia + c.two.base * c.two.base / driven_inertia);
}

double mesh_resonance(const LoadSurface& law, const VibratingGears& gears) {
  return std::sqrt(law.mean_stiffness(gears.force) / gears.mass) / (2 * pi);
}

DynamicFactor dynamic_factor(const LoadSurface& law, const VibratingGears& gears, double mesh_frequency) {
  const double k = law.mean_stiffness(gears.force), natural = std::sqrt(k / gears.mass);
  const double speed = mesh_frequency * gears.base_pitch, period = law.data().period / speed;
  const double time = 2 * gears.damping_ratio / natural;  // damping over stiffness
  struct Motion {
    double x, v;
  };
  const auto force = [&](double t, const Motion& at) {
    const MeshForce f = law(gears.sense * speed * t, at.x);
    return f.force + time * f.stiffness * at.v;
  };
  const auto rate = [&](double t, const Motion& at) { return Motion{at.v, (gears.force - force(t, at)) / gears.mass}; };
  // Steps resolve the natural period and the positions of the law; what was there at the start dies out first.
  const double step = std::min(2 * pi / natural / 60, 0.5 * period / double(law.data().error.size()));
  const double settle = 8 / (gears.damping_ratio * natural),
               watch = std::max({6 / mesh_frequency, 12 * pi / natural, period});
  const auto steps = long(std::ceil((settle + watch) / step));
  Motion at{law.touch(0) + law.mean_approach(gears.force), 0};
  double least = 1e300, most = -1e300, low = 1e300, high = -1e300;
  for (long i = 0; i < steps; ++i) {
    const double t = double(i) * step;
    const auto ahead = [&](const Motion& d, double h) { return Motion{at.x + h * d.x, at.v + h * d.v}; };
    const Motion a = rate(t, at), b = rate(t + 0.5 * step, ahead(a, 0.5 * step)),
                 c = rate(t + 0.5 * step, ahead(b, 0.5 * step)), d = rate(t + step, ahead(c, step));
    at.x += step / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
    at.v += step / 6 * (a.v + 2 * b.v + 2 * c.v + d.v);
    if (t < settle) continue;
    const double now = force(t + step, at);
    least = std::min(least, now);
    most = std::max(most, now);
    low = std::min(low, at.x);
    high = std::max(high, at.x);
  }
  return {most / gears.force, std::max(0.0, least) / gears.force, high - low};
}

}  // namespace trunnion

#include "trunnion/fe_contact/tightening.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double tolerance = 1e-5;  ///< of each force
constexpr int most_tries = 20;
constexpr double flat_enough = 0.2;  ///< |sum of A n| over the area below which a surface has no direction to pull in

Vector3d mean_normal(const ContactZone& zone) { return zone.normal * zone.area / zone.area.sum(); }

/// A first way: the contact itself and elastic parts as deep as the contact is wide.
double first_way(const Fit& fit, double young) {
  const double area = fit.zone.area.sum(), pressure = fit.clamp_force / area;
  const double pressed = std::pow(pressure / fit.law.stiffness, 1 / fit.law.exponent) + fit.law.smoothing / 2;
  return pressed + pressure / young * std::sqrt(area);
}

struct Clamp {
  std::size_t fit;
  Index first;            ///< of its points among those of all fits
  VectorXd interference;  ///< without the tightening [m]
};

std::vector<Clamp> clamps_of(const std::vector<Fit>& fits) {
  std::vector<Clamp> clamps;
  Index first = 0;
  for (std::size_t f = 0; f < fits.size(); ++f) {
    const ContactZone& zone = fits[f].zone;
    if (fits[f].clamp_force > 0) {
      if (const double straight = mean_normal(zone).norm(); straight < flat_enough)
        throw InputError(
            fmt::format("contact '{}': a clamp force of {:.4g} N has no direction on a surface that closes on itself "
                        "(mean normal {:.2g}, at least {} is needed); give an interference",
                        zone.name, fits[f].clamp_force, straight, flat_enough));
      clamps.push_back({f, first, zone.interference});
    }
    first += zone.size();
  }
  return clamps;
}

}  // namespace

bool any_clamped(const std::vector<Fit>& fits) {
  return std::any_of(fits.begin(), fits.end(), [](const Fit& fit) { return fit.clamp_force > 0; });
}

double clamp_force(const ContactZone& zone, const FitTraction* traction) {
  const Vector3d along = mean_normal(zone).normalized();
  double force = 0;
  for (Index k = 0; k < zone.size(); ++k) force += zone.area[k] * traction[k].pressure * zone.normal.col(k).dot(along);
  return force;
}

ContactReport tighten(const ContactStatics& statics, ContactState& state, const TighteningStep& step,
                      Observer& observer) {
  const std::vector<Fit>& fits = statics.problem().fits;
  const std::vector<Clamp> clamps = clamps_of(fits);
  const auto count = static_cast<Index>(clamps.size());
  double young = 0;
  for (const Material& m : statics.problem().model.file->materials) young = std::max(young, m.young);
  VectorXd wanted(count), way(count);
  for (Index i = 0; i < count; ++i) {
    const Fit& fit = fits[clamps[static_cast<std::size_t>(i)].fit];
    wanted[i] = fit.clamp_force;
    way[i] = first_way(fit, young);
  }
  const ContactState apart = state;
  ContactReport sum;
  const auto forces_at = [&](const VectorXd& d) {
    for (Index i = 0; i < count; ++i) {
      const Clamp& clamp = clamps[static_cast<std::size_t>(i)];
      statics.set_interference(clamp.fit, clamp.interference.array() + d[i]);
    }
    state = apart;
    const ContactReport report = statics.step(state, step.share, step.load, step.increments, step.options, observer);
    sum.converged = report.converged;
    sum.residual = report.residual;
    sum.message = report.message;
    sum.iterations += report.iterations;
    sum.solves += report.solves;
    sum.wall_s += report.wall_s;
    VectorXd force(count);
    for (Index i = 0; i < count; ++i) {
      const Clamp& clamp = clamps[static_cast<std::size_t>(i)];
      force[i] = clamp_force(fits[clamp.fit].zone, state.traction.data() + clamp.first);
    }
    return force;
  };

  VectorXd force = forces_at(way);
  // Springs along the diagonal to begin with. A fit that still carries nothing is tightened by as much again.
  MatrixXd slope = MatrixXd::Zero(count, count);
  for (Index i = 0; i < count; ++i) slope(i, i) = std::max(force[i], 0.5 * wanted[i]) / way[i];
  for (int tries = 1; sum.converged; ++tries) {
    const VectorXd lack = wanted - force;
    if ((lack.array().abs() <= tolerance * wanted.array()).all()) break;
    if (tries == most_tries) {
      sum.converged = false;
      sum.message = fmt::format("clamp forces are missed by {:.2g} % after {} tries",
                                100 * (lack.array() / wanted.array()).abs().maxCoeff(), tries);
      break;
    }
    const VectorXd change = slope.partialPivLu().solve(lack);
    const VectorXd before = force;
    way += change;
    force = forces_at(way);
    slope += (force - before - slope * change) * change.transpose() / change.squaredNorm();
  }
  for (Index i = 0; sum.converged && i < count; ++i)
    observer.note(fmt::format("fit '{}': tightened by {:.4g} um for a clamp force of {:.5g} N",
                              fits[clamps[static_cast<std::size_t>(i)].fit].zone.name, 1e6 * way[i], force[i]));
  return sum;
}

}  // namespace trunnion

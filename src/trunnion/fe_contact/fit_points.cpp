#include "trunnion/fe_contact/fit_points.h"

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

/// Springs at a point are never softer than this part of what the elastic parts have there (E/L): the joined model must
/// hold together where points are open or without friction, and be hardly changed by it.
constexpr double least_share = 0.05;

/// A fit without interference starts as if it had this part of its extent: loads will close it.
constexpr double least_interference = 1e-5;

/// Stiffness per area of the elastic parts behind each point, E/L.
VectorXd support_stiffness(const FitPoints& points, double young) {
  VectorXd out(points.size());
  for (std::size_t f = 0; f + 1 < points.first.size(); ++f) {
    const Index first = points.first[f], count = points.first[f + 1] - first;
    out.segment(first, count).setConstant(young / std::sqrt(points.area.segment(first, count).sum()));
  }
  return out;
}

/// Penetration at which pressure and the give of the parts share the interference.
double balanced_penetration(const FitLaw& law, double interference, double support) {
  double low = 0, high = std::max(0.0, interference);
  for (int k = 0; k < 60; ++k) {
    const double e = 0.5 * (low + high);
    const double p = fit_traction(law, -e, Vector2d::Zero(), {}).pressure;
    (e + p / support < interference ? low : high) = e;
  }
  return 0.5 * (low + high);
}

/// Diagonal of -A dt/dw with the two tangential entries alike and floors.
Vector3d spring(const Matrix3d& slope, double floor) {
  const double tangential = -0.5 * (slope(1, 1) + slope(2, 2));
  return {std::max(-slope(0, 0), floor), std::max(tangential, floor), std::max(tangential, floor)};
}

/// d(p, -tau)/d(g, w_t) from the law's d(p, tau).
Matrix3d slope_on_outer(Matrix3d tangent) {
  tangent.bottomRows<2>() *= -1;
  return tangent;
}

}  // namespace

FitPoints fit_points(const std::vector<Fit>& fits, Index dofs) {
  FitPoints points;
  points.first.push_back(0);
  Index entries = 0;
  for (const Fit& fit : fits) {
    points.first.push_back(points.first.back() + fit.zone.size());
    entries += fit.zone.relative.nonZeros();
  }
  const Index count = points.first.back();
  points.area.resize(count);
  points.interference.resize(count);
  points.clearance.resize(count);
  points.growth.resize(2, count);
  points.relative.resize(3 * count, dofs);
  points.relative.reserve(entries);
  for (std::size_t f = 0; f < fits.size(); ++f) {
    const ContactZone& zone = fits[f].zone;
    const Index first = points.first[f];
    points.law.insert(points.law.end(), std::size_t(zone.size()), &fits[f].law);
    points.area.segment(first, zone.size()) = zone.area;
    points.interference.segment(first, zone.size()) = zone.interference;
    points.clearance.segment(first, zone.size()) = zone.clearance;
    points.growth.middleCols(first, zone.size()) = zone.growth;
    for (Index row = 0; row < zone.relative.rows(); ++row) {
      points.relative.startVec(3 * first + row);
      for (RowSparse::InnerIterator entry(zone.relative, row); entry; ++entry)
        points.relative.insertBack(3 * first + row, entry.col()) = entry.value();
    }
  }
  points.relative.finalize();
  return points;
}

FitForces fit_forces(const FitPoints& points, double share, const VectorXd& w, const std::vector<FitTraction>& past,
                     bool with_slope) {
  FitForces out;
  out.force.resize(w.size());
  out.traction.resize(std::size_t(points.size()));
  if (with_slope) out.slope.resize(std::size_t(points.size()));
  for (Index k = 0; k < points.size(); ++k) {
    const double gap = points.clearance[k] - share * points.interference[k] + w[3 * k];
    Matrix3d tangent;
    const Vector2d motion = share * points.growth.col(k) + w.segment<2>(3 * k + 1);
    const FitTraction t = fit_traction(*points.law[std::size_t(k)], gap, motion, past[std::size_t(k)].memory,
                                       with_slope ? &tangent : nullptr);
    out.force.segment<3>(3 * k) = points.area[k] * Vector3d(t.pressure, -t.shear.x(), -t.shear.y());
    out.traction[std::size_t(k)] = t;
    if (with_slope) out.slope[std::size_t(k)] = points.area[k] * slope_on_outer(tangent);
  }
  return out;
}

FitCounts fit_counts(const FitPoints& points, std::size_t fit, const std::vector<FitTraction>& traction) {
  FitCounts out;
  for (Index k = points.first[fit]; k < points.first[fit + 1]; ++k) {
    const FitTraction& t = traction[std::size_t(k)];
    ++out.points;
    out.closed += t.closed;
    out.sliding += t.closed && t.sliding;
  }
  return out;
}

bool any_comes_off(const FitPoints& points, const std::vector<FitTraction>& traction) {
  for (std::size_t f = 0; f + 1 < points.first.size(); ++f)
    if (fit_counts(points, f, traction).comes_off()) return true;
  return false;
}

bool any_slips(const FitPoints& points, const std::vector<FitTraction>& traction) {
  for (std::size_t f = 0; f + 1 < points.first.size(); ++f)
    if (fit_counts(points, f, traction).slips()) return true;
  return false;
}

VectorXd estimated_stiffness(const FitPoints& points, double young) {
  const VectorXd support = support_stiffness(points, young);
  VectorXd D(3 * points.size());
  for (Index k = 0; k < points.size(); ++k) {
    const FitLaw& law = *points.law[std::size_t(k)];
    const double pressed =
        std::max(points.interference[k] - points.clearance[k], least_interference * young / support[k]);
    const double e = balanced_penetration(law, pressed, support[k]);
    Matrix3d tangent;
    fit_traction(law, -e, Vector2d::Zero(), {}, &tangent);
    D.segment<3>(3 * k) = points.area[k] * spring(slope_on_outer(tangent), least_share * support[k]);
  }
  return D;
}

VectorXd reference_stiffness(const FitPoints& points, const FitForces& at, double young) {
  const VectorXd support = support_stiffness(points, young);
  VectorXd D(3 * points.size());
  for (Index k = 0; k < points.size(); ++k)
    D.segment<3>(3 * k) = spring(at.slope[std::size_t(k)], least_share * support[k] * points.area[k]);
  return D;
}

}  // namespace trunnion

#include "trunnion/lubrication/surface_places.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr double same = 1e-4;    // of the size of the surface: nodes of one ring
constexpr Index near_nodes = 9;  // the support reaches half as far again as the ninth node
constexpr double reach = 1.5;
constexpr double well_posed = 1e-7;  // smallest over largest pivot of the moments

// Values that are one within a tolerance, ascending.
VectorXd distinct(std::vector<double> values, double tolerance) {
  std::sort(values.begin(), values.end());
  std::vector<double> out;
  for (const double v : values)
    if (out.empty() || v - out.back() > tolerance) out.push_back(v);
  return Eigen::Map<VectorXd>(out.data(), static_cast<Index>(out.size()));
}

double wrapped(double angle) {
  const double a = std::fmod(angle, turn);
  return a < -1e-9 ? a + turn : std::max(a, 0.0);
}

/// Polynomials at one node, scaled by the reach.
Eigen::Matrix<double, 6, 1> basis(double x, double y) {
  return (Eigen::Matrix<double, 6, 1>() << 1, x, y, x * x, x * y, y * y).finished();
}

}  // namespace

std::optional<SurfaceRings> find_rings(const SurfacePlaces& nodes) {
  if (nodes.size() < 6) return std::nullopt;
  std::vector<double> angles, stations(nodes.station.data(), nodes.station.data() + nodes.size());
  for (Index k = 0; k < nodes.size(); ++k) {
    const double a = wrapped(nodes.angle[k]);
    angles.push_back(turn - a < same ? 0 : a);
  }
  const double size = nodes.arm > 0 ? nodes.arm : nodes.station.maxCoeff();
  SurfaceRings rings{distinct(angles, same), distinct(stations, same * size), {}};
  const Index na = rings.angles.size(), ns = rings.stations.size();
  if (na * ns != nodes.size() || na < 3 || ns < 2) return std::nullopt;
  rings.node.assign(static_cast<std::size_t>(na * ns), -1);
  for (Index n = 0; n < nodes.size(); ++n) {
    Index k = 0, j = 0;
    (rings.angles.array() - angles[static_cast<std::size_t>(n)]).abs().minCoeff(&k);
    (rings.stations.array() - nodes.station[n]).abs().minCoeff(&j);
    Index& place = rings.node[static_cast<std::size_t>(k * ns + j)];
    if (place >= 0) return std::nullopt;
    place = n;
  }
  return rings;
}

RowMatrixXd scattered_weights(const SurfacePlaces& nodes, const SurfacePlaces& at) {
  const Index n = nodes.size();
  if (n < 4) throw InputError(fmt::format("a surface with {} nodes has no shape; at least 4 are needed", n));
  RowMatrixXd W = RowMatrixXd::Zero(at.size(), n);
  std::vector<Index> order(static_cast<std::size_t>(n));
  VectorXd x(n), y(n), distance(n);
  for (Index p = 0; p < at.size(); ++p) {
    const double arm = at.arm > 0 ? at.arm : at.station[p];
    for (Index k = 0; k < n; ++k) {
      x[k] = arm * std::remainder(nodes.angle[k] - at.angle[p], turn);
      y[k] = nodes.station[k] - at.station[p];
      distance[k] = std::hypot(x[k], y[k]);
    }
    std::iota(order.begin(), order.end(), 0);
    const auto some = std::min<Index>(near_nodes, n) - 1;
    std::nth_element(order.begin(), order.begin() + some, order.end(),
                     [&](Index a, Index b) { return distance[a] < distance[b]; });
    const double radius = reach * distance[order[static_cast<std::size_t>(some)]];
    const auto weight = [&](Index k) {  // Wendland's, zero with two derivatives at the end of its reach
      const double s = distance[k] / radius;
      return s < 1 ? std::pow(1 - s, 4) * (4 * s + 1) : 0.0;
    };
    for (const Index terms : {6, 3, 1}) {  // second order, first order, mean
      Eigen::MatrixXd moments = Eigen::MatrixXd::Zero(terms, terms);
      for (Index k = 0; k < n; ++k)
        if (const double w = weight(k); w > 0) {
          const VectorXd b = basis(x[k] / radius, y[k] / radius).head(terms);
          moments += w * b * b.transpose();
        }
      const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(moments);
      const VectorXd pivots = qr.matrixR().diagonal().cwiseAbs();
      if (pivots.minCoeff() < well_posed * pivots.maxCoeff() && terms > 1) continue;
      const VectorXd first = qr.solve(VectorXd::Unit(terms, 0));
      for (Index k = 0; k < n; ++k)
        if (const double w = weight(k); w > 0) W(p, k) = w * first.dot(basis(x[k] / radius, y[k] / radius).head(terms));
      break;
    }
  }
  return W;
}

}  // namespace trunnion

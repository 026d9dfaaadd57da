#include "trunnion/lubrication/ring_interpolation.h"

#include <numbers>

namespace trunnion {
namespace {

constexpr double turn_around = 2 * std::numbers::pi;

using Entries = std::vector<Eigen::Triplet<double, std::int32_t>>;

std::size_t at(Index k) { return static_cast<std::size_t>(k); }

void add(Index row, Index column, double value, Entries& out) {
  if (value != 0) out.emplace_back(static_cast<std::int32_t>(row), static_cast<std::int32_t>(column), value);
}

void add_slope(const MonotoneCurve::NodeSlope& slope, Index row, const auto& column_of, Entries& out) {
  if (slope.bend == 0) return;
  for (std::size_t k = 0; k < 3; ++k) add(row, column_of(slope.point[k]), slope.along[k], out);
}

SparseRows sparse(Index rows, Index columns, const Entries& entries) {
  SparseRows out(rows, columns);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

}  // namespace

RingInterpolation::RingInterpolation(const VectorXd& angles, const VectorXd& stations, SurfaceRule rule, double tension)
    : angles_(angles), stations_(stations), rule_(rule) {
  if (rule != SurfaceRule::spline) return;
  around_.emplace(angles, turn_around, VectorXd::Constant(1, tension));
  across_.emplace(stations, 0, VectorXd::Constant(1, tension));
}

RingWeights RingInterpolation::weights(const VectorXd& angles, const VectorXd& stations, double turn,
                                       const VectorXd& y) const {
  const RingMap m = map(angles, stations, turn, y);
  const RowMatrixXd one = RowMatrixXd::Identity(size(), size());
  return {m.apply(RingMap::value, one), m.apply(RingMap::slope, one), m.apply(RingMap::curvature, one)};
}

std::vector<MonotoneCurve> RingInterpolation::ring_curves(const VectorXd& y) const {
  std::vector<MonotoneCurve> out;
  const Index ns = stations_.size();
  for (Index s = 0; s < ns; ++s)
    out.emplace_back(angles_, turn_around, VectorXd(y(Eigen::seqN(s, angles_.size(), ns))));
  return out;
}

RingMap RingInterpolation::monotone_map(const VectorXd& angles, const VectorXd& stations, double turn,
                                        const VectorXd& y) const {
  const Index ns = stations_.size(), na = angles_.size(), rows = stations.size(), places = angles.size() * ns,
              film = angles.size() * rows;
  const std::vector<MonotoneCurve> rings = ring_curves(y);
  std::array<Entries, 3> around;
  Entries across, ring_slopes, ring_shares, line_slopes, line_shares;
  for (Index s = 0; s < ns; ++s)
    for (Index k = 0; k < na; ++k)
      add_slope(
          rings[at(s)].node_slopes()[at(k)], k * ns + s, [&](Index point) { return point * ns + s; }, ring_slopes);
  for (Index i = 0; i < angles.size(); ++i) {
    const double angle = angles[i] - turn;
    VectorXd here(ns);
    for (Index s = 0; s < ns; ++s) {
      here[s] = rings[at(s)].value(angle);
      for (const MonotoneCurve::PointWeight& w : rings[at(s)].point_weights(angle)) {
        add(i * ns + s, w.point * ns + s, w.value, around[RingMap::value]);
        add(i * ns + s, w.point * ns + s, w.slope, around[RingMap::slope]);
        add(i * ns + s, w.point * ns + s, w.curvature, around[RingMap::curvature]);
      }
    }
    const MonotoneCurve line(stations_, 0, here);
    for (Index s = 0; s < ns; ++s)
      add_slope(
          line.node_slopes()[at(s)], i * ns + s, [&](Index point) { return i * ns + point; }, line_slopes);
    for (Index j = 0; j < rows; ++j) {
      VectorXd share = VectorXd::Zero(ns);
      for (const MonotoneCurve::PointWeight& w : line.point_weights(stations[j])) share[w.point] += w.value;
      for (const MonotoneCurve::SlopeShare& w : line.slope_shares(stations[j]))
        add(i * rows + j, i * ns + w.node, w.share * line.node_slopes()[at(w.node)].bend, line_shares);
      for (Index s = 0; s < ns; ++s) {
        add(i * rows + j, i * ns + s, share[s], across);
        for (const MonotoneCurve::SlopeShare& w : rings[at(s)].slope_shares(angle))
          add(i * rows + j, w.node * ns + s, share[s] * w.share * rings[at(s)].node_slopes()[at(w.node)].bend,
              ring_shares);
      }
    }
  }
  RingMap out;
  for (std::size_t order = 0; order < 3; ++order) out.rings[order] = sparse(places, size(), around[order]);
  out.lines = sparse(film, places, across);
  out.bend =
      std::make_shared<RingBend>(RingBend{sparse(size(), size(), ring_slopes), sparse(film, size(), ring_shares),
                                          sparse(places, places, line_slopes), sparse(film, places, line_shares)});
  return out;
}

RingMap RingInterpolation::map(const VectorXd& angles, const VectorXd& stations, double turn, const VectorXd& y) const {
  if (!linear()) return monotone_map(angles, stations, turn, y);
  RingMap out;
  out.across.resize(stations.size(), stations_.size());
  for (Index j = 0; j < stations.size(); ++j)
    out.across.row(j) = across_ ? across_->weights(stations[j]).value.transpose()
                                : polygon_weights(stations_, 0, stations[j]).value.transpose();
  for (MatrixXd& A : out.around) A.resize(angles.size(), angles_.size());
  for (Index i = 0; i < angles.size(); ++i) {
    const CurveWeights w =
        around_ ? around_->weights(angles[i] - turn) : polygon_weights(angles_, turn_around, angles[i] - turn);
    out.around[RingMap::value].row(i) = w.value.transpose();
    out.around[RingMap::slope].row(i) = w.slope.transpose();
    out.around[RingMap::curvature].row(i) = w.curvature.transpose();
  }
  return out;
}

VectorXd RingInterpolation::values(const VectorXd& angles, const VectorXd& stations, double turn,
                                   const VectorXd& y) const {
  if (linear()) return map(angles, stations, turn).apply(RingMap::value, y);
  const Index ns = stations_.size(), rows = stations.size();
  VectorXd out(angles.size() * rows);
  const std::vector<MonotoneCurve> rings = ring_curves(y);
  for (Index i = 0; i < angles.size(); ++i) {
    VectorXd here(ns);
    for (Index s = 0; s < ns; ++s) here[s] = rings[at(s)].value(angles[i] - turn);
    const MonotoneCurve line(stations_, 0, here);
    for (Index j = 0; j < rows; ++j) out[i * rows + j] = line.value(stations[j]);
  }
  return out;
}

}  // namespace trunnion

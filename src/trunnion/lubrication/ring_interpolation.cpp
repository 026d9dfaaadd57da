#include "trunnion/lubrication/ring_interpolation.h"

#include <numbers>

#include "trunnion/math/monotone_curve.h"

namespace trunnion {
namespace {

constexpr double turn_around = 2 * std::numbers::pi;

}  // namespace

RingInterpolation::RingInterpolation(const VectorXd& angles, const VectorXd& stations, SurfaceRule rule, double tension)
    : angles_(angles), stations_(stations), rule_(rule) {
  if (rule != SurfaceRule::spline) return;
  around_.emplace(angles, turn_around, VectorXd::Constant(1, tension));
  across_.emplace(stations, 0, VectorXd::Constant(1, tension));
}

RingWeights RingInterpolation::weights(const VectorXd& angles, const VectorXd& stations, double turn,
                                       const VectorXd& y) const {
  const Index rows = stations.size(), N = angles.size() * rows, ns = stations_.size(), na = angles_.size();
  if (linear()) {
    const RingMap m = map(angles, stations, turn);
    const RowMatrixXd one = RowMatrixXd::Identity(size(), size());
    return {m.apply(RingMap::value, one), m.apply(RingMap::slope, one), m.apply(RingMap::curvature, one)};
  }
  RingWeights out{RowMatrixXd::Zero(N, size()), RowMatrixXd::Zero(N, size()), RowMatrixXd::Zero(N, size())};
  std::vector<MonotoneCurve> rings;
  for (Index s = 0; s < ns; ++s) rings.emplace_back(angles_, turn_around, VectorXd(y(Eigen::seqN(s, na, ns))));
  for (Index i = 0; i < angles.size(); ++i) {
    VectorXd here(ns);
    std::vector<CurveWeights> w;
    for (Index s = 0; s < ns; ++s) {
      here[s] = rings[static_cast<std::size_t>(s)].value(angles[i] - turn);
      w.push_back(rings[static_cast<std::size_t>(s)].weights(angles[i] - turn));
    }
    const MonotoneCurve line(stations_, 0, here);
    for (Index j = 0; j < rows; ++j) {
      const VectorXd across = line.weights(stations[j]).value;
      for (Index s = 0; s < ns; ++s)
        for (Index k = 0; k < na; ++k) {
          const CurveWeights& c = w[static_cast<std::size_t>(s)];
          out.value(i * rows + j, k * ns + s) = across[s] * c.value[k];
          out.slope(i * rows + j, k * ns + s) = across[s] * c.slope[k];
          out.curvature(i * rows + j, k * ns + s) = across[s] * c.curvature[k];
        }
    }
  }
  return out;
}

RingMap RingInterpolation::map(const VectorXd& angles, const VectorXd& stations, double turn, const VectorXd& y) const {
  RingMap out;
  if (!linear()) {
    RingWeights w = weights(angles, stations, turn, y);
    out.full = {std::move(w.value), std::move(w.slope), std::move(w.curvature)};
    return out;
  }
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
  const Index ns = stations_.size(), na = angles_.size(), rows = stations.size();
  VectorXd out(angles.size() * rows);
  std::vector<MonotoneCurve> rings;
  for (Index s = 0; s < ns; ++s) rings.emplace_back(angles_, turn_around, VectorXd(y(Eigen::seqN(s, na, ns))));
  for (Index i = 0; i < angles.size(); ++i) {
    VectorXd here(ns);
    for (Index s = 0; s < ns; ++s) here[s] = rings[static_cast<std::size_t>(s)].value(angles[i] - turn);
    const MonotoneCurve line(stations_, 0, here);
    for (Index j = 0; j < rows; ++j) out[i * rows + j] = line.value(stations[j]);
  }
  return out;
}

}  // namespace trunnion

#include "trunnion/lubrication/ring_interpolation.h"

#include <numbers>

#include "trunnion/math/monotone_curve.h"

namespace trunnion {
namespace {

constexpr double turn_around = 2 * std::numbers::pi;

// Products of the weights of one angle and one station.
void put(const VectorXd& around, const VectorXd& across, Eigen::Ref<Eigen::RowVectorXd> out) {
  for (Index k = 0; k < around.size(); ++k)
    if (around[k] != 0) out.segment(k * across.size(), across.size()) = around[k] * across.transpose();
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
  const Index rows = stations.size(), N = angles.size() * rows, ns = stations_.size(), na = angles_.size();
  RingWeights out{RowMatrixXd::Zero(N, size()), RowMatrixXd::Zero(N, size()), RowMatrixXd::Zero(N, size())};
  if (linear()) {
    std::vector<VectorXd> across;
    for (Index j = 0; j < rows; ++j)
      across.push_back(across_ ? across_->weights(stations[j]).value
                               : polygon_weights(stations_, 0, stations[j]).value);
    for (Index i = 0; i < angles.size(); ++i) {
      const CurveWeights w =
          around_ ? around_->weights(angles[i] - turn) : polygon_weights(angles_, turn_around, angles[i] - turn);
      for (Index j = 0; j < rows; ++j) {
        put(w.value, across[static_cast<std::size_t>(j)], out.value.row(i * rows + j));
        put(w.slope, across[static_cast<std::size_t>(j)], out.slope.row(i * rows + j));
        put(w.curvature, across[static_cast<std::size_t>(j)], out.curvature.row(i * rows + j));
      }
    }
    return out;
  }
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

VectorXd RingInterpolation::values(const VectorXd& angles, const VectorXd& stations, double turn,
                                   const VectorXd& y) const {
  if (linear()) return weights(angles, stations, turn).value * y;
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

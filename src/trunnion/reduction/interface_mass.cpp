#include "trunnion/reduction/interface_mass.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace trunnion {
namespace {

VectorXd running_sum(const VectorXd& x) {
  VectorXd sum(x.size());
  std::partial_sum(x.begin(), x.end(), sum.begin());
  return sum;
}

/// sum_{a of kind} P_ia^2 / tr(Mbar_kind); `present` tells whether that kind carries any mass.
VectorXd share_of(DofKind kind, const MatrixXd& participation, const MatrixXd& interior_mass,
                  const std::vector<DofKind>& dofs, bool& present) {
  VectorXd sum = VectorXd::Zero(participation.rows());
  double trace = 0;
  for (Index a = 0; a < participation.cols(); ++a)
    if (dofs[a] == kind) {
      sum += participation.col(a).cwiseAbs2();
      trace += interior_mass(a, a);
    }
  present = trace > 0;
  return present ? VectorXd(sum / trace) : VectorXd(VectorXd::Zero(sum.size()));
}

}  // namespace

InterfaceMass interface_mass(const MatrixXd& participation, const MatrixXd& interior_mass,
                             const std::vector<DofKind>& dofs, const InterfaceMassWeights& weights) {
  assert(Index(dofs.size()) == participation.cols() && interior_mass.rows() == participation.cols());
  InterfaceMass mass;
  bool translates = false, rotates = false;
  mass.translation = share_of(DofKind::translation, participation, interior_mass, dofs, translates);
  mass.rotation = share_of(DofKind::rotation, participation, interior_mass, dofs, rotates);
  const double wt = translates ? weights.translation : 0;
  const double wr = rotates ? weights.rotation : 0;
  mass.combined = VectorXd::Zero(participation.rows());
  if (wt + wr > 0) mass.combined = (wt * mass.translation + wr * mass.rotation) / (wt + wr);

  mass.distribution = MatrixXd::Zero(participation.rows(), participation.cols());
  const double noise = std::numeric_limits<double>::epsilon();
  for (Index a = 0; a < participation.cols(); ++a) {
    const double largest = participation.col(a).cwiseAbs2().sum();
    if (interior_mass(a, a) > noise * largest && interior_mass(a, a) > 0)
      mass.distribution.col(a) = participation.col(a).cwiseAbs2() / interior_mass(a, a);
  }
  return mass;
}

CompletenessCurves completeness_curves(const VectorXd& share) {
  VectorXd sorted = share;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return {running_sum(share), running_sum(sorted)};
}

}  // namespace trunnion

#include "trunnion/reduction/held_modes.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "trunnion/math/dense.h"
#include "trunnion/reduction/body_response.h"

namespace trunnion {

std::vector<HeldMode> leading_held_modes(const ReducedBody& body, Index count) {
  constexpr double same = 1e-6;  // relative distance of frequencies that are the same mode's
  const ReductionRecord& record = body.record;
  if (record.method != "craig-bampton" || !body.fits.empty() || record.kept_modes.empty() || record.share.size() == 0)
    return {};
  const LinearBody linear = linear_body(body);
  const std::set<std::string> kept_dofs(record.dof_names.begin(), record.dof_names.end());
  std::vector<Index> held;
  for (std::size_t i = 0; i < linear.dof_names.size(); ++i)
    if (kept_dofs.contains(linear.dof_names[i])) held.push_back(Index(i));
  const MatrixXd rows = linear.rows(held, Eigen::all).rowwise().normalized();
  Eigen::ColPivHouseholderQR<MatrixXd> qr;  // many times faster than singular values, and the rows are independent
  qr.setThreshold(1e-9);
  qr.compute(rows.transpose());
  const MatrixXd q = qr.householderQ();
  const MatrixXd rest = q.rightCols(q.cols() - qr.rank());
  if (rest.cols() == 0) return {};
  const SymmetricEigen eigen =
      generalized_symmetric_eigen(rest.transpose() * linear.stiffness * rest, rest.transpose() * linear.mass * rest);
  const VectorXd hz = eigen.values.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);

  std::vector<Index> by_share = record.kept_modes;
  std::stable_sort(by_share.begin(), by_share.end(),
                   [&](Index a, Index b) { return record.share[a] > record.share[b]; });
  std::vector<HeldMode> leading;
  std::set<Index> taken;
  for (const Index mode : by_share) {
    if (Index(leading.size()) == count) break;
    const double wanted = record.fixed_hz[mode];
    for (Index i = 0; i < hz.size(); ++i) {
      if (taken.contains(i) || std::abs(hz[i] - wanted) > same * wanted) continue;
      taken.insert(i);
      leading.push_back({mode, wanted, record.share[mode], rest * eigen.vectors.col(i)});
      break;
    }
  }
  return leading;
}

Matrix3Xd motion_of(const NodeRows& rows, const HeldMode& mode) {
  const Vector3d shift = mode.coordinates.head<3>(), turn = mode.coordinates.segment<3>(3);
  Matrix3Xd motion =
      (rows.translation * mode.coordinates.tail(rows.translation.cols())).reshaped(3, rows.position.cols()).colwise() +
      shift;
  for (Index i = 0; i < motion.cols(); ++i) motion.col(i) += turn.cross(Vector3d(rows.position.col(i)));
  return motion;
}

}  // namespace trunnion

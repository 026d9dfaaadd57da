#include "trunnion/reduction/contact_cubature.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <random>

#include "trunnion/math/nonnegative.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/contact_patterns.h"

namespace trunnion {
namespace {

/// Work of each state's stresses on each mode, point by point: P x (states n).
MatrixXd force_fields(const MatrixXd& rows, const MatrixXd& stresses) {
  const Index points = rows.rows() / 3, n = rows.cols();
  MatrixXd fields(points, n * stresses.cols());
  for (Index s = 0; s < stresses.cols(); ++s)
    for (Index k = 0; k < points; ++k)
      fields.block(k, n * s, 1, n) = stresses.col(s).segment<3>(3 * k).transpose() * rows.middleRows<3>(3 * k);
  return fields;
}

/// Tangential over normal stiffness of each point at the mean pressure p of the states:
///   (mu p/gam)/(a p/e) = mu e/(a gam),  e = (p/k)^(1/a) its depth.
VectorXd stiffness_ratio(const FitPoints& points, const MatrixXd& stresses) {
  VectorXd ratio(points.size());
  for (Index k = 0; k < points.size(); ++k) {
    const FitLaw& law = *points.law[std::size_t(k)];
    const double depth = std::pow(stresses.row(3 * k).mean() / law.stiffness, 1 / law.exponent);
    ratio[k] = law.friction > 0 ? law.friction * depth / (law.exponent * law.elastic_slip) : 0;
  }
  return ratio;
}

/// Random members of the span of all products of two modes.
MatrixXd product_fields(const MatrixXd& rows, const VectorXd& ratio, Index count) {
  std::mt19937_64 generator(20210109);  // fixed: the same input gives the same body
  std::normal_distribution<double> normal;
  const auto random = [&] {
    // Every mode counts by the motion it makes at the surface.
    VectorXd mix(rows.cols());
    for (double& entry : mix) entry = normal(generator);
    return VectorXd(rows * mix.cwiseQuotient(VectorXd(rows.colwise().norm()).cwiseMax(1e-300)));
  };
  MatrixXd fields(ratio.size(), count);
  for (Index c = 0; c < count; ++c) {
    const VectorXd a = random(), b = random();
    for (Index k = 0; k < ratio.size(); ++k) {
      const auto wa = a.segment<3>(3 * k), wb = b.segment<3>(3 * k);
      fields(k, c) = wa[0] * wb[0] + ratio[k] * wa.tail<2>().dot(wb.tail<2>());
    }
  }
  return fields;
}

}  // namespace

Cubature contact_cubature(const MatrixXd& rows, const FitPoints& points, const MatrixXd& stresses, Index count) {
  const MatrixXd forces = principal_patterns(force_fields(rows, stresses), std::max<Index>(1, count / 2));
  MatrixXd products = product_fields(rows, stiffness_ratio(points, stresses), 3 * count);
  products -= tall_times(forces, transposed_times(forces, products));
  const MatrixXd tangents = principal_patterns(products, count - forces.cols());
  MatrixXd fields(points.size(), forces.cols() + tangents.cols() + 1);
  fields << forces, tangents, VectorXd::Ones(points.size());
  const Eigen::HouseholderQR<MatrixXd> qr(fields);
  const MatrixXd orthonormal = qr.householderQ() * MatrixXd::Identity(fields.rows(), fields.cols());

  const NonnegativeResult weights =
      nonnegative_least_squares(orthonormal.transpose(), orthonormal.transpose() * points.area);
  Cubature cubature;
  cubature.misfit = weights.residual;
  for (Index k = 0; k < weights.x.size(); ++k)
    if (weights.x[k] > 0) cubature.points.push_back(k);
  cubature.areas = weights.x(cubature.points);
  return cubature;
}

}  // namespace trunnion

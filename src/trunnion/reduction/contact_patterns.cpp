#include "trunnion/reduction/contact_patterns.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <random>

#include "trunnion/math/dense.h"
#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

/// A Gram matrix knows singular values down to the root of round-off.
constexpr double gram_tolerance = 1e-7;
/// Columns above which a random sketch finds the range: the Gram matrix's eigenvalues would cost more than all the
/// rest.
constexpr Index many_columns = 1000;

MatrixXd unit_columns(MatrixXd columns) {
  const VectorXd length = columns.colwise().norm();
  const double largest = length.size() > 0 ? length.maxCoeff() : 0;
  Index kept = 0;
  for (Index c = 0; c < columns.cols(); ++c)
    if (length[c] > 1e-12 * largest) columns.col(kept++) = columns.col(c) / length[c];
  columns.conservativeResize(Eigen::NoChange, kept);
  return columns;
}

MatrixXd orthonormal(const MatrixXd& columns) {
  const Eigen::HouseholderQR<MatrixXd> qr(columns);
  return qr.householderQ() * MatrixXd::Identity(columns.rows(), std::min(columns.rows(), columns.cols()));
}

/// Directions of the largest singular values of a matrix with orthonormal `range` containing them: range z.
MatrixXd leading(const MatrixXd& range, const MatrixXd& columns, Index count) {
  const MatrixXd inside = range.transpose() * columns;
  const SymmetricEigen eigen = symmetric_eigen(inside * inside.transpose());
  const Index n = eigen.values.size();
  const Index rank = (eigen.values.array() > gram_tolerance * gram_tolerance * eigen.values[n - 1]).count();
  return range * eigen.vectors.rightCols(std::min(count, rank)).rowwise().reverse();
}

/// An orthonormal basis that holds the leading singular directions: random combinations, sharpened twice.
MatrixXd sketched_range(const MatrixXd& columns, Index count) {
  std::mt19937_64 generator(20210107);  // fixed: the same input gives the same body
  std::normal_distribution<double> normal;
  MatrixXd mix(columns.cols(), std::min(count, std::min(columns.rows(), columns.cols())));
  for (double& entry : mix.reshaped()) entry = normal(generator);
  MatrixXd range = orthonormal(tall_times(columns, mix));
  for (int power = 0; power < 2; ++power) range = orthonormal(tall_times(columns, transposed_times(columns, range)));
  return range;
}

/// Principal components in the inner product E, within the plain ones that carry all of the columns.
MatrixXd by_energy(const MatrixXd& columns, Index count, const PatternEnergy& energy) {
  const MatrixXd scaled = unit_columns(columns);
  const MatrixXd range = principal_patterns(scaled, 3 * count);
  const SymmetricEigen e = symmetric_eigen(energy(range));
  const VectorXd root = e.values.cwiseMax(1e-14 * e.values.maxCoeff()).cwiseSqrt();
  const MatrixXd half = root.asDiagonal() * e.vectors.transpose();     // E = half' half
  const MatrixXd back = e.vectors * root.cwiseInverse().asDiagonal();  // half^-1
  const MatrixXd inside = half * (range.transpose() * scaled);
  const SymmetricEigen pca = symmetric_eigen(inside * inside.transpose());
  return range * back * pca.vectors.rightCols(std::min(count, pca.values.size())).rowwise().reverse();
}

MatrixXd first_order(const ContactRows& rows, const ContactModeOptions& o) {
  if (o.origin == ContactModeOrigin::joined) return rows.normal_stiffness.asDiagonal() * rows.normal;
  const double a = o.generator_exponent;
  const VectorXd slope =
      (rows.depth.array() > 0)
          .select(a * rows.depth.array().max(1e-300).pow(a - 1), VectorXd::Zero(rows.depth.size()).array());
  return slope.asDiagonal() * rows.normal;
}

/// All products of two modes, on the closed points.
MatrixXd second_order(const ContactRows& rows, double a) {
  const Index g = rows.normal.cols();
  if (a == 1) return MatrixXd(rows.normal.rows(), 0);
  const VectorXd bend =
      (rows.depth.array() > 0)
          .select(a * (a - 1) * rows.depth.array().max(1e-300).pow(a - 2), VectorXd::Zero(rows.depth.size()).array());
  MatrixXd products(rows.normal.rows(), g * (g + 1) / 2);
  Index column = 0;
  for (Index i = 0; i < g; ++i)
    for (Index j = i; j < g; ++j)
      products.col(column++) = bend.cwiseProduct(rows.normal.col(i)).cwiseProduct(rows.normal.col(j));
  return products;
}

/// Where the parts just touch, mode i with either sign closes its own points only.
MatrixXd undeformed_derivatives(const ContactRows& rows) {
  const Index g = rows.normal.cols();
  MatrixXd products(rows.normal.rows(), 2 * g * g);
  Index column = 0;
  for (Index i = 0; i < g; ++i)
    for (const double sign : {1.0, -1.0}) {
      const VectorXd closing = (sign * rows.normal.col(i)).cwiseMin(0);
      for (Index j = 0; j < g; ++j) products.col(column++) = closing.cwiseProduct(rows.normal.col(j));
    }
  return products;
}

}  // namespace

MatrixXd principal_patterns(MatrixXd columns, Index count, PatternScale scale) {
  if (scale == PatternScale::unit) columns = unit_columns(std::move(columns));
  if (columns.cols() == 0 || count <= 0) return MatrixXd(columns.rows(), 0);
  if (columns.cols() > many_columns) return leading(sketched_range(columns, count + 40), columns, count);
  const SymmetricEigen eigen = symmetric_eigen(transposed_times(columns, columns));
  const Index n = eigen.values.size();
  const Index rank = (eigen.values.array() > gram_tolerance * gram_tolerance * eigen.values[n - 1]).count();
  const Index kept = std::min(count, rank);
  const MatrixXd mix = eigen.vectors.rightCols(kept).rowwise().reverse() *
                       eigen.values.tail(kept).reverse().cwiseSqrt().cwiseInverse().asDiagonal();
  return tall_times(columns, mix);
}

MatrixXd pressure_patterns(const ContactRows& rows, const ContactModeOptions& o, const PatternEnergy& energy) {
  const auto components = [&](const MatrixXd& columns, Index count) {
    return o.energy_weighted && energy && count > 0 ? by_energy(columns, count, energy)
                                                    : principal_patterns(columns, count);
  };
  if (o.origin == ContactModeOrigin::undeformed) return components(undeformed_derivatives(rows), o.normal);
  const MatrixXd first = first_order(rows, o), second = second_order(rows, o.generator_exponent);
  if (o.one_set) return components(side_by_side(unit_columns(first), unit_columns(second)), o.normal);
  const MatrixXd leading_first = components(first, o.normal);
  return side_by_side(leading_first, components(second, o.normal - leading_first.cols()));
}

MatrixXd shear_patterns(const ContactRows& rows, const ContactModeOptions& o) {
  MatrixXd shear(2 * rows.t1.rows(), rows.t1.cols());
  shear << rows.shear_stiffness.asDiagonal() * rows.t1, rows.shear_stiffness.asDiagonal() * rows.t2;
  return principal_patterns(shear, o.tangential < 0 ? shear.cols() : o.tangential);
}

}  // namespace trunnion

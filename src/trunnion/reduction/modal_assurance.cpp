#include "trunnion/reduction/modal_assurance.h"

#include <cmath>
#include <limits>

namespace trunnion {

MatrixXd modal_assurance(const MatrixXd& cross, const VectorXd& first, const VectorXd& second) {
  return first.cwiseInverse().asDiagonal() * cross.cwiseAbs2() * second.cwiseInverse().asDiagonal();
}

MatrixXd shape_likeness(const MatrixXd& mac, const VectorXd& second_hz) {
  constexpr double one_frequency = 1e-3;
  MatrixXd likeness = MatrixXd::Zero(mac.rows(), mac.cols());
  for (Index j = 0; j < mac.cols(); ++j)
    for (Index k = 0; k < mac.cols(); ++k)
      if (std::abs(second_hz[k] - second_hz[j]) <= one_frequency * second_hz[j]) likeness.col(j) += mac.col(k);
  return likeness;
}

MatrixXd frequency_differences(const MatrixXd& mac, const VectorXd& first_hz, const VectorXd& second_hz) {
  const MatrixXd likeness = shape_likeness(mac, second_hz);
  MatrixXd difference = MatrixXd::Constant(mac.rows(), mac.cols(), std::numeric_limits<double>::quiet_NaN());
  for (Index i = 0; i < mac.rows(); ++i)
    for (Index j = 0; j < mac.cols(); ++j)
      if (likeness(i, j) > same_shape) difference(i, j) = (first_hz[i] - second_hz[j]) / second_hz[j];
  return difference;
}

std::vector<ModePair> pair_modes(const MatrixXd& mac, const VectorXd& first_hz, const VectorXd& second_hz) {
  const MatrixXd likeness = shape_likeness(mac, second_hz);
  std::vector<ModePair> pairs;
  for (Index i = 0; i < mac.rows(); ++i) {
    if (mac.cols() == 0) break;
    Index j = 0;
    const double best = mac.row(i).maxCoeff(&j);
    if (likeness(i, j) > same_shape) pairs.push_back({i, j, best, (first_hz[i] - second_hz[j]) / second_hz[j]});
  }
  return pairs;
}

}  // namespace trunnion

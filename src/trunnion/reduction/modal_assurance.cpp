#include "trunnion/reduction/modal_assurance.h"

namespace trunnion {

MatrixXd modal_assurance(const MatrixXd& cross, const VectorXd& first, const VectorXd& second) {
  return first.cwiseInverse().asDiagonal() * cross.cwiseAbs2() * second.cwiseInverse().asDiagonal();
}

std::vector<ModePair> pair_modes(const MatrixXd& mac, const VectorXd& first_hz, const VectorXd& second_hz,
                                 double threshold) {
  std::vector<ModePair> pairs;
  for (Index i = 0; i < mac.rows(); ++i) {
    if (mac.cols() == 0) break;
    Index j = 0;
    const double best = mac.row(i).maxCoeff(&j);
    if (best > threshold) pairs.push_back({i, j, best, (first_hz[i] - second_hz[j]) / second_hz[j]});
  }
  return pairs;
}

}  // namespace trunnion

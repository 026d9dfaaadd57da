#include "trunnion/reduction/frequency_response.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "trunnion/math/free_memory.h"

namespace trunnion {

ModalModel modal_model(const MatrixXd& rows, const VectorXd& elastic, const Damping& damping) {
  ModalModel model{rows, VectorXd::Zero(rows.cols()), VectorXd::Zero(rows.cols())};
  model.eigenvalues.tail(elastic.size()) = elastic;
  model.damping_rate.tail(elastic.size()) = damping_rates(damping, elastic);
  return model;
}

void check_responses_fit(Index lines, Index dofs) {
  check_room(double(lines) * double(dofs) * double(dofs) * sizeof(std::complex<double>),
             fmt::format("the response of {} interface dofs at {} frequencies", dofs, lines),
             "use fewer lines or interfaces, or end other programs");
}

std::vector<MatrixXcd> inertance(const ModalModel& model, const VectorXd& frequency_hz) {
  check_responses_fit(frequency_hz.size(), model.rows.rows());
  std::vector<MatrixXcd> response(frequency_hz.size());
#pragma omp parallel for schedule(static)
  for (Index line = 0; line < frequency_hz.size(); ++line) {
    const double w = 2 * std::numbers::pi * frequency_hz[line];
    VectorXd real(model.eigenvalues.size()), imag(model.eigenvalues.size());
    for (Index i = 0; i < real.size(); ++i) {
      const double theta = model.eigenvalues[i];
      const auto gain = theta == 0 ? std::complex<double>(1)
                                   : -w * w / std::complex<double>(theta - w * w, w * model.damping_rate[i]);
      real[i] = gain.real();
      imag[i] = gain.imag();
    }
    // Real products: the rows are real, and products of mixed kinds are slow.
    response[line].resize(model.rows.rows(), model.rows.rows());
    response[line].real() = model.rows * (real.asDiagonal() * model.rows.transpose());
    response[line].imag() = model.rows * (imag.asDiagonal() * model.rows.transpose());
  }
  return response;
}

ResponseComparison compare_responses(const std::vector<MatrixXcd>& reference, const std::vector<MatrixXcd>& tested,
                                     double mask) {
  assert(reference.size() == tested.size() && !reference.empty());
  const Index n = reference.front().rows(), m = reference.front().cols();
  MatrixXd power = MatrixXd::Zero(n, m), power_tested = power, difference = power;
  MatrixXcd cross = MatrixXcd::Zero(n, m);
  for (std::size_t line = 0; line < reference.size(); ++line) {
    power += reference[line].cwiseAbs2();
    power_tested += tested[line].cwiseAbs2();
    difference += (tested[line] - reference[line]).cwiseAbs2();
    cross += tested[line].cwiseProduct(reference[line].conjugate());
  }
  ResponseComparison result{MatrixXd::Ones(n, m), MatrixXd::Zero(n, m), {}, 1, 1, 0, 0};
  result.counted.setConstant(n, m, false);
  double sum = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      const double norm = std::sqrt(power(i, j));
      if (!(norm > mask * std::sqrt(std::sqrt(power(i, i) * power(j, j))))) continue;
      result.counted(i, j) = true;
      result.frac(i, j) = power_tested(i, j) > 0 ? std::norm(cross(i, j)) / (power(i, j) * power_tested(i, j)) : 0;
      result.error(i, j) = std::sqrt(difference(i, j)) / norm;
      result.frac_min = std::min(result.frac_min, result.frac(i, j));
      result.error_max = std::max(result.error_max, result.error(i, j));
      sum += result.frac(i, j);
      ++result.num_counted;
    }
  if (result.num_counted > 0) result.frac_mean = sum / double(result.num_counted);
  return result;
}

}  // namespace trunnion

#include "trunnion/math/amplitude_spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/FFT>

namespace trunnion {

AmplitudeSpectrum amplitude_spectrum(const std::vector<double>& values, double dt) {
  const std::size_t n = values.size();
  AmplitudeSpectrum out;
  if (n < 8 || !(dt > 0)) return out;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(n);
  std::vector<double> weighted(n);
  double weights = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const double w = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(n));
    weights += w;
    weighted[j] = w * (values[j] - mean);
  }
  std::vector<std::complex<double>> lines;
  Eigen::FFT<double> transform;
  transform.fwd(lines, weighted);
  out.step = 1 / (static_cast<double>(n) * dt);
  for (std::size_t k = 0; k <= n / 2; ++k) out.amplitude.push_back(2 / weights * std::abs(lines[k]));
  return out;
}

double peak_frequency(const AmplitudeSpectrum& s, double from, double to) {
  if (s.amplitude.empty()) return 0;
  const auto line = [&](double f) {
    return std::clamp<long>(std::lround(f / s.step), 1, static_cast<long>(s.amplitude.size()) - 2);
  };
  const auto begin = s.amplitude.begin() + line(from), end = s.amplitude.begin() + line(to) + 1;
  if (begin >= end) return 0;
  const auto top = std::max_element(begin, end);
  const double left = *(top - 1), right = *(top + 1), bend = left - 2 * *top + right;
  const double shift = bend < 0 ? 0.5 * (left - right) / bend : 0;
  return s.step * (static_cast<double>(top - s.amplitude.begin()) + shift);
}

}  // namespace trunnion

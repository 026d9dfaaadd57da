#pragma once
// math/amplitude_spectrum.h -- amplitudes over frequency of a curve sampled at equal steps.
//   A_k = 2/(sum w) |sum_j w_j (x_j - mean) exp(-2 pi i j k/n)|,  w: Hann window          (theory/solvers.md, Eq. 5.3)
// A sine of amplitude a that lies on a line has A = a there; between two lines it loses up to 15 %.

#include <vector>

namespace trunnion {

struct AmplitudeSpectrum {
  double step = 0;                ///< between lines [Hz]
  std::vector<double> amplitude;  ///< from 0 Hz up to half the sampling rate
};

/// `values` at least 8, `dt` [s] > 0.
AmplitudeSpectrum amplitude_spectrum(const std::vector<double>& values, double dt);

/// Frequency of the highest line between two frequencies, refined by a parabola through its neighbors [Hz]; 0: none.
double peak_frequency(const AmplitudeSpectrum& spectrum, double from, double to);

}  // namespace trunnion

#include "trunnion/math/order_spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using std::numbers::pi;

// A run-up with constant acceleration from w0 to w1, sampled evenly in time.
struct RunUp {
  VectorXd t, phi, y;
};
template <class Signal>
RunUp run_up(double w0, double w1, double duration, Index samples, Signal&& signal) {
  RunUp r{VectorXd::LinSpaced(samples, 0, duration), VectorXd(samples), VectorXd(samples)};
  for (Index k = 0; k < samples; ++k) {
    const double t = r.t[k];
    r.phi[k] = w0 * t + 0.5 * (w1 - w0) / duration * t * t;
    r.y[k] = signal(t, r.phi[k]);
  }
  return r;
}

TEST(OrderSpectrum, FindsAmplitudesOfKnownOrdersAtEverySpeed) {
  const RunUp r = run_up(50, 300, 4, 20000, [](double, double phi) {
    return 0.7 + 2e-3 * std::sin(phi + 0.4) + 5e-4 * std::cos(2.5 * phi) + 1e-4 * std::sin(6 * phi);
  });
  VectorXd cuts(4);
  cuts << 1, 2.5, 6, 4;
  const OrderSpectra s = order_spectra(r.t, r.phi, r.y, {8, 0.5, 8, cuts});
  ASSERT_GT(s.speed.size(), 20);
  for (Index w = 0; w < s.speed.size(); ++w) {
    EXPECT_NEAR(s.cut(w, 0), 2e-3, 2e-3 * 1e-4);
    EXPECT_NEAR(s.cut(w, 1), 5e-4, 5e-4 * 1e-3);
    EXPECT_NEAR(s.cut(w, 2), 1e-4, 1e-4 * 2e-2);  // eleven samples a cycle at the end: the spline's error
    EXPECT_LT(s.cut(w, 3), 1e-6);
  }
  // The mean speed of a window is that at its middle in time, under constant acceleration.
  for (Index w = 0; w < s.speed.size(); ++w) EXPECT_NEAR(s.speed[w], 50 + 250.0 / 4 * s.time[w], 1e-3);
  Index peak = 0;
  s.amplitude.row(5).maxCoeff(&peak);
  EXPECT_NEAR(s.order[peak], 1, 1e-12);
}

TEST(OrderSpectrum, AFixedFrequencyStandsUprightInTheWaterfall) {
  const RunUp r = run_up(100, 400, 6, 40000, [](double t, double) { return 3e-3 * std::sin(2 * pi * 80 * t); });
  const OrderSpectra s = order_spectra(r.t, r.phi, r.y, {12, 0.5, 10, VectorXd::Constant(1, 1.0)});
  for (Index w = 0; w < s.speed.size(); ++w) {
    Index peak = 0;
    const double amplitude = s.over_frequency.row(w).maxCoeff(&peak);
    EXPECT_NEAR(s.frequency[peak], 80, s.frequency[0]);
    EXPECT_GT(amplitude, 0.8 * 3e-3);  // Hann window, worst case between two lines
    EXPECT_LT(amplitude, 1.01 * 3e-3);
  }
}

TEST(OrderSpectrum, TurningBackwardsGivesTheSame) {
  const RunUp r = run_up(50, 100, 4, 8000, [](double, double phi) { return std::sin(3 * phi); });
  const OrderSpectra s = order_spectra(r.t, -r.phi, r.y, {4, 0.5, 5, VectorXd::Constant(1, 3.0)});
  EXPECT_NEAR(s.cut(3, 0), 1, 1e-4);
}

TEST(OrderSpectrum, TooFewTurnsAreRefusedWithTheirNumber) {
  const RunUp r = run_up(10, 10, 1, 100, [](double, double) { return 0.0; });
  EXPECT_THROW(order_spectra(r.t, r.phi, r.y, {8, 0.5, 5, {}}), InputError);
}

}  // namespace
}  // namespace trunnion

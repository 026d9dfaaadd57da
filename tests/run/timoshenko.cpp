#include "run/timoshenko.h"

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

namespace trunnion::testing {
namespace {

struct Section {
  double area, inertia, shear_modulus, kappa;
};

Section section_of(const SquareBeam& beam) {
  const double nu = beam.poisson;
  return {beam.side * beam.side, std::pow(beam.side, 4) / 12, beam.young / (2 * (1 + nu)),
          10 * (1 + nu) / (12 + 11 * nu)};
}

/// exp(A L) of the state (w, phi, V, M), by Taylor series on a short piece and repeated squaring.
Eigen::Matrix4d transfer(const SquareBeam& beam, double omega) {
  const Section s = section_of(beam);
  const double mass = beam.density * s.area * omega * omega, rotary = beam.density * s.inertia * omega * omega;
  Eigen::Matrix4d a = Eigen::Matrix4d::Zero();
  a(0, 1) = 1;
  a(0, 2) = 1 / (s.kappa * s.shear_modulus * s.area);
  a(1, 3) = 1 / (beam.young * s.inertia);
  a(2, 0) = -mass;
  a(3, 1) = -rotary;
  a(3, 2) = -1;
  const int halvings = 8;
  const Eigen::Matrix4d step = a * beam.length / std::pow(2.0, halvings);
  Eigen::Matrix4d sum = Eigen::Matrix4d::Identity(), term = sum;
  for (int k = 1; k < 16; ++k) sum += term = Eigen::Matrix4d(term * step / k);
  for (int k = 0; k < halvings; ++k) sum = Eigen::Matrix4d(sum * sum);
  return sum;
}

}  // namespace

double tip_deflection(const SquareBeam& beam, double load) {
  const Section s = section_of(beam);
  return load * std::pow(beam.length, 3) / (3 * beam.young * s.inertia) +
         load * beam.length / (s.kappa * s.shear_modulus * s.area);
}

double first_frequency(const SquareBeam& beam) {
  const Section s = section_of(beam);
  const double slender =
      std::pow(1.8751040687 / beam.length, 2) * std::sqrt(beam.young * s.inertia / (beam.density * s.area));
  // Free end: V = M = 0 for some (V, M) at the clamp.
  const auto misfit = [&](double omega) { return transfer(beam, omega).block<2, 2>(2, 2).determinant(); };
  double low = 0.3 * slender, high = 1.001 * slender;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (misfit(low) * misfit(middle) <= 0 ? high : low) = middle;
  }
  return low / (2 * std::numbers::pi);
}

}  // namespace trunnion::testing

// A rod of which everything is known: how fast Craig-Bampton's free frequency converges with the number of modes.
//   held at both ends   omega_j = j pi c/L,  interface participation  sqrt(2 m)/(j pi) (1, -(-1)^j)
//   free                omega = pi c/L
// What n modes leave out of the dynamic stiffness is  w^4 sum_{j>n} L_j^2/omega_j^2,  and the sum over j^-4 falls with
// n^-3.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/reduction/craig_bampton.h"

namespace trunnion {
namespace {

constexpr double pi = std::numbers::pi;

/// First free frequency of a rod with m = L = c = 1 from its two ends and `count` fixed-interface modes, over pi.
double free_frequency(Index count) {
  MatrixXd mass(2, 2), stiffness(2, 2), participation(count, 2), rigid = MatrixXd::Zero(2 + count, 1);
  mass << 2, 1, 1, 2;
  stiffness << 1, -1, -1, 1;
  VectorXd eigenvalues(count);
  for (Index j = 1; j <= count; ++j) {
    participation.row(j - 1) << 1, j % 2 == 1 ? 1 : -1;
    participation.row(j - 1) *= std::sqrt(2.0) / (double(j) * pi);
    eigenvalues[j - 1] = std::pow(double(j) * pi, 2);
  }
  rigid.topRows(2).setOnes();
  return std::sqrt(
             orthogonalize(craig_bampton(mass / 6, stiffness, participation, eigenvalues), rigid).eigenvalues[0]) /
         pi;
}

TEST(CraigBampton, FreeFrequencyOfARodConvergesWithTheThirdPowerOfTheNumberOfModes) {
  const double coarse = free_frequency(16) - 1, fine = free_frequency(32) - 1;
  EXPECT_GT(fine, 0);  // a frequency from fewer shapes lies above the true one
  const double order = std::log2(coarse / fine);
  testing::record({.group = "Reduction",
                   .name = "free rod, order of convergence of the first frequency with the number of modes",
                   .reference = "closed form: the sum of j^-4 beyond n modes",
                   .reference_value = 3,
                   .value = order,
                   .error = std::abs(order - 3),
                   .allowed = 0.15,
                   .why = "few modes: the sums of j^-4 over even j beyond 16 and 32 have the order 2.87"});
  testing::record(
      {.group = "Reduction",
       .name = "free rod, first frequency over pi c/L, 32 modes",
       .reference = "closed form",
       .reference_value = 1,
       .value = 1 + fine,
       .error = fine,
       .allowed = 8 / (pi * pi) / (6 * std::pow(32.0, 3)),
       .why = "what even modes beyond n carry, 8/pi^2 times their sum of j^-4, which is less than 1/(6 n^3)"});
}

}  // namespace
}  // namespace trunnion

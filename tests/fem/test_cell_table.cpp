#include <gtest/gtest.h>

#include "support/fe_models.h"
#include "trunnion/fem/cell_table.h"

namespace trunnion {
namespace {

TEST(ShapeFunctions, AreOneAtTheirOwnNodeAndZeroAtTheOthers) {
  for (const CellType type : testing::continuum_types) {
    const Matrix3Xd nodes = reference_nodes(type);
    for (Index b = 0; b < nodes.cols(); ++b) {
      const VectorXd N = shape_functions(type, nodes.col(b)).value;
      EXPECT_LT((N - VectorXd::Unit(nodes.cols(), b)).norm(), 1e-15) << name(type) << " node " << b;
    }
  }
}

TEST(ShapeFunctions, SumToOneAndTheirGradientsToZero) {
  const Vector3d at(0.21, 0.34, 0.13);
  for (const CellType type : testing::continuum_types) {
    const ShapeValues shape = shape_functions(type, at);
    EXPECT_NEAR(shape.value.sum(), 1, 1e-15) << name(type);
    EXPECT_LT(shape.gradient.colwise().sum().norm(), 1e-14) << name(type);
  }
}

TEST(ShapeFunctions, GradientsAreTheDerivativesOfTheValues) {
  const Vector3d at(0.21, 0.34, 0.13);
  const double h = 1e-5;
  for (const CellType type : testing::continuum_types)
    for (int j = 0; j < dimension(type); ++j) {
      const VectorXd slope = (shape_functions(type, at + h * Vector3d::Unit(j)).value -
                              shape_functions(type, at - h * Vector3d::Unit(j)).value) /
                             (2 * h);
      EXPECT_LT((slope - shape_functions(type, at).gradient.col(j)).norm(), 1e-9) << name(type);
    }
}

double monomial_integral(const Quadrature& rule, int i, int j, int k) {
  double sum = 0;
  for (Index q = 0; q < rule.size(); ++q)
    sum += rule.weights[q] * std::pow(rule.points(0, q), i) * std::pow(rule.points(1, q), j) *
           std::pow(rule.points(2, q), k);
  return sum;
}

TEST(Quadrature, IntegratesMonomialsUpToItsDegreeExactly) {
  // int x^i y^j z^k over the unit simplex = i! j! k! / (i + j + k + d)!
  const auto simplex = [](int i, int j, int k, int d) {
    return std::tgamma(i + 1) * std::tgamma(j + 1) * std::tgamma(k + 1) / std::tgamma(i + j + k + d + 1);
  };
  const auto line = [](int k) { return k % 2 == 1 ? 0.0 : 2.0 / (k + 1); };
  for (int i = 0; i <= 4; ++i)
    for (int j = 0; i + j <= 4; ++j) {
      EXPECT_NEAR(monomial_integral(mass_quadrature(CellType::tri6), i, j, 0), simplex(i, j, 0, 2), 1e-16);
      for (int k = 0; i + j + k <= 4; ++k)
        EXPECT_NEAR(monomial_integral(mass_quadrature(CellType::tet10), i, j, k), simplex(i, j, k, 3), 1e-16);
      for (int k = 0; k <= 5; ++k)
        EXPECT_NEAR(monomial_integral(mass_quadrature(CellType::wedge15), i, j, k), simplex(i, j, 0, 2) * line(k),
                    1e-15);
    }
  for (int i = 0; i <= 5; ++i)
    for (int j = 0; j <= 5; ++j)
      for (int k = 0; k <= 5; ++k)
        EXPECT_NEAR(monomial_integral(mass_quadrature(CellType::hex20), i, j, k), line(i) * line(j) * line(k), 1e-14);
  for (int k = 0; k <= 7; ++k) EXPECT_NEAR(monomial_integral(gauss_line(4), k, 0, 0), line(k), 1e-15);
}

TEST(StressExtrapolation, CarriesALinearFieldExactly) {
  for (const CellType type : testing::continuum_types) {
    const Quadrature rule = stress_quadrature(type);
    if (rule.size() == 1) continue;  // constant stress in tri3 and tet4
    const Eigen::RowVector3d slope(1.5, -0.7, dimension(type) == 3 ? 0.4 : 0);
    const VectorXd at_nodes = stress_extrapolation(type) * (slope * rule.points).transpose();
    EXPECT_LT((at_nodes - (slope * reference_nodes(type)).transpose()).norm(), 1e-14) << name(type);
  }
}

}  // namespace
}  // namespace trunnion

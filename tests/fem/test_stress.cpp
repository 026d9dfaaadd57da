#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/dense_solve.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/geometric_stiffness.h"
#include "trunnion/fem/loads.h"
#include "trunnion/fem/solve.h"

namespace trunnion {
namespace {

using testing::dense;
using testing::of_material;
using testing::steel;

TEST(NodalStress, ConstantStrainGivesTheStressOfHookesLawAtEveryNode) {
  Matrix3d slope;
  slope << 1.1, 0.3, -0.2, 0.5, -0.7, 0.4, 0.1, 0.6, 0.9;
  slope *= 1e-3;
  const double E = 210e9, nu = 0.3, mu = E / (2 * (1 + nu)), lambda = 2 * mu * nu / (1 - 2 * nu);
  for (const CellType type : testing::continuum_types)
    for (const PlaneKind plane : {PlaneKind::stress, PlaneKind::strain}) {
      const FeModel model = assemble(of_material(testing::distorted_mesh(type), steel(), 1, plane));
      const int d = model.dofs.dimension;
      const MatrixXd u = slope.topLeftCorner(d, d) * model.file->mesh.x.topRows(d);
      Matrix3d strain = Matrix3d::Zero();
      strain.topLeftCorner(d, d) = (slope.topLeftCorner(d, d) + slope.topLeftCorner(d, d).transpose()) / 2;
      if (d == 2 && plane == PlaneKind::stress) strain(2, 2) = -nu / (1 - nu) * strain.trace();
      const Matrix3d s = lambda * strain.trace() * Matrix3d::Identity() + 2 * mu * strain;
      Vector6d exact;
      exact << s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(1, 2), s(2, 0);
      const Matrix6Xd stress = nodal_stress(model, u.reshaped());
      EXPECT_LT((stress.colwise() - exact).cwiseAbs().maxCoeff(), 1e-12 * exact.norm()) << name(type);
    }
}

TEST(NodalStress, FreeExpansionIsFreeOfStress) {
  for (const CellType type : testing::continuum_types) {
    const FeModel model = assemble(of_material(testing::distorted_mesh(type), steel()));
    const LoadCase hot{"hot", {UniformTemperature{"", 100}}};
    const MatrixXd u = 1.2e-3 * model.file->mesh.x.topRows(model.dofs.dimension);
    const Matrix6Xd stress = nodal_stress(model, u.reshaped(), temperature_change(model, hot));
    EXPECT_LT(stress.cwiseAbs().maxCoeff(), 1e-12 * 210e9 * 1.2e-3) << name(type);
  }
}

TEST(NodalStress, MaterialsAreNotMixedAtTheirInterface) {
  Mesh mesh = box_mesh({.size = {2, 1, 1}, .divisions = {2, 1, 1}, .element = CellType::hex20});
  mesh.element_sets = {{"left", {ElementId{0}}}, {"right", {ElementId{1}}}};
  const auto file = of_material(mesh, steel());
  Material soft = steel();
  soft.name = "soft";
  soft.young /= 10;
  file->materials.push_back(soft);
  file->sections = {{.element_set = "left", .material = "steel", .beam = {}},
                    {.element_set = "right", .material = "soft", .beam = {}}};
  const FeModel model = assemble(file);
  MatrixXd u = MatrixXd::Zero(3, mesh.num_nodes());
  u.row(1) = 1e-3 * mesh.x.row(0);  // simple shear: same strain in both, stress differs by ten
  const Matrix6Xd stress = nodal_stress(model, u.reshaped());
  const double mu = 210e9 / 2.6;
  for (Index n = 0; n < mesh.num_nodes(); ++n)
    EXPECT_NEAR(stress(3, n), 1e-3 * (mesh.x(0, n) > 1.01 ? mu / 10 : mu), 1e-6 * mu * 1e-3);
}

TEST(VonMises, EqualsTheTensileStressAndIgnoresPressure) {
  Matrix6Xd s = Matrix6Xd::Zero(6, 3);
  s.col(0) << 5, 0, 0, 0, 0, 0;
  s.col(1) << 7, 7, 7, 0, 0, 0;
  s.col(2) << 0, 0, 0, 2, 0, 0;
  const VectorXd vm = von_mises(s);
  EXPECT_NEAR(vm[0], 5, 1e-15);
  EXPECT_NEAR(vm[1], 0, 1e-15);
  EXPECT_NEAR(vm[2], 2 * std::sqrt(3.0), 1e-15);
}

TEST(GeometricStiffness, SlenderColumnBucklesAtEulersLoad) {
  const double L = 1, side = 0.02;
  Material no_clamping_effect = steel();
  no_clamping_effect.poisson = 0;  // beam theory knows no lateral contraction at the clamp
  const FeModel model = assemble(of_material(
      box_mesh({.size = {L, side, side}, .divisions = {12, 1, 1}, .element = CellType::hex20}), no_clamping_effect));
  const MatrixXd K = dense(model.stiffness_lower);
  const auto root = testing::dofs_of(model, model.file->mesh.node_sets.at("xmin"));
  const VectorXd push = load_vectors(model, {{"p", {SurfaceTraction{"xmax", {-1, 0, 0}}}}}).col(0);
  const VectorXd u = testing::solve_dense(K, root, push, VectorXd::Zero(K.rows()));
  const MatrixXd S = dense(geometric_stiffness_lower(model, u));
  MatrixXd K_sigma = MatrixXd::Zero(K.rows(), K.cols());
  for (int i = 0; i < 3; ++i) K_sigma(Eigen::seq(i, Eigen::last, 3), Eigen::seq(i, Eigen::last, 3)) = S;
  // (K + P K_sigma) x = 0:  -K_sigma x = (1/P) K x, the largest 1/P is the smallest load.
  const VectorXd inverse = testing::dense_eigenvalues(-K_sigma, K, root);
  const double load = 1 / inverse[inverse.size() - 1];
  const double I = std::pow(side, 4) / 12, area = side * side, mu = 210e9 / 2;
  const double euler = std::pow(std::numbers::pi / (2 * L), 2) * 210e9 * I;
  const double exact = euler / (1 + euler / (5.0 / 6 * mu * area));
  testing::record({.group = "Finite elements",
                   .name = "buckling load of a cantilever column [N], 12 hex20",
                   .reference = "closed form, Euler with shear",
                   .reference_value = exact,
                   .value = load,
                   .error = testing::relative_error(load, exact),
                   .allowed = 3e-3,
                   .why = "curvature nearly constant in each element: (k h)^2/12 = 0.14 %"});
}

}  // namespace
}  // namespace trunnion

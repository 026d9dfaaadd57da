#include <gtest/gtest.h>

#include "support/dense_solve.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/solid_element.h"

namespace trunnion {
namespace {

using testing::distorted_mesh;
using testing::of_material;
using testing::record;
using testing::steel;

bool on_boundary(const Vector3d& x, int dim) {
  for (int i = 0; i < dim; ++i)
    if (x[i] < 1e-9 || x[i] > 1 - 1e-9) return true;
  return false;
}

/// Largest deviation of the inner nodes from a linear field imposed on the boundary, relative to the field.
double patch_error(CellType type) {
  const FeModel model = assemble(of_material(distorted_mesh(type), steel()));
  const int d = model.dofs.dimension;
  Matrix3d slope;
  slope << 1.1, 0.3, -0.2, 0.5, -0.7, 0.4, 0.1, 0.6, 0.9;
  const Matrix3Xd& x = model.file->mesh.x;
  VectorXd exact(model.dofs.size);
  std::vector<Index> outer;
  for (Index n = 0; n < x.cols(); ++n)
    for (int i = 0; i < d; ++i) {
      exact[d * n + i] = slope.row(i).head(d).dot(x.col(n).head(d));
      if (on_boundary(x.col(n), d)) outer.push_back(d * n + i);
    }
  EXPECT_LT(Index(outer.size()), model.dofs.size);
  const VectorXd u =
      testing::solve_dense(testing::dense(model.stiffness_lower), outer, VectorXd::Zero(exact.size()), exact);
  return (u - exact).cwiseAbs().maxCoeff() / exact.cwiseAbs().maxCoeff();
}

TEST(PatchTest, LinearFieldIsReproducedToRoundOffByEveryElement) {
  for (const CellType type : testing::continuum_types) {
    const double error = patch_error(type);
    record({.group = "Finite elements",
            .name = fmt::format("patch test on a distorted mesh, {}", name(type)),
            .reference = "linear field",
            .reference_value = 0,
            .value = error,
            .error = error,
            .allowed = 1e-13,
            .why = "rounding"});
  }
}

TEST(Assembly, RigidTranslationAndRotationStoreNoEnergy) {
  for (const CellType type : testing::continuum_types) {
    const FeModel model = assemble(of_material(distorted_mesh(type), steel()));
    const MatrixXd R = rigid_modes(model, Vector3d(0.3, -0.2, 0.1));
    const double scale = model.stiffness_lower.coeffs().cwiseAbs().maxCoeff() * R.cwiseAbs().maxCoeff();
    const double force = stiffness_product(model, R).cwiseAbs().maxCoeff() / scale;
    record({.group = "Finite elements",
            .name = fmt::format("forces of rigid motions over the largest stiffness, {}", name(type)),
            .reference = "no strain, no force",
            .reference_value = 0,
            .value = force,
            .error = force,
            .allowed = 1e-13,
            .why = "rounding"});
  }
}

TEST(Assembly, OneElementHasExactlyTheRigidMotionsAsNullSpace) {
  for (const CellType type : testing::continuum_types) {
    Mesh mesh;
    mesh.x = reference_nodes(type);
    mesh.blocks = {{type, Eigen::VectorXi::LinSpaced(num_nodes(type), 0, num_nodes(type) - 1), {1}}};
    const FeModel model = assemble(of_material(mesh, steel()));
    const MatrixXd K = testing::dense(model.stiffness_lower);
    const VectorXd lambda = testing::dense_eigenvalues(K, MatrixXd::Identity(K.rows(), K.cols()), {});
    const Index rigid = model.dofs.dimension == 3 ? 6 : 3;
    EXPECT_LT(std::abs(lambda[rigid - 1]), 1e-12 * lambda[lambda.size() - 1]) << name(type);
    EXPECT_GT(lambda[rigid], 1e-4 * lambda[lambda.size() - 1]) << name(type);
  }
}

TEST(Assembly, MassCenterAndInertiaOfABlockAreExact) {
  for (const CellType type : testing::solid_types)
    for (const bool lumped : {false, true}) {
      const Vector3d size(2, 3, 1), origin(0.5, -1, 2);
      const Mesh mesh = box_mesh({.size = size, .divisions = {2, 2, 2}, .element = type, .origin = origin});
      const FeModel model = assemble(of_material(mesh, steel()), {.lumped_mass = lumped});
      const MassProperties p = mass_properties(model);
      const double m = 7850 * size.prod();
      record({.group = "Finite elements",
              .name = fmt::format("total mass of a block [kg], {}, {}", name(type), lumped ? "lumped" : "consistent"),
              .reference = "closed form",
              .reference_value = m,
              .value = p.mass,
              .error = testing::relative_error(p.mass, m),
              .allowed = 1e-12,
              .why = "rounding"});
      if (lumped) continue;  // a lumped mass moves inertia to the nodes
      EXPECT_LT((p.center - origin - size / 2).norm(), 1e-13) << name(type);
      const Vector3d s2 = size.cwiseAbs2();
      const Matrix3d exact = m / 12 * Vector3d(s2.sum() - s2.x(), s2.sum() - s2.y(), s2.sum() - s2.z()).asDiagonal();
      const double error = (p.inertia - exact).norm() / exact.norm();
      record({.group = "Finite elements",
              .name = fmt::format("inertia tensor of a block [kg m^2], {}", name(type)),
              .reference = "closed form",
              .reference_value = exact.norm(),
              .value = p.inertia.norm(),
              .error = error,
              .allowed = 1e-12,
              .why = "rounding"});
    }
}

TEST(Assembly, LumpedMassIsPositiveAtEveryNode) {
  for (const CellType type : testing::continuum_types) {
    const FeModel model = assemble(of_material(distorted_mesh(type), steel()), {.lumped_mass = true});
    EXPECT_EQ(model.mass.scalar_lower.nonZeros(), model.dofs.num_nodes);
    EXPECT_GT(model.mass.scalar_lower.coeffs().minCoeff(), 0) << name(type);
  }
}

TEST(Assembly, ResultDoesNotDependOnTheNumberOfThreads) {
  const auto file = of_material(distorted_mesh(CellType::tet10), steel());
  const FeModel one = assemble(file, {.threads = 1}), four = assemble(file, {.threads = 4});
  EXPECT_TRUE((one.stiffness_lower.coeffs() == four.stiffness_lower.coeffs()).all());
  EXPECT_TRUE((one.mass.scalar_lower.coeffs() == four.mass.scalar_lower.coeffs()).all());
}

TEST(Assembly, ProductsAgreeWithTheExpandedMatrices) {
  const FeModel model = assemble(of_material(distorted_mesh(CellType::wedge15), steel()));
  const MatrixXd x = MatrixXd::Random(model.dofs.size, 3);
  const MatrixXd M = testing::dense(expanded_mass_lower(model));
  EXPECT_LT((mass_product(model, x) - M * x).norm(), 1e-13 * (M * x).norm());
  EXPECT_GT(testing::dense_eigenvalues(M, MatrixXd::Identity(M.rows(), M.cols()), {})[0], 0);
}

TEST(Assembly, InvertedElementsAreNamedByTheirLabels) {
  Mesh mesh = box_mesh({.divisions = {3, 1, 1}, .element = CellType::hex8});
  mesh.blocks[0].labels = {101, 102, 103};
  mesh.blocks[0].nodes.col(1).head(4).swap(mesh.blocks[0].nodes.col(1).tail(4));
  try {
    assemble(of_material(mesh, steel()));
    FAIL() << "an inverted element was accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("1 element(s) are inverted or have no volume: 102."), std::string::npos)
        << error.what();
  }
}

TEST(Assembly, ElementsWithoutSectionAreNamed) {
  Mesh mesh = box_mesh({.divisions = {2, 1, 1}, .element = CellType::hex8});
  mesh.element_sets["left"] = {ElementId{0}};
  const auto file = of_material(mesh, steel());
  file->sections[0].element_set = "left";
  EXPECT_THROW(assemble(file), InputError);
  file->sections.push_back(file->sections[0]);
  file->sections[1].element_set = "";
  EXPECT_NO_THROW(assemble(file));
  file->sections[1].material = "stel";
  EXPECT_THROW(assemble(file), InputError);
}

}  // namespace
}  // namespace trunnion

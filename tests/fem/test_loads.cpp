#include <gtest/gtest.h>

#include "support/fe_models.h"
#include "trunnion/fem/loads.h"

namespace trunnion {
namespace {

using testing::of_material;
using testing::steel;

/// Force and moment about the origin of nodal forces.
VectorXd resultant(const FeModel& model, const VectorXd& f) { return rigid_modes(model).transpose() * f; }

TEST(Loads, PressureOnAFaceHasForceAndMomentOfThePressure) {
  for (const CellType type : testing::solid_types) {
    const FeModel model =
        assemble(of_material(box_mesh({.size = {2, 3, 4}, .divisions = {2, 2, 1}, .element = type}), steel()));
    const MatrixXd f = load_vectors(model, {{"p", {SurfacePressure{"xmax", 5}}}});
    Vector6d exact;
    exact << -60, 0, 0, 0, -60 * 2, 60 * 1.5;  // r x F with r = (2, 1.5, 2)
    EXPECT_LT((resultant(model, f.col(0)) - exact).norm(), 1e-11) << name(type);
  }
}

TEST(Loads, PressureAllAroundIsInEquilibrium) {
  for (const CellType type : testing::solid_types) {
    const FeModel model = assemble(of_material(testing::distorted_mesh(type), steel()));
    LoadCase all{"p", {}};
    for (const char* side : {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"})
      all.loads.emplace_back(SurfacePressure{side, 1e5});
    EXPECT_LT(resultant(model, load_vectors(model, {all}).col(0)).norm(), 1e-8) << name(type);
  }
}

TEST(Loads, PressureOnThePlaneEdgeCountsTheThickness) {
  for (const CellType type : testing::plane_types) {
    const FeModel model =
        assemble(of_material(rectangle_mesh({.size = {2, 3}, .divisions = {2, 2}, .element = type}), steel(), 0.1));
    const MatrixXd f = load_vectors(model, {{"p", {SurfacePressure{"xmax", 5}}}, {"q", {SurfacePressure{"ymin", 5}}}});
    EXPECT_LT((resultant(model, f.col(0)) - Vector3d(-1.5, 0, 1.5 * 1.5)).norm(), 1e-13) << name(type);
    EXPECT_LT((resultant(model, f.col(1)) - Vector3d(0, 1, 1)).norm(), 1e-13) << name(type);
  }
}

TEST(Loads, TractionAndNodalForcesAddUpToTheGivenForce) {
  const Vector3d force(3, -2, 7);
  for (const CellType type : testing::solid_types) {
    const FeModel model = assemble(of_material(box_mesh({.divisions = {2, 2, 2}, .element = type}), steel()));
    const MatrixXd f =
        load_vectors(model, {{"t", {SurfaceTraction{"zmax", force}}}, {"n", {NodalForce{"xmin", force}}}});
    const Vector3d at(0.5, 0.5, 1);
    Vector6d exact;
    exact << force, at.cross(force);
    EXPECT_LT((resultant(model, f.col(0)) - exact).norm(), 1e-13) << name(type);
    EXPECT_LT((resultant(model, f.col(1)).head<3>() - force).norm(), 1e-13) << name(type);
  }
}

TEST(Loads, GravityAndSpinActAtTheMassCenter) {
  const Vector3d g(0, 0, -9.81), point(0.1, 0.2, 0.3), rate(10, -20, 30);
  for (const CellType type : testing::solid_types) {
    const FeModel model = assemble(of_material(testing::distorted_mesh(type), steel()));
    const MassProperties p = mass_properties(model);
    const MatrixXd f = load_vectors(model, {{"g", {Gravity{g}}}, {"w", {Centrifugal{point, rate}}}});
    EXPECT_LT((resultant(model, f.col(0)).head<3>() - p.mass * g).norm(), 1e-9) << name(type);
    const Vector3d pull = -p.mass * rate.cross(rate.cross(p.center - point));
    EXPECT_LT((resultant(model, f.col(1)).head<3>() - pull).norm(), 1e-12 * pull.norm()) << name(type);
    // Moment about the mass center: -w x (J w).
    const Vector3d moment =
        (rigid_modes(model, p.center).rightCols<3>().transpose() * f.col(1)) + rate.cross(p.inertia * rate);
    EXPECT_LT(moment.norm(), 1e-11 * pull.norm()) << name(type);
  }
}

TEST(Loads, UniformTemperatureBalancesTheStiffnessOfFreeExpansion) {
  const double change = 80;
  for (const CellType type : testing::continuum_types)
    for (const PlaneKind plane : {PlaneKind::stress, PlaneKind::strain}) {
      const FeModel model = assemble(of_material(testing::distorted_mesh(type), steel(), 0.02, plane));
      const VectorXd f = load_vectors(model, {{"t", {UniformTemperature{"", change}}}}).col(0);
      // Plane strain cannot expand along z, which pushes the plane out by a factor 1 + nu.
      const bool held = model.dofs.dimension == 2 && plane == PlaneKind::strain;
      const MatrixXd u = model.file->mesh.x.topRows(model.dofs.dimension) * 1.2e-5 * change * (held ? 1.3 : 1);
      const VectorXd force = stiffness_product(model, u.reshaped());
      EXPECT_LT((f - force).cwiseAbs().maxCoeff(), 1e-11 * f.cwiseAbs().maxCoeff()) << name(type);
    }
}

TEST(Loads, UnknownNamesAreRefused) {
  const FeModel model = assemble(of_material(box_mesh({}), steel()));
  EXPECT_THROW(load_vectors(model, {{"c", {ReferenceLoad{"hub", {}, {}}}}}), InputError);
  EXPECT_THROW(load_vectors(model, {{"c", {UniformTemperature{"hub", 1}}}}), InputError);
  EXPECT_THROW(load_vectors(model, {{"c", {SurfacePressure{"hub", 1}}}}), InputError);
}

}  // namespace
}  // namespace trunnion

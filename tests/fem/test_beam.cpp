#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/beam_line.h"
#include "support/dense_solve.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/fem/loads.h"

namespace trunnion {
namespace {

using testing::dense;
using testing::record;
using testing::relative_error;

constexpr double width = 0.02, height = 0.05, young = 210e9, shear = young / 2.6, density = 7850;

BeamSection rectangle() {
  const double area = width * height;
  return {.area = area,
          .inertia_1 = height * width * width * width / 12,    // bending across the width
          .inertia_2 = width * height * height * height / 12,  // bending along axis 1, the height
          .torsion = 0.2 * height * width * width * width,
          .shear_area_1 = 5.0 / 6 * area,
          .shear_area_2 = 5.0 / 6 * area,
          .axis_1 = Vector3d::Zero()};
}

/// A straight line of beams from the origin to `end`; node sets "root" and "tip".
std::shared_ptr<MeshFile> beam_line(const Vector3d& end, int elements, const Vector3d& axis_1) {
  BeamSection section = rectangle();
  section.axis_1 = axis_1;
  return testing::beam_line(Vector3d::Zero(), end, elements, section, testing::steel());
}

/// Motion of the tip of a cantilever under a force and a moment there.
Vector6d tip_motion(const FeModel& model, const Vector6d& load) {
  const auto tip = testing::dofs_of(model, model.file->mesh.node_sets.at("tip"));
  const auto root = testing::dofs_of(model, model.file->mesh.node_sets.at("root"));
  VectorXd f = VectorXd::Zero(model.dofs.size);
  f(tip) = load;
  return testing::solve_dense(dense(model.stiffness_lower), root, f, VectorXd::Zero(model.dofs.size))(tip);
}

TEST(Beam, OneElementGivesTheExactTimoshenkoCantileverUnderEndLoads) {
  const double L = 0.3, P = 1000, M = 50;
  const BeamSection s = rectangle();
  for (const int elements : {1, 3}) {
    const FeModel model = assemble(beam_line({L, 0, 0}, elements, Vector3d::UnitY()));
    Vector6d force_y = Vector6d::Zero(), force_z = force_y, moment_z = force_y, pull = force_y, twist = force_y;
    force_y[1] = force_z[2] = pull[0] = P;
    moment_z[5] = twist[3] = M;
    const double along_1 = P * L * L * L / (3 * young * s.inertia_2) + P * L / (shear * s.shear_area_1);
    const double along_2 = P * L * L * L / (3 * young * s.inertia_1) + P * L / (shear * s.shear_area_2);
    record({.group = "Beams",
            .name = fmt::format("cantilever tip deflection along axis 1, {} element(s)", elements),
            .reference = "closed form, Timoshenko",
            .reference_value = along_1,
            .value = tip_motion(model, force_y)[1],
            .error = relative_error(tip_motion(model, force_y)[1], along_1),
            .allowed = 1e-11,
            .why = "exact element: rounding"});
    EXPECT_NEAR(tip_motion(model, force_z)[2], along_2, 1e-11 * along_2);
    EXPECT_NEAR(tip_motion(model, force_y)[5], P * L * L / (2 * young * s.inertia_2), 1e-14);
    EXPECT_NEAR(tip_motion(model, force_z)[4], -P * L * L / (2 * young * s.inertia_1), 1e-14);
    EXPECT_NEAR(tip_motion(model, moment_z)[1], M * L * L / (2 * young * s.inertia_2), 1e-14);
    EXPECT_NEAR(tip_motion(model, pull)[0], P * L / (young * s.area), 1e-17);
    EXPECT_NEAR(tip_motion(model, twist)[3], M * L / (shear * s.torsion), 1e-13);
  }
}

TEST(Beam, AnswerDoesNotDependOnItsDirectionInSpace) {
  const Matrix3d turn = Eigen::AngleAxisd(1.1, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  const FeModel straight = assemble(beam_line({0.3, 0, 0}, 2, Vector3d::UnitY()));
  const FeModel turned = assemble(beam_line(turn.col(0) * 0.3, 2, turn.col(1)));
  Vector6d load, carried;
  load << 100, -70, 50, 3, -4, 5;
  carried << turn * load.head<3>(), turn * load.tail<3>();
  const Vector6d u = tip_motion(straight, load), v = tip_motion(turned, carried);
  EXPECT_LT((turn * u.head<3>() - v.head<3>()).norm(), 1e-12 * u.norm());
  EXPECT_LT((turn * u.tail<3>() - v.tail<3>()).norm(), 1e-12 * u.norm());
}

TEST(Beam, RigidMotionsStoreNoEnergyAndCarryTheMassOfTheBar) {
  const double L = 0.7;
  const Vector3d direction = Vector3d(1, 2, 2) / 3;
  for (const bool lumped : {false, true}) {
    const FeModel model = assemble(beam_line(direction * L, 4, Vector3d::Zero()), {.lumped_mass = lumped});
    const MatrixXd R = rigid_modes(model);
    EXPECT_LT(stiffness_product(model, R).norm(), 1e-12 * model.stiffness_lower.norm());
    const MassProperties p = mass_properties(model);
    const double mass = density * width * height * L;
    EXPECT_NEAR(p.mass, mass, 1e-12 * mass);
    EXPECT_LT((p.center - direction * L / 2).norm(), 1e-12);
    if (lumped) continue;
    const BeamSection s = rectangle();
    const double across = mass * L * L / 12, axial = density * L * (s.inertia_1 + s.inertia_2);
    EXPECT_NEAR(direction.dot(p.inertia * direction), axial, 1e-12 * across);
    EXPECT_NEAR(p.inertia.trace(), 2 * across + 2 * axial, 1e-12 * across);
  }
}

TEST(Beam, FrequenciesOfASimplySupportedBeamFollowTimoshenko) {
  // (k^4 EI/(rho A) - w^2 (1 + k^2 r^2 (1 + E/(kappa G))) + w^4 r^2 rho/(kappa G)) = 0 with k = n pi/L, r^2 = I/A.
  const double L = 0.5, kappa = 5.0 / 6;
  const int elements = 48;
  const FeModel model = assemble(beam_line({L, 0, 0}, elements, Vector3d::UnitY()));
  std::vector<Index> fixed;
  for (Index n = 0; n <= elements; ++n) {  // bending along y only
    const NodeId node{std::int32_t(n)};
    fixed.insert(fixed.end(), {model.dofs.translation(node, 0), model.dofs.translation(node, 2),
                               model.dofs.rotation_dof(node, 0), model.dofs.rotation_dof(node, 1)});
  }
  for (const int end : {0, elements}) fixed.push_back(model.dofs.translation(NodeId{end}, 1));
  const VectorXd lambda =
      testing::dense_eigenvalues(dense(model.stiffness_lower), dense(expanded_mass_lower(model)), fixed);
  const BeamSection s = rectangle();
  const double r2 = s.inertia_2 / s.area;
  for (int n = 1; n <= 3; ++n) {
    const double k2 = std::pow(n * std::numbers::pi / L, 2);
    const double a = r2 * density / (kappa * shear), b = 1 + k2 * r2 * (1 + young / (kappa * shear)),
                 c = k2 * k2 * young * s.inertia_2 / (density * s.area);
    const double exact = std::sqrt((b - std::sqrt(b * b - 4 * a * c)) / (2 * a)) / (2 * std::numbers::pi);
    const double found = std::sqrt(lambda[n - 1]) / (2 * std::numbers::pi);
    // Expansion of the dispersion relation of a row of elements: the part of the deflection that shear makes, k^2 r^2
    // E/(kappa G), is linear in each element and loses (k h)^2/12 of its mass; bending alone would lose (k h)^4/720.
    const double h2 = k2 * std::pow(L / elements, 2), shear_share = k2 * r2 * young / (kappa * shear);
    const double raised = shear_share * h2 / 24 + h2 * h2 / 1440, inertia = shear_share + k2 * r2;
    EXPECT_NEAR(found / exact - 1, raised / (1 + inertia), raised * (inertia * inertia + 2 * h2)) << n;
    record({.group = "Beams",
            .name = fmt::format("simply supported beam, bending frequency {} [Hz], 48 elements", n),
            .reference = "closed form, Timoshenko",
            .reference_value = exact,
            .value = found,
            .error = relative_error(found, exact),
            .allowed = raised,
            .why = "deflection by shear, a share s of the whole, is linear in each element: s (k h)^2/24"});
  }
}

TEST(Beam, SpinAndHeatActAsOnABar) {
  const double L = 0.4, rate = 300, change = 50;
  const FeModel model = assemble(beam_line({L, 0, 0}, 3, Vector3d::UnitY()));
  const MatrixXd f = load_vectors(model, {{"w", {Centrifugal{Vector3d::Zero(), {0, 0, rate}}}},
                                          {"t", {UniformTemperature{"", change}}},
                                          {"g", {Gravity{{0, -9.81, 0}}}}});
  const auto root = testing::dofs_of(model, {NodeId{0}});
  const auto tip = testing::dofs_of(model, {NodeId{3}});
  const MatrixXd K = dense(model.stiffness_lower);
  const VectorXd zero = VectorXd::Zero(model.dofs.size);
  const double spun = density * rate * rate * L * L * L / (3 * young);
  EXPECT_NEAR(testing::solve_dense(K, root, f.col(0), zero)(tip)[0], spun, 1e-10 * spun);
  const double grown = 1.2e-5 * change * L;
  EXPECT_NEAR(testing::solve_dense(K, root, f.col(1), zero)(tip)[0], grown, 1e-12 * grown);
  EXPECT_NEAR((rigid_modes(model).col(1).transpose() * f.col(2))(0), -9.81 * density * width * height * L, 1e-10);
}

TEST(Beam, SpinAboutAnyAxisHasTheResultantOfTheBody) {
  const Vector3d rate(40, -70, 90), point(0.1, 0.3, -0.2);
  const FeModel model = assemble(beam_line({0.3, 0.2, 0.5}, 3, Vector3d::UnitY()));
  const MassProperties p = mass_properties(model);
  const VectorXd f = load_vectors(model, {{"w", {Centrifugal{point, rate}}}}).col(0);
  const VectorXd total = rigid_modes(model, p.center).transpose() * f;
  const Vector3d pull = -p.mass * rate.cross(rate.cross(p.center - point));
  EXPECT_LT((total.head<3>() - pull).norm(), 1e-12 * pull.norm());
  EXPECT_LT((total.tail<3>() + rate.cross(p.inertia * rate)).norm(), 1e-12 * pull.norm());
}

TEST(Beam, SectionsThatMakeNoSenseAreRefused) {
  EXPECT_THROW(assemble(beam_line({1, 0, 0}, 1, Vector3d::UnitX())), InputError);
  EXPECT_THROW(assemble(beam_line({0, 0, 0}, 1, Vector3d::UnitX())), InputError);
  auto file = beam_line({1, 0, 0}, 1, Vector3d::UnitY());
  file->sections[0].beam->area = 0;
  EXPECT_THROW(assemble(file), InputError);
  file->sections[0].beam.reset();
  EXPECT_THROW(assemble(file), InputError);
}

}  // namespace
}  // namespace trunnion

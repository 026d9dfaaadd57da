#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "support/dense_solve.h"
#include "support/fe_models.h"
#include "trunnion/fem/loads.h"

namespace trunnion {
namespace {

using testing::of_material;
using testing::steel;

/// A block with a free node beside it, tied to its face xmax: carries six dofs.
std::shared_ptr<MeshFile> block_with_reference(CouplingKind kind) {
  Mesh mesh = box_mesh({.divisions = {2, 2, 2}, .element = CellType::hex8});
  mesh.x.conservativeResize(3, mesh.x.cols() + 1);
  mesh.x.rightCols<1>() = Vector3d(1.5, 0.4, 0.6);
  if (!mesh.node_labels.empty()) mesh.node_labels.push_back(9999);
  const auto file = of_material(mesh, steel());
  file->couplings = {{.name = "hub",
                      .kind = kind,
                      .reference = NodeId{std::int32_t(mesh.num_nodes() - 1)},
                      .nodes = mesh.node_sets.at("xmax"),
                      .weights = {},
                      .faces = mesh.surfaces.at("xmax")}};
  return file;
}

TEST(PointMass, WithOffsetAndInertiaAddsTheMassPropertiesOfTheBody) {
  const auto file = block_with_reference(CouplingKind::rigid);
  const MassProperties block = mass_properties(assemble(file));
  Matrix3d J;
  J << 50, 3, -2, 3, 40, 1, -2, 1, 30;
  const PointMass wheel{.node = file->couplings[0].reference, .mass = 900, .inertia = J, .offset = {0.2, -0.1, 0.3}};
  file->point_masses = {wheel};
  const MassProperties sum = mass_properties(assemble(file));
  const Vector3d at = file->mesh.x.col(wheel.node.value) + wheel.offset;
  const double mass = block.mass + wheel.mass;
  const Vector3d center = (block.mass * block.center + wheel.mass * at) / mass;
  const auto steiner = [&](double m, const Vector3d& c) {
    const Vector3d r = c - center;
    return Matrix3d(m * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose()));
  };
  const Matrix3d inertia = block.inertia + steiner(block.mass, block.center) + J + steiner(wheel.mass, at);
  EXPECT_NEAR(sum.mass, mass, 1e-12 * mass);
  EXPECT_LT((sum.center - center).norm(), 1e-13);
  EXPECT_LT((sum.inertia - inertia).norm(), 1e-12 * inertia.norm());
}

TEST(PointMass, SpinningWheelPullsAtItsCenterAndTurnsItsInertia) {
  const auto file = block_with_reference(CouplingKind::rigid);
  const Vector3d rate(3, -5, 7), point(0.1, 0.2, 0.3);
  const LoadCase spin{"w", {Centrifugal{point, rate}}};
  Matrix3d J;
  J << 50, 3, -2, 3, 40, 1, -2, 1, 30;
  file->point_masses = {{.node = file->couplings[0].reference, .mass = 900, .inertia = J, .offset = {0.2, -0.1, 0.3}}};
  const FeModel model = assemble(file);
  const MassProperties p = mass_properties(model);
  const VectorXd total = rigid_modes(model, p.center).transpose() * load_vectors(model, {spin});
  const Vector3d pull = -p.mass * rate.cross(rate.cross(p.center - point));
  EXPECT_LT((total.head<3>() - pull).norm(), 1e-12 * pull.norm());
  EXPECT_LT((total.tail<3>() + rate.cross(p.inertia * rate)).norm(), 1e-12 * pull.norm());
}

TEST(PointMass, PlainMassOnASolidNodeGoesToTheScalarMass) {
  const auto file = of_material(box_mesh({.element = CellType::hex8}), steel());
  const double before = mass_properties(assemble(file)).mass;
  file->point_masses = {{.node = NodeId{3}, .mass = 12}};
  const FeModel model = assemble(file);
  EXPECT_NEAR(mass_properties(model).mass, before + 12, 1e-9);
  EXPECT_EQ(model.mass.extra_lower.nonZeros(), 0);
  file->point_masses[0].inertia.setIdentity();
  EXPECT_THROW(assemble(file), InputError);  // a solid node cannot turn
}

TEST(Spring, BetweenTwoNodesStoresHalfKTimesTheRelativeMotionSquared) {
  const auto file = block_with_reference(CouplingKind::rigid);
  const NodeId hub = file->couplings[0].reference;
  const Matrix6d half = Matrix6d::Random();
  file->springs = {{hub, NodeId{}, half * half.transpose() + 6 * Matrix6d::Identity()}};
  const FeModel model = assemble(file);
  VectorXd u = VectorXd::Zero(model.dofs.size);
  Vector6d motion;
  motion << 1, -2, 3, 0.5, 0.4, -0.3;
  u(testing::dofs_of(model, {hub})) = motion;
  EXPECT_NEAR(strain_energy(model, u), motion.dot(file->springs[0].stiffness * motion) / 2, 1e-12);

  // Between a solid node and the hub only the translations act.
  file->springs[0].b = NodeId{0};
  EXPECT_THROW(assemble(file), InputError);
  Matrix6d plain = Matrix6d::Zero();
  plain.topLeftCorner<3, 3>() = Vector3d(2, 3, 4).asDiagonal();
  file->springs[0].stiffness = plain;
  const FeModel second = assemble(file);
  VectorXd v = VectorXd::Zero(second.dofs.size);
  v(testing::dofs_of(second, {hub})) = motion;
  v.segment<3>(second.dofs.translation(NodeId{0}, 0)) = Vector3d(1, 1, 1);
  const FeModel bare = assemble(block_with_reference(CouplingKind::rigid));
  EXPECT_NEAR(strain_energy(second, v) - strain_energy(bare, v), (2 * 0 + 3 * 9 + 4 * 4) / 2.0,
              1e-15 * strain_energy(bare, v));
}

TEST(Coupling, AveragedMotionReproducesRigidMotionsExactly) {
  for (const CellType type : {CellType::hex20, CellType::tet10, CellType::hex8, CellType::tet4}) {
    Mesh mesh = cylinder_mesh({.radius = 0.5, .length = 0.3, .around = 8, .element = type});
    mesh.x.conservativeResize(3, mesh.x.cols() + 1);
    mesh.x.rightCols<1>() = Vector3d(0.1, -0.2, 0.7);
    if (!mesh.node_labels.empty()) mesh.node_labels.push_back(99999);
    const auto file = of_material(mesh, steel());
    const NodeId reference{std::int32_t(mesh.num_nodes() - 1)};
    file->couplings = {{.name = "rim",
                        .kind = CouplingKind::averaged,
                        .reference = reference,
                        .nodes = mesh.node_sets.at("outer"),
                        .weights = {},
                        .faces = mesh.surfaces.at("outer")}};
    const FeModel model = assemble(file);
    const CouplingMap& map = model.couplings[0];
    const MatrixXd R = rigid_modes(model, mesh.x.col(reference.value));
    MatrixXd patch(3 * map.nodes.size(), 6);
    for (std::size_t k = 0; k < map.nodes.size(); ++k)
      patch.middleRows<3>(Index(3 * k)) = R.middleRows<3>(model.dofs.translation(map.nodes[k], 0));
    EXPECT_LT((map.average * patch - Matrix6d::Identity()).cwiseAbs().maxCoeff(), 1e-13) << name(type);
    // The weights share out the area of the mantle; chords of linear cells are a little short.
    const double area = 2 * std::numbers::pi * 0.5 * 0.3;
    EXPECT_NEAR(map.weights.sum(), area, (is_quadratic(type) ? 1e-3 : 0.03) * area) << name(type);
    EXPECT_GT(map.weights.minCoeff(), 0) << name(type);
  }
}

TEST(Coupling, AreaWeightsFindTheMiddleOfAnUnevenMesh) {
  // Nodes crowd at one side of the face; the mean motion of u_x = y must still be that of the middle of the face.
  Mesh mesh = box_mesh({.divisions = {1, 4, 1}, .element = CellType::hex8});
  for (Index n = 0; n < mesh.num_nodes(); ++n) mesh.x(1, n) = std::pow(mesh.x(1, n), 3);
  mesh.x.conservativeResize(3, mesh.x.cols() + 1);
  mesh.x.rightCols<1>() = Vector3d(1, 0.5, 0.5);
  if (!mesh.node_labels.empty()) mesh.node_labels.push_back(9999);
  for (const bool with_faces : {true, false}) {
    const auto file = of_material(mesh, steel());
    file->couplings = {{.name = "face",
                        .kind = CouplingKind::averaged,
                        .reference = NodeId{std::int32_t(mesh.num_nodes() - 1)},
                        .nodes = mesh.node_sets.at("xmax"),
                        .weights = {},
                        .faces = with_faces ? mesh.surfaces.at("xmax") : std::vector<ElementFace>{}}};
    const FeModel model = assemble(file);
    const CouplingMap& map = model.couplings[0];
    double mean = 0;
    for (std::size_t k = 0; k < map.nodes.size(); ++k)
      mean += map.weights[Index(k)] * mesh.x(1, map.nodes[k].value) / map.weights.sum();
    EXPECT_NEAR(mean, 0.5, 1e-12);
  }
}

TEST(Coupling, PatchesThatCannotCarryARotationAreRefused) {
  const auto patch_of = [](const char* nodes, CouplingKind kind) {
    auto file = block_with_reference(kind);
    file->couplings[0].nodes = file->mesh.node_sets.at(nodes);
    file->couplings[0].faces.clear();
    return file;
  };
  EXPECT_THROW(assemble(patch_of("xmax_ymin", CouplingKind::averaged)), InputError);
  EXPECT_THROW(assemble(patch_of("xmax_ymin_zmin", CouplingKind::averaged)), InputError);
  EXPECT_THROW(assemble(patch_of("xmax_ymin_zmin", CouplingKind::rigid)), InputError);
  EXPECT_THROW(assemble(patch_of("xmax_ymin", CouplingKind::rigid)), InputError);  // free to turn about the edge
  EXPECT_NO_THROW(assemble(patch_of("xmax", CouplingKind::rigid)));
  auto file = block_with_reference(CouplingKind::averaged);
  file->couplings[0].weights.assign(2, 1.0);
  EXPECT_THROW(assemble(file), InputError);
}

}  // namespace
}  // namespace trunnion

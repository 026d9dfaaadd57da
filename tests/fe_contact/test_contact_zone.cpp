// Points, normals and rows of a contact zone: kinematics and geometry.
#include "trunnion/fe_contact/contact_zone.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "fe_contact/two_parts.h"
#include "support/fe_models.h"
#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"
#include "trunnion/mesh/merge.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr ContactPoints both_kinds[] = {ContactPoints::faces, ContactPoints::nodes};

/// Upper box on a lower one of the unit square; gap between them.
Mesh stacked(CellType element, std::array<int, 3> lower, std::array<int, 3> upper, double gap = 0,
             double lower_length = 1) {
  return merged({{"lower", box_mesh({.size = {lower_length, 1, 0.5}, .divisions = lower, .element = element})},
                 {"upper", box_mesh({.divisions = upper, .element = element, .origin = Vector3d(0, 0, 0.5 + gap)})}});
}
ZoneInput between_boxes(ContactPoints points = ContactPoints::faces) {
  return {.name = "plate",
          .outer = "upper.zmin",
          .inner = "lower.zmax",
          .points = points,
          .interference = {},
          .expansion = {}};
}

TEST(ContactZone, RigidMotionMovesNothingAgainstEachOther) {
  // By transposition the same test says that forces on the two sides balance, and their moments.
  for (const ContactPoints points : both_kinds)
    for (const CellType type : solid_types) {
      const FeModel boxes = steel_model(stacked(type, {2, 3, 1}, {3, 4, 1}));
      const FeModel ring = steel_model(ring_on_shaft({.element = type}));
      EXPECT_LE(product(contact_zone(boxes, between_boxes(points)).relative, rigid_modes(boxes)).cwiseAbs().maxCoeff(),
                1e-12);
      EXPECT_LE(product(contact_zone(ring, seat(0, points)).relative, rigid_modes(ring)).cwiseAbs().maxCoeff(), 1e-14);
    }
}

TEST(ContactZone, NormalForcesBalanceInMomentAcrossAGap) {
  const FeModel model = steel_model(stacked(CellType::tet10, {2, 3, 1}, {3, 4, 1}, 0.05));
  ZoneInput input = between_boxes();
  input.reach = 0.1;
  const ContactZone zone = contact_zone(model, input);
  const MatrixXd w = product(zone.relative, rigid_modes(model));
  for (Index k = 0; k < zone.size(); ++k) EXPECT_LE(w.row(3 * k).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(ContactZone, AreasAddUpToTheSurface) {
  for (const ContactPoints points : both_kinds)
    for (const CellType type : solid_types) {
      const FeModel boxes = steel_model(stacked(type, {2, 3, 1}, {3, 4, 1}));
      EXPECT_NEAR(contact_zone(boxes, between_boxes(points)).area.sum(), 1, 1e-12);
    }
  // Mid-side nodes lie on the circle: the area of a quadratic face is wrong in the fourth order of its angle.
  const FeModel ring = steel_model(ring_on_shaft({.shaft_around = 16, .ring_around = 16}));
  for (const ContactPoints points : both_kinds)
    EXPECT_NEAR(contact_zone(ring, seat(0, points)).area.sum() / (2 * pi * seat_radius * ring_length), 1, 1e-4);
}

TEST(ContactZone, AxesFollowAShaftWhereverItPoints) {
  Mesh mesh = ring_on_shaft({.shaft_around = 16, .ring_around = 16});
  const Matrix3d turn = rotation_exp(Vector3d(0.3, -0.5, 0.7));
  const Vector3d move(0.1, -0.2, 0.3), axis = turn.col(2);
  mesh.x = (turn * mesh.x).colwise() + move;
  const FeModel model = steel_model(mesh);
  const ContactZone zone = contact_zone(model, seat(0));
  for (Index k = 0; k < zone.size(); ++k) {
    const Vector3d from_middle = zone.position.col(k) - move;
    const Vector3d radial = (from_middle - from_middle.dot(axis) * axis).normalized();
    EXPECT_LE((zone.normal.col(k) - radial).norm(), 1e-3);
    EXPECT_LE((zone.t2.col(k) - axis).norm(), 1e-9);
    Matrix3d frame;
    frame << zone.normal.col(k), zone.t1.col(k), zone.t2.col(k);
    EXPECT_LE((frame.transpose() * frame - Matrix3d::Identity()).norm(), 1e-14);
    EXPECT_NEAR(frame.determinant(), 1, 1e-14);
  }
}

TEST(ContactZone, RelativeMotionOfUnlikeMeshesIsThatOfTheParts) {
  // The upper part moves by a linear field of its own: the rows read it exactly, whatever the mesh of the lower one.
  const FeModel model = steel_model(stacked(CellType::tet10, {2, 3, 1}, {5, 4, 1}));
  const Matrix3d A = 1e-3 * (Matrix3d() << 1, 2, 3, -1, 0.5, 2, 4, 1, -2).finished();
  VectorXd u = VectorXd::Zero(model.dofs.size);
  for (const NodeId node : nodes_named(model.file->mesh, "upper"))
    u.segment<3>(3 * node.value) = A * model.file->mesh.x.col(node.value);
  const ContactZone zone = contact_zone(model, between_boxes());
  EXPECT_TRUE(zone.points_on_outer);
  const VectorXd w = product(zone.relative, u);
  for (Index k = 0; k < zone.size(); ++k) {
    const Vector3d motion = A * zone.position.col(k);
    EXPECT_NEAR(w[3 * k], motion.dot(zone.normal.col(k)), 1e-15);
    EXPECT_NEAR(w[3 * k + 1], motion.dot(zone.t1.col(k)), 1e-15);
    EXPECT_NEAR(w[3 * k + 2], motion.dot(zone.t2.col(k)), 1e-15);
  }
}

TEST(ContactZone, OnlyWhatLiesOppositeCounts) {
  // The lower box is twice as long and finer: half of its surface sees the upper one.
  for (const ContactPoints points : both_kinds) {
    const FeModel model = steel_model(stacked(CellType::hex20, {12, 6, 1}, {2, 2, 1}, 0, 2));
    const ContactZone zone = contact_zone(model, between_boxes(points));
    EXPECT_FALSE(zone.points_on_outer);
    EXPECT_NEAR(zone.area.sum(), 1, 1e-12);
    EXPECT_LE(zone.position.row(0).maxCoeff(), 1 + 1e-9);
  }
}

TEST(ContactZone, GeometryGivesClearanceAndOverlap) {
  for (const double gap : {0.01, -0.01}) {
    const FeModel model = steel_model(stacked(CellType::hex8, {2, 2, 1}, {3, 3, 1}, gap));
    ZoneInput input = between_boxes();
    input.geometric = true;
    const ContactZone zone = contact_zone(model, input);
    EXPECT_LE((zone.clearance - zone.interference - VectorXd::Constant(zone.size(), gap)).norm(), 1e-13);
    EXPECT_EQ((gap > 0 ? zone.interference : zone.clearance).norm(), 0);  // overlap can be brought in by shares
  }
}

TEST(ContactZone, NodesTakeTheMeanOfThePointsAroundThem) {
  for (const ContactPoints points : both_kinds) {
    const FeModel model = steel_model(stacked(CellType::tet10, {2, 3, 1}, {5, 4, 1}));
    const ContactZone zone = contact_zone(model, between_boxes(points));
    EXPECT_EQ(zone.to_nodes.rows(),
              Index(surface_nodes(model.file->mesh, model.file->mesh.surfaces.at("upper.zmin")).size()));
    EXPECT_LE((product(zone.to_nodes, VectorXd::Ones(zone.size())) - VectorXd::Ones(zone.to_nodes.rows())).norm(),
              1e-13);
    for (Index i = 0; i < zone.to_nodes.nonZeros(); ++i) EXPECT_GT(zone.to_nodes.valuePtr()[i], 0);
  }
}

std::string refusal(const FeModel& model, const ZoneInput& input) {
  try {
    contact_zone(model, input);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ContactZone, SaysHowFarApartSurfacesAre) {
  const FeModel apart = steel_model(stacked(CellType::hex8, {2, 2, 1}, {2, 2, 1}, 0.4));
  EXPECT_NE(refusal(apart, between_boxes()).find("smallest distance is 400 mm"), std::string::npos)
      << refusal(apart, between_boxes());
  const FeModel turned = steel_model(stacked(CellType::hex8, {2, 2, 1}, {2, 2, 1}));
  ZoneInput same_way = between_boxes();
  same_way.outer = "upper.xmin";
  same_way.inner = "lower.xmin";
  same_way.reach = 1;
  EXPECT_NE(refusal(turned, same_way).find("enclose 0 degrees"), std::string::npos) << refusal(turned, same_way);
}

TEST(ContactZone, RefusesAnInterferenceThickerThanTheWall) {
  const FeModel ring = steel_model(ring_on_shaft({.shaft_around = 12, .ring_around = 12}));
  EXPECT_EQ(refusal(ring, seat(4e-3)), "");
  const std::string said = refusal(ring, seat(25e-3));  // 0.025 mm with a wrong unit
  EXPECT_NE(said.find("more than the wall behind 'ring.inner'"), std::string::npos) << said;
}

TEST(ContactZone, RefusesPartsThatAreWelded) {
  const FeModel one = steel_model(merged({{"block", box_mesh({.divisions = {2, 2, 2}})}}));
  const std::string said =
      refusal(one, {.name = "weld", .outer = "block.xmin", .inner = "block.ymin", .interference = {}, .expansion = {}});
  EXPECT_NE(said.find("share 5 nodes"), std::string::npos) << said;
}

}  // namespace
}  // namespace trunnion

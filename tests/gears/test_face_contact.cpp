// Loaded teeth in three dimensions against the plane, and where load goes when something is not straight.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/gears/face_contact.h"
#include "trunnion/gears/flank_pressure.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double torque = 300;  // [N m]

GearPair steel_pair(double helix, double poisson = 0.3, PlaneKind plane = PlaneKind::stress) {
  const GearMaterial steel{{206e9, poisson}, plane};
  Gear one = standard_gear(24);
  one.hub_radius = 25e-3;
  one.helix_angle = helix;
  Gear two = one;
  two.helix_angle = -helix;
  return {one, two, steel, steel, 2 * gear_geometry(one).reference};
}

constexpr FaceSizes coarse{.elements = 5, .flank = 0.2, .bulk = 0.5, .rim = 1.2, .idle = 1, .root = 1};

/// The plane computation on the section of the same mesh, with the steps of strips in three dimensions.
MeshPosition plane_position(const GearPair& pair, double place, double friction = 0) {
  const GearContact c =
      gear_contact(pair, {.flank = coarse.flank, .bulk = coarse.bulk, .rim = coarse.rim, .idle = coarse.idle});
  PairingOptions o;
  o.step = 0.3 * hertz_half_width(c, torque);
  return solve_position(c, {torque, friction}, place * c.mesh.base_pitch, o);
}
double plane_error(const GearPair& pair, double place) { return plane_position(pair, place).transmission_error; }

FaceSizes with_friction() {
  FaceSizes sizes = coarse;
  sizes.friction = true;
  return sizes;
}

/// Spur gears of a material that does not contract sideways: the plane ones.
const FaceContact& plane_like() {
  static const FaceContact contact = face_contact(steel_pair(0, 0), with_friction(), 0);
  return contact;
}

const FaceContact& helical() {
  static const FaceContact contact = face_contact(steel_pair(20 * degree), with_friction(), 0);
  return contact;
}

const FaceContact& spur() {
  static const FaceContact contact = face_contact(steel_pair(0), coarse, 0);
  return contact;
}

TEST(FaceContact, WithoutSidewaysContractionASpurPairIsThePlaneOne) {
  const FaceContact& c = plane_like();
  for (const double place : {-0.45, 0.05}) {
    const double plane = plane_error(steel_pair(0, 0), place);
    const double solid = solve_face_position(c, {torque, 0}, place * c.section.mesh.base_pitch).transmission_error;
    record({.group = "Gears",
            .name = fmt::format("Spur pair in 3-D against the plane, no lateral contraction, {} base pitches", place),
            .reference = "plane computation on the section of the mesh",
            .reference_value = plane,
            .value = solid,
            .error = relative_error(solid, plane),
            .allowed = 5e-3,
            .why = "compliance of deep points is made symmetric",
            .inside = true});
  }
}

TEST(FaceContact, ASpurPairOfSteelLiesBetweenPlaneStressAndPlaneStrain) {
  const double place = 0.05;
  const double solid =
      solve_face_position(spur(), {torque, 0}, place * spur().section.mesh.base_pitch).transmission_error;
  EXPECT_LT(solid, plane_error(steel_pair(0), place));
  EXPECT_GT(solid, 0.97 * plane_error(steel_pair(0, 0.3, PlaneKind::strain), place));
}

double centroid(const FaceContact& c, const MeshPosition& at) {
  double sum = 0;
  for (const LoadedPoint& p : at.points) sum += p.force * p.pair.one.x.z();
  return sum / at.normal_force / (c.driver->layer[c.driver->layers() - 1]);
}

TEST(FaceContact, MisalignmentMovesLoadToTheSideThatCloses) {
  FaceContact c = spur();
  const double s = 0.05 * c.section.mesh.base_pitch;
  EXPECT_NEAR(centroid(c, solve_face_position(c, {torque, 0}, s)), 0, 1e-3);
  double last = 0;
  for (const double opens : {4e-6, 12e-6, 40e-6}) {
    c.misalignment = opens;  // +z opens
    const MeshPosition at = solve_face_position(c, {torque, 0}, s);
    EXPECT_LT(centroid(c, at), last - 0.02);
    EXPECT_LT(at.torque_error, 1e-9);
    last = centroid(c, at);
  }
  const VectorXd loads = line_loads(c, solve_face_position(c, {torque, 0}, s));
  EXPECT_EQ(loads[loads.size() - 1], 0);  // the far end has come off
  c.misalignment = -40e-6;
  EXPECT_NEAR(centroid(c, solve_face_position(c, {torque, 0}, s)), -last, 1e-3);
}

TEST(FaceContact, CrowningMovesLoadToTheMiddle) {
  FaceContact c = spur();
  c.section.pair.driver.flank.crowning = 10e-6;
  const double s = 0.05 * c.section.mesh.base_pitch;
  const VectorXd straight = line_loads(spur(), solve_face_position(spur(), {torque, 0}, s));
  const VectorXd crowned = line_loads(c, solve_face_position(c, {torque, 0}, s));
  const Index middle = crowned.size() / 2;
  EXPECT_GT(crowned[middle], 1.1 * straight[middle]);
  EXPECT_LT(crowned[0], 0.7 * straight[0]);
  EXPECT_NEAR(crowned[0], crowned[crowned.size() - 1], 1e-3 * crowned[middle]);
}

TEST(FaceContact, HelicalOverlapReducesTheTransmissionErrorAndCarriesTheSameTorque) {
  const MeshCycle one = solve_face_cycle(spur(), {torque, 0}, 8), two = solve_face_cycle(helical(), {torque, 0}, 8);
  const GearContact& section = helical().section;
  EXPECT_LT(two.peak_to_peak, 0.5 * one.peak_to_peak);
  EXPECT_GT(two.contact_ratio_loaded, section.mesh.contact_ratio + section.mesh.overlap_ratio);
  for (const MeshPosition& at : two.positions) {
    EXPECT_LT(at.torque_error, 1e-9);
    EXPECT_NEAR(at.normal_force, torque / (section.two.base * std::cos(section.two.base_helix)),
                2e-2 * at.normal_force);  // tip corners push beside the line of action
    EXPECT_NEAR(at.input_torque, torque, 2e-2 * torque);
  }
  EXPECT_LT(load_sharing_factor(two), load_sharing_factor(one));
  EXPECT_LT(two.wall_s_per_position, 1);
}

TEST(FaceContact, RootStressIsThatOfThePlaneWithoutSidewaysContraction) {
  const FaceContact& c = plane_like();
  const double s = 0.05 * c.section.mesh.base_pitch;
  const MeshPosition solid = solve_face_position(c, {torque, 0}, s);
  const GearContact plane = gear_contact(
      steel_pair(0, 0), {.flank = coarse.flank, .bulk = coarse.bulk, .rim = coarse.rim, .idle = coarse.idle});
  const MeshPosition flat = solve_position(plane, {torque, 0}, s);
  const auto largest = [](const MeshPosition& at) {
    return *std::max_element(at.root_stress[0].begin(), at.root_stress[0].end());
  };
  EXPECT_NEAR(largest(solid), largest(flat), 0.03 * largest(flat));
}

/// Largest tension in the root of a tooth of the driver, from the stress of the whole gear under the forces of a
/// position.
struct RootTension {
  double in_surface = 0;  ///< largest principal stress of the surface
  double of_all = 0;      ///< largest principal stress of the tensor at the same nodes
  double profile = 0;     ///< largest part along the profile, in sections z = const
};

RootTension tension_in_root(const FaceContact& c, const MeshPosition& position, int tooth) {
  const FaceCompliance& gear = *c.driver;
  const MatrixXd u = face_displacements(c.section.pair.driver, c.section.one, gear, {face_forces(c, position, true)});
  const Matrix6Xd stress = nodal_stress(*gear.model, u.col(0));
  const Matrix3Xd& x = gear.model->file->mesh.x;
  const Index plane = gear.section->grid.mesh.num_nodes();
  const std::vector<int>& root = flank_of(gear.section->grid, tooth).root;
  RootTension out;
  for (Index l = 0; l < gear.layers(); ++l)
    for (std::size_t k = 1; k + 1 < root.size(); ++k) {
      const Index at = root[k] + l * plane, above = root[k] + std::min(l + 1, gear.layers() - 1) * plane,
                  below = root[k] + std::max(l - 1, Index(0)) * plane;
      const Vector3d along = (x.col(root[k + 1] + l * plane) - x.col(root[k - 1] + l * plane)).normalized();
      const Vector3d normal = along.cross(x.col(above) - x.col(below)).normalized();
      const auto s = stress.col(at);
      Matrix3d sigma;
      sigma << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
      const Matrix3d onto = Matrix3d::Identity() - normal * normal.transpose();
      const auto largest = [](const Matrix3d& m) {
        return Eigen::SelfAdjointEigenSolver<Matrix3d>(m).eigenvalues().maxCoeff();
      };
      out.in_surface = std::max(out.in_surface, largest(onto * sigma * onto));
      out.of_all = std::max(out.of_all, largest(sigma));
      out.profile = std::max(out.profile, along.dot(sigma * along));
    }
  return out;
}

// Helical teeth bend square to their trace, which the section z = const cuts at an angle.
TEST(FaceContact, RootStressOfHelicalTeethIsTheLargestPrincipalStress) {
  const FaceContact c = face_contact(steel_pair(30 * degree), coarse, 0);
  const MeshPosition at = solve_face_position(c, {torque, 0}, 0.05 * c.section.mesh.base_pitch);
  const auto middle = std::size_t(c.section.driver->reach);
  const RootTension whole = tension_in_root(c, at, 0);
  record({.group = "Gears",
          .name = "Root stress of a gear of 30 degrees helix",
          .reference = "largest principal stress in the surface, from the stress of the whole gear",
          .reference_value = whole.in_surface,
          .value = at.root_stress[0][middle],
          .error = relative_error(at.root_stress[0][middle], whole.in_surface),
          .allowed = 2e-3,
          .why = "tangents across the face by differences between layers",
          .inside = true});
  EXPECT_NEAR(whole.of_all, whole.in_surface, 0.1 * whole.in_surface);  // little stress is square to a free surface
  EXPECT_LT(whole.profile, 0.92 * whole.in_surface);
}

// Friction bends teeth as well: it must change the lag as it does in the plane, on both sides of the pitch point, where
// one pair of teeth carries (up to 0.1) and where two do (from 0.2). Between them the next pair takes its load up with
// the corner of a tip, which is the matter of the next test.
TEST(FaceContact, FrictionOfASpurPairIsThatOfThePlane) {
  const FaceContact& c = plane_like();
  for (const double place : {-0.2, -0.1, -0.05, 0.05, 0.1, 0.2}) {
    const double s = place * c.section.mesh.base_pitch;
    const MeshPosition flat = plane_position(steel_pair(0, 0), place, 0.3),
                       smooth = solve_face_position(c, {torque, 0}, s),
                       rough = solve_face_position(c, {torque, 0.3}, s);
    const double in_plane = flat.transmission_error - plane_error(steel_pair(0, 0), place);
    const double in_space = rough.transmission_error - smooth.transmission_error;
    record({.group = "Gears",
            .name = fmt::format("What friction adds to the lag of a spur pair in 3-D, {} base pitches", place),
            .reference = "plane computation on the section of the mesh",
            .reference_value = in_plane,
            .value = in_space,
            .error = relative_error(in_space, in_plane),
            .allowed = 0.05,
            .why = "a hundredth of the lag, whose compliance of deep points is made symmetric",
            .inside = true});
    EXPECT_NEAR(rough.input_torque, flat.input_torque, 1e-3 * torque);
    EXPECT_NEAR(rough.normal_force, flat.normal_force, 2e-3 * flat.normal_force);
  }
}

// Next to a tip's corner the half-plane of both computations stands for a wedge, and their deep points differ.
TEST(FaceContact, WhereATipCornerTakesUpLoadThePlaneIsMetWithinOnePercent) {
  for (const double place : {-0.15, 0.15})
    for (const double friction : {0.0, 0.3}) {
      const double flat = plane_position(steel_pair(0, 0), place, friction).transmission_error;
      const double solid =
          solve_face_position(plane_like(), {torque, friction}, place * plane_like().section.mesh.base_pitch)
              .transmission_error;
      record({.group = "Gears",
              .name = fmt::format("Spur pair in 3-D at a tip corner, friction {}, {} base pitches", friction, place),
              .reference = "plane computation on the section of the mesh",
              .reference_value = flat,
              .value = solid,
              .error = relative_error(solid, flat),
              .allowed = 1e-2,
              .why = "half-plane in place of a wedge, with other deep points",
              .inside = true});
    }
}

// Layers on either side of the pitch point slide in opposite ways; together they take what input has beyond output.
TEST(FaceContact, FrictionOfAHelicalPairCostsThePowerThatSlidingTakes) {
  const FaceContact& c = helical();
  for (const double place : {-0.3, 0.0, 0.3}) {
    const double s = place * c.section.mesh.base_pitch;
    const MeshPosition smooth = solve_face_position(c, {torque, 0}, s),
                       rough = solve_face_position(c, {torque, 0.1}, s);
    EXPECT_GT(rough.friction_power, 0.005 * torque);
    EXPECT_NEAR(rough.input_torque - smooth.input_torque, rough.friction_power, 2e-3 * torque);
    EXPECT_LT(rough.torque_error, 1e-9);
  }
}

/// Mean transmission error, face load factor and root stress at the pitch point of a crowned, misaligned pair.
std::array<double, 3> numbers_of_sizes(const FaceSizes& sizes) {
  GearPair pair = steel_pair(15 * degree);
  pair.driver.flank.crowning = 6e-6;
  const FaceContact c = face_contact(pair, sizes, 10e-6);
  const MeshCycle cycle = solve_face_cycle(c, {torque, 0}, 4);
  return {cycle.mean, face_load_factor(c, cycle),
          cycle.at_pitch_point.root_stress[0][std::size_t(c.section.driver->reach)]};
}

// Meshes of a few ten thousand nodes take their time.
TEST(FaceContact, DefaultSizesOfTheSectionAreNearTheirLimit) {
  const auto usual = numbers_of_sizes({.elements = 2}),
             fine = numbers_of_sizes({.elements = 2, .flank = 0.06, .bulk = 0.25, .root = 0.035});
  const std::array names{"mean transmission error", "face load factor", "root stress at the pitch point"};
  const std::array allowed{0.015, 0.005, 0.03};  // as docs/theory/gears.md says, section 10
  for (std::size_t k = 0; k < names.size(); ++k)
    record({.group = "Gears",
            .name = fmt::format("Default sizes of a helical pair in 3-D: {}", names[k]),
            .reference = "flank 0.06 in place of 0.1 modules, bulk 0.25 of 0.35, root 0.035 of 0.07",
            .reference_value = fine[k],
            .value = usual[k],
            .error = relative_error(usual[k], fine[k]),
            .allowed = allowed[k],
            .why = "stated in the theory",
            .inside = true});
}

// A nodal force in place of a line load would add to the transmission error with every halving, without a limit: 5 % to
// 0.1 modules, 7 % to 0.05 with two elements across the face.
TEST(FaceContact, FinerFlanksHaveALimitThatTheDefaultIsNear) {
  const auto at = [](double flank) { return numbers_of_sizes({.elements = 2, .flank = flank, .root = 0.07}); };
  const auto usual = at(0.1), middle = at(0.05), fine = at(0.025);
  const std::array names{"mean transmission error", "face load factor"};
  const std::array allowed{0.025, 0.005};
  for (std::size_t k = 0; k < names.size(); ++k) {
    EXPECT_LT(std::abs(fine[k] - middle[k]), std::abs(middle[k] - usual[k])) << names[k];
    const double limit = 2 * fine[k] - middle[k];  // halving the size halves what is missing
    record({.group = "Gears",
            .name = fmt::format("Flanks of 0.1 modules of a helical pair in 3-D: {}", names[k]),
            .reference = "0.05 and 0.025 modules, extrapolated as of first order",
            .reference_value = limit,
            .value = usual[k],
            .error = relative_error(usual[k], limit),
            .allowed = allowed[k],
            .why = "half-plane in place of a curved tooth, as in the plane",
            .inside = true});
  }
}

TEST(FlankPressure, NodesAndLinesOfContactHaveThePressureOfThePosition) {
  const FaceContact& c = helical();
  const MeshPosition at = solve_face_position(c, {torque, 0}, 0.2 * c.section.mesh.base_pitch);
  for (const bool driver : {true, false}) {
    const VectorXd nodes = node_pressure(c, at, driver);
    EXPECT_EQ(nodes.maxCoeff(), at.largest_pressure);
    const Matrix3Xd& x = (driver ? c.driver : c.driven)->model->file->mesh.x;
    const double low = pattern_radii(c, driver, 1)[1];
    for (Index k = 0; k < nodes.size(); ++k) {
      if (nodes[k] == 0) continue;
      EXPECT_GT(x.col(k).head<2>().norm(), low * (1 - 1e-9));
    }
  }
  double largest = 0;
  for (const ContactLine& line : contact_lines(c, at)) largest = std::max(largest, line.pressure.maxCoeff());
  EXPECT_EQ(largest, at.largest_pressure);
}

// Lines of contact of a few positions are far apart on the flank; the pattern is closed all the same, and what many
// positions make of it.
TEST(FlankPressure, APatternDoesNotShowThePositionsItWasMadeFrom) {
  const FaceContact& c = helical();
  constexpr Index rows = 20;
  const MeshCycle few = solve_face_cycle(c, {torque, 0}, 12), many = solve_face_cycle(c, {torque, 0}, 48);
  for (const bool driver : {true, false}) {
    const MatrixXd one = contact_pattern(c, few, driver, rows), two = contact_pattern(c, many, driver, rows);
    // Next to both ends of the flank corners of tips press, on short ways and the higher the nearer a position is.
    constexpr Index corner = 3;
    const auto inside = [](const MatrixXd& pattern) { return pattern.middleRows(corner, rows - 2 * corner).array(); };
    EXPECT_GT(inside(one).minCoeff(), 0);
    const double off = (inside(one) / inside(two) - 1).abs().maxCoeff();
    EXPECT_LT(off, 0.05);  // the pressure changes by as much from one of twelve positions to the next
  }
}

TEST(FaceContact, FrictionNeedsItsComplianceWhichIsTold) {
  EXPECT_THROW(solve_face_position(spur(), {torque, 0.1}, 0), InputError);
}

}  // namespace
}  // namespace trunnion

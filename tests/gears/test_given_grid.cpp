// A mesh of the user must give what the same mesh gives when the program makes it.

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <map>
#include <span>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/solve.h"
#include "trunnion/gears/mesh_cycle.h"
#include "trunnion/mesh/unused_nodes.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr GearMeshSizes sizes{.local = false, .flank = 0.05, .bulk = 0.3, .rim = 0.8, .idle = 0.3};
constexpr double torque = 300;  // [N m]

GearPair pair_of_gears() {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear gear = standard_gear(24);
  gear.hub_radius = 25e-3;
  return {gear, gear, steel, steel, 24 * 4e-3};
}

TEST(GivenGrid, AMeshFromOutsideGivesTheAnswerOfTheSameMeshMadeInside) {
  GearPair pair = pair_of_gears();
  const GearContact made = gear_contact(pair, sizes);
  auto mesh = std::make_shared<Mesh>(made.driver->grid.mesh);
  mesh->node_sets.clear();  // the hub is found by its radius
  pair.driver_mesh = pair.driven_mesh = mesh;
  const GearContact given = gear_contact(pair, sizes);
  for (const double place : {-0.45, 0.05}) {
    const MeshPosition one = solve_position(made, {torque, 0.1}, place * made.mesh.base_pitch);
    const MeshPosition two = solve_position(given, {torque, 0.1}, place * made.mesh.base_pitch);
    record({.group = "Gears",
            .name = fmt::format("Gear meshed by the user, transmission error at {} base pitches", place),
            .reference = "the same mesh made by the program",
            .reference_value = one.transmission_error,
            .value = two.transmission_error,
            .error = relative_error(two.transmission_error, one.transmission_error),
            .allowed = 2e-3,
            .why = "coarse idle teeth are not alike; places on flanks are interpolated",
            .inside = true});
    const auto root = [](const MeshPosition& at) {
      return *std::max_element(at.root_stress[0].begin(), at.root_stress[0].end());
    };
    EXPECT_NEAR(root(two), root(one), 0.02 * root(one));
  }
}

/// The same gear of another element type: triangles are halves of its quadrilaterals, mid-side nodes lie half-way.
std::shared_ptr<const Mesh> made_of(CellType type, const Mesh& quads) {
  auto out = std::make_shared<Mesh>();
  out->node_sets = quads.node_sets;
  std::vector<Vector3d> x;
  for (Index i = 0; i < quads.num_nodes(); ++i) x.push_back(quads.x.col(i));
  std::map<std::pair<int, int>, int> middle;
  std::vector<std::vector<int>> cells;
  const Eigen::MatrixXi& from = quads.blocks.front().nodes;
  for (Index e = 0; e < from.cols(); ++e) {
    const auto q = from.col(e);
    if (num_corners(type) == 4)
      cells.push_back({q[0], q[1], q[2], q[3]});
    else
      for (const auto& half : {std::vector{q[0], q[1], q[2]}, {q[0], q[2], q[3]}}) cells.push_back(half);
  }
  for (std::vector<int>& cell : cells)
    for (const auto& [i, j] : is_quadratic(type) ? edges(type) : std::span<const std::array<int, 2>>()) {
      const int a = std::min(cell[std::size_t(i)], cell[std::size_t(j)]),
                b = std::max(cell[std::size_t(i)], cell[std::size_t(j)]);
      const auto [at, added] = middle.try_emplace({a, b}, int(x.size()));
      if (added) x.emplace_back(0.5 * (x[std::size_t(a)] + x[std::size_t(b)]));
      cell.push_back(at->second);
    }
  out->x.resize(3, Index(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    out->x.col(Index(i)) = x[i];
    out->node_labels.push_back(std::int64_t(i) + 1);
  }
  ElementBlock block;
  block.type = type;
  block.nodes.resize(num_nodes(type), Index(cells.size()));
  for (std::size_t e = 0; e < cells.size(); ++e) {
    block.nodes.col(Index(e)) = Eigen::Map<const Eigen::VectorXi>(cells[e].data(), Index(cells[e].size()));
    block.labels.push_back(std::int64_t(e) + 1);
  }
  out->blocks.push_back(block);
  return out;
}

// Flank nodes are 0.2 and 0.4 mm apart, the contact is 0.37 mm wide: the half-plane adds what they do not resolve.
TEST(GivenGrid, MeshesOfTrianglesAndOfQuadraticElementsAgreeWhateverTheyResolve) {
  GearPair pair = pair_of_gears();
  const GearContact fine = gear_contact(pair, {.flank = 0.04, .bulk = 0.2, .rim = 0.6, .idle = 0.2});
  const GearContact coarse = gear_contact(pair, {.flank = 0.1, .bulk = 0.3, .rim = 0.8, .idle = 0.3});
  const auto lag = [](const GearContact& c, double place) {
    return solve_position(c, {torque, 0.1}, place * c.mesh.base_pitch).transmission_error;
  };
  for (const CellType type : {CellType::quad4, CellType::tri6}) {
    pair.driver_mesh = pair.driven_mesh = made_of(type, coarse.driver->grid.mesh);
    const GearContact given = gear_contact(pair, {});
    EXPECT_TRUE(given.driver->grid.warnings.empty());
    for (const double place : {-0.45, 0.05}) {
      const double exact = lag(fine, place), value = lag(given, place);
      if (type == CellType::quad4) {  // as near as the program's own answer on these elements
        EXPECT_LT(std::abs(value - exact), std::abs(lag(coarse, place) - exact)) << place;
        continue;
      }
      record({.group = "Gears",
              .name = fmt::format("Gear meshed by the user with {}, lag at {} base pitches", name(type), place),
              .reference = "mesh of the program, flank nodes as near, inside finer",
              .reference_value = exact,
              .value = value,
              .error = relative_error(value, exact),
              .allowed = 1e-2,
              .why = "linear elements of 0.2 modules",
              .inside = true});
    }
  }
}

TEST(GivenGrid, TeethThatAreNotAlikeHaveTheirOwnRootStress) {
  GearPair pair = pair_of_gears();
  const GearContact made = gear_contact(pair, sizes);
  MeshFile pierced;  // a hole in the rim below tooth 1
  pierced.mesh = made.driver->grid.mesh;
  ElementBlock& block = pierced.mesh.blocks.front();
  Index kept = 0;
  for (Index e = 0; e < block.nodes.cols(); ++e) {
    Vector3d middle = Vector3d::Zero();
    for (const int node : block.nodes.col(e)) middle += 0.25 * pierced.mesh.x.col(node);
    const double angle = std::atan2(middle.y(), middle.x()) / made.one.tooth_angle, radius = middle.head<2>().norm();
    if (angle > 0.6 && angle < 1.4 && radius > 29e-3 && radius < 38e-3) continue;
    block.nodes.col(kept++) = block.nodes.col(e).eval();
  }
  ASSERT_LT(kept, block.nodes.cols());
  block.nodes.conservativeResize(4, kept);
  block.labels.resize(std::size_t(kept));
  drop_unused_nodes(pierced, "");
  pair.driver_mesh = std::make_shared<const Mesh>(pierced.mesh);
  const GearContact given = gear_contact(pair, sizes);
  for (const double place : {-0.45, 0.45}) {
    const MeshPosition at = solve_position(given, {torque, 0.1}, place * given.mesh.base_pitch);
    const VectorXd u = gear_displacements(*given.driver, {flank_forces(given, at, *given.driver, true)}).col(0);
    const Matrix6Xd stress = nodal_stress(*given.driver->model, u);
    for (int j = -1; j <= 1; ++j) {
      const std::vector<int>& root = flank_of(given.driver->grid, j).root;
      double largest = -std::numeric_limits<double>::infinity();
      for (std::size_t k = 1; k + 1 < root.size(); ++k) {
        const Vector3d t = (pierced.mesh.x.col(root[k + 1]) - pierced.mesh.x.col(root[k - 1])).normalized();
        const auto s = stress.col(root[k]);
        largest = std::max(largest, s[0] * t.x() * t.x() + s[1] * t.y() * t.y() + 2 * s[3] * t.x() * t.y());
      }
      EXPECT_NEAR(at.root_stress[0][std::size_t(j + 1)], largest, 1e-6 * std::abs(largest)) << place << ' ' << j;
    }
  }
}

TEST(GivenGrid, FlanksTooCoarseForTheirTeethAreNamedInAWarning) {
  GearPair pair = pair_of_gears();
  pair.driver_mesh = std::make_shared<Mesh>(
      gear_contact(pair, {.local = false, .flank = 0.2, .bulk = 0.4, .rim = 1, .idle = 0.2}).driver->grid.mesh);
  const GearContact given = gear_contact(pair, {.flank = 0.1, .bulk = 0.4, .rim = 1, .idle = 0.3});
  ASSERT_EQ(given.driver->grid.warnings.size(), 1);
  EXPECT_NE(given.driver->grid.warnings[0].find("0.783 mm apart"), std::string::npos) << given.driver->grid.warnings[0];
  EXPECT_TRUE(given.driven->grid.warnings.empty());
}

TEST(GivenGrid, MeshesThatAreNotThisGearAreToldSo) {
  GearPair pair = pair_of_gears();
  const GearContact made = gear_contact(pair, sizes);
  auto turned = std::make_shared<Mesh>(made.driver->grid.mesh);
  turned->x = Eigen::AngleAxisd(0.1, Vector3d::UnitZ()).toRotationMatrix() * turned->x;
  pair.driver_mesh = pair.driven_mesh = turned;
  EXPECT_THROW(gear_contact(pair, sizes), InputError);
  auto held_nowhere = std::make_shared<Mesh>(made.driver->grid.mesh);
  held_nowhere->node_sets.clear();
  pair.driver_mesh = pair.driven_mesh = held_nowhere;
  pair.driver.hub_radius = pair.driven.hub_radius = 20e-3;
  EXPECT_THROW(gear_contact(pair, sizes), InputError);
}

}  // namespace
}  // namespace trunnion

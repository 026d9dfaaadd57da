#include <gtest/gtest.h>

#include "trunnion/base/error.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"

namespace trunnion {
namespace {

std::string_view no_include(const std::string& path) { throw InputError({path}, "cannot be read"); }

MeshFile sample(CellType type) {
  MeshFile file;
  file.mesh = dimension(type) == 3
                  ? cylinder_mesh({.radius = 0.3,
                                   .inner_radius = 0.1,
                                   .length = 0.7,
                                   .around = 7,
                                   .radial = 2,
                                   .along = 2,
                                   .element = type})
                  : cylinder_mesh({.radius = 0.3, .inner_radius = 0.1, .around = 7, .radial = 2, .element = type});
  for (int e = 0; e < file.mesh.num_elements(); e += 2) file.mesh.element_sets["even"].push_back({e});
  for (int e = 0; e < file.mesh.num_elements(); ++e) file.mesh.element_sets["all"].push_back({e});
  file.materials.push_back({"steel", 210e9, 0.3, 7850, 1.2e-5});
  file.sections.push_back({"all", "steel", dimension(type) == 2 ? 0.01 : 0, PlaneKind::strain, {}});
  return file;
}

/// Node i of one mesh is node i of the other.
void expect_same(const MeshFile& read, const MeshFile& written, double tolerance, bool surfaces) {
  ASSERT_EQ(read.mesh.num_nodes(), written.mesh.num_nodes());
  EXPECT_LE((read.mesh.x - written.mesh.x).cwiseAbs().maxCoeff(), tolerance);
  ASSERT_EQ(read.mesh.blocks.size(), 1U);
  EXPECT_EQ(read.mesh.blocks[0].type, written.mesh.blocks[0].type);
  EXPECT_EQ(read.mesh.element_sets.at("even").size(), written.mesh.element_sets.at("even").size());
  EXPECT_EQ(read.mesh.node_sets.at("outer"), written.mesh.node_sets.at("outer"));
  if (surfaces) {
    for (const auto& [name, faces] : written.mesh.surfaces)
      EXPECT_EQ(surface_nodes(read.mesh, read.mesh.surfaces.at(name)), surface_nodes(written.mesh, faces)) << name;
  }
}

void expect_same_properties(const MeshFile& read, const MeshFile& written) {
  ASSERT_EQ(read.materials.size(), 1U);
  EXPECT_NEAR(read.materials[0].young, 210e9, 1);
  EXPECT_NEAR(read.materials[0].density, 7850, 1e-8);
  ASSERT_EQ(read.sections.size(), 1U);
  EXPECT_NEAR(read.sections[0].thickness, written.sections[0].thickness, 1e-15);
  if (dimension(written.mesh.blocks[0].type) == 2) {
    EXPECT_EQ(read.sections[0].plane, PlaneKind::strain);
  }
}

}  // namespace

class AllTypes : public ::testing::TestWithParam<CellType> {};

TEST_P(AllTypes, AbaqusReadsBackWhatWasWritten) {
  const MeshFile written = sample(GetParam());
  const UnitSystem mm = unit_system("mm");
  const MeshFile read = parse_abaqus(abaqus_text(written, mm), "part.inp", mm, no_include);
  expect_same(read, written, 4e-16, true);  // there and back in millimetres: two roundings
  EXPECT_EQ(read.mesh.blocks[0].nodes, written.mesh.blocks[0].nodes);
  EXPECT_EQ(read.mesh.surfaces, written.mesh.surfaces);
  expect_same_properties(read, written);
}

TEST_P(AllTypes, NastranReadsBackWhatWasWritten) {
  const MeshFile written = sample(GetParam());
  const UnitSystem mm = unit_system("mm");
  const MeshFile read = parse_nastran(nastran_text(written, mm), "part.bdf", mm, no_include);
  expect_same(read, written, 1e-13, false);  // sixteen columns hold at least ten digits
  EXPECT_EQ(read.mesh.blocks[0].nodes, written.mesh.blocks[0].nodes);
  expect_same_properties(read, written);
}

TEST_P(AllTypes, GmshReadsBackWhatWasWritten) {
  const MeshFile written = sample(GetParam());
  const MeshFile read = parse_gmsh(gmsh_text(written), "part.msh", {});
  expect_same(read, written, 0, true);
}

INSTANTIATE_TEST_SUITE_P(Writers, AllTypes,
                         ::testing::Values(CellType::tet4, CellType::tet10, CellType::hex8, CellType::hex20,
                                           CellType::wedge6, CellType::wedge15, CellType::tri3, CellType::tri6,
                                           CellType::quad4, CellType::quad8),
                         [](const auto& test) { return std::string(name(test.param)); });

}  // namespace trunnion

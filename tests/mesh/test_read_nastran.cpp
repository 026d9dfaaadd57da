#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/readers.h"

namespace trunnion {
namespace {

MeshFile parse_bulk(const std::string& text, const std::string& unit = "m") {
  return parse_nastran(text, "part.bdf", unit_system(unit),
                       [](const std::string& path) -> std::string_view { throw InputError({path}, "cannot be read"); });
}

/// A unit cube of one CHEXA in free field.
const std::string bdf_cube = R"(GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID,5,,0.,0.,1.
GRID,6,,1.,0.,1.
GRID,7,,1.,1.,1.
GRID,8,,0.,1.,1.
CHEXA,1,10,1,2,3,4,5,6
,7,8
PSOLID,10,3
MAT1,3,2.1+11,,0.3,7850.,1.2-5
)";

std::vector<std::string> skipped_bulk(const MeshFile& file) {
  std::vector<std::string> lines;
  for (const SkippedCard& card : file.skipped) lines.push_back(card.keyword + ": " + card.consequence);
  return lines;
}

}  // namespace

TEST(ReadNastran, SmallLargeAndFreeFieldSayTheSame) {
  const std::string elements = "CTETRA         7       1       1       2       3       4\n";
  const MeshFile small = parse_bulk(
      "$ comment\nGRID           1              0.      0.      0.\nGRID           2              1.      0.      0.\n"
      "GRID           3              0.     1.0     0.0\nGRID           4              0.      0.   2.5-1\n" +
      elements);
  const MeshFile large = parse_bulk(
      "GRID*                  1                              0.              0.\n*                     0.\n"
      "GRID*                  2                              1.              0.*G2\n*G2                   0.\n"
      "GRID*                  3                              0.              1.\n*                     0.\n"
      "GRID*                  4                              0.              0.\n*                  0.25\n" +
      elements);
  const MeshFile free =
      parse_bulk("GRID,1\nGRID,2,,1.\nGRID,3,,,1.\nGRID,4,,,,.25\nCTETRA,7,1,1,2,3,4\nENDDATA\nnonsense");
  const MeshFile tabs =
      parse_bulk("GRID\t1\nGRID\t2\t\t1.\nGRID\t3\t\t\t1.\nGRID\t4\t\t\t\t.25\nCTETRA\t7\t1\t1\t2\t3\t4\n");
  for (const MeshFile* other : {&large, &free, &tabs}) {
    EXPECT_EQ(other->mesh.x, small.mesh.x);
    EXPECT_EQ(other->mesh.blocks.at(0).nodes, small.mesh.blocks.at(0).nodes);
  }
}

TEST(ReadNastran, QuadraticElementsHaveOurNodeOrder) {
  // Nodes of the reference cells in Nastran's order; each mid-side node must lie on our edge.
  const auto check = [](const std::string& card, const std::vector<Vector3d>& x, CellType type) {
    std::string text;
    for (std::size_t n = 0; n < x.size(); ++n)
      text += fmt::format("GRID,{},,{:.1f},{:.1f},{:.1f}\n", n + 1, x[n][0], x[n][1], x[n][2]);
    text += card + ",1,1";
    for (std::size_t n = 0; n < x.size(); ++n)
      text += fmt::format("{}{}", n > 0 && (n + 2) % 8 == 0 ? "\n," : ",", n + 1);
    const MeshFile file = parse_bulk(text + "\n");
    const ElementBlock& block = file.mesh.blocks.at(0);
    ASSERT_EQ(block.type, type);
    for (std::size_t e = 0; e < edges(type).size(); ++e) {
      const auto [a, b] = edges(type)[e];
      const Vector3d middle = 0.5 * (file.mesh.x.col(block.nodes(a, 0)) + file.mesh.x.col(block.nodes(b, 0)));
      EXPECT_LE((file.mesh.x.col(block.nodes(num_corners(type) + Index(e), 0)) - middle).norm(), 1e-15) << e;
    }
  };
  check("CTETRA",
        {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}},
        CellType::tet10);
  check("CPENTA",
        {{0, 0, 0},
         {2, 0, 0},
         {0, 2, 0},
         {0, 0, 2},
         {2, 0, 2},
         {0, 2, 2},
         {1, 0, 0},
         {1, 1, 0},
         {0, 1, 0},
         {0, 0, 1},
         {2, 0, 1},
         {0, 2, 1},
         {1, 0, 2},
         {1, 1, 2},
         {0, 1, 2}},
        CellType::wedge15);
  check("CHEXA",
        {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 0}, {2, 1, 0},
         {1, 2, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 1}, {2, 2, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 2}, {1, 2, 2}, {0, 1, 2}},
        CellType::hex20);
}

TEST(ReadNastran, PropertiesComeOutInSiUnits) {
  std::string text = bdf_cube;
  text.replace(text.find("MAT1,"), std::string::npos, "MAT1,3,210000.,80769.23077,,7.85-9\n");
  const MeshFile file = parse_bulk(text + "PARAM,WTMASS,2.\n", "mm");
  EXPECT_DOUBLE_EQ(file.materials.at(0).young, 210e9);
  EXPECT_NEAR(file.materials[0].poisson, 0.3, 1e-9);  // from E and G
  EXPECT_NEAR(file.materials[0].density, 2 * 7850, 1e-8);
  EXPECT_EQ(file.sections.at(0).element_set, "pid_10");
  EXPECT_EQ(file.sections[0].material, "mat_3");
  EXPECT_EQ(file.mesh.element_sets.at("pid_10").size(), 1U);
}

TEST(ReadNastran, NodesStandInTheirCoordinateSystems) {
  // system 5: cylindrical about the x axis of the basic one through (1,0,0); system 6 lies in system 5
  const MeshFile file = parse_bulk(
      "CORD2C,5,0,1.,0.,0.,2.,0.,0.\n,1.,1.,0.\nCORD2R,6,5,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n"
      "GRID,1\nGRID,2,5,2.,90.,0.\nGRID,3,6,0.,1.,0.\nGRID,4,,0.,0.,9.\nCTETRA,1,1,1,2,3,4\n");
  EXPECT_LE((file.mesh.x.col(1) - Vector3d(1, 0, 2)).norm(), 1e-15);  // angle counts from y towards z
  EXPECT_LE((file.mesh.x.col(2) - Vector3d(1, 0, 1)).norm(), 1e-15);
}

TEST(ReadNastran, CouplingsMassesAndSprings) {
  const MeshFile file = parse_bulk(bdf_cube + R"(GRID,100,,.5,.5,2.
GRID,101,,.5,.5,3.
RBE2,20,100,123456,5,THRU,8
RBE3,21,,101,123456,1.,123,5,6
,2.,123,7,8
CONM2,30,100,0,2.5,.1,0.,0.,
,1.,.1,2.,.2,.3,3.
CONM2,31,101,-1,1.,.5,.5,4.
CELAS2,40,1000.,1,3
PELAS,7,50.
CELAS1,41,7,1,4,2,4
PBUSH,8,K,100.,200.,300.,1.,2.,3.
CBUSH,42,8,1,,,,,9
CORD2R,9,0,0.,0.,0.,1.,0.,0.
,0.,1.,0.
)");
  ASSERT_EQ(file.couplings.size(), 2U);
  EXPECT_EQ(file.couplings[0].kind, CouplingKind::rigid);
  EXPECT_EQ(file.couplings[0].nodes.size(), 4U);
  EXPECT_EQ(file.couplings[1].weights, (std::vector<double>{1, 1, 2, 2}));
  ASSERT_EQ(file.point_masses.size(), 2U);
  EXPECT_EQ(file.point_masses[0].offset, Vector3d(0.1, 0, 0));
  EXPECT_DOUBLE_EQ(file.point_masses[0].inertia(1, 0), -0.1);  // products of the card have the other sign
  EXPECT_DOUBLE_EQ(file.point_masses[0].inertia(2, 2), 3);
  EXPECT_LE((file.point_masses[1].offset - Vector3d(0, 0, 1)).norm(), 1e-15);
  ASSERT_EQ(file.springs.size(), 3U);
  EXPECT_DOUBLE_EQ(file.springs[0].stiffness(2, 2), 1000);
  EXPECT_FALSE(file.springs[0].b.valid());
  EXPECT_DOUBLE_EQ(file.springs[1].stiffness(3, 3), 50);
  // system 9: z along x, x along y, y along z; its k1 = 100 acts along the basic y axis
  EXPECT_NEAR(file.springs[2].stiffness(1, 1), 100, 1e-12);
  EXPECT_NEAR(file.springs[2].stiffness(0, 0), 300, 1e-12);
  EXPECT_NEAR(file.springs[2].stiffness(5, 5), 2, 1e-12);
  EXPECT_TRUE(file.skipped.empty()) << skipped_bulk(file)[0];
}

TEST(ReadNastran, BarsKnowTheirPlane) {
  const MeshFile file = parse_bulk(
      "GRID,1\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nCBAR,1,5,1,2,0.,1.,0.\nCBAR,2,5,2,3,1.,0.,0.\n"
      "PBAR,5,3,.02,4.-5,1.-5,3.-5\nMAT1,3,1.,,.3\n");
  ASSERT_EQ(file.sections.size(), 2U);                                           // the two bars point differently
  EXPECT_LE((file.sections[0].beam->axis_1 - Vector3d(0, 0, 1)).norm(), 1e-15);  // plane 1 is xy: bending about z
  EXPECT_LE((file.sections[1].beam->axis_1 - Vector3d(0, 0, -1)).norm(), 1e-15);
  EXPECT_DOUBLE_EQ(file.sections[0].beam->inertia_1, 4e-5);
  EXPECT_EQ(file.sections[0].beam->shear_area_1, 0);  // stiff in shear
}

TEST(ReadNastran, MembranesArePlaneCellsAndShellsAreListed) {
  const std::string nodes = "GRID,1\nGRID,2,,1.\nGRID,3,,1.,1.\nGRID,4,,0.,1.\n";
  const MeshFile plane = parse_bulk(nodes + "CQUAD4,1,5,1,2,3,4\nPSHELL,5,3,.01\nMAT1,3,1.,,.3\n");
  EXPECT_EQ(plane.mesh.blocks.at(0).type, CellType::quad4);
  EXPECT_DOUBLE_EQ(plane.sections.at(0).thickness, 0.01);
  EXPECT_EQ(plane.sections[0].plane, PlaneKind::stress);
  EXPECT_EQ(parse_bulk(nodes + "CTRIA3,1,5,1,2,3\nPSHELL,5,3,1.,-1\nMAT1,3,1.,,.3\n").sections.at(0).plane,
            PlaneKind::strain);
  const MeshFile mixed = parse_bulk(bdf_cube + "CQUAD4,2,5,1,2,3,4\nPSHELL,5,3,.01,3\nSPC1,1,123,4\nPLOAD4,1,1,5.\n");
  EXPECT_EQ(skipped_bulk(mixed), (std::vector<std::string>{"SPC1: supports come from the model file",
                                                           "PLOAD4: loads come from the model file",
                                                           "shell elements (quad4): 1 shell elements are left out"}));
}

TEST(ReadNastran, SetsHaveNumbersOrNamesFromComments) {
  const MeshFile file = parse_bulk(
      "SOL 103\nCEND\n$HMSET        1        1 \"bolts\"\nSET 1 = 1, 3,\n 5 THRU 8, EXCEPT 7\n"
      "SET 2 = 2\n$HMSET 4 2 \"block\"\nSET 4 = 1\nBEGIN BULK\n" +
      bdf_cube + "SET1,3,1,THRU,4\nENDDATA\n");
  EXPECT_EQ(file.mesh.node_sets.at("bolts").size(), 5U);
  EXPECT_EQ(file.mesh.node_sets.at("set_2").size(), 1U);
  EXPECT_EQ(file.mesh.node_sets.at("set_3").size(), 4U);
  EXPECT_EQ(file.mesh.element_sets.at("block").size(), 1U);
}

TEST(ReadNastran, IncludedFilesAreReadWhereTheyStand) {
  const auto folder = testing::fresh_folder("nastran_include");
  std::ofstream(folder / "main.bdf") << "INCLUDE 'nodes.bdf'\nCTETRA,1,1,1,2,3,4\n";
  std::ofstream(folder / "nodes.bdf") << "GRID,1\nGRID,2,,1.\nGRID,3,,,1.\nGRID,4,,,,1.\n";
  EXPECT_EQ(read_nastran(folder / "main.bdf", {}).mesh.num_nodes(), 4);
  EXPECT_THROW(read_mesh(folder / "main.stl", {}), InputError);
}

}  // namespace trunnion

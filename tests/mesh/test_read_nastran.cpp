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

TEST(ReadNastran, SmallFieldCardsGoOnInFurtherLines) {
  // the same hexahedron: continuation by blanks, by a plus sign, and by markers in the last field
  std::string grids;
  for (int i = 0; i < 8; ++i)
    grids += fmt::format("GRID    {:8d}{:8s}{:8.1f}{:8.1f}{:8.1f}\n", i + 1, "",
                         double(i == 1 || i == 2 || i == 5 || i == 6), double(i == 2 || i == 3 || i == 6 || i == 7),
                         double(i > 3));
  const std::string head = "CHEXA          1      10       1       2       3       4       5       6";
  for (const std::string more :
       {"\n               7       8\n", "\n+              7       8\n", "+H1     \n+H1            7       8\n"}) {
    const MeshFile file = parse_bulk(grids + head + more);
    ASSERT_EQ(file.mesh.blocks.at(0).nodes.rows(), 8);
    EXPECT_EQ(file.mesh.blocks[0].nodes(7, 0), 7);
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

TEST(ReadNastran, BushesActAlongTheirLengthAndDirection) {
  const std::string bush = bdf_cube + "GRID,100,,3.,1.,0.\nPBUSH,8,K,100.,200.,300.,1.,2.,3.\n";
  // from node 3 at (1,1,0) along x; the direction lies in the plane of x and z: y of the bush is z of the basic system
  for (const std::string by : {"0.,0.,5.", "7"}) {  // as a vector, and by node 7 above node 3
    const MeshFile file = parse_bulk(bush + "CBUSH,42,8,3,100," + by + "\n");
    const Matrix6d& k = file.springs.at(0).stiffness;
    const double expected[6] = {100, 300, 200, 1, 3, 2};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(k(i, i), expected[i], 1e-12) << by << ", component " << i + 1;
    EXPECT_NEAR((k - Matrix6d(k.diagonal().asDiagonal())).norm(), 0, 1e-12);
  }
  EXPECT_THROW(parse_bulk(bush + "CBUSH,42,8,3,100,1.,0.,0.\n"), InputError);  // runs along the bush
}

TEST(ReadNastran, ComponentsOfSpringsAndDirectionsFollowTheSystemOfTheirNode) {
  // system 5: cylindrical about z; node 9 at 90 degrees: its first component is radial, that is along y
  const std::string nodes = bdf_cube + "CORD2C,5,0,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\nGRID,9,5,2.,90.,0.,5\n";
  const MeshFile file = parse_bulk(nodes + "CELAS2,40,1000.,9,1\nCELAS2,41,7.,9,6\n");
  EXPECT_NEAR(file.springs.at(0).stiffness(1, 1), 1000, 1e-9);
  EXPECT_NEAR(file.springs[0].stiffness(0, 0), 0, 1e-9);
  EXPECT_NEAR(file.springs.at(1).stiffness(5, 5), 7, 1e-12);
  EXPECT_EQ(skipped_bulk(file),
            (std::vector<std::string>{"GRID, field CD: displacements of 1 nodes are given in global directions"}));
  EXPECT_THROW(parse_bulk(bdf_cube + "GRID,9,,1.,1.,1.,77\nCELAS2,40,1.,9,1\n"), InputError);  // no such system
}

TEST(ReadNastran, FieldsWithoutEffectAreListed) {
  std::string text = bdf_cube;
  text.replace(text.find("GRID,1,,0.,0.,0."), 16, "GRID,1,,0.,0.,0.,,321");
  text.replace(text.find("GRID,2,,1.,0.,0."), 16, "GRID,2,,1.,0.,0.,,456,3");
  text.replace(text.find("1.2-5"), 5, "1.2-5,20.,.03");
  const MeshFile file = parse_bulk(text + R"(GRID,100,,.5,.5,2.
RBE2,20,100,123456,5,6,7,8
,1.2-5
RBE3,21,,100,123456,1.,123456,1,2
,3,UM,1,12,2,3,
,ALPHA,1.-5
PBUSH,8,K,100.,,,,,
,GE,.01
CBUSH,42,8,1,2,0.,0.,1.,
,.25,-1,0.1
CELAS2,43,5.,1,1,2,1,.02
PARAM,POST,-1
)");
  EXPECT_EQ(
      skipped_bulk(file),
      (std::vector<std::string>{
          "GRID, field PS: 1 nodes are held in components 123 there; supports come from the model file, which can "
          "name these nodes as ps_123",
          "GRID, field SEID: 1 nodes belong to the body like all others; superelements are not formed",
          "GRID, field PS: 1 nodes are held in components 456 there; supports come from the model file, which can "
          "name these nodes as ps_456",
          "MAT1, field TREF: temperatures come from the model file, as differences",
          "MAT1, field GE: damping comes from the model file",
          "RBE2, field ALPHA: 1 couplings do not expand with temperature",
          "RBE3, components 123456: rotations of the nodes do not count",
          "RBE3, UM: in 1 couplings the reference node is the one that follows",
          "RBE3, field ALPHA: 1 couplings do not expand with temperature",
          "PBUSH, GE: only the stiffness of bushes is read",
          "CBUSH, field S: 1 bushes act at their nodes; the place of the spring is not used",
          "CBUSH, field S1: 1 bushes act at their nodes; the place of the spring is not used",
          "CELAS2, field GE: damping comes from the model file", "PARAM, POST: no effect here"}));
  EXPECT_EQ(file.mesh.node_sets.at("ps_123"), (std::vector<NodeId>{{0}}));
  EXPECT_EQ(file.couplings.at(0).nodes.size(), 4U);
  EXPECT_EQ(file.couplings.at(1).nodes.size(), 3U);
}

TEST(ReadNastran, CaseControlIsListedAndLongLinesAreRefused) {
  const MeshFile file = parse_bulk("SOL 103\nCEND\nTITLE = part\nSPC = 3\nBEGIN BULK\n" + bdf_cube);
  EXPECT_EQ(
      skipped_bulk(file),
      (std::vector<std::string>{"case control: 3 statements are left out; the model file says what is computed"}));
  EXPECT_THROW(parse_bulk(bdf_cube + "RBE2,20,1,123,2,3,4,5,6,7\n"), InputError);  // a tenth field would be lost
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

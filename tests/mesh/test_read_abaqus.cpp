#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/readers.h"

namespace trunnion {
namespace {

MeshFile parse_deck(const std::string& text, const std::string& unit = "m") {
  return parse_abaqus(text, "part.inp", unit_system(unit),
                      [](const std::string& path) -> std::string_view { throw InputError({path}, "cannot be read"); });
}

/// A unit cube of one C3D8 with corner nodes 1 to 8.
const std::string inp_cube_nodes = R"(*NODE, NSET=Nall
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
)";
const std::string inp_cube = inp_cube_nodes + "*ELEMENT, TYPE=C3D8, ELSET=Eall\n1, 1,2,3,4,5,6,7,8\n";

std::vector<std::string> skipped_cards(const MeshFile& file) {
  std::vector<std::string> lines;
  for (const SkippedCard& card : file.skipped) lines.push_back(card.keyword + ": " + card.consequence);
  return lines;
}

}  // namespace

TEST(ReadAbaqus, KeywordsIgnoreCaseBlanksAndComments) {
  const MeshFile file = parse_deck(
      "** a comment\n*Heading\n title\n  *node , nset = Nall\n1,0.,0.,0.\n2,1.D0,,\n3,0,1\n4,0,0,+1e0\n"
      "*ELEMENT,\n type=c3d4,\n elset=\"All Parts\"\n 7, 1,2,\n 3,4\n\n*END STEP\n");
  EXPECT_EQ(file.mesh.num_nodes(), 4);
  EXPECT_EQ(file.mesh.blocks.at(0).labels.at(0), 7);
  EXPECT_EQ(file.mesh.element_sets.at("All Parts").size(), 1U);
  EXPECT_EQ(file.mesh.x(0, 1), 1);
  EXPECT_EQ(file.mesh.node_sets.at("Nall").size(), 4U);
  EXPECT_TRUE(file.skipped.empty());
}

TEST(ReadAbaqus, SetsHoldNumbersRangesAndOtherSets) {
  const MeshFile file = parse_deck(inp_cube +
                                   "*NSET, NSET=low, GENERATE\n1, 4\n*NSET, NSET=odd, GENERATE\n1, 7, 2\n"
                                   "*NSET, NSET=both\nLOW, 7,\n*NSET, NSET=all2, ELSET=EALL\n*NSET, NSET=low\n8\n");
  EXPECT_EQ(file.mesh.node_sets.at("low").size(), 5U);  // a second card adds to the set
  EXPECT_EQ(file.mesh.node_sets.at("odd").size(), 4U);
  EXPECT_EQ(file.mesh.node_sets.at("both").size(), 5U);  // as the set stood at that line
  EXPECT_EQ(file.mesh.node_sets.at("all2").size(), 8U);
}

TEST(ReadAbaqus, ElementSetsAreGeneratedByTheirStep) {
  std::string deck = inp_cube_nodes + "*ELEMENT, TYPE=C3D4\n";
  for (int label = 1; label <= 9; ++label) deck += std::to_string(label) + ", 1,2,3,6\n";
  const MeshFile file =
      parse_deck(deck + "*ELSET, ELSET=odd, GENERATE\n1, 9, 2\n*ELSET, ELSET=first, GENERATE\n1, 3\n");
  const auto labels = [&](const std::string& set) {
    std::vector<std::int64_t> all;
    for (const ElementId e : file.mesh.element_sets.at(set))
      all.push_back(file.mesh.blocks.at(0).labels.at(std::size_t(e.value)));
    return all;
  };
  EXPECT_EQ(labels("odd"), (std::vector<std::int64_t>{1, 3, 5, 7, 9}));
  EXPECT_EQ(labels("first"), (std::vector<std::int64_t>{1, 2, 3}));
}

TEST(ReadAbaqus, SurfacesByFaceByOutsideAndByNodes) {
  const MeshFile file =
      parse_deck(inp_cube +
                 "*SURFACE, NAME=bottom, TYPE=ELEMENT\nEall, S1\n*SURFACE, NAME=right\n1, s4\n"
                 "*SURFACE, NAME=skin\nEall,\n*NSET, NSET=top\n5,6,7,8\n*SURFACE, NAME=nodes, TYPE=NODE\ntop, 2.5\n");
  EXPECT_EQ(surface_nodes(file.mesh, file.mesh.surfaces.at("bottom")), (std::vector<NodeId>{{0}, {1}, {2}, {3}}));
  EXPECT_EQ(surface_nodes(file.mesh, file.mesh.surfaces.at("right")), (std::vector<NodeId>{{1}, {2}, {5}, {6}}));
  EXPECT_EQ(file.mesh.surfaces.at("skin").size(), 6U);
  EXPECT_EQ(file.mesh.node_sets.at("nodes").size(), 4U);
}

TEST(ReadAbaqus, MaterialsAndSectionsComeOutInSiUnits) {
  const MeshFile file =
      parse_deck(inp_cube +
                     "*MATERIAL, NAME=Steel\n*ELASTIC\n210000., 0.3\n*DENSITY\n7.85e-9\n*EXPANSION\n1.2e-5\n"
                     "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n",
                 "mm");
  ASSERT_EQ(file.materials.size(), 1U);
  EXPECT_DOUBLE_EQ(file.materials[0].young, 210e9);
  EXPECT_DOUBLE_EQ(file.materials[0].poisson, 0.3);
  EXPECT_NEAR(file.materials[0].density, 7850, 1e-9);
  EXPECT_DOUBLE_EQ(file.materials[0].expansion, 1.2e-5);
  ASSERT_EQ(file.sections.size(), 1U);
  EXPECT_EQ(file.sections[0].element_set, "Eall");  // spelled as the set is
  EXPECT_EQ(file.sections[0].material, "Steel");
  EXPECT_DOUBLE_EQ(file.mesh.x.maxCoeff(), 1e-3);
}

TEST(ReadAbaqus, PlaneElementsCarryThicknessAndKind) {
  const std::string deck = inp_cube_nodes +
                           "*ELEMENT, TYPE=CPE4, ELSET=E\n1, 1,2,3,4\n*ELEMENT, TYPE=CPS3, ELSET=T\n2, 5,6,7\n"
                           "*MATERIAL, NAME=M\n*ELASTIC\n1, 0.3\n*SOLID SECTION, ELSET=E, MATERIAL=M\n5.\n"
                           "*SOLID SECTION, ELSET=T, MATERIAL=M\n";
  const MeshFile file = parse_deck(deck, "mm");
  EXPECT_EQ(file.sections[0].plane, PlaneKind::strain);
  EXPECT_DOUBLE_EQ(file.sections[0].thickness, 5e-3);
  EXPECT_EQ(file.sections[1].plane, PlaneKind::stress);
}

TEST(ReadAbaqus, BeamsHaveTheirSection) {
  const MeshFile file = parse_deck(
      "*NODE\n1,0,0,0\n2,1,0,0\n3,2,0,0\n*ELEMENT, TYPE=B31, ELSET=B\n1,1,2\n2,2,3\n*MATERIAL,NAME=M\n*ELASTIC\n1,0.3\n"
      "*BEAM SECTION, ELSET=B, MATERIAL=M, SECTION=RECT\n0.1, 0.2\n0, 0, -2\n");
  const BeamSection& beam = file.sections.at(0).beam.value();
  EXPECT_DOUBLE_EQ(beam.area, 0.02);
  EXPECT_NEAR(beam.inertia_1, 0.1 * 0.008 / 12, 1e-18);
  EXPECT_NEAR(beam.torsion, 0.229 * 0.2 * 0.001, 2e-7);  // published factor 0.229 for a side ratio of 2
  EXPECT_EQ(beam.axis_1, Vector3d(0, 0, -1));
  EXPECT_EQ(file.mesh.blocks[0].type, CellType::line2);
}

TEST(ReadAbaqus, CouplingsMassesAndSpringsComeOutInSiUnits) {
  const std::string deck = inp_cube + R"(*NODE, NSET=REF
100, 0.5, 0.5, 2
101, 0.5, 0.5, 3
*SURFACE, NAME=top
Eall, S2
*COUPLING, CONSTRAINT NAME=lid, REF NODE=100, SURFACE=TOP
*KINEMATIC
1, 3
*COUPLING, CONSTRAINT NAME=soft, REF NODE=101, SURFACE=top
*DISTRIBUTING
*NSET, NSET=bottom
1, 2, 3, 4
*ELEMENT, TYPE=MASS, ELSET=M
50, 100
*MASS, ELSET=M
0.002
*ELEMENT, TYPE=ROTARYI, ELSET=R
51, 100
*ROTARY INERTIA, ELSET=R
1., 2., 3., 0.1, 0.2, 0.3
*ELEMENT, TYPE=SPRING1, ELSET=S1
60, 1
*SPRING, ELSET=S1
2
50.
*ELEMENT, TYPE=SPRING2, ELSET=S2
61, 1, 2
*SPRING, ELSET=S2
4, 4
7.
*ELEMENT, TYPE=SPRINGA, ELSET=SA
62, 1, 7
*SPRING, ELSET=SA

30.
*RIGID BODY, NSET=bottom, REF NODE=1
)";
  const MeshFile file = parse_deck(deck, "mm");
  ASSERT_EQ(file.couplings.size(), 3U);
  EXPECT_EQ(file.couplings[0].name, "lid");
  EXPECT_EQ(file.couplings[0].kind, CouplingKind::rigid);
  EXPECT_EQ(file.couplings[0].dofs, (std::array<bool, 6>{true, true, true, false, false, false}));
  EXPECT_EQ(file.couplings[0].nodes.size(), 4U);
  EXPECT_EQ(file.couplings[0].faces.size(), 1U);
  EXPECT_EQ(file.mesh.node_labels[std::size_t(file.couplings[0].reference.value)], 100);
  EXPECT_EQ(file.couplings[1].kind, CouplingKind::averaged);
  EXPECT_TRUE(file.couplings[1].weights.empty());  // from the area of the faces
  EXPECT_EQ(file.couplings[2].nodes.size(), 3U);   // without the reference node itself

  ASSERT_EQ(file.point_masses.size(), 2U);
  EXPECT_DOUBLE_EQ(file.point_masses[0].mass, 2);  // 0.002 t
  EXPECT_DOUBLE_EQ(file.point_masses[1].inertia(1, 1), 2e-3);
  EXPECT_DOUBLE_EQ(file.point_masses[1].inertia(0, 1), 0.1e-3);
  EXPECT_DOUBLE_EQ(file.point_masses[1].inertia(2, 1), 0.3e-3);

  ASSERT_EQ(file.springs.size(), 3U);
  EXPECT_FALSE(file.springs[0].b.valid());
  EXPECT_DOUBLE_EQ(file.springs[0].stiffness(1, 1), 50e3);   // 50 N/mm
  EXPECT_DOUBLE_EQ(file.springs[1].stiffness(3, 3), 7e-3);   // 7 N mm/rad
  EXPECT_NEAR(file.springs[2].stiffness(0, 2), 10e3, 1e-9);  // along the space diagonal
  EXPECT_TRUE(file.skipped.empty()) << skipped_cards(file)[0];
}

TEST(ReadAbaqus, RigidBodiesTieElementsPinnedAndTiedNodesTogether) {
  const std::string reference = "*NODE\n100, 5, 5, 5\n*NSET, NSET=low, GENERATE\n1, 3\n*NSET, NSET=high\n7, 8\n";
  const auto tied = [&](const std::string& parameters) {
    const MeshFile file = parse_deck(inp_cube + reference + "*RIGID BODY, REF NODE=100, " + parameters + "\n");
    std::vector<std::int64_t> labels;
    for (const NodeId n : file.couplings.at(0).nodes) labels.push_back(file.mesh.node_labels.at(std::size_t(n.value)));
    EXPECT_EQ(file.couplings[0].kind, CouplingKind::rigid);
    return labels;
  };
  EXPECT_EQ(tied("ELSET=Eall"), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(tied("PIN NSET=low"), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(tied("TIE NSET=high"), (std::vector<std::int64_t>{7, 8}));
  EXPECT_EQ(tied("PIN NSET=low, TIE NSET=high"), (std::vector<std::int64_t>{1, 2, 3, 7, 8}));
}

TEST(ReadAbaqus, NamesMayBeWrittenWithoutTheirBlanks) {
  const MeshFile file = parse_deck(inp_cube +
                                   "*NODE\n100, 5, 5, 5\n*RIGIDBODY, NSET=Nall, REFNODE=100\n*MATERIAL, NAME=M\n"
                                   "*ELASTIC\n1, 0.3\n*SOLIDSECTION, ELSET=Eall, MATERIAL=M\n*ENDSTEP\n");
  EXPECT_EQ(file.couplings.size(), 1U);
  EXPECT_EQ(file.sections.size(), 1U);
  EXPECT_TRUE(file.skipped.empty());
}

TEST(ReadAbaqus, AreasOfANodeSurfaceWeighADistributingCoupling) {
  const MeshFile file = parse_deck(inp_cube +
                                   "*NODE\n100, .5, .5, 3\n*NSET, NSET=edge\n7, 8\n"
                                   "*SURFACE, NAME=patch, TYPE=NODE\n5, 0.25\n6, 0.5\nedge, 2.\n"
                                   "*COUPLING, CONSTRAINT NAME=c, REF NODE=100, SURFACE=patch\n*DISTRIBUTING\n1, 6\n");
  EXPECT_EQ(file.couplings.at(0).kind, CouplingKind::averaged);
  EXPECT_EQ(file.couplings[0].nodes, (std::vector<NodeId>{{4}, {5}, {6}, {7}}));
  EXPECT_EQ(file.couplings[0].weights, (std::vector<double>{0.25, 0.5, 2, 2}));
}

TEST(ReadAbaqus, InstancesAreMovedThenTurned) {
  const std::string deck = "*PART, NAME=Cube\n" + inp_cube + R"(*SURFACE, NAME=top
Eall, S2
*MATERIAL, NAME=M
*ELASTIC
1, 0.3
*SOLID SECTION, ELSET=Eall, MATERIAL=M
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=One, PART=cube
*END INSTANCE
*INSTANCE, NAME=Two, PART=Cube
1., 0., 0.
0., 0., 0., 0., 0., 1., 90.
*END INSTANCE
*NODE
1, 9, 9, 9
*NSET, NSET=corner, INSTANCE=Two
2
*NSET, NSET=ref
1
*ELSET, ELSET=_s, INTERNAL, INSTANCE=Two
1
*NSET, NSET=mixed
One.7, Two.Nall
*SURFACE, NAME=side
_s, S4
*COUPLING, CONSTRAINT NAME=c, REF NODE=ref, SURFACE=Two.top
*KINEMATIC
*END ASSEMBLY
)";
  const MeshFile file = parse_deck(deck);
  const Mesh& mesh = file.mesh;
  EXPECT_EQ(mesh.num_nodes(), 17);
  EXPECT_EQ(mesh.num_elements(), 2);
  const Vector3d moved = mesh.x.col(mesh.node_sets.at("corner").at(0).value);
  EXPECT_LE((moved - Vector3d(0, 2, 0)).norm(), 1e-15);  // (1,0,0) moved to (2,0,0), turned by 90 degrees about z
  EXPECT_EQ(mesh.node_sets.at("One.Nall").size(), 8U);
  EXPECT_EQ(mesh.node_sets.at("mixed").size(), 9U);
  EXPECT_TRUE(mesh.surfaces.contains("side"));
  EXPECT_FALSE(mesh.element_sets.contains("_s"));
  EXPECT_EQ(file.sections.size(), 2U);
  EXPECT_EQ(file.sections[1].element_set, "Two.Eall");
  EXPECT_EQ(file.couplings.at(0).nodes.size(), 4U);
  validate(mesh);  // labels of the instances do not clash
}

TEST(ReadAbaqus, IndependentInstancesBringTheirOwnMesh) {
  const std::string deck = R"(*PART, NAME=Empty
*END PART
*MATERIAL, NAME=M
*ELASTIC
1, 0.3
*ASSEMBLY, NAME=A
*INSTANCE, NAME=One, PART=Empty
)" + inp_cube + R"(*SOLID SECTION, ELSET=Eall, MATERIAL=M
*END INSTANCE
*INSTANCE, NAME=Two, PART=Empty
5., 0., 0.
)" + inp_cube + R"(*SOLID SECTION, ELSET=Eall, MATERIAL=M
*END INSTANCE
*NSET, NSET=corner, INSTANCE=Two
2
*END ASSEMBLY
)";
  const MeshFile file = parse_deck(deck);
  EXPECT_EQ(file.mesh.num_nodes(), 16);
  EXPECT_EQ(file.mesh.num_elements(), 2);
  EXPECT_EQ(file.mesh.node_sets.at("One.Nall").size(), 8U);
  const Vector3d moved = file.mesh.x.col(file.mesh.node_sets.at("corner").at(0).value);
  EXPECT_LE((moved - Vector3d(6, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(file.sections.size(), 2U);
  validate(file.mesh);
}

TEST(ReadAbaqus, NonlinearSpringsAreLeftOutAndSaidSo) {
  const MeshFile file = parse_deck(inp_cube +
                                   "*ELEMENT, TYPE=SPRINGA, ELSET=sp\n9, 1, 7\n*SPRING, ELSET=sp, NONLINEAR\n\n"
                                   "-10, -1\n0, 0\n10, 1\n");
  EXPECT_TRUE(file.springs.empty());
  ASSERT_FALSE(file.skipped.empty());
  EXPECT_NE(skipped_cards(file)[0].find("*SPRING, NONLINEAR"), std::string::npos);
}

TEST(ReadAbaqus, WhatIsNotUnderstoodIsListedWithItsConsequence) {
  const MeshFile file =
      parse_deck(inp_cube +
                 "*ELEMENT, TYPE=S4R, ELSET=shells\n10, 1,2,3,4\n11, 5,6,7,8\n*SHELL SECTION, ELSET=shells, "
                 "MATERIAL=M\n1.\n*ELEMENT, TYPE=C3D8R\n2, 1,2,3,4,5,6,7,8\n*BOUNDARY\n1, 1, 3\n*NSET, NSET=n\n1, 99\n"
                 "*NODE\n77, 5, 5, 5\n*STEP\n*STATIC\n*CLOAD\n1,1,1.\n*CLOAD\n2,1,1.\n*END STEP\n");
  EXPECT_EQ(
      skipped_cards(file),
      (std::vector<std::string>{
          "*ELEMENT, TYPE=S4R: 2 shell elements are left out", "*SHELL SECTION: shell elements are left out",
          "*ELEMENT, TYPE=C3D8R: 1 elements are computed as hex8: integrated in full, with incompatible modes",
          "*BOUNDARY: supports come from the model file", "*STATIC: no effect here",
          "*CLOAD: loads come from the model file", "*NSET: 1 numbers in set 'n' are not defined or were left out",
          "unused nodes: 1 node (the first is 77) belongs to no element, coupling, mass or spring and is left out"}));
  EXPECT_EQ(file.skipped[5].count, 2);
  EXPECT_EQ(file.skipped[0].first.line, 12);
}

TEST(ReadAbaqus, ParametersWithoutEffectAreListed) {
  const MeshFile file = parse_deck(
      inp_cube +
      "*NODE\n100, .5, .5, 3, 0., 0., 1.\n*SURFACE, NAME=top\n1, S2\n*ORIENTATION, NAME=O\n1,0,0,0,1,0\n"
      "*COUPLING, CONSTRAINT NAME=c, REF NODE=100, SURFACE=top, ORIENTATION=O, INFLUENCE RADIUS=2.\n"
      "*DISTRIBUTING, WEIGHTING METHOD=LINEAR\n1, 6\n*ELEMENT, TYPE=ROTARYI, ELSET=r\n9, 100\n"
      "*ROTARY INERTIA, ELSET=r, ORIENTATION=O\n1., 2., 3.\n"
      "*MATERIAL, NAME=M\n*ELASTIC\n1, 0.3\n*EXPANSION, ZERO=20.\n1e-5\n*SOLID SECTION, ELSET=Eall, MATERIAL=M, "
      "ORIENTATION=O, STACK DIRECTION=1\n");
  EXPECT_EQ(
      skipped_cards(file),
      (std::vector<std::string>{
          "*NODE, normals: normals of 1 nodes have no effect here", "*ORIENTATION: no effect on isotropic materials",
          "*COUPLING, INFLUENCE RADIUS: 1 couplings tie all nodes of their surface",
          "*COUPLING, ORIENTATION: the degrees of freedom of 1 couplings are those of the global axes",
          "*DISTRIBUTING, WEIGHTING METHOD: nodes count by their area, whatever their distance",
          "*ROTARY INERTIA, ORIENTATION: moments of inertia of 1 cards are about the global axes",
          "*EXPANSION, ZERO: temperatures come from the model file, as differences",
          "*SOLID SECTION, ORIENTATION: no effect on isotropic materials",
          "*SOLID SECTION, STACK DIRECTION: the parameter has no effect here"}));
}

TEST(ReadAbaqus, VariantsOfElementsAreListedOnlyWhereTheyDiffer) {
  const auto listed = [](const std::string& type, const std::string& nodes) {
    return skipped_cards(parse_deck(inp_cube_nodes + "*ELEMENT, TYPE=" + type + "\n1, " + nodes + "\n"));
  };
  const std::string all = "1,2,3,4,5,6,7,8";
  EXPECT_TRUE(listed("C3D8I", all).empty());  // our brick has the incompatible modes
  EXPECT_TRUE(listed("C3D8", all).empty());
  EXPECT_EQ(
      listed("C3D8RH", all),
      (std::vector<std::string>{"*ELEMENT, TYPE=C3D8RH: 1 elements are computed as hex8: integrated in full, with "
                                "incompatible modes, displacements are the only unknowns"}));
}

TEST(ReadAbaqus, DataOfAKeywordMayStandInAFileOfTheirOwn) {
  const auto folder = testing::fresh_folder("abaqus_input");
  std::ofstream(folder / "main.inp") << "*NODE, INPUT=data.txt\n*ELEMENT, TYPE=C3D4\n1,1,2,3,4\n";
  std::ofstream(folder / "data.txt") << "1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n";
  EXPECT_EQ(read_abaqus(folder / "main.inp", {}).mesh.num_nodes(), 4);
}

TEST(ReadAbaqus, IncludedFilesAreReadWhereTheyStand) {
  const auto folder = testing::fresh_folder("abaqus_include");
  std::ofstream(folder / "main.inp") << "*INCLUDE, INPUT=nodes.inp\n*ELEMENT, TYPE=C3D4\n1,1,2,3,4\n";
  std::ofstream(folder / "nodes.inp") << "*NODE\n*INCLUDE, INPUT=data.txt\n4,0,0,1\n";
  std::ofstream(folder / "data.txt") << "1,0,0,0\n2,1,0,0\n3,0,1,0";
  EXPECT_EQ(read_abaqus(folder / "main.inp", {}).mesh.num_nodes(), 4);
}

}  // namespace trunnion

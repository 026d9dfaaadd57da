// Broken meshes, each with the message its user reads: file and line, what was read, what is allowed.
#include <gtest/gtest.h>

#include <fstream>

#include "support/paths.h"
#include "support/without_privileges.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/quality.h"
#include "trunnion/mesh/readers.h"

namespace trunnion {

struct BadMesh {
  const char* name;
  const char* file;  ///< its ending chooses the reader
  std::string text;
  std::string message;
};
void PrintTo(const BadMesh& bad, std::ostream* out) { *out << bad.name; }

namespace {

std::string_view included(const std::string& path) {
  if (path == "loop.inp") return "*INCLUDE, INPUT=bad.inp\n";
  throw InputError({path}, "cannot be read: No such file or directory");
}

std::string message_of(const BadMesh& bad) {
  const std::string file = bad.file;
  try {
    const MeshFile mesh = file.ends_with(".msh")   ? parse_gmsh(bad.text, file, {})
                          : file.ends_with(".inp") ? parse_abaqus(bad.text, file, {}, included)
                                                   : parse_nastran(bad.text, file, {}, included);
    require_sound_elements(mesh.mesh);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

const std::string format_2 = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n";
const std::string format_4 = "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n";
const std::string four_nodes = "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n";
const std::string one_tet = "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n";

const std::string inp_nodes = "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n";
const std::string inp_tet = inp_nodes + "*ELEMENT, TYPE=C3D4, ELSET=body\n1, 1,2,3,4\n";
const std::string inp_steel = "*MATERIAL, NAME=steel\n*ELASTIC\n210e9, 0.3\n";

const std::string bdf_nodes = "GRID,1\nGRID,2,,1.\nGRID,3,,,1.\nGRID,4,,,,1.\n";
const std::string bdf_tet = bdf_nodes + "CTETRA,1,1,1,2,3,4\n";

const std::vector<BadMesh>& bad_meshes() {
  static const std::vector<BadMesh> all = {
      // Gmsh
      {"EmptyGmsh", "bad.msh", "", "bad.msh:1: a Gmsh mesh begins with $MeshFormat; is this another kind of file?"},
      {"NotGmsh", "bad.msh", "solid cube\n",
       "bad.msh:1: read 'solid cube' where a section such as $Nodes should begin"},
      {"OldGmshVersion", "bad.msh", "$MeshFormat\n4.0 0 8\n$EndMeshFormat\n",
       "bad.msh:2: format version 4 is not supported; save the mesh as version 4.1 or 2.2 (gmsh -format msh41 or "
       "msh22)"},
      {"GmshOtherByteOrder", "bad.msh", std::string("$MeshFormat\n4.1 1 8\n\0\0\0\1\n$EndMeshFormat\n", 40),
       "bad.msh: byte 24: the binary file was written on a machine with the other byte order; save it as text"},
      {"GmshCutOffInNodes", "bad.msh", format_2 + "$Nodes\n2\n1 0 0 0\n2 1 0",
       "bad.msh:5: the header announces 2 nodes, but the rest of the file has room for 1 at most"},
      {"GmshCutOffInACoordinate", "bad.msh", format_2 + "$Nodes\n2\n1 0.5 0.5 0.5\n2 1 0",
       "bad.msh:7: the file ends where a coordinate should stand; it may be cut off"},
      {"GmshTooFewNodesAnnounced", "bad.msh", format_2 + "$Nodes\n2\n1 0 0 0\n2 1 0 0\n3 0 1 0\n$EndNodes\n",
       "bad.msh:8: read '3' where $EndNodes should stand; the counts of the section do not match its content"},
      {"GmshTooManyNodesAnnounced", "bad.msh", format_2 + "$Nodes\n2000000000\n1 0 0 0\n$EndNodes\n",
       "bad.msh:5: the header announces 2000000000 nodes, but the rest of the file has room for 2 at most"},
      {"GmshNegativeCount", "bad.msh", format_2 + "$Nodes\n-1\n$EndNodes\n",
       "bad.msh:5: the header announces -1 nodes, but the rest of the file has room for 1 at most"},
      {"GmshNodeIsNoNumber", "bad.msh", format_2 + "$Nodes\n1\n1 0 x 0\n$EndNodes\n",
       "bad.msh:6: read 'x' as a coordinate; a finite number is needed"},
      {"GmshNan", "bad.msh", format_2 + "$Nodes\n1\n1 0 nan 0\n$EndNodes\n",
       "bad.msh:6: read 'nan' as a coordinate; a finite number is needed"},
      {"GmshUnknownElement", "bad.msh", format_2 + four_nodes + "$Elements\n1\n1 99 2 1 1 1 2 3 4\n$EndElements\n",
       "bad.msh:13: element type 99 is not known; allowed are lines, triangles, quadrilaterals, tetrahedra, hexahedra "
       "and prisms of first and second order"},
      {"GmshMissingNode", "bad.msh", format_2 + four_nodes + "$Elements\n1\n1 4 2 1 1 1 2 3 5\n$EndElements\n",
       "bad.msh:13: element 1 (tet4) uses node 5, which is not defined"},
      {"GmshRepeatedNodeNumber", "bad.msh", format_2 + "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n" + one_tet,
       "bad.msh:7: node 1 is defined again (first in bad.msh:6); each number may be used once"},
      {"GmshRepeatedElementNumber", "bad.msh",
       format_2 + four_nodes + "$Elements\n2\n1 4 2 1 1 1 2 3 4\n1 4 2 1 1 1 3 2 4\n$EndElements\n",
       "bad.msh:14: element 1 is defined again (first in bad.msh:13); each number may be used once"},
      {"GmshElementUsesNodeTwice", "bad.msh", format_2 + four_nodes + "$Elements\n1\n1 4 2 1 1 1 2 3 3\n$EndElements\n",
       "bad.msh:13: element 1 (tet4) uses node 3 twice; give it 4 different nodes"},
      {"GmshBadGroupDimension", "bad.msh", format_2 + "$PhysicalNames\n1\n7 1 \"a\"\n$EndPhysicalNames\n",
       "bad.msh:6: a physical group of dimension 7; allowed are 0 to 3"},
      {"GmshGroupWithoutQuotes", "bad.msh", format_2 + "$PhysicalNames\n1\n3 1 a\n$EndPhysicalNames\n",
       "bad.msh:6: the name of a physical group must stand in quotation marks"},
      {"GmshWrongSectionName", "bad.msh", format_2 + "$Knots\n0\n$EndKnots\n" + one_tet,
       "bad.msh:11: the file has no section $Nodes; it is an empty mesh or cut off"},
      {"GmshSectionWithoutEnd", "bad.msh", format_2 + "$Comments\nhello\n",
       "bad.msh:4: section $Comments has no $EndComments; the file may be cut off"},
      {"GmshOnlyPoints", "bad.msh", format_2 + four_nodes + "$Elements\n1\n1 15 2 1 1 1\n$EndElements\n",
       "bad.msh: the mesh has no elements; mesh the volumes (gmsh -3) before saving"},
      {"GmshBlocksDoNotAddUp", "bad.msh", format_4 + "$Nodes\n1 3 1 3\n3 1 0 1\n1\n0 0 0\n$EndNodes\n" + one_tet,
       "bad.msh:8: the header announces 3 nodes, but the blocks hold 1"},
      {"GmshWrongDimension", "bad.msh",
       format_4 +
           "$Nodes\n1 1 1 1\n3 1 0 1\n1\n0 0 0\n$EndNodes\n$Elements\n1 1 1 1\n2 1 4 1\n1 1 1 1 1\n$EndElements\n",
       "bad.msh:12: elements of type 4 (tet4) on an entity of dimension 2"},
      {"GmshInvertedElement", "bad.msh", format_2 + four_nodes + "$Elements\n1\n77 4 2 1 1 1 3 2 4\n$EndElements\n",
       "1 element is turned inside out or without volume: 77; renumber their nodes or mesh again"},
      // Abaqus
      {"EmptyAbaqus", "bad.inp", "", "bad.inp: the file defines no nodes (*NODE)"},
      {"NotAbaqus", "bad.inp",
       "\x7f"
       "ELF garbage\n",
       "bad.inp:1: read '\x7f"
       "ELF garbage' where a keyword such as *NODE should begin; is this another kind of file?"},
      {"AbaqusNoElements", "bad.inp", inp_nodes,
       "bad.inp: the file defines no elements of a supported type (*ELEMENT)"},
      {"AbaqusUnknownElement", "bad.inp", inp_nodes + "*ELEMENT, TYPE=C3D9\n1,1,2,3,4\n",
       "bad.inp:6: element type 'C3D9' is not known; allowed are C3D4, C3D6, C3D8, C3D10, C3D15, C3D20, CPS3/4/6/8, "
       "CPE3/4/6/8 (also with R, H, I, M) and B31"},
      {"AbaqusNoType", "bad.inp", inp_nodes + "*ELEMENT\n1,1,2,3,4\n",
       "bad.inp:6: *ELEMENT needs TYPE=, e.g. TYPE=C3D10"},
      {"AbaqusMissingNode", "bad.inp", inp_nodes + "*ELEMENT, TYPE=C3D4\n1,1,2,3,9\n",
       "bad.inp:7: element 1 (tet4) uses node 9, which is not defined"},
      {"AbaqusCutOffElement", "bad.inp", inp_nodes + "*ELEMENT, TYPE=C3D10\n1,1,2,3,\n",
       "bad.inp:7: element 1 has 3 nodes, needs 10"},
      {"AbaqusTooManyNodes", "bad.inp", inp_nodes + "*ELEMENT, TYPE=C3D4\n1,1,2,3,4,5\n",
       "bad.inp:7: element 1 has more than the 4 nodes of its type"},
      {"AbaqusRepeatedNodeNumber", "bad.inp", inp_nodes + "4,1,1,1\n*ELEMENT, TYPE=C3D4\n1,1,2,3,4\n",
       "bad.inp:6: node 4 is defined again (first in bad.inp:5); each number may be used once"},
      {"AbaqusCoordinateIsNoNumber", "bad.inp", "*NODE\n1, 0, O, 0\n",
       "bad.inp:2: read 'O' as a coordinate; a finite number is needed"},
      {"AbaqusInfinity", "bad.inp", "*NODE\n1, 0, 1e999, 0\n",
       "bad.inp:2: read '1e999' as a coordinate; a finite number is needed"},
      {"AbaqusWrongSetInSection", "bad.inp", inp_tet + inp_steel + "*SOLID SECTION, ELSET=boddy, MATERIAL=steel\n",
       "bad.inp:11: element set 'boddy' is not defined; did you mean 'body'?"},
      {"AbaqusWrongMaterial", "bad.inp", inp_tet + inp_steel + "*SOLID SECTION, ELSET=body, MATERIAL=stel\n",
       "bad.inp:11: material 'stel' is not defined; did you mean 'steel'?"},
      {"AbaqusIncompressible", "bad.inp", inp_tet + "*MATERIAL, NAME=rubber\n*ELASTIC\n1e6, 0.5\n",
       "bad.inp:9: material 'rubber': Young's modulus 1000000 must be > 0 and Poisson's ratio 0.5 between -1 and 0.5"},
      {"AbaqusElasticOutsideMaterial", "bad.inp", inp_tet + "*ELASTIC\n1, 0.3\n",
       "bad.inp:8: *ELASTIC stands outside a *MATERIAL"},
      {"AbaqusMissingInclude", "bad.inp", "*NODE\n*INCLUDE, INPUT=gone.inp\n",
       "bad.inp:2: included file gone.inp: cannot be read: No such file or directory"},
      {"AbaqusIncludeLoop", "bad.inp", "*INCLUDE, INPUT=loop.inp\n", "loop.inp:1: 'bad.inp' includes itself"},
      {"AbaqusRangeBackwards", "bad.inp", inp_tet + "*NSET, NSET=n, GENERATE\n4, 1\n",
       "bad.inp:9: GENERATE from 4 to 1 by 1: the last must not be below the first, and the step at least 1"},
      {"AbaqusUnknownFace", "bad.inp", inp_tet + "*SURFACE, NAME=top\nbody, S7\n",
       "bad.inp:9: face 'S7' of surface 'top' is not known; allowed are S1 to S6"},
      {"AbaqusFaceOfOtherShape", "bad.inp", inp_tet + "*SURFACE, NAME=top\nbody, S5\n",
       "bad.inp:9: surface 'top' names face S5 of an element of type tet4, which has 4 faces"},
      {"AbaqusCouplingWithoutSurface", "bad.inp",
       inp_tet + "*SURFACE, NAME=top\nbody, S1\n*COUPLING, REF NODE=4, SURFACE=tip\n*KINEMATIC\n",
       "bad.inp:10: surface 'tip' is not defined; did you mean 'top'?"},
      {"AbaqusUnknownPart", "bad.inp",
       "*PART, NAME=arm\n" + inp_tet + "*END PART\n*ASSEMBLY, NAME=a\n*INSTANCE, NAME=arm-1, PART=amr\n",
       "bad.inp:11: instance 'arm-1' is of part 'amr', which is not defined; did you mean 'arm'?"},
      {"AbaqusPartCutOff", "bad.inp", "*PART, NAME=arm\n" + inp_tet,
       "bad.inp:8: *PART 'arm' has no *END PART; the file may be cut off"},
      {"AbaqusSpringWithoutLength", "bad.inp",
       inp_tet + "*NODE\n5,0,0,0\n*ELEMENT, TYPE=SPRINGA, ELSET=s\n9, 1, 5\n*SPRING, ELSET=s\n1.\n",
       "bad.inp:11: spring 9 (SPRINGA) has no length; use SPRING2"},
      {"AbaqusFlatElement", "bad.inp", "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,1,1,0\n*ELEMENT, TYPE=C3D4\n8, 1,2,3,4\n",
       "1 element is turned inside out or without volume: 8; renumber their nodes or mesh again"},
      // Nastran
      {"EmptyNastran", "bad.bdf", "", "bad.bdf: the file defines no nodes (GRID)"},
      {"NotNastran", "bad.bdf", "%PDF-1.4\n",
       "bad.bdf:1: read '%PDF-1.4' where a card such as GRID should begin; is this another kind of file?"},
      {"NastranNodeNumber", "bad.bdf", "GRID,1.5\n",
       "bad.bdf:1: GRID: read '1.5' as a node number; a whole number is needed"},
      {"NastranCoordinate", "bad.bdf", "GRID,1,,1..2\n",
       "bad.bdf:1: GRID: read '1..2' as a coordinate; a finite number is needed"},
      {"NastranMissingNode", "bad.bdf", bdf_nodes + "CTETRA,1,1,1,2,3,9\n",
       "bad.bdf:5: element 1 (tet4) uses node 9, which is not defined"},
      {"NastranTooFewNodes", "bad.bdf", bdf_nodes + "CTETRA,1,1,1,2,3\n",
       "bad.bdf:5: CTETRA: read '' as a node number; a whole number is needed"},
      {"NastranSomeMidsideNodes", "bad.bdf", bdf_nodes + "CTETRA,1,1,1,2,3,4,5,6\n",
       "bad.bdf:5: CTETRA: element 1 has 2 of 6 mid-side nodes; give all of them or none"},
      {"NastranRepeatedNodeNumber", "bad.bdf", bdf_nodes + "GRID,2,,5.\nCTETRA,1,1,1,2,3,4\n",
       "bad.bdf:5: node 2 is defined again (first in bad.bdf:2); each number may be used once"},
      {"NastranUndefinedMaterial", "bad.bdf", bdf_tet + "PSOLID,1,7\n",
       "bad.bdf:6: property 1 names material 7, which is not defined (MAT1)"},
      {"NastranNegativeStiffness", "bad.bdf", bdf_tet + "MAT1,1,-5.,,0.3\n",
       "bad.bdf:6: MAT1: material 1: Young's modulus -5 must be > 0 and Poisson's ratio 0.3 between -1 and 0.5"},
      {"NastranUnknownSystem", "bad.bdf", "GRID,1,7\nCTETRA,1,1,1,2,3,4\n",
       "bad.bdf:1: coordinate system 7 is not defined (CORD2R, CORD2C and CORD2S are read)"},
      {"NastranCircularSystems", "bad.bdf",
       bdf_tet + "CORD2R,5,6,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\nCORD2R,6,5,0.,0.,0.,0.,0.,1.\n,1.,0.,0.\n",
       "bad.bdf:6: coordinate system 5 refers to system 6, which is not defined before it"},
      {"NastranSystemOnALine", "bad.bdf", bdf_tet + "CORD2R,5,0,0.,0.,0.,0.,0.,1.\n,0.,0.,2.\n",
       "bad.bdf:6: coordinate system 5: its three points lie on one line"},
      {"NastranNegativeMass", "bad.bdf", bdf_tet + "CONM2,9,1,0,-2.\n",
       "bad.bdf:6: CONM2: mass -2 must not be negative"},
      {"NastranRigidWithoutNode", "bad.bdf", bdf_tet + "RBE2,9,1,123456,2,88\n",
       "bad.bdf:6: rbe2_9 uses node 88, which is not defined"},
      {"NastranBadComponents", "bad.bdf", bdf_tet + "RBE2,9,1,129,2\n",
       "bad.bdf:6: RBE2: read '129' as degrees of freedom; digits 1 to 6 are needed"},
      {"NastranMissingInclude", "bad.bdf", "INCLUDE 'gone.bdf'\n",
       "bad.bdf:1: included file gone.bdf: cannot be read: No such file or directory"},
  };
  return all;
}

}  // namespace

class BadMeshes : public ::testing::TestWithParam<BadMesh> {};

TEST_P(BadMeshes, TellTheirUserWhatToMend) { EXPECT_EQ(message_of(GetParam()), GetParam().message); }

INSTANTIATE_TEST_SUITE_P(All, BadMeshes, ::testing::ValuesIn(bad_meshes()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(BadMeshFiles, FilesWithoutPermissionAreRefused) {
  const auto file = testing::fresh_folder("bad_permission") / "part.inp";
  std::ofstream(file) << "*NODE\n";
  std::filesystem::permissions(file, std::filesystem::perms::none);
  const testing::WithoutPrivileges as_any_user;
  try {
    read_mesh(file, {});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), file.string() + ": cannot be read: Permission denied");
  }
}

TEST(BadMeshFiles, MissingFilesAndFoldersAreRefused) {
  const auto folder = testing::fresh_folder("bad_files");
  const auto message = [](const std::string& path) -> std::string {
    try {
      read_mesh(path, {});
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  std::filesystem::create_directories(folder / "folder.msh");
  EXPECT_EQ(message(folder / "gone.msh"),
            (folder / "gone.msh").string() + ": cannot be read: No such file or directory");
  EXPECT_EQ(message(folder / "folder.msh"),
            (folder / "folder.msh").string() + ": cannot be read: it is not a regular file");
  EXPECT_EQ(message("mesh.step"),
            "mesh.step: the ending '.STEP' is not that of a mesh; allowed are .msh (Gmsh), .inp "
            "(Abaqus, CalculiX), .bdf, .nas and .dat (Nastran)");
}

}  // namespace trunnion

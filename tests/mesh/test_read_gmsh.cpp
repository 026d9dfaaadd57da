#include <gtest/gtest.h>
#include <sys/personality.h>

#include <cstdlib>
#include <fstream>

#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/face_table.h"
#include "trunnion/mesh/gmsh_script.h"
#include "trunnion/mesh/readers.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

/// Two unit cubes side by side with groups that overlap, a surface between them, and a curve and a point.
const char* const two_cubes_geo = R"(
SetFactory("OpenCASCADE");
DefineConstant[ lc = 1 ];
Box(1) = {0, 0, 0, 1, 1, 1};
Box(2) = {1, 0, 0, 1, 1, 1};
Coherence;
Mesh.MeshSizeMax = lc; Mesh.MeshSizeMin = lc;
Mesh.ElementOrder = 2;
Physical Volume("left") = {1};
Physical Volume("all") = {1, 2};
s() = Surface In BoundingBox {-0.1, -0.1, -0.1, 0.1, 1.1, 1.1};
Physical Surface("wall") = s();
m() = Surface In BoundingBox {0.9, -0.1, -0.1, 1.1, 1.1, 1.1};
Physical Surface("between") = m();
c() = Curve In BoundingBox {-0.1, -0.1, -0.1, 0.1, 0.1, 1.1};
Physical Curve("edge") = c();
p() = Point In BoundingBox {-0.1, -0.1, -0.1, 0.1, 0.1, 0.1};
Physical Point("origin") = p();
)";

fs::path gmsh(const fs::path& folder, const std::string& script, const std::string& options, const std::string& name) {
  write_file(folder / "part.geo", script);
  const std::string command =
      "cd '" + folder.string() + "' && gmsh part.geo -3 -nt 1 " + options + " -o " + name + " >log 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return folder / name;
}

double surface_area(const Mesh& mesh, const std::vector<ElementFace>& surface) {
  double area = 0;
  std::vector<int> c;
  for (const ElementFace& face : surface) {
    face_corners(mesh, face, c);
    for (std::size_t i = 1; i + 1 < c.size(); ++i)
      area += 0.5 * (mesh.x.col(c[i]) - mesh.x.col(c[0])).cross(mesh.x.col(c[i + 1]) - mesh.x.col(c[0])).norm();
  }
  return area;
}

/// Largest distance of a mid-side node from the middle of its straight edge: zero when the node order is right.
double midside_error(const Mesh& mesh) {
  double worst = 0;
  for (const ElementBlock& block : mesh.blocks)
    for (Index c = 0; is_quadratic(block.type) && c < block.nodes.cols(); ++c)
      for (std::size_t e = 0; e < edges(block.type).size(); ++e) {
        const auto [a, b] = edges(block.type)[e];
        const Vector3d middle = 0.5 * (mesh.x.col(block.nodes(a, c)) + mesh.x.col(block.nodes(b, c)));
        worst = std::max(worst, (mesh.x.col(block.nodes(num_corners(block.type) + Index(e), c)) - middle).norm());
      }
  return worst;
}

}  // namespace

class GmshFormats : public ::testing::TestWithParam<const char*> {};

TEST_P(GmshFormats, GroupsBecomeSetsAndSurfaces) {
  std::string name = GetParam();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  const fs::path folder = testing::fresh_folder("gmsh_formats_" + name);
  const MeshFile file = read_gmsh(gmsh(folder, two_cubes_geo, GetParam(), "part.msh"), unit_system("mm"));
  const Mesh& mesh = file.mesh;
  ASSERT_EQ(mesh.blocks.size(), 1U);
  EXPECT_EQ(mesh.blocks[0].type, CellType::tet10);
  EXPECT_EQ(Index(mesh.element_sets.at("all").size()), mesh.num_elements());
  EXPECT_LT(mesh.element_sets.at("left").size(), mesh.element_sets.at("all").size());
  EXPECT_NEAR(surface_area(mesh, mesh.surfaces.at("wall")), 1e-6, 1e-18);
  EXPECT_NEAR(surface_area(mesh, mesh.surfaces.at("between")), 1e-6, 1e-18);  // one side only, not both
  EXPECT_EQ(mesh.node_sets.at("origin").size(), 1U);
  EXPECT_EQ(mesh.node_sets.at("edge").size(), 3U);
  EXPECT_LE(midside_error(mesh), 1e-15);
  for (const NodeId n : nodes_named(mesh, "wall")) EXPECT_NEAR(mesh.x(0, n.value), 0, 1e-15);
  EXPECT_TRUE(file.skipped.empty());
}

INSTANTIATE_TEST_SUITE_P(All, GmshFormats,
                         ::testing::Values("-format msh22", "-format msh22 -bin", "-format msh41",
                                           "-format msh41 -bin"));

TEST(ReadGmsh, NodeOrderOfHexahedraAndPrismsIsOurs) {
  const fs::path folder = testing::fresh_folder("gmsh_order");
  const std::string base = R"(
Point(1) = {0,0,0}; Point(2) = {2,0,0}; Point(3) = {2,1,0}; Point(4) = {0,1,0};
Line(1) = {1,2}; Line(2) = {2,3}; Line(3) = {3,4}; Line(4) = {4,1}; Curve Loop(1) = {1:4}; Plane Surface(1) = {1};
Transfinite Surface {1}; Transfinite Curve {1:4} = 3; Mesh.ElementOrder = 2;
)";
  for (const bool incomplete : {true, false})
    for (const bool prism : {true, false}) {
      const std::string script =
          base + (prism ? "" : "Recombine Surface {1};") +
          "Extrude {0,0,3} { Surface{1}; Layers{2}; Recombine; } Physical Volume(7) = {1};" +
          "Physical Surface(\"base\") = {1}; Mesh.SecondOrderIncomplete = " + (incomplete ? "1;\n" : "0;\n");
      const MeshFile file = read_gmsh(gmsh(folder, script, "-format msh41", "part.msh"), unit_system("m"));
      EXPECT_EQ(file.mesh.blocks[0].type, prism ? CellType::wedge15 : CellType::hex20);
      EXPECT_LE(midside_error(file.mesh), 1e-9);  // gmsh places transfinite nodes to about 1e-12
      EXPECT_NEAR(surface_area(file.mesh, file.mesh.surfaces.at("base")), 2, 1e-13);
      EXPECT_TRUE(file.mesh.element_sets.contains("volume_7"));
      EXPECT_EQ(file.skipped.empty(), incomplete);  // complete elements lose the nodes inside faces and cells
    }
}

TEST(ReadGmsh, PlaneMeshHasEdgesAsSurfaces) {
  const fs::path folder = testing::fresh_folder("gmsh_plane");
  const std::string script = R"(
SetFactory("OpenCASCADE"); Rectangle(1) = {0, 0, 0, 2, 1}; Mesh.MeshSizeMax = 0.5; Mesh.ElementOrder = 2;
Physical Surface("sheet") = {1}; Physical Curve("left") = {4};
)";
  const MeshFile file = read_gmsh(gmsh(folder, script, "-format msh22", "part.msh"), unit_system("m"));
  EXPECT_EQ(file.mesh.blocks[0].type, CellType::tri6);
  EXPECT_FALSE(file.mesh.surfaces.at("left").empty());
  for (const NodeId n : nodes_named(file.mesh, "left")) EXPECT_NEAR(file.mesh.x(0, n.value), 0, 1e-15);
}

TEST(ReadGmsh, WithoutGroupsTheGeometryNamesTheSurfaces) {
  const fs::path folder = testing::fresh_folder("gmsh_plain");
  const std::string script = "SetFactory(\"OpenCASCADE\"); Box(1) = {0, 0, 0, 1, 1, 1}; Mesh.MeshSizeMax = 1;";
  const MeshFile file = read_gmsh(gmsh(folder, script, "-format msh41", "part.msh"), unit_system("m"));
  EXPECT_EQ(file.mesh.surfaces.size(), 6U);
  EXPECT_TRUE(file.mesh.surfaces.contains("surface_1"));
  EXPECT_EQ(Index(file.mesh.element_sets.at("volume_1").size()), file.mesh.num_elements());
}

TEST(GmshScript, SameInputIsTakenFromTheCacheAndOtherNumbersAreNot) {
  const fs::path folder = testing::fresh_folder("gmsh_script");
  write_file(folder / "part.geo", two_cubes_geo);
  const std::string cache = folder / "cache";
  GmshScript script{.path = folder / "part.geo", .numbers = {{"lc", 1.0}}, .model_folder = folder};
  const ScriptMesh first = mesh_from_gmsh_script(script, unit_system("m"), cache);
  const ScriptMesh second = mesh_from_gmsh_script(script, unit_system("m"), cache);
  EXPECT_FALSE(first.cached);
  EXPECT_TRUE(second.cached);
  EXPECT_EQ(first.mesh_path, second.mesh_path);
  script.numbers["lc"] = 0.5;
  const ScriptMesh finer = mesh_from_gmsh_script(script, unit_system("m"), cache);
  EXPECT_FALSE(finer.cached);
  EXPECT_GT(finer.file.mesh.num_nodes(), first.file.mesh.num_nodes());
  EXPECT_EQ(std::distance(fs::directory_iterator(cache), fs::directory_iterator()), 2);  // nothing else is left behind
}

TEST(GmshScript, TheSameScriptGivesTheSameMeshToTheBitWhereverItLies) {
  const int before = personality(0xffffffff);
  if (personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) == -1)
    GTEST_SKIP() << "this container does not let programs have the same addresses each time";
  personality(static_cast<unsigned long>(before));
  const fs::path folder = testing::fresh_folder("gmsh_repeated");
  const auto mesh = [&](const std::string& place) {
    fs::create_directories(folder / place);
    fs::copy_file(testing::source_dir() / "examples" / "crankshaft" / "crankshaft.geo", folder / place / "part.geo");
    const GmshScript script{.path = folder / place / "part.geo", .numbers = {{"size", 16.0}}, .model_folder = {}};
    return testing::read_file(mesh_from_gmsh_script(script, unit_system("mm"), folder / place / "cache").mesh_path);
  };
  const std::string here = mesh("here");
  EXPECT_GT(here.size(), 100'000U);
  EXPECT_TRUE(here == mesh("a-place/with-a-much/longer-name"));
}

TEST(GmshScript, RefusesWhatReachesOutOfTheFolder) {
  const fs::path folder = testing::fresh_folder("gmsh_refused");
  fs::create_directories(folder / "model");
  write_file(folder / "outside.geo", "x = 1;");
  write_file(folder / "model" / "inner.geo", "SystemCall \"date\";");
  const auto message = [&](const std::string& script) -> std::string {
    const fs::path path = folder / "model" / "part.geo";
    write_file(path, script);
    try {
      mesh_from_gmsh_script({.path = path, .numbers = {}, .model_folder = folder / "model"}, {}, folder / "cache");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  const auto expect = [&](const std::string& script, const std::string& part) {
    EXPECT_NE(message(script).find(part), std::string::npos) << script << "\n" << message(script);
  };
  expect("a = 1;\nSystemCall \"date\";", "part.geo:2: 'SystemCall' is not allowed");
  expect("Printf(\"%g\", 1) ;\nPrintf(\"%g\", Max(1, 2)) >> \"file\";",
         "part.geo:2: a mesh script may not write files");
  expect("Printf; SystemCall \"date\";", "'SystemCall' is not allowed");
  expect("/* \n */ Include \"../outside.geo\";", "part.geo:2: file");
  expect("Include \"inner.geo\";", "inner.geo:1: 'SystemCall' is not allowed");
  expect("Merge StrCat(\"a\", \"b\");", "must name its file by a plain string");
  expect("Field[1] = ExternalProcess;", "'ExternalProcess' is not allowed");
  expect("Merge \"missing.step\";", "cannot be found");
  expect("a = 1;\nx = y; // SystemCall in a comment\n", "part.geo:2: gmsh: Unknown variable 'y'");
  expect("x = 1;", "part.geo: gmsh made no usable mesh");
  EXPECT_EQ(message(two_cubes_geo), "accepted");
}

}  // namespace trunnion

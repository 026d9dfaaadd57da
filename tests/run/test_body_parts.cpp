// A body from several meshes: what holds for one mesh holds for parts that were meshed apart.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/fem/element_properties.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/point_elements.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"
#include "trunnion/model/model.h"
#include "trunnion/run/body_mesh.h"

namespace trunnion {
namespace {

const std::string steel = "{ young = \"210 GPa\", poisson = 0.3, density = \"7850 kg/m^3\" }";

Model model_of(const std::string& body, const std::filesystem::path& folder = {}) {
  return parse_model("[[flexible_body]]\nname = \"joint\"\n" + body + "\n", folder / "joint.toml");
}

BodyMesh mesh_of(const Model& model) {
  return build_body_mesh(model.flexible_bodies.front(), model.file.parent_path(), testing::fresh_folder("parts-cache"));
}

std::string message_of(const std::string& body) {
  try {
    mesh_of(model_of(body));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

const std::string shaft_and_hub = R"(
material = { young = "210 GPa", poisson = 0.3, density = "7850 kg/m^3" }
[[flexible_body.part]]
name = "shaft"
mesh = { cylinder = { radius = "20 mm", length = "100 mm", around = 8, radial = 1, along = 4 } }
[[flexible_body.part]]
name = "hub"
mesh = { cylinder = { radius = "40 mm", inner_radius = "20 mm", length = "30 mm", around = 8, radial = 1, along = 2 } }
position = ["0 mm", "0 mm", "35 mm"]
material = { young = "100 GPa", poisson = 0.3, density = "8800 kg/m^3" }
)";

TEST(BodyParts, KeepTheirOwnNodesNamesMaterialsAndPlaces) {
  const BodyMesh body = mesh_of(model_of(shaft_and_hub));
  const Mesh& mesh = body.file->mesh;
  for (const char* name : {"shaft.outer", "hub.inner", "hub.outer", "shaft.top", "hub.top"})
    EXPECT_TRUE(mesh.surfaces.contains(name)) << name;
  const std::vector<NodeId> seat = nodes_named(mesh, "shaft.outer"), bore = nodes_named(mesh, "hub.inner");
  std::vector<NodeId> shared;
  std::set_intersection(seat.begin(), seat.end(), bore.begin(), bore.end(), std::back_inserter(shared));
  EXPECT_TRUE(shared.empty());
  EXPECT_EQ(body.source, "parts shaft (cylinder), hub (cylinder)");
  const MassProperties m = mass_properties(assemble(body.file));
  // Volumes of the polygons with quadratic edges differ from circles by 1e-4; the middle lies where the masses say.
  const double shaft = 7850 * M_PI * 0.02 * 0.02 * 0.1, hub = 8800 * M_PI * (0.04 * 0.04 - 0.02 * 0.02) * 0.03;
  EXPECT_NEAR(m.mass, shaft + hub, 2e-3 * (shaft + hub));
  EXPECT_NEAR(m.center.z(), 0.05, 1e-12);
}

TEST(BodyParts, AreTheSameBodyWhetherWrittenToFilesInOtherUnitsOrTurned) {
  const auto folder = testing::fresh_folder("parts-files");
  MeshFile bar;
  bar.mesh = box_mesh({.size = {0.1, 0.02, 0.03}, .divisions = {2, 1, 1}, .element = CellType::hex20});
  std::ofstream(folder / "bar.inp") << abaqus_text(bar, unit_system("in"));
  const auto body = [&](const std::string& mesh, const std::string& turned) {
    return mesh_of(model_of("material = " + steel + "\npart = [ { name = \"a\", mesh = " + mesh + turned +
                                " }, { name = \"b\", mesh = " + mesh + ", position = [\"0 m\", \"1 m\", \"0 m\"]" +
                                turned + " } ]",
                            folder));
  };
  const std::string file = "{ file = \"bar.inp\", unit = \"in\" }",
                    box = "{ box = [\"100 mm\", \"20 mm\", \"30 mm\"], divisions = [2, 1, 1] }";
  const BodyMesh built = body(box, ""), read = body(file, "");
  EXPECT_LT((built.file->mesh.x - read.file->mesh.x).norm(), 1e-12);
  // The long side turned into z.
  const MassProperties m = mass_properties(assemble(body(file, ", x = [0, 0, 1], z = [1, 0, 0]").file));
  EXPECT_NEAR(m.center.z(), 0.05, 1e-12);
  EXPECT_NEAR(m.center.y(), 0.5 - 0.01, 1e-12);
  EXPECT_NEAR(m.center.x(), 0.015, 1e-12);
}

TEST(BodyParts, AMaterialForSomeElementsOfAPartLeavesTheRestOfItAlone) {
  const auto folder = testing::fresh_folder("parts-sets");
  MeshFile bar;
  bar.mesh = box_mesh({.size = {1, 1, 1}, .divisions = {2, 1, 1}, .element = CellType::hex8});
  bar.mesh.element_sets["HALF"] = {ElementId{0}};
  std::ofstream(folder / "bar.inp") << abaqus_text(bar, unit_system("m"));
  const BodyMesh body =
      mesh_of(model_of("material = { young = \"1 GPa\", poisson = 0.3, density = \"1 kg/m^3\" }\n"
                       "part = [ { name = \"a\", mesh = { file = \"bar.inp\", unit = \"m\" } }, "
                       "{ elements = \"a.HALF\", material = { young = \"1 GPa\", poisson = 0.3, "
                       "density = \"3 kg/m^3\" } } ]",
                       folder));
  EXPECT_NEAR(mass_properties(assemble(body.file)).mass, 0.5 * 3 + 0.5 * 1, 1e-12);
}

TEST(BodyParts, SpringsBetweenInterfacesThatLieApartStoreNothingInRigidMotions) {
  const BodyMesh body = mesh_of(model_of(shaft_and_hub + R"(
[[flexible_body.interface]]
name = "A"
surface = "shaft.bottom"
[[flexible_body.interface]]
name = "S"
surface = "hub.outer"
point = ["30 mm", "0 mm", "50 mm"]
[[flexible_body.spring]]
from = "A"
to = "S"
stiffness = ["10 N/m", "20 N/m", "30 N/m"]
rotational_stiffness = ["1 N m/rad", "2 N m/rad", "3 N m/rad"]
)"));
  ASSERT_EQ(body.file->springs.size(), 1U);
  const FeModel model = assemble(body.file);
  MatrixXd springs = MatrixXd::Zero(model.dofs.size, model.dofs.size);
  for (const auto& t : point_elements(*body.file, element_properties(*body.file), model.dofs, false).stiffness_lower) {
    springs(t.row(), t.col()) += t.value();
    if (t.row() != t.col()) springs(t.col(), t.row()) += t.value();
  }
  EXPECT_GT(springs.norm(), 10);
  EXPECT_LT((springs * rigid_modes(model)).norm(), 1e-12 * springs.norm());
}

TEST(BodyParts, TheirFilesAreInTheHashOfTheInputs) {
  const auto folder = testing::fresh_folder("parts-hash");
  const std::string body =
      "material = " + steel + "\npart = [ { name = \"a\", mesh = { file = \"a.inp\", unit = \"m\" } } ]";
  std::ofstream(folder / "a.inp") << "*NODE\n1, 0, 0, 0\n";
  const std::string before = model_of(body, folder).input_hash;
  std::ofstream(folder / "a.inp") << "*NODE\n1, 0, 0, 1\n";
  EXPECT_NE(model_of(body, folder).input_hash, before);
}

TEST(BodyParts, MistakesAreToldWithTheirPlace) {
  const std::string box = "{ box = [\"1 m\", \"1 m\", \"1 m\"], divisions = [1, 1, 1] }";
  struct Mistake {
    std::string body, expected;
  };
  for (const Mistake& mistake : {
           Mistake{"part = [ { mesh = " + box + " } ]", "needs a 'name'"},
           Mistake{"part = [ { name = \"a\", mesh = " + box + " }, { name = \"a\", mesh = " + box + " } ]",
                   "the name 'a' of a part is taken already"},
           Mistake{"mesh = " + box + "\npart = [ { name = \"a\", mesh = " + box + " } ]", "leave out either"},
           Mistake{"part = [ { name = \"a\", mesh = " + box + " } ]", "has no material"},
           Mistake{"part = [ { name = \"a\", elements = \"b\", mesh = " + box + " } ]", "not both"},
           Mistake{"part = [ { name = \"a\", mesh = \"no\" } ]", "no mesh 'no'"},
           Mistake{"part = [ { elements = \"a\" } ]", "'material' is missing"},
           Mistake{"material = " + steel + "\npart = [ { name = \"a\", mesh = " + box +
                       " }, { elements = \"a.no\", material = " + steel + " } ]",
                   "no element set 'a.no'"},
           Mistake{"part = [ { name = \"a\", mesh = " + box + ", x = [0, 0, 1] } ]", "must differ"},
       }) {
    const std::string told = message_of(mistake.body);
    EXPECT_NE(told.find(mistake.expected), std::string::npos) << mistake.expected << "\n  but: " << told;
    EXPECT_NE(told.find("joint.toml"), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace trunnion

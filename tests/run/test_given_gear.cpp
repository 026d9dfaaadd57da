// Gears that bring their own mesh, from model files: a wheel that a Gmsh script makes, with a pinion of the program's.

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "gears/reference_gears.h"
#include "mechanism_text.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"
#include "trunnion/run/gear_stage.h"

namespace trunnion {
namespace {

using namespace testing;

/// A pair of like gears, 32 teeth of module 3 mm; `mesh`: what stands in the table of the driven one.
std::filesystem::path model_with(const std::filesystem::path& folder, const std::string& mesh) {
  std::filesystem::copy_file(source_dir() / "examples" / "webbed-gear" / "wheel.geo", folder / "wheel.geo",
                             std::filesystem::copy_options::overwrite_existing);
  std::ofstream out(folder / "pair.toml");
  for (const char* name : {"driver", "driven"})
    out << fmt::format(R"(
[[gear]]
name = "{}"
teeth = 32
module = "3 mm"
root = "fillet"
root_radius = "1.2 mm"
width = "10 mm"
hub_radius = "15 mm"
material = {{ young = "206 GPa", poisson = 0.3 }}
{}
)",
                       name, name == std::string("driven") ? mesh : "");
  out << R"(
[[gear_pair]]
name = "pair"
driver = "driver"
driven = "driven"
flank_size = "0.25 mm"
bulk_size = "0.6 mm"
rim_size = "2 mm"
[[stage]]
name = "cycle"
type = "mesh-cycle"
gear_pair = "pair"
torque = "150 N.m"
positions = 8
)";
  return folder / "pair.toml";
}

std::map<std::string, double> quantities_of(const std::filesystem::path& model,
                                            const std::vector<std::string>& set = {}) {
  const auto out = model.parent_path() / "out";
  std::vector<std::string> arguments{"run", model.string(), "--quiet", "--out", out.string()};
  for (const std::string& one : set) arguments.insert(arguments.end(), {"--set", one});
  const ProgramResult result = run_program(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  return read_quantities(out / "summary.json");
}

TEST(GivenGear, APlaneSectionOfTrianglesFromGmshGivesTheAnswerOfTheProgramsOwnMesh) {
  const auto folder = fresh_folder("given-gear-plane");
  const auto own = quantities_of(model_with(folder, ""));
  const auto given = quantities_of(model_with(
      folder, R"(mesh = { gmsh = "wheel.geo", unit = "mm", numbers = { plane = 1, flank_size = "0.5 mm" } })"));
  for (const std::string name : {"transmission_error_mean", "mesh_stiffness_mean", "root_stress_driver"})
    record({.group = "Gears",
            .name = "Wheel of triangles made by Gmsh, " + name,
            .reference = "both gears meshed by the program",
            .reference_value = own.at(name),
            .value = given.at(name),
            .error = relative_error(given.at(name), own.at(name)),
            .allowed = 1e-2,
            .why = "elements of 0.2 modules",
            .inside = true});
}

// One script, two sets of numbers in one run: held farther out a wheel yields less.
TEST(GivenGear, MeshesOfOneScriptWithOtherNumbersAreKeptApart) {
  const auto folder = fresh_folder("given-gear-numbers");
  const std::string mesh =
      R"(mesh = { gmsh = "wheel.geo", unit = "mm", numbers = { plane = 1, flank_size = "0.6 mm", hub_radius = "HUB mm" } })";
  const auto with_hub = [&](const std::string& radius) {
    std::string text = mesh;
    text.replace(text.find("HUB"), 3, radius);
    return text;
  };
  const auto model = model_with(folder, with_hub("40"));
  std::string text = read_file(model);
  const auto second = text.rfind("[[gear_pair]]");
  std::string gear = text.substr(text.rfind("[[gear]]"), second - text.rfind("[[gear]]"));
  gear.replace(gear.find("driven"), 6, "stiff");
  gear.replace(gear.find("40 mm"), 5, "20 mm");
  std::string pair = text.substr(second, text.find("[[stage]]") - second);
  pair.replace(pair.find("\"pair\""), 6, "\"other\"");
  pair.replace(pair.find("\"driven\""), 8, "\"stiff\"");
  std::string stage = text.substr(text.find("[[stage]]"));
  stage.replace(stage.find("cycle"), 5, "other");
  stage.replace(stage.find("\"pair\""), 6, "\"other\"");
  std::ofstream(model) << text.substr(0, second) << gear << text.substr(second, text.find("[[stage]]") - second) << pair
                       << text.substr(text.find("[[stage]]")) << stage;
  const auto q = quantities_of(model);
  EXPECT_LT(q.at("cycle.transmission_error_mean"), 0.95 * q.at("other.transmission_error_mean"));
}

const std::vector<std::string> in_space{"gear.0.width=6 mm",
                                        "gear.1.width=6 mm",
                                        "gear_pair.0.face_elements=3",
                                        "gear_pair.0.flank_size=0.36 mm",
                                        "gear_pair.0.bulk_size=1.1 mm",
                                        "stage.0.torque=100 N.m",
                                        "stage.0.positions=4"};

std::string tetrahedra(const std::string& web) {
  return fmt::format(
      "mesh = {{ gmsh = \"wheel.geo\", unit = \"mm\", numbers = {{ width = \"6 mm\", web = \"{}\", flank_size = \"0.75 "
      "mm\", bulk_size = \"6 mm\" }} }}",
      web);
}

// Of the web too: a disk of thickness t between the radii a and b, turned by M, yields M (1/a^2 - 1/b^2)/(4 pi G t).
// Where the teeth push, the rim bends beside that, and where it passes into the web it is stiffer.
TEST(GivenGear, TetrahedraFromGmshAgreeWithTheProgramsOwnSolidMeshAndAWebYieldsAsADiskDoes) {
  const auto folder = fresh_folder("given-gear-solid");
  const auto own = quantities_of(model_with(folder, ""), in_space);
  const auto blank = quantities_of(model_with(folder, tetrahedra("6 mm")), in_space);
  for (const std::string name : {"transmission_error_mean", "mesh_stiffness_mean"})
    record({.group = "Gears",
            .name = "Wheel of tetrahedra made by Gmsh in 3-D, " + name,
            .reference = "both gears of hexahedra of the program",
            .reference_value = own.at(name),
            .value = blank.at(name),
            .error = relative_error(blank.at(name), own.at(name)),
            .allowed = 1e-2,
            .why = "linear hexahedra of 0.37 modules",
            .inside = true});
  EXPECT_NEAR(blank.at("root_stress_driven"), own.at("root_stress_driven"), 0.15 * own.at("root_stress_driven"));

  const auto webbed = quantities_of(model_with(folder, tetrahedra("2.4 mm")), in_space);
  const double shear = 206e9 / 2.6, boss = 22e-3, rim = (48 - 1.25 * 3 - 6) * 1e-3, torque = 100;
  const double disk =
      torque * (1 / (boss * boss) - 1 / (rim * rim)) / (4 * std::numbers::pi * shear) * (1 / 2.4e-3 - 1 / 6e-3);
  const double yields = webbed.at("transmission_error_mean") - blank.at("transmission_error_mean");
  EXPECT_GT(yields, disk);
  EXPECT_LT(yields, 2.5 * disk);
}

// Slowly turned by its shaft, the pair lags as in the mesh cycle: mean over a pitch of the compliance it brought along.
TEST(GivenGear, AWheelThatBringsItsSolidMeshTurnsInAMechanismAsItsMeshCycleSays) {
  const auto folder = fresh_folder("given-gear-turns");
  const auto model = model_with(folder, tetrahedra("2.4 mm"));
  std::string text = read_file(model);
  text.replace(text.find("driven = \"driven\"\n"), 18,
               "driven = \"driven\"\nbetween = [\"pinion\", \"wheel\"]\ntorque = \"100 N.m\"\npositions = 16\n");
  std::ofstream(model) << text << geared_rotors_text("96 mm", "100 N.m") << R"([[motion]]
name = "drive"
between = ["pinion", "ground"]
angle = "0 rad"
[[output]]
name = "lag"
quantity = "curve"
on = "gear_pair.pair.transmission_error"
take = "mean"
stage = "slowly"
[[stage]]
name = "slowly"
type = "sweep"
motion = "drive"
first = "0 degree"
last = "10.546875 degree"
samples = 16
)";
  std::vector<std::string> set = in_space;
  set.back() = "stage.0.positions=16";
  const auto q = quantities_of(model, set);
  const double base = 48e-3 * std::cos(20 * std::numbers::pi / 180);
  const double expected = q.at("cycle.transmission_error_mean") * base;
  record({.group = "Gears",
          .name = "Wheel of tetrahedra with a web in a mechanism, mean lag over a pitch [m]",
          .reference = "mesh cycle of the same pair",
          .reference_value = expected,
          .value = q.at("lag"),
          .error = relative_error(q.at("lag"), expected),
          .allowed = 1e-2,
          .why = "16 positions of the law",
          .inside = true});
}

TEST(GivenGear, AMeshThatIsNotTheGearIsToldWithThePlaceOfThePair) {
  const auto folder = fresh_folder("given-gear-errors");
  const auto model = model_with(folder, R"(mesh = { box = ["90 mm", "90 mm", "6 mm"], divisions = [3, 3, 1] })");
  const ProgramResult result = run_program({"run", model.string(), "--quiet", "--out", (folder / "out").string()});
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.err.find("pair.toml:"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("gear 'driven': 0 faces of its mesh lie on the flank"), std::string::npos) << result.err;
}

TEST(GivenGear, ThePictureShowsTheMeshThatWasSolved) {
  const GearMaterial steel{{206e9, 0.3}, PlaneKind::stress};
  Gear gear = standard_gear(24);
  gear.hub_radius = 25e-3;
  GearPair pair{gear, gear, steel, steel, 24 * 4e-3};
  const GearMeshSizes sizes{.flank = 0.1, .bulk = 0.4, .rim = 1, .idle = 0.3};
  pair.driver_mesh = std::make_shared<const Mesh>(gear_contact(pair, sizes).driver->grid.mesh);
  const GearContact contact = gear_contact(pair, sizes);
  const MeshCycle cycle = solve_cycle(contact, {300, 0}, 4);
  StageResult out;
  add_cycle_scene({}, contact, cycle, out);
  ASSERT_EQ(out.scenes.size(), 1);
  EXPECT_EQ(out.scenes[0].bodies[0].mesh->x, pair.driver_mesh->x);
  EXPECT_EQ(out.scenes[0].bodies[1].mesh->x, contact.driven->grid.mesh.x);  // of moderate size: no coarser one
  // It bends under the loads of that position: as far as the teeth lag, nothing else in the mesh moves farther.
  const double moved = out.scenes[0].frames[0].bodies[0].displacement.colwise().norm().maxCoeff();
  EXPECT_GT(moved, 0.1 * cycle.positions[0].transmission_error * contact.two.base);
  EXPECT_LT(moved, 3 * cycle.positions[0].transmission_error * contact.two.base);
}

}  // namespace
}  // namespace trunnion

// A block that Gmsh meshes and writes in each format: what the readers make of the file weighs what the block does.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "support/fe_models.h"
#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/mesh/readers.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using testing::record;

/// 30 x 20 x 10 mm with a corner at (5, -2, 1) mm.
const char* const block = R"(
SetFactory("OpenCASCADE");
Box(1) = {5, -2, 1, 30, 20, 10};
Mesh.MeshSizeMax = 6; Mesh.MeshSizeMin = 6; Mesh.ElementOrder = 2;
Physical Volume("block") = {1};
)";

MeshFile read(const fs::path& file) {
  const UnitSystem mm = unit_system("mm");
  if (file.extension() == ".inp") return read_abaqus(file, mm);
  if (file.extension() == ".bdf") return read_nastran(file, mm);
  return read_gmsh(file, mm);
}

TEST(MassOfFiles, IsThatOfTheBlockInEveryFormat) {
  const fs::path folder = testing::fresh_folder("mass-of-files");
  std::ofstream(folder / "block.geo") << block;
  const double mass = 7850 * 30e-3 * 20e-3 * 10e-3, second = mass / 12 * (std::pow(30e-3, 2) + std::pow(20e-3, 2));
  const Vector3d middle(20e-3, 8e-3, 6e-3);
  for (const auto& [format, file, what] : {std::array{"msh22", "block-2.msh", "Gmsh 2.2"},
                                           {"msh41", "block-4.msh", "Gmsh 4.1"},
                                           {"inp", "block.inp", "Abaqus"},
                                           {"bdf", "block.bdf", "Nastran"}}) {
    const std::string command =
        fmt::format("cd '{}' && gmsh block.geo -3 -nt 1 -format {} -o {} >log 2>&1", folder.string(), format, file);
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    const FeModel model = assemble(testing::of_material(read(folder / file).mesh, testing::steel()));
    const MassProperties found = mass_properties(model);
    const auto check = [&](const std::string& of, const char* unit, double value, double reference, double error) {
      record({.group = "Meshes",
              .name = fmt::format("{} of a block that Gmsh meshed and wrote, {} file [{}]", of, what, unit),
              .reference = "closed form",
              .reference_value = reference,
              .value = value,
              .error = error,
              .allowed = 1e-12,
              .why = "rounding: digits that a file leaves out of places inside do not matter"});
    };
    check("mass", "kg", found.mass, mass, testing::relative_error(found.mass, mass));
    check("center along x", "m", found.center.x(), middle.x(), (found.center - middle).norm() / middle.norm());
    check("moment of inertia about z", "kg m^2", found.inertia(2, 2), second,
          testing::relative_error(found.inertia(2, 2), second));
  }
}

}  // namespace
}  // namespace trunnion

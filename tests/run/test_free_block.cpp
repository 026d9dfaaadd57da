// A free block from a user's deck, through the model file, against CalculiX on that deck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/calculix.h"
#include "support/fe_models.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {

// Six rigid modes and eight elastic ones. CalculiX prints seven digits, and loses some on a free body unless its
// eigenvalues are near one: the deck's density is 1e9 times that of steel, which scales all frequencies alike.
TEST(FreeBlock, AModelFileGivesTheFrequenciesOfCalculixOnTheSameDeck) {
  for (const CellType type : {CellType::tet10, CellType::hex20}) {
    Mesh mesh = testing::distorted_mesh(type);
    mesh.x = Vector3d(0.12, 0.05, 0.03).asDiagonal() * mesh.x;
    Material heavy = testing::steel();
    heavy.density *= 1e9;
    const auto deck = testing::run_calculix(
        fmt::format("model-free-block-{}", name(type)),
        testing::calculix_mesh(*testing::of_material(mesh, heavy)) + "*STEP\n*FREQUENCY\n14\n*END STEP\n");
    const VectorXd peer = testing::calculix_frequencies(std::filesystem::path(deck).replace_extension("dat"));
    ASSERT_GE(peer.size(), 14);

    RunOptions options;
    options.model_file = deck.parent_path() / "block.toml";
    options.out = deck.parent_path() / "out";
    std::ofstream(options.model_file) << "[[flexible_body]]\nname = \"block\"\n"
                                         "mesh = { file = \"job.inp\", unit = \"m\" }\nmass_points = \"stiffness\"\n"
                                         "[[stage]]\nname = \"modes\"\ntype = \"fe-modes\"\nmodes = 14\n";
    const RunResult result = run_model(options);
    ASSERT_TRUE(result.success());
    const auto quantity = [&](const std::string& name) {
      return *find_quantity(result.record, "modes." + name)->value;
    };
    EXPECT_EQ(quantity("rigid_modes"), 6);
    double worst = 0;
    for (int m = 6; m < 14; ++m)
      worst = std::max(worst, testing::relative_error(quantity(fmt::format("mode_{}.frequency", m + 1)), peer[m]));
    testing::record(
        {.group = "Against CalculiX",
         .name = fmt::format("free block through a model file (mass_points = \"stiffness\"), 8 frequencies, "
                             "{}",
                             name(type)),
         .reference = "CalculiX 2.20, same .inp",
         .reference_value = 0,
         .value = worst,
         .error = worst,
         .allowed = 1e-6,
         .why = "CalculiX prints seven digits"});
  }
}

}  // namespace trunnion

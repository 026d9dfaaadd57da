#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "trunnion/mesh/describe.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/run/compare_bodies.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

struct InfoOptions {
  std::string file;
  std::string unit = "mm";
};

int info(const InfoOptions& options) {
  if (std::filesystem::path(options.file).extension() == ".h5") {
    fmt::print("{}", describe(read_reduced_body(options.file)));
    return 0;
  }
  const MeshFile file = read_mesh(options.file, unit_system(options.unit));
  fmt::print("{} (lengths in {})\n", options.file, options.unit);
  for (const std::string& line : describe(file)) fmt::print("{}\n", line);
  return 0;
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("info", "Print what a mesh file or a reduced body (.h5) holds");
  auto options = std::make_shared<InfoOptions>();
  verb->add_option("file", options->file, "Mesh file (.msh, .inp, .bdf, .nas, .dat) or reduced body (.h5)")->required();
  verb->add_option("--unit", options->unit, "Length unit of a mesh file")->capture_default_str();
  verb->callback([&action, options] { action = [options] { return info(*options); }; });
}

}  // namespace trunnion::app

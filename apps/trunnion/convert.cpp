#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "trunnion/base/error.h"
#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/writers.h"
#include "trunnion/results/atomic_file.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

struct ConvertOptions {
  std::string from, to;
  std::string unit = "mm";
};

std::string text_for(const std::filesystem::path& path, const MeshFile& file, const UnitSystem& units) {
  const std::string extension = path.extension().string();
  if (extension == ".inp") return abaqus_text(file, units);
  if (extension == ".bdf" || extension == ".nas") return nastran_text(file, units);
  if (extension == ".msh") return gmsh_text(file, units);
  throw InputError(fmt::format("convert: '{}' cannot be written; name a file .msh, .inp or .bdf", path.string()));
}

int convert(const ConvertOptions& options) {
  const UnitSystem units = unit_system(options.unit);
  const MeshFile file = read_mesh(options.from, units);
  for (const SkippedCard& card : file.skipped)
    fmt::print(stderr, "not read    {} ({} times): {}\n", card.keyword, card.count, card.consequence);
  write_file(options.to, text_for(options.to, file, units));
  fmt::print(" {:<11} {}\n", "wrote", options.to);
  return 0;
}

}  // namespace

void add_convert(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("convert", "Write a mesh in another format: .msh, .inp, .bdf");
  auto options = std::make_shared<ConvertOptions>();
  verb->add_option("from", options->from, "Mesh file to read")->required();
  verb->add_option("to", options->to, "Mesh file to write")->required();
  verb->add_option("--unit", options->unit, "Length unit of both files")->capture_default_str();
  verb->callback([&action, options] { action = [options] { return convert(*options); }; });
}

}  // namespace trunnion::app

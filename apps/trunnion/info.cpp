#include <fmt/format.h>

#include <memory>

#include "trunnion/fem/element_quality.h"
#include "trunnion/mesh/mesh_file.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

struct InfoOptions {
  std::string file;
  std::string unit = "mm";
};

std::int64_t label_of(const Mesh& mesh, ElementId element) {
  const ElementRef ref = mesh.locate(element);
  const ElementBlock& block = mesh.blocks[static_cast<std::size_t>(ref.block)];
  return block.labels.empty() ? element.value + 1 : block.labels[static_cast<std::size_t>(ref.column)];
}

void print_quality(const Mesh& mesh) {
  const ElementQuality quality = element_quality(mesh);
  if (!quality.worst.valid()) return;
  fmt::print("quality     worst Jacobian ratio {:.3g} (element {}), edges up to 1 : {:.3g}\n", quality.worst_ratio,
             label_of(mesh, quality.worst), quality.longest_over_shortest);
  if (quality.inverted.empty()) return;
  constexpr std::size_t most = 10;
  std::vector<std::int64_t> labels;
  for (std::size_t i = 0; i < std::min(most, quality.inverted.size()); ++i)
    labels.push_back(label_of(mesh, quality.inverted[i]));
  fmt::print("            {} inverted elements: {}{}\n", quality.inverted.size(), fmt::join(labels, ", "),
             quality.inverted.size() > most ? ", ..." : "");
}

template <class Sets>
void print_sets(const char* what, const Sets& sets, const char* unit) {
  for (const auto& [name, members] : sets) fmt::print("{:<11} {} ({} {})\n", what, name, members.size(), unit);
}

void print_contents(const MeshFile& file) {
  for (const Material& m : file.materials)
    fmt::print("material    {} (Young's modulus {:.4g} GPa, Poisson's ratio {:.3g}, density {:.4g} kg/m^3)\n", m.name,
               m.young / 1e9, m.poisson, m.density);
  for (const Coupling& c : file.couplings)
    fmt::print("coupling    {} ({}, {} nodes)\n", c.name, c.kind == CouplingKind::rigid ? "rigid" : "averaged",
               c.nodes.size());
  if (!file.point_masses.empty()) fmt::print("masses      {}\n", file.point_masses.size());
  if (!file.springs.empty()) fmt::print("springs     {}\n", file.springs.size());
  for (const SkippedCard& card : file.skipped)
    fmt::print("not read    {} ({} times, first at {}): {}\n", card.keyword, card.count, card.first.text(),
               card.consequence);
}

int info(const InfoOptions& options) {
  const MeshFile file = read_mesh(options.file, unit_system(options.unit));
  const Mesh& mesh = file.mesh;
  fmt::print("file        {} (lengths in {})\nnodes       {}\n", options.file, options.unit, mesh.num_nodes());
  for (const ElementBlock& block : mesh.blocks) fmt::print("elements    {} {}\n", block.nodes.cols(), name(block.type));
  const Vector3d low = 1e3 * mesh.x.rowwise().minCoeff(), high = 1e3 * mesh.x.rowwise().maxCoeff();
  fmt::print("box         x {:.6g} to {:.6g}, y {:.6g} to {:.6g}, z {:.6g} to {:.6g} mm\n", low[0], high[0], low[1],
             high[1], low[2], high[2]);
  print_sets("surface", mesh.surfaces, "faces");
  print_sets("node set", mesh.node_sets, "nodes");
  print_sets("element set", mesh.element_sets, "elements");
  print_contents(file);
  print_quality(mesh);
  return 0;
}

}  // namespace

void add_info(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand("info", "Print what a mesh file holds: counts, sets, materials, element quality");
  auto options = std::make_shared<InfoOptions>();
  verb->add_option("file", options->file, "Mesh file: .msh, .inp, .bdf, .nas, .dat")->required();
  verb->add_option("--unit", options->unit, "Length unit of the file")->capture_default_str();
  verb->callback([&action, options] { action = [options] { return info(*options); }; });
}

}  // namespace trunnion::app

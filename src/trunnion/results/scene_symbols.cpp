#include "trunnion/results/scene_symbols.h"

#include <fmt/format.h>

#include <map>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr std::size_t numbers = 12;  // of a place

std::string member(const std::string& group, const char* kind, std::size_t k) {
  return fmt::format("{}/{}/{:04}", group, kind, k);
}

void write_shape(Hdf5File& file, const std::string& group, const Mesh& mesh) {
  file.write(group + "/nodes", std::span(mesh.x.data(), static_cast<std::size_t>(mesh.x.size())),
             {static_cast<std::uint64_t>(mesh.x.cols()), 3});
  const auto& cells = mesh.blocks.front().nodes;
  file.write(group + "/triangles", std::span<const std::int32_t>(cells.data(), static_cast<std::size_t>(cells.size())),
             {static_cast<std::uint64_t>(cells.cols()), 3});
}

std::shared_ptr<const Mesh> read_shape(const Hdf5File& file, const std::string& group) {
  const Array<double> nodes = file.read_doubles(group + "/nodes");
  const Array<std::int64_t> corners = file.read_integers(group + "/triangles");
  auto mesh = std::make_shared<Mesh>();
  mesh->x = Eigen::Map<const Matrix3Xd>(nodes.values.data(), 3, static_cast<Index>(nodes.values.size() / 3));
  ElementBlock block;
  block.type = CellType::tri3;
  block.nodes = Eigen::Map<const Eigen::Matrix<std::int64_t, 3, Eigen::Dynamic>>(
                    corners.values.data(), 3, static_cast<Index>(corners.values.size() / 3))
                    .cast<int>();
  if (block.nodes.size() > 0 && (block.nodes.minCoeff() < 0 || block.nodes.maxCoeff() >= mesh->x.cols()))
    throw InputError(fmt::format("{}: triangles with nodes that are not there", group));
  mesh->blocks.push_back(std::move(block));
  return mesh;
}

}  // namespace

void write_symbols(Hdf5File& file, const std::string& group, const std::vector<SceneSymbol>& symbols,
                   const std::vector<std::vector<SymbolPlace>>& places) {
  std::map<const Mesh*, std::size_t> shapes;
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const SceneSymbol& symbol = symbols[k];
    const auto [shape, is_new] = shapes.emplace(symbol.mesh.get(), shapes.size());
    if (is_new) write_shape(file, member(group, "shapes", shape->second), *symbol.mesh);
    std::vector<double> rows;
    for (const std::vector<SymbolPlace>& frame : places) {
      const Matrix3d by_rows = frame[k].axes.transpose();
      rows.insert(rows.end(), by_rows.data(), by_rows.data() + 9);
      rows.insert(rows.end(), frame[k].point.data(), frame[k].point.data() + 3);
    }
    const std::string here = member(group, "symbols", k);
    file.make_group(here);
    file.write(here + "/places", rows, {places.size(), numbers});
    file.write(here + "/shape", static_cast<double>(shape->second));
    file.write(here + "/per_length", symbol.per_length);
    file.set_attribute(here, "name", symbol.name);
    file.set_attribute(here, "role", name(symbol.role));
  }
}

void read_symbols(const Hdf5File& file, const std::string& group, Scene& scene) {
  if (!file.has(group + "/symbols")) return;
  std::map<std::size_t, std::shared_ptr<const Mesh>> shapes;
  for (const std::string& link : file.children(group + "/symbols")) {
    const std::string here = group + "/symbols/" + link;
    const auto shape = static_cast<std::size_t>(file.read_double(here + "/shape"));
    if (!shapes.contains(shape)) shapes[shape] = read_shape(file, member(group, "shapes", shape));
    scene.symbols.push_back({file.text_attribute(here, "name"), symbol_role(file.text_attribute(here, "role")),
                             shapes[shape], file.read_double(here + "/per_length")});
    const Array<double> places = file.read_doubles(here + "/places");
    if (places.values.size() != numbers * scene.frames.size())
      throw InputError(fmt::format("{}: {} numbers for the places of {} frames, must be {} each", here,
                                   places.values.size(), scene.frames.size(), numbers));
    for (std::size_t f = 0; f < scene.frames.size(); ++f) {
      const double* row = places.values.data() + numbers * f;
      scene.frames[f].symbols.push_back(
          {Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(row), Eigen::Map<const Vector3d>(row + 9)});
    }
  }
}

}  // namespace trunnion

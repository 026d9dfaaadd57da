#include "trunnion/results/results_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "trunnion/base/error.h"
#include "trunnion/results/file_seal.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/record_json.h"
#include "trunnion/results/scene_symbols.h"
#include "trunnion/results/trial_read.h"

namespace trunnion {
namespace {

/// "hex20" and "hex20-2" (a second block of the same type) are both hex20.
CellType cell_type(const std::string& link) {
  const auto type = cell_type_named(link.substr(0, link.find('-')));
  if (!type) throw InputError(fmt::format("results: cells of unknown type '{}'", link));
  return *type;
}

std::vector<std::int64_t> labels_at(const Hdf5File& file, const std::string& path) {
  return file.has(path) ? file.read_integers(path).values : std::vector<std::int64_t>{};
}

Mesh read_mesh_group(const Hdf5File& file, const std::string& group) {
  Mesh mesh;
  mesh.x = file.read_matrix(group + "/nodes").transpose();
  mesh.node_labels = labels_at(file, group + "/node_labels");
  if (!file.has(group + "/cells")) return mesh;
  for (const std::string& link : file.children(group + "/cells")) {
    ElementBlock block;
    block.type = cell_type(link);
    const Array<std::int64_t> cells = file.read_integers(fmt::format("{}/cells/{}", group, link));
    if (cells.shape.size() != 2 || cells.shape[1] != static_cast<std::uint64_t>(num_nodes(block.type)))
      throw InputError(fmt::format("results: cells '{}' have {} nodes each, must be {}", link,
                                   cells.shape.size() == 2 ? cells.shape[1] : 0, num_nodes(block.type)));
    block.nodes.resize(static_cast<Index>(cells.shape[1]), static_cast<Index>(cells.shape[0]));
    for (std::size_t k = 0; k < cells.values.size(); ++k) {
      if (cells.values[k] < 0 || cells.values[k] >= mesh.num_nodes())
        throw InputError(
            fmt::format("results: cells '{}' name node {}, but there are {}", link, cells.values[k], mesh.num_nodes()));
      block.nodes.data()[k] = static_cast<int>(cells.values[k]);
    }
    block.labels = labels_at(file, fmt::format("{}/cell_labels/{}", group, link));
    mesh.blocks.push_back(std::move(block));
  }
  return mesh;
}

/// Row `frame` of a stacked array as components x nodes.
MatrixXd row_of(const Array<double>& array, std::size_t frame) {
  const Index rows = array.shape.size() > 2 ? static_cast<Index>(array.shape[2]) : 1;
  const auto columns = static_cast<Index>(array.shape.at(1));
  return Eigen::Map<const MatrixXd>(array.values.data() + frame * static_cast<std::size_t>(rows * columns), rows,
                                    columns);
}

void read_body_frames(const Hdf5File& file, const std::string& group, const Mesh& mesh, std::size_t body,
                      std::vector<Frame>& frames) {
  const Array<double> displacement = file.read_doubles(group + "/displacement");
  const Array<double> rotation = file.read_doubles(group + "/rotation");
  const Array<double> translation = file.read_doubles(group + "/translation");
  for (std::size_t k = 0; k < frames.size(); ++k) {
    BodyFrame& state = frames[k].bodies[body];
    state.rotation = row_of(rotation, k).transpose();
    state.translation = row_of(translation, k).transpose();
    const Matrix3Xd world = mesh.x + row_of(displacement, k);
    state.displacement = state.rotation.transpose() * (world.colwise() - state.translation) - mesh.x;
  }
  if (!file.has(group + "/fields")) return;
  for (const std::string& link : file.children(group + "/fields")) {
    const std::string path = fmt::format("{}/fields/{}", group, link);
    const Array<double> values = file.read_doubles(path);
    const std::string unit = file.text_attribute(path, "unit");
    const FieldScale scale = field_scale(file.text_attribute(path, "scale"));
    for (std::size_t k = 0; k < frames.size(); ++k)
      frames[k].bodies[body].fields.push_back({link, unit, row_of(values, k), scale});
  }
}

bool same(const Mesh& a, const Mesh& b) {
  return a.x.cols() == b.x.cols() && a.x == b.x && a.node_labels == b.node_labels &&
         std::ranges::equal(a.blocks, b.blocks, [](const ElementBlock& p, const ElementBlock& q) {
           return p.type == q.type && p.nodes.cols() == q.nodes.cols() && p.nodes == q.nodes;
         });
}

using Meshes = std::vector<std::shared_ptr<const Mesh>>;

/// Scenes that were written with one mesh share it again.
std::shared_ptr<const Mesh> shared(Mesh&& mesh, Meshes& known) {
  for (const auto& other : known)
    if (same(*other, mesh)) return other;
  return known.emplace_back(std::make_shared<const Mesh>(std::move(mesh)));
}

Scene read_scene(const Hdf5File& file, const std::string& group, Meshes& meshes) {
  Scene scene;
  scene.name = file.text_attribute(group, "name");
  scene.title = file.text_attribute(group, "title");
  scene.detail = file.text_attribute(group, "detail");
  scene.kind = scene_kind(file.text_attribute(group, "kind"));
  if (file.has(group + "/over")) scene.over = file.read_text(group + "/over");
  const std::vector<std::string> labels = file.read_texts(group + "/labels");
  const Array<double> values = file.read_doubles(group + "/values");
  for (std::size_t k = 0; k < labels.size(); ++k) scene.frames.push_back({labels[k], values.values.at(k), {}});
  read_symbols(file, group, scene);
  const std::vector<std::string> links = file.children(group + "/bodies");
  for (Frame& frame : scene.frames) frame.bodies.resize(links.size());
  for (std::size_t b = 0; b < links.size(); ++b) {
    const std::string body = group + "/bodies/" + links[b];
    auto mesh = shared(read_mesh_group(file, body + "/mesh"), meshes);
    if (!scene.frames.empty()) read_body_frames(file, body, *mesh, b, scene.frames);
    scene.bodies.push_back({file.text_attribute(body, "name"), std::move(mesh)});
  }
  validate(scene);
  return scene;
}

std::filesystem::path results_file(const std::filesystem::path& folder_or_file) {
  return std::filesystem::is_directory(folder_or_file) ? folder_or_file / "results.h5" : folder_or_file;
}

MatrixXd table_at(const Hdf5File& file, const std::string& path) {
  const Array<double> array = file.read_doubles(path);
  if (array.shape.size() == 2) return file.read_matrix(path);
  return Eigen::Map<const VectorXd>(array.values.data(), static_cast<Index>(array.values.size()));
}

/// The instants of a map over time, row by row of its cells.
std::vector<MatrixMap::Instant> read_instants(const Hdf5File& file, const std::string& group, const MatrixMap& map) {
  const std::vector<double> time = file.read_doubles(group + "/time").values;
  const MatrixXd values = table_at(file, group + "/values");
  if (values.rows() != std::ssize(time) || values.cols() != map.values.size())
    throw InputError(fmt::format("results: {} does not hold {} cells for each of {} instants", group, map.values.size(),
                                 time.size()));
  std::vector<MatrixMap::Instant> instants;
  for (std::size_t k = 0; k < time.size(); ++k) {
    const VectorXd cells = values.row(static_cast<Index>(k));
    instants.push_back({time[k], cells.reshaped(map.values.cols(), map.values.rows()).transpose()});
  }
  return instants;
}

/// Names in a group; nothing for a table of numbers.
std::optional<std::vector<std::string>> members(const Hdf5File& file, const std::string& path) {
  try {
    return file.children(path);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void add_arrays(const Hdf5File& file, const std::string& group, const std::vector<std::string>& children,
                std::map<std::string, std::vector<NamedArray>>& arrays) {
  for (const std::string& child : children) {
    const std::string path = fmt::format("{}/{}", group, child);
    if (const auto inner = members(file, path))
      add_arrays(file, path, *inner, arrays);
    else
      arrays[group].push_back({child, file.text_attribute(path, "unit"), table_at(file, path)});
  }
}

/// The index reads them by itself, wherever it points to. True when all are as they were written.
bool check_segments(const std::filesystem::path& folder) {
  std::error_code none;
  bool sealed = true;
  for (const auto& entry : std::filesystem::directory_iterator(folder, none))
    if (entry.path().extension() == ".h5") {
      const Seal seal = check_seal(entry.path());
      if (seal == Seal::broken)
        throw InputError(
            fmt::format("{}: is damaged: its content does not fit its checksum; run again", entry.path().string()));
      sealed = sealed && seal == Seal::sound;
    }
  return sealed;
}

std::map<std::string, std::vector<NamedArray>> arrays_of(const std::filesystem::path& results) {
  const Hdf5File file(results, Hdf5File::Mode::read);
  std::map<std::string, std::vector<NamedArray>> arrays;
  for (const std::string& child : file.children("/"))
    if (child != "record" && child != "quantities" && child != "scenes" && child != "maps")
      add_arrays(file, child, file.children(child), arrays);
  return arrays;
}

RunRecord record_of(const std::filesystem::path& results) {
  const Hdf5File file(results, Hdf5File::Mode::read);
  RunRecord record;
  if (file.has("record")) record = parse_record(file.read_text("record"));
  for (std::size_t m = 0; m < record.matrices.size(); ++m)
    if (const std::string group = fmt::format("maps/{}", m); file.has(group))
      record.matrices[m].instants = read_instants(file, group, record.matrices[m]);
  Meshes meshes;
  if (file.has("scenes"))
    for (const std::string& link : file.children("scenes"))
      record.scenes.push_back(read_scene(file, "scenes/" + link, meshes));
  return record;
}

}  // namespace

std::map<std::string, std::vector<NamedArray>> read_arrays(const std::filesystem::path& folder_or_file) {
  const std::filesystem::path results = results_file(folder_or_file);
  try_reading(results, [&] { arrays_of(results); });
  return arrays_of(results);
}

RunRecord read_run_record(const std::filesystem::path& folder_or_file) {
  const std::filesystem::path results = results_file(folder_or_file);
  const auto read = [&] { record_of(results); };
  if (check_segments(results.parent_path() / "segments"))
    try_reading(results, read);
  else
    read_in_child(results, read, reading_patience(results));
  return record_of(results);
}

}  // namespace trunnion

#include "trunnion/results/results_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <tuple>

#include "trunnion/base/error.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/record_json.h"
#include "trunnion/results/scene_symbols.h"
#include "trunnion/results/whole_hdf5.h"
#include "trunnion/results/xdmf.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

/// `name` as a link that is not in `taken` yet; a number is added where two names fall together.
std::string free_link(std::set<std::string>& taken, const std::string& name) {
  const std::string base = link_name(name);
  std::string link = base;
  for (int k = 2; !taken.insert(link).second; ++k) link = fmt::format("{}-{}", base, k);
  return link;
}

StoredBody describe(const SceneBody& body, std::set<std::string>& links) {
  StoredBody stored{
      body.name, free_link(links, body.name), {}, {}, static_cast<std::uint64_t>(body.mesh->num_nodes()), {}, {}};
  std::set<std::string> cell_links;
  for (const ElementBlock& block : body.mesh->blocks)
    stored.cells.push_back({block.type, free_link(cell_links, std::string(name(block.type))),
                            static_cast<std::uint64_t>(block.nodes.cols())});
  return stored;
}

void write_mesh(Hdf5File& file, const std::string& group, const Mesh& mesh, const StoredBody& stored) {
  file.write(group + "/nodes", std::span(mesh.x.data(), static_cast<std::size_t>(mesh.x.size())), {stored.nodes, 3});
  if (!mesh.node_labels.empty()) file.write(group + "/node_labels", mesh.node_labels, {stored.nodes});
  for (std::size_t b = 0; b < stored.cells.size(); ++b) {
    const ElementBlock& block = mesh.blocks[b];
    const auto& [type, link, count] = stored.cells[b];
    file.write(fmt::format("{}/cells/{}", group, link),
               std::span<const std::int32_t>(block.nodes.data(), static_cast<std::size_t>(block.nodes.size())),
               {count, static_cast<std::uint64_t>(block.nodes.rows())});
    if (!block.labels.empty()) file.write(fmt::format("{}/cell_labels/{}", group, link), block.labels, {count});
  }
}

/// The arrays that the first frame of a body announces; later frames must have the same.
std::vector<StoredArray> announced_arrays(const StoredBody& body, const BodyFrame& frame) {
  std::vector<StoredArray> arrays{{"displacement", "m", FieldScale::automatic, {body.nodes, 3}},
                                  {"rotation", "", FieldScale::automatic, {3, 3}},
                                  {"translation", "m", FieldScale::automatic, {3}}};
  std::set<std::string> links;
  for (const NodeField& field : frame.fields) {
    StoredArray array{"fields/" + free_link(links, field.name), field.unit, field.scale, {body.nodes}};
    if (field.values.rows() > 1) array.row_shape.push_back(static_cast<std::uint64_t>(field.values.rows()));
    arrays.push_back(std::move(array));
  }
  return arrays;
}

void append(std::vector<double>& to, const MatrixXd& values) {
  to.insert(to.end(), values.data(), values.data() + values.size());
}

/// World displacement x - X of every node: what ParaView warps by, whatever the body's pose.
MatrixXd world_displacement(const Mesh& mesh, const BodyFrame& frame) {
  Matrix3Xd current = mesh.x;
  if (frame.displacement.size() != 0) current += frame.displacement;
  return ((frame.rotation * current).colwise() + frame.translation) - mesh.x;
}

void check_same_fields(const StoredScene& scene, const StoredBody& body, const Frame& frame, const BodyFrame& state) {
  bool same = state.fields.size() + 3 == body.arrays.size();
  for (std::size_t k = 0; same && k < state.fields.size(); ++k) {
    const StoredArray& array = body.arrays[k + 3];
    const std::uint64_t rows = array.row_shape.size() > 1 ? array.row_shape[1] : 1;
    same = array.unit == state.fields[k].unit && rows == static_cast<std::uint64_t>(state.fields[k].values.rows());
  }
  if (!same)
    throw InputError(fmt::format("scene '{}', frame '{}': body '{}' has other fields than in the first frame",
                                 scene.name, frame.label, body.name));
}

void write_body_frames(Hdf5File& file, const std::string& group, const StoredScene& scene, std::size_t b,
                       const Mesh& mesh, std::span<const Frame> frames) {
  const StoredBody& body = scene.bodies[b];
  for (std::size_t k = 0; k < body.arrays.size(); ++k) {
    const StoredArray& array = body.arrays[k];
    std::vector<double> stacked;
    for (const Frame& frame : frames) {
      const BodyFrame& state = frame.bodies[b];
      if (k == 0) check_same_fields(scene, body, frame, state);
      if (k == 0) append(stacked, world_displacement(mesh, state));
      if (k == 1) append(stacked, state.rotation.transpose());
      if (k == 2) append(stacked, state.translation);
      if (k >= 3) append(stacked, state.fields[k - 3].values);
    }
    Shape shape{frames.size()};
    shape.insert(shape.end(), array.row_shape.begin(), array.row_shape.end());
    const std::string path = group + "/" + array.path;
    file.write(path, stacked, shape);
    file.set_attribute(path, "unit", array.unit);
  }
}

void write_array_index(Hdf5File& index, const std::string& path, const std::string& inside,
                       const std::vector<std::uint64_t>& row_shape, const StoredScene& scene) {
  std::vector<VirtualPiece> pieces;
  for (const StoredSegment& segment : scene.segments) {
    Shape shape{segment.values.size()};
    shape.insert(shape.end(), row_shape.begin(), row_shape.end());
    pieces.push_back({segment.file, inside, shape});
  }
  index.write_virtual(path, pieces);
}

void write_scene_index(Hdf5File& index, const StoredScene& scene) {
  const std::string group = "scenes/" + scene.link;
  index.make_group(group);
  index.set_attribute(group, "name", scene.name);
  index.set_attribute(group, "title", scene.title);
  index.set_attribute(group, "detail", scene.detail);
  index.set_attribute(group, "kind", name(scene.kind));
  if (!scene.over.empty()) index.write_text(group + "/over", scene.over);
  std::vector<std::string> labels;
  std::vector<double> values;
  for (const StoredSegment& segment : scene.segments) {
    labels.insert(labels.end(), segment.labels.begin(), segment.labels.end());
    values.insert(values.end(), segment.values.begin(), segment.values.end());
  }
  index.write_texts(group + "/labels", labels);
  index.write(group + "/values", values, {values.size()});
  write_symbols(index, group, scene.symbols, scene.places);
  for (const StoredBody& body : scene.bodies) {
    const std::string here = group + "/bodies/" + body.link;
    const std::string there = scene.link + "/" + body.link;
    index.make_group(here);
    index.set_attribute(here, "name", body.name);
    index.link_external(here + "/mesh", body.mesh_file, body.mesh_path);
    if (scene.segments.empty()) continue;
    for (const StoredArray& array : body.arrays) {
      write_array_index(index, here + "/" + array.path, there + "/" + array.path, array.row_shape, scene);
      index.set_attribute(here + "/" + array.path, "unit", array.unit);
      index.set_attribute(here + "/" + array.path, "scale", name(array.scale));
    }
  }
}

void write_arrays(Hdf5File& index, const std::string& group, const std::vector<NamedArray>& arrays) {
  std::set<std::string> taken;
  for (const NamedArray& array : arrays) {
    const std::string path = group + "/" + free_link(taken, array.name);
    if (array.values.cols() == 1)
      index.write(path, std::span(array.values.data(), static_cast<std::size_t>(array.values.size())),
                  {static_cast<std::uint64_t>(array.values.size())});
    else
      index.write(path, array.values);
    index.set_attribute(path, "unit", array.unit);
  }
}

/// The instants of a map over time, row by row of its cells.
std::vector<NamedArray> instant_arrays(const MatrixMap& map) {
  VectorXd time(std::ssize(map.instants));
  MatrixXd values(time.size(), map.values.size());
  for (Index k = 0; k < time.size(); ++k) {
    const MatrixMap::Instant& at = map.instants[static_cast<std::size_t>(k)];
    time[k] = at.time;
    values.row(k) = MatrixXd(at.values.transpose()).reshaped().transpose();
  }
  return {{"time", "s", time}, {"values", map.unit, std::move(values)}};
}

/// Files that hold frames and meshes of a scene.
std::set<std::string> segments_of(const StoredScene& scene) {
  std::set<std::string> files;
  for (const StoredSegment& segment : scene.segments) files.insert(segment.file);
  for (const StoredBody& body : scene.bodies) files.insert(body.mesh_file);
  return files;
}

/// 12 of "segments/0012.h5"; 0 for any other file.
int segment_number(const fs::path& file) {
  int number = 0;
  const std::string stem = file.stem().string();
  const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
  const bool whole = error == std::errc() && end == stem.data() + stem.size();
  return whole && file.extension() == ".h5" ? number : 0;
}

}  // namespace

ResultsWriter::ResultsWriter(fs::path folder) : folder_(std::move(folder)) {
  make_folder(folder_ / "segments");
  for (const char* written : {"", "segments", "checkpoints"}) remove_leftovers(folder_ / written, Writers::none);
  std::error_code reason;
  for (const auto& entry : fs::directory_iterator(folder_ / "segments", reason))
    earlier_ = std::max(earlier_, segment_number(entry.path()));
  segments_ = earlier_;
}

void ResultsWriter::replace_earlier() {
  held_ = false;
  std::error_code reason;
  const bool nothing = record_.empty() && scenes_.empty() && arrays_.empty();
  if (nothing) fs::remove(folder_ / "results.h5", reason);
  if (scenes_.empty()) fs::remove(folder_ / "results.xdmf", reason);
  if (!nothing) write_index();
  for (const auto& entry : fs::directory_iterator(folder_ / "segments", reason))
    if (const int number = segment_number(entry.path()); number > 0 && number <= earlier_)
      fs::remove(entry.path(), reason);
  if (segments_ == earlier_) segments_ = 0;
}

std::string ResultsWriter::next_segment() { return fmt::format("segments/{:04}.h5", ++segments_); }

/// Describes the scene's bodies; meshes that no earlier scene brought go into one new segment.
void ResultsWriter::write_meshes(const Scene& scene, StoredScene& stored) {
  std::set<std::string> links;
  for (const SceneBody& body : scene.bodies) stored.bodies.push_back(describe(body, links));
  std::vector<std::size_t> fresh;
  std::string segment;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    auto known = meshes_.find(scene.bodies[b].mesh);
    if (known == meshes_.end()) {
      if (segment.empty()) segment = next_segment();
      const std::pair place{segment, stored.link + "/" + stored.bodies[b].link + "/mesh"};
      known = meshes_.emplace(scene.bodies[b].mesh, place).first;
      fresh.push_back(b);
    }
    std::tie(stored.bodies[b].mesh_file, stored.bodies[b].mesh_path) = known->second;
  }
  if (fresh.empty()) return;
  write_whole_hdf5(folder_ / segment, [&](Hdf5File& file) {
    for (const std::size_t b : fresh)
      write_mesh(file, stored.bodies[b].mesh_path, *scene.bodies[b].mesh, stored.bodies[b]);
  });
}

void ResultsWriter::add_scene(const Scene& scene) {
  validate(scene);
  std::set<std::string> taken;
  for (const StoredScene& other : scenes_) {
    taken.insert(other.link);
    if (other.name == scene.name)
      throw InputError(fmt::format("two scenes of the results are called '{}'", scene.name));
  }
  StoredScene stored{scene.name, scene.title, scene.detail, free_link(taken, scene.name), scene.kind, {}, {}};
  write_meshes(scene, stored);
  stored.symbols = scene.symbols;
  stored.over = scene.over;
  scenes_.push_back(std::move(stored));
  if (scene.frames.empty())
    write_index();
  else
    add_frames(scene, scene.frames);
}

void ResultsWriter::put_scene(const Scene& scene) {
  remove_replaced();
  const auto known = std::ranges::find(scenes_, scene.name, &StoredScene::name);
  if (known == scenes_.end()) return add_scene(scene);
  std::set<std::string> left = segments_of(*known);
  scenes_.erase(known);
  for (const StoredScene& other : scenes_)
    for (const std::string& file : segments_of(other)) left.erase(file);
  std::erase_if(meshes_, [&](const auto& entry) { return left.contains(entry.second.first); });
  add_scene(scene);
  replaced_.assign(left.begin(), left.end());
}

void ResultsWriter::remove_replaced() {
  std::error_code reason;
  for (const std::string& file : replaced_) fs::remove(folder_ / file, reason);
  replaced_.clear();
}

void ResultsWriter::add_frames(const Scene& scene, std::span<const Frame> frames) {
  const auto stored = std::ranges::find(scenes_, scene.name, &StoredScene::name);
  if (stored == scenes_.end()) throw InputError(fmt::format("scene '{}' was not added to the results", scene.name));
  if (frames.empty()) return;
  if (stored->segments.empty())
    for (std::size_t b = 0; b < stored->bodies.size(); ++b)
      stored->bodies[b].arrays = announced_arrays(stored->bodies[b], frames.front().bodies[b]);
  StoredSegment segment{next_segment(), {}, {}};
  for (const Frame& frame : frames) {
    segment.labels.push_back(frame.label);
    segment.values.push_back(frame.value);
    stored->places.push_back(frame.symbols);
  }
  write_whole_hdf5(folder_ / segment.file, [&](Hdf5File& file) {
    for (std::size_t b = 0; b < stored->bodies.size(); ++b)
      write_body_frames(file, stored->link + "/" + stored->bodies[b].link, *stored, b, *scene.bodies[b].mesh, frames);
  });
  stored->segments.push_back(std::move(segment));
  write_index();
}

void ResultsWriter::write_record(const RunRecord& record) {
  record_ = record_json(record);
  quantities_ = record.quantities;
  std::erase_if(arrays_, [](const auto& entry) { return entry.first.starts_with("maps/"); });
  for (std::size_t m = 0; m < record.matrices.size(); ++m)  // by their numbers: the text leaves them out
    if (!record.matrices[m].instants.empty()) set_arrays(fmt::format("maps/{}", m), instant_arrays(record.matrices[m]));
  write_index();
}

void ResultsWriter::write_index() const {
  if (held_) return;
  write_whole_hdf5(folder_ / "results.h5", [&](Hdf5File& index) {
    index.set_attribute("/", "format", "trunnion results");
    index.set_attribute("/", "format_version", 1.0);
    if (!record_.empty()) index.write_text("record", record_);
    std::set<std::string> taken;
    for (const Quantity& quantity : quantities_) {
      const std::string path = "quantities/" + free_link(taken, quantity.name);
      index.write(path, quantity.value.value_or(std::numeric_limits<double>::quiet_NaN()));
      if (!quantity.value) index.set_attribute(path, "reason", quantity.reason);
    }
    for (const auto& [group, arrays] : arrays_) write_arrays(index, group, arrays);
    for (const StoredScene& scene : scenes_) write_scene_index(index, scene);
  });
  // ParaView crashes on a file without a grid.
  if (!scenes_.empty()) write_file(folder_ / "results.xdmf", xdmf_text(scenes_));
}

void write_results(const RunRecord& record, const fs::path& folder) {
  ResultsWriter writer(folder);
  writer.replace_earlier();
  for (const Scene& scene : record.scenes) writer.add_scene(scene);
  writer.write_record(record);
}

}  // namespace trunnion

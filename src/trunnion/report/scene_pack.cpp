#include "trunnion/report/scene_pack.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "trunnion/report/coarser_surface.h"
#include "trunnion/report/quantize.h"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t smooth_instants = 24;  // that still look like a motion; edges of coarse meshes come before more

constexpr std::size_t fewest_nodes = 20'000;  // of a surface: a screen shows no more of it

struct Detail {
  int field_bits = 16;
  bool corners_only = false;
  bool components = true;  ///< of tensors in scenes over time
  std::size_t every = 1;   ///< frame of scenes over time
};

/// What of a frame is put into the page.
std::vector<ShownField> packed_fields(const Scene& scene, const BodyFrame& frame, const Detail& detail) {
  std::vector<ShownField> list = shown_fields(frame);
  if (scene.kind == SceneKind::time && !detail.components)
    std::erase_if(list, [&](const ShownField& shown) { return frame.fields[shown.source].values.rows() == 6; });
  return list;
}

bool has_components(const std::vector<Scene>& scenes) {
  for (const Scene& scene : scenes)
    if (scene.kind == SceneKind::time)
      for (const Frame& frame : scene.frames)
        for (const BodyFrame& body : frame.bodies)
          for (const NodeField& field : body.fields)
            if (field.values.rows() == 6) return true;
  return false;
}

constexpr Index place_numbers = 12;  ///< of a symbol in a frame: axes and point

/// Surfaces are found once per mesh: scenes of one run mostly share them.
using Surfaces = std::map<const Mesh*, DisplaySurface>;
using Blobs = std::map<const Mesh*, Json>;

std::vector<std::size_t> kept_frames(const Scene& scene, std::size_t every) {
  std::vector<std::size_t> kept;
  const std::size_t step = scene.kind == SceneKind::time ? every : 1;
  for (std::size_t k = 0; k < scene.frames.size(); k += step) kept.push_back(k);
  if (!kept.empty() && kept.back() + 1 != scene.frames.size()) kept.push_back(scene.frames.size() - 1);
  return kept;
}

std::size_t page_bytes(const std::vector<Scene>& scenes, const Surfaces& surfaces, const Detail& detail) {
  double bytes = 0;
  for (const auto& [mesh, surface] : surfaces)
    bytes += 10.0 * double(surface.nodes.size()) + 12.0 * double(surface.triangles.size()) +
             8.0 * double(surface.edges.size());
  for (const Scene& scene : scenes)
    for (const std::size_t k : kept_frames(scene, detail.every))
      for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
        const BodyFrame& state = scene.frames[k].bodies[b];
        const auto nodes = double(surfaces.at(scene.bodies[b].mesh.get()).nodes.size());
        const double moved = state.displacement.size() == 0 ? 0 : 6;
        bytes += nodes * (moved + detail.field_bits / 8.0 * double(packed_fields(scene, state, detail).size()));
      }
  std::set<const Mesh*> shapes;
  for (const Scene& scene : scenes)
    for (const SceneSymbol& symbol : scene.symbols) shapes.insert(symbol.mesh.get());
  for (const Mesh* shape : shapes)
    bytes += 10.0 * double(shape->num_nodes()) + 24.0 * double(shape->blocks.front().nodes.cols());
  for (const Scene& scene : scenes)
    bytes += 4.0 * place_numbers * double(scene.symbols.size() * kept_frames(scene, detail.every).size());
  return static_cast<std::size_t>(bytes * 4 / 3);
}

Surfaces find_surfaces(const std::vector<Scene>& scenes, bool corners_only) {
  Surfaces surfaces;
  for (const Scene& scene : scenes)
    for (const SceneBody& body : scene.bodies)
      if (!surfaces.contains(body.mesh.get())) surfaces[body.mesh.get()] = display_surface(*body.mesh, corners_only);
  return surfaces;
}

/// Surfaces as coarse as it takes for the page to fit; the largest number of nodes that one of them may have, 0 where
/// all stay as they are.
std::size_t coarsen(const std::vector<Scene>& scenes, std::size_t budget, const Detail& detail, Surfaces& surfaces) {
  std::size_t most = 0;
  for (const auto& [mesh, surface] : surfaces) most = std::max(most, surface.nodes.size());
  const std::size_t before = most;
  for (std::size_t bytes = page_bytes(scenes, surfaces, detail); most > fewest_nodes && bytes > budget;
       bytes = page_bytes(scenes, surfaces, detail)) {
    const double share = std::min(0.9, double(budget) / double(bytes));  // bytes grow with nodes
    most = std::max(fewest_nodes, static_cast<std::size_t>(share * double(most)));
    for (auto& [mesh, surface] : surfaces) surface = coarser_surface(*mesh, surface, most);
  }
  return most < before ? most : 0;
}

Json vector_json(const Vector3d& v) { return {v[0], v[1], v[2]}; }

Json mesh_json(const Mesh& mesh, const DisplaySurface& surface, BlobList& blobs) {
  const auto blob = [&](std::string data) { return blobs.add(std::move(data)); };
  const PackedPositions positions = pack_positions(mesh.x(Eigen::all, surface.nodes));
  std::vector<int> triangles;
  for (const auto& t : surface.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  std::vector<int> edges;
  for (const auto& e : surface.edges) edges.insert(edges.end(), e.begin(), e.end());
  std::vector<int> labels;
  for (const int node : surface.nodes)
    labels.push_back(mesh.node_labels.empty() ? node + 1
                                              : static_cast<int>(mesh.node_labels[static_cast<std::size_t>(node)]));
  return {{"nodes", surface.nodes.size()},
          {"low", vector_json(positions.low)},
          {"high", vector_json(positions.high)},
          {"positions", blob(positions.data)},
          {"triangles", blob(pack_indices(triangles))},
          {"edges", blob(pack_indices(edges))},
          {"features", surface.num_features},
          {"labels", blob(pack_indices(labels))}};
}

Json body_frame_json(const BodyFrame& state, const std::vector<ShownField>& fields, const DisplaySurface& surface,
                     int bits, BlobList& blobs) {
  Json json;
  const auto blob = [&](std::string data) -> Json {
    if (data.empty()) return nullptr;
    return blobs.add(std::move(data));
  };
  if (state.displacement.size() != 0) {
    const PackedVectors moved = pack_vectors(state.displacement(Eigen::all, surface.nodes));
    json["size"] = moved.size;
    json["displacement"] = blob(moved.data);
  }
  if (!state.rotation.isIdentity(0) || !state.translation.isZero(0)) {
    json["rotation"] = Json::array();
    for (const double entry : state.rotation.transpose().reshaped()) json["rotation"].push_back(entry);
    json["translation"] = vector_json(state.translation);
  }
  json["fields"] = Json::array();
  for (const ShownField& shown : fields) {
    const VectorXd all = shown_values(state.fields[shown.source], shown.row);
    const PackedField field = pack_field(all(surface.nodes), bits);
    json["fields"].push_back(
        {{"name", shown.name}, {"low", field.low}, {"high", field.high}, {"data", blob(field.data)}});
  }
  return json;
}

/// Symbols share few shapes; shown as they are.
Json symbols_json(const Scene& scene, Blobs& meshes, BlobList& blobs) {
  Json list = Json::array();
  for (const SceneSymbol& symbol : scene.symbols) {
    const Mesh* mesh = symbol.mesh.get();
    if (!meshes.contains(mesh)) meshes[mesh] = mesh_json(*mesh, display_surface(*mesh), blobs);
    Json entry = meshes[mesh];
    entry["name"] = symbol.name;
    entry["role"] = name(symbol.role);
    entry["perLength"] = symbol.per_length;
    list.push_back(std::move(entry));
  }
  return list;
}

/// Axes row by row and point of every symbol, one after the other.
Json places_json(const Frame& frame, BlobList& blobs) {
  if (frame.symbols.empty()) return nullptr;
  VectorXd numbers(place_numbers * static_cast<Index>(frame.symbols.size()));
  Index at = 0;
  for (const SymbolPlace& place : frame.symbols) {
    numbers.segment<9>(at) = place.axes.transpose().reshaped();
    numbers.segment<3>(at + 9) = place.point;
    at += place_numbers;
  }
  return blobs.add(pack_floats(numbers));
}

/// Name, unit, colour scale and range over all frames and bodies of every field of the scene.
Json fields_json(const Scene& scene, const Detail& detail) {
  Json list = Json::array();
  for (const Frame& frame : scene.frames)
    for (const BodyFrame& state : frame.bodies)
      for (const ShownField& shown : packed_fields(scene, state, detail)) {
        const bool known = std::ranges::any_of(list, [&](const Json& field) { return field["name"] == shown.name; });
        if (!known) list.push_back({{"name", shown.name}, {"unit", shown.unit}, {"scale", name(shown.scale)}});
      }
  return list;
}

Json scene_json(const Scene& scene, const Detail& detail, const Surfaces& surfaces, Blobs& meshes, BlobList& blobs) {
  Json json{{"name", scene.name}, {"title", scene.title}, {"detail", scene.detail}, {"kind", name(scene.kind)}};
  json["over"] = scene.over;
  json["fields"] = fields_json(scene, detail);
  json["bodies"] = Json::array();
  for (const SceneBody& body : scene.bodies) {
    const Mesh* mesh = body.mesh.get();
    if (!meshes.contains(mesh)) meshes[mesh] = mesh_json(*mesh, surfaces.at(mesh), blobs);
    Json entry = meshes[mesh];
    entry["name"] = body.name;
    json["bodies"].push_back(entry);
  }
  json["symbols"] = symbols_json(scene, meshes, blobs);
  json["frames"] = Json::array();
  for (const std::size_t k : kept_frames(scene, detail.every)) {
    const Frame& frame = scene.frames[k];
    Json entry{{"label", frame.label}, {"value", frame.value}, {"bodies", Json::array()}};
    entry["symbols"] = places_json(frame, blobs);
    for (std::size_t b = 0; b < frame.bodies.size(); ++b)
      entry["bodies"].push_back(body_frame_json(frame.bodies[b], packed_fields(scene, frame.bodies[b], detail),
                                                surfaces.at(scene.bodies[b].mesh.get()), detail.field_bits, blobs));
    json["frames"].push_back(entry);
  }
  return json;
}

}  // namespace

std::vector<ShownField> shown_fields(const BodyFrame& frame) {
  static constexpr std::array<const char*, 6> parts{"xx", "yy", "zz", "xy", "yz", "zx"};
  static constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  std::vector<ShownField> list;
  for (std::size_t k = 0; k < frame.fields.size(); ++k) {
    const NodeField& field = frame.fields[k];
    const auto rows = static_cast<int>(field.values.rows());
    if (rows == 1) list.push_back({field.name, field.unit, field.scale, k, 0});
    if (rows == 3) list.push_back({field.name, field.unit, FieldScale::magnitude, k, -1});
    if (rows > 1)
      for (int row = 0; row < rows; ++row)
        list.push_back({fmt::format("{} {}", field.name, rows == 3 ? axes[std::size_t(row)] : parts[std::size_t(row)]),
                        field.unit, FieldScale::signed_values, k, row});
  }
  return list;
}

VectorXd shown_values(const NodeField& field, int row) {
  if (row < 0) return field.values.colwise().norm().transpose();
  return field.values.row(row).transpose();
}

PackedScenes pack_scenes(const std::vector<Scene>& scenes, std::size_t budget, Json& json) {
  PackedScenes out;
  Detail detail;
  Surfaces surfaces = find_surfaces(scenes, false);
  if (page_bytes(scenes, surfaces, detail) > budget) {
    detail.field_bits = 8;
    out.notes.emplace_back("fields in 8-bit steps");
  }
  if (page_bytes(scenes, surfaces, detail) > budget && has_components(scenes)) {
    detail.components = false;
    out.notes.emplace_back("components of stress over time left out, they are in the results");
  }
  std::size_t instants = 1;
  for (const Scene& scene : scenes)
    if (scene.kind == SceneKind::time) instants = std::max(instants, scene.frames.size());
  const auto thin_out = [&](std::size_t fewest) {
    while (instants / (detail.every + 1) >= fewest && page_bytes(scenes, surfaces, detail) > budget) ++detail.every;
  };
  thin_out(smooth_instants);
  if (page_bytes(scenes, surfaces, detail) > budget) {
    detail.corners_only = true;
    surfaces = find_surfaces(scenes, true);
    out.notes.emplace_back("mid-side nodes left out");
  }
  if (const std::size_t most = coarsen(scenes, budget, detail, surfaces); most > 0)
    out.notes.push_back(fmt::format("surfaces coarsened to {} nodes at most", most));
  thin_out(2);
  if (detail.every > 1) out.notes.push_back(fmt::format("one instant of {} in scenes over time", detail.every));
  Blobs meshes;
  json = Json::array();
  for (const Scene& scene : scenes) json.push_back(scene_json(scene, detail, surfaces, meshes, out.blobs));
  for (const auto& [mesh, surface] : surfaces) out.faces += surface.faces;
  return out;
}

}  // namespace trunnion

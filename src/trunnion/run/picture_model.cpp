#include "trunnion/run/picture_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "trunnion/run/body_mesh.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/run/contact_surface_shape.h"
#include "trunnion/run/display_mesh.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/import_body.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/mechanism_symbols.h"
#include "trunnion/run/model_picture.h"
#include "trunnion/run/picture_gears.h"
#include "trunnion/run/picture_loads.h"
#include "trunnion/run/provenance.h"
#include "trunnion/run/rigid_shape.h"
#include "trunnion/run/stand_in_body.h"
#include "trunnion/run/symbol_shapes.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {
namespace {

constexpr double triad_size = 0.15;  // of the model's size

/// One color field per set or surface: 1 on its nodes.
std::vector<NodeField> set_fields(const Mesh& mesh) {
  std::map<std::string, std::vector<NodeId>> sets = mesh.node_sets;
  for (const auto& [name, faces] : mesh.surfaces) sets[name] = surface_nodes(mesh, faces);
  std::vector<NodeField> fields;
  for (const auto& [name, nodes] : sets) {
    MatrixXd values = MatrixXd::Zero(1, mesh.num_nodes());
    for (const NodeId node : nodes) values(0, node.value) = 1;
    fields.push_back({"set " + name, "", std::move(values), FieldScale::magnitude});
  }
  return fields;
}

/// All that belongs to the mechanism.
struct MechanismPicture {
  BuiltMechanism built;
  State state;

  Place body(Index b) const { return b < 0 ? Place{} : Place{state.x.A[b], state.x.R[b]}; }
  Place marker(Index k) const {
    const Marker& m = built.mechanism.markers[static_cast<std::size_t>(k)];
    const Place at = body(m.body);
    return {at.axes * m.A0, at.point + at.axes * m.p};
  }
  std::string marker_name(Index k) const { return built.mechanism.markers[static_cast<std::size_t>(k)].name; }
};

MechanismPicture start_of(const Model& model, const std::filesystem::path& cache, Observer& observer) {
  const auto stand_in = [&](const FlexibleBodyInput& body) {
    if (body.from) return std::make_shared<const ReducedBody>(import_body(body, observer));
    const FeBody fe = prepare_body(model, body.name, cache, observer);
    return std::make_shared<const ReducedBody>(stand_in_body(fe, zones_of(model, fe)));
  };
  MechanismPicture picture{build_mechanism(model, stand_in, cache), {}};
  picture.state = initial_state(picture.built.mechanism);
  const auto first = std::find_if(model.stages.begin(), model.stages.end(),
                                  [](const StageInput& stage) { return is_mechanism_stage(stage.type); });
  if (first != model.stages.end()) start_mechanism(picture.built, picture.state, *first, observer);
  return picture;
}

Table marker_table(std::vector<std::vector<Cell>> rows) {
  Table table = list_table("Markers", {"marker", "body", "x", "y", "z", "z axis"}, std::move(rows));
  for (std::size_t k = 2; k < 5; ++k) table.columns[k] = {table.columns[k].name, "m", false};
  return table;
}

/// What motions drive: an arrow along the axis of the second marker, or about it.
void add_motions(const MechanismPicture& m, ModelPicture& picture) {
  for (const Joint& joint : m.built.mechanism.joints) {
    if (!joint.motion) continue;
    const RelativeCoordinate& driven = joint.rows.front().terms.front().coordinate;
    const Vector3d axis = m.marker(driven.J).axes.col(2), at = m.marker(driven.I).point;
    if (drives_angle(joint))
      picture.add_turning_arrow("motion " + joint.name, at, axis);
    else
      picture.add_arrow("motion " + joint.name, at, axis);
  }
}

void add_mechanism(const Model& model, const MechanismPicture& m, ModelPicture& picture, RunRecord& record) {
  const double size = picture.size();
  std::vector<std::vector<Cell>> markers, joints, loads;
  for (const auto& [name, k] : m.built.markers) {
    const Place at = m.marker(k);
    const Index body = m.built.mechanism.markers[static_cast<std::size_t>(k)].body;
    picture.add_symbol("marker " + name, triad_shape(triad_size * size), at);
    markers.push_back({{name, {}},
                       {body < 0 ? "ground" : m.built.mechanism.bodies[static_cast<std::size_t>(body)].name, {}},
                       {at.point.x(), {}},
                       {at.point.y(), {}},
                       {at.point.z(), {}},
                       {components(at.axes.col(2)), {}}});
  }
  const auto add_joint = [&](const std::string& name, const std::string& type,
                             const std::vector<std::string>& between) {
    joints.push_back({{name, {}}, {type, {}}, {fmt::format("{}", fmt::join(between, ", ")), {}}});
  };
  for (const JointInput& joint : model.joints) add_joint(joint.name, joint.type, joint.between);
  for (const MotionInput& motion : model.motions) add_joint(motion.name, "motion", motion.between);
  for (const BearingInput& bearing : model.bearings) add_joint(bearing.name, "bearing", bearing.between);
  for (const ForceInput& force : model.forces) add_joint(force.name, "force", force.between);
  for (const ContactInput& contact : model.contacts) add_joint(contact.name, "contact", contact.between);
  for (const GearPairInput& pair : model.gear_pairs)
    if (!pair.between.empty()) add_joint(pair.name, "gear pair", pair.between);
  for (const MarkerLoadInput& load : model.marker_loads) {
    const auto on = m.built.markers.find(load.on);
    if (!load.direction || on == m.built.markers.end()) continue;
    const Place at = m.marker(on->second);
    const Vector3d direction = load.own_axes ? Vector3d(at.axes * *load.direction) : *load.direction;
    if (load.torque)
      picture.add_turning_arrow("load " + load.name, at.point, direction);
    else
      picture.add_arrow("load " + load.name, at.point, direction);
    loads.push_back({{load.name, {}}, {load.on, {}}, {components(direction.normalized()), {}}});
  }
  picture.add_symbols(MechanismSymbols(m.built, size, FilmSymbols::drawn), m.state.x);
  add_motions(m, picture);
  if (!markers.empty()) record.tables.push_back(marker_table(std::move(markers)));
  if (!joints.empty())
    record.tables.push_back(list_table("Joints, bearings and forces", {"name", "type", "between"}, std::move(joints)));
  if (!loads.empty()) record.tables.push_back(list_table("Loads", {"load", "on", "direction"}, std::move(loads)));
}

/// Bodies that come reduced from a file: the surface that they carry.
void add_ready_bodies(const Model& model, const MechanismPicture& m, ModelPicture& picture,
                      std::vector<std::vector<Cell>>& rows) {
  for (const FlexibleBodyInput& body : model.flexible_bodies) {
    if (!body.from) continue;
    const auto& display = m.built.reduced.at(body.name)->display;
    const Index b = m.built.bodies.at(body.name);
    picture.add(body.name, display.triangles.empty() ? rigid_shape(m.built.mechanism, b) : display_mesh(display),
                m.body(b));
    rows.push_back({{body.name, {}}, {std::string("flexible"), {}}, {std::string("reduced, from a file"), {}}});
  }
}

/// What is in contact besides the joints of a mechanism.
void add_contact_tables(const Model& model, RunRecord& record) {
  std::vector<std::vector<Cell>> pairs = gear_pair_rows(model), surfaces = touch_rows(model), fits = fit_rows(model);
  surfaces.insert(surfaces.end(), fits.begin(), fits.end());
  if (!pairs.empty())
    record.tables.push_back(
        list_table("Gear pairs", {"pair", "gears", "center distance", "contact ratio"}, std::move(pairs)));
  if (!surfaces.empty())
    record.tables.push_back(
        list_table("Surfaces in contact", {"name", "kind", "surfaces", "how"}, std::move(surfaces)));
}

}  // namespace

RunRecord picture_model(const Model& model, const std::filesystem::path& cache_folder, Observer& observer) {
  RunRecord record;
  record.model_name = model.header.name;
  record.explanation = model.header.description;
  record.provenance = provenance_of(model, "trunnion view " + model.file.filename().string());
  std::optional<MechanismPicture> mechanism;
  if (has_mechanism(model)) mechanism = start_of(model, cache_folder, observer);
  ModelPicture picture;
  std::vector<std::vector<Cell>> bodies, case_loads;
  const auto place_of = [&](const std::string& name) {
    if (!mechanism) return Place{};
    const auto found = mechanism->built.bodies.find(name);
    return found == mechanism->built.bodies.end() ? Place{} : mechanism->body(found->second);
  };
  std::vector<std::pair<const FlexibleBodyInput*, BodyMesh>> meshes;
  for (const FlexibleBodyInput& body : model.flexible_bodies) {
    if (body.from) continue;
    const BodyMesh mesh = prepare_mesh(model, body.name, cache_folder, observer);
    std::vector<NodeField> fields = set_fields(mesh.file->mesh);
    for (NodeField& field : temperature_fields(model, body, *mesh.file)) fields.push_back(std::move(field));
    picture.add(body.name, {mesh.file, &mesh.file->mesh}, place_of(body.name), std::move(fields));
    bodies.push_back({{body.name, {}}, {std::string("flexible"), {}}, {mesh_summary(mesh.file->mesh), {}}});
    meshes.emplace_back(&body, mesh);
  }
  if (mechanism)
    for (const auto& [name, b] : mechanism->built.bodies) {
      if (b < 0 || mechanism->built.reduced.contains(name)) continue;
      const auto own = mechanism->built.meshes.find(name);
      const bool meshed = own != mechanism->built.meshes.end();
      const std::shared_ptr<const Mesh> shape = meshed ? own->second : rigid_shape(mechanism->built.mechanism, b);
      picture.add(name, shape, mechanism->body(b), meshed ? set_fields(*shape) : std::vector<NodeField>{});
      bodies.push_back({{name, {}}, {std::string("rigid"), {}}, {std::string(), {}}});
    }
  if (mechanism)
    if (const auto ground = ground_shape(mechanism->built.mechanism)) {
      picture.add("ground", ground, {});
      bodies.push_back(text_row({"ground", "surfaces of contacts", ""}));
    }
  if (mechanism) add_ready_bodies(model, *mechanism, picture, bodies);
  add_gears(model, cache_folder, picture, bodies);
  for (const auto& [body, mesh] : meshes) {
    add_case_loads(model, *body, *mesh.file, place_of(body->name), picture, case_loads);
    for (const TouchInput& touch : model.touches) add_touch_loads(touch, body->name, *mesh.file, picture);
  }
  record.tables.push_back(list_table("Bodies", {"body", "kind", "mesh"}, std::move(bodies)));
  if (mechanism) add_mechanism(model, *mechanism, picture, record);
  if (!case_loads.empty())
    record.tables.push_back(
        list_table("Supports and load cases", {"what", "on", "body", "size"}, std::move(case_loads)));
  add_contact_tables(model, record);
  std::vector<std::vector<Cell>> stages;
  for (const StageInput& stage : model.stages)
    stages.push_back({{stage.name, {}}, {std::string(name(stage.type)), {}}});
  if (!stages.empty()) record.tables.push_back(list_table("Stages to come", {"stage", "type"}, std::move(stages)));
  if (mechanism)
    for (const std::string& sentence : misplaced_bearings(mechanism->built.mechanism, mechanism->state))
      observer.warn(sentence);
  record.headline = fmt::format("{}: the model before it is solved.", model.header.name);
  if (!picture.empty())
    record.scenes.push_back(picture.finished("Bodies, markers, joints, bearings and loads as given"));
  return record;
}

}  // namespace trunnion

#include "trunnion/run/picture_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "trunnion/run/body_mesh.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/run/display_mesh.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/import_body.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/mechanism_symbols.h"
#include "trunnion/run/provenance.h"
#include "trunnion/run/rigid_shape.h"
#include "trunnion/run/stand_in_body.h"
#include "trunnion/run/symbol_shapes.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {
namespace {

constexpr double triad_size = 0.15, arrow_size = 0.2, arrow_head = 0.02, support_size = 0.02;  // of the model's size

/// Where a frame stands in the world.
struct Place {
  Matrix3d axes = Matrix3d::Identity();
  Vector3d point = Vector3d::Zero();
};

/// The picture in the making: one scene with one frame.
class Picture {
 public:
  void add(const std::string& name, std::shared_ptr<const Mesh> mesh, const Place& at,
           std::vector<NodeField> fields = {}) {
    if (!mesh || mesh->num_nodes() == 0) return;
    BodyFrame frame;
    frame.rotation = at.axes;
    frame.translation = at.point;
    frame.fields = std::move(fields);
    const Matrix3Xd world = (at.axes * mesh->x).colwise() + at.point;
    low_ = low_.cwiseMin(world.rowwise().minCoeff());
    high_ = high_.cwiseMax(world.rowwise().maxCoeff());
    scene_.bodies.push_back({name, std::move(mesh)});
    frame_.bodies.push_back(std::move(frame));
  }
  void add_symbol(const std::string& name, std::shared_ptr<const Mesh> mesh, const Place& at,
                  SymbolRole role = SymbolRole::element) {
    scene_.symbols.push_back({name, role, std::move(mesh)});
    frame_.symbols.push_back({at.axes, at.point});
  }
  /// An arrow along a direction, whatever its length.
  void add_arrow(const std::string& name, const Vector3d& from, const Vector3d& direction) {
    if (direction.isZero()) return;
    add_symbol(name, arrow_shape(),
               {stretched_axes(arrow_size * size() * direction.normalized(), arrow_head * size()), from},
               SymbolRole::force);
  }
  /// An arrow that turns about an axis.
  void add_turning_arrow(const std::string& name, const Vector3d& around, const Vector3d& axis) {
    if (axis.isZero()) return;
    const double radius = 0.5 * arrow_size * size();
    add_symbol(name, turning_arrow_shape(), {stretched_axes(radius * axis.normalized(), radius), around},
               SymbolRole::force);
  }
  void add_symbols(const MechanismSymbols& symbols, const Configuration& x) {
    scene_.symbols.insert(scene_.symbols.end(), symbols.list().begin(), symbols.list().end());
    symbols.add(x, frame_);
  }
  /// Longest edge of what was added [m].
  double size() const { return scene_.bodies.empty() ? 1 : std::max((high_ - low_).maxCoeff(), 1e-6); }
  Scene finished(const std::string& title) {
    scene_.name = "model";
    scene_.title = title;
    scene_.detail = "Nothing is solved yet: bodies stand where the first stage would start them";
    frame_.label = "as given";
    scene_.frames.push_back(std::move(frame_));
    return std::move(scene_);
  }

 private:
  Scene scene_;
  Frame frame_;
  Vector3d low_ = Vector3d::Constant(1e300), high_ = Vector3d::Constant(-1e300);
};

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

std::string components(const Vector3d& v) {
  const auto tidy = [&](double c) { return std::abs(c) < 1e-9 * v.norm() ? 0 : c; };  // rounding is no component
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", tidy(v.x()), tidy(v.y()), tidy(v.z()));
}

Table list_table(const std::string& title, const std::vector<std::string>& columns,
                 std::vector<std::vector<Cell>> rows) {
  Table table;
  table.section = "Model";
  table.title = title;
  for (const std::string& column : columns) table.columns.push_back({column, "", true});
  table.rows = std::move(rows);
  return table;
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

/// What motions drive: an arrow along the axis of the second marker, or about it.
void add_motions(const MechanismPicture& m, Picture& picture) {
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

void add_mechanism(const Model& model, const MechanismPicture& m, Picture& picture, RunRecord& record) {
  const double size = picture.size();
  std::vector<std::vector<Cell>> markers, joints, loads;
  for (const auto& [name, k] : m.built.markers) {
    const Place at = m.marker(k);
    const Index body = m.built.mechanism.markers[static_cast<std::size_t>(k)].body;
    picture.add_symbol("marker " + name, triad_shape(triad_size * size), at);
    markers.push_back({{name, {}},
                       {body < 0 ? "ground" : m.built.mechanism.bodies[static_cast<std::size_t>(body)].name, {}},
                       {components(1e3 * at.point), {}},
                       {components(at.axes.col(2)), {}}});
  }
  const auto add_joint = [&](const std::string& name, const std::string& type,
                             const std::vector<std::string>& between) {
    joints.push_back({{name, {}}, {type, {}}, {fmt::format("{}", fmt::join(between, ", ")), {}}});
  };
  for (const JointInput& joint : model.joints) add_joint(joint.name, joint.type, joint.between);
  for (const MotionInput& motion : model.motions)
    joints.push_back(
        {{motion.name, {}}, {std::string("motion"), {}}, {fmt::format("{}", fmt::join(motion.between, ", ")), {}}});
  for (const BearingInput& bearing : model.bearings)
    joints.push_back(
        {{bearing.name, {}}, {std::string("bearing"), {}}, {fmt::format("{}", fmt::join(bearing.between, ", ")), {}}});
  for (const ForceInput& force : model.forces)
    joints.push_back(
        {{force.name, {}}, {std::string("force"), {}}, {fmt::format("{}", fmt::join(force.between, ", ")), {}}});
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
  if (!markers.empty())
    record.tables.push_back(list_table("Markers", {"marker", "body", "position, mm", "z axis"}, std::move(markers)));
  if (!joints.empty())
    record.tables.push_back(list_table("Joints, bearings and forces", {"name", "type", "between"}, std::move(joints)));
  if (!loads.empty()) record.tables.push_back(list_table("Loads", {"load", "on", "direction"}, std::move(loads)));
}

/// Bodies that come reduced from a file: the surface that they carry.
void add_ready_bodies(const Model& model, const MechanismPicture& m, Picture& picture,
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

Vector3d middle_of(const MeshFile& file, const std::string& name) {
  for (const Coupling& coupling : file.couplings)
    if (coupling.name == name) return file.mesh.x.col(coupling.reference.value);
  std::vector<NodeId> nodes;
  if (const auto set = file.mesh.node_sets.find(name); set != file.mesh.node_sets.end()) nodes = set->second;
  if (const auto faces = file.mesh.surfaces.find(name); faces != file.mesh.surfaces.end())
    nodes = surface_nodes(file.mesh, faces->second);
  Vector3d sum = Vector3d::Zero();
  for (const NodeId node : nodes) sum += file.mesh.x.col(node.value);
  return nodes.empty() ? sum : Vector3d(sum / static_cast<double>(nodes.size()));
}

/// Supports and load cases on a body's own mesh: boxes, arrows, and gravity at its middle; all are in the table.
void add_case_loads(const Model& model, const FlexibleBodyInput& body, const MeshFile& file, const Place& at,
                    Picture& picture, std::vector<std::vector<Cell>>& rows) {
  for (const SupportInput& support : model.supports)
    if (support.body.empty() || support.body == body.name) {
      picture.add_symbol("support " + support.on, joint_shape("fixed", support_size * picture.size()),
                         {at.axes, at.point + at.axes * middle_of(file, support.on)});
      rows.push_back({{std::string("support"), {}}, {support.on, {}}, {body.name, {}}, {std::string(), {}}});
    }
  for (const LoadInput& load : model.loads) {
    if (!load.body.empty() && load.body != body.name) continue;
    std::string what = load.pressure      ? fmt::format("pressure {:.4g} MPa", *load.pressure / 1e6)
                       : load.force       ? "force " + components(*load.force) + " N"
                       : load.moment      ? "moment " + components(*load.moment) + " N m"
                       : load.gravity     ? "gravity " + components(*load.gravity) + " m/s²"
                       : load.temperature ? fmt::format("temperature change {:.4g} K", *load.temperature)
                                          : "centrifugal";
    const std::string name =
        load.gravity ? "gravity in " + load.load_case : fmt::format("load {} on {}", load.load_case, load.on);
    const Vector3d place =
        at.point + at.axes * (load.gravity ? file.mesh.x.rowwise().mean() : middle_of(file, load.on));
    if (load.force) picture.add_arrow(name, place, at.axes * *load.force);
    if (load.gravity) picture.add_arrow(name, place, at.axes * *load.gravity);
    if (load.moment) picture.add_turning_arrow(name, place, at.axes * *load.moment);
    rows.push_back({{"load case " + load.load_case, {}}, {load.on, {}}, {body.name, {}}, {what, {}}});
  }
}

}  // namespace

RunRecord picture_model(const Model& model, const std::filesystem::path& cache_folder, Observer& observer) {
  RunRecord record;
  record.model_name = model.header.name;
  record.explanation = model.header.description;
  record.provenance = provenance_of(model, "trunnion view " + model.file.filename().string());
  std::optional<MechanismPicture> mechanism;
  if (has_mechanism(model)) mechanism = start_of(model, cache_folder, observer);
  Picture picture;
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
    picture.add(body.name, {mesh.file, &mesh.file->mesh}, place_of(body.name), set_fields(mesh.file->mesh));
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
  if (mechanism) add_ready_bodies(model, *mechanism, picture, bodies);
  for (const auto& [body, mesh] : meshes)
    add_case_loads(model, *body, *mesh.file, place_of(body->name), picture, case_loads);
  record.tables.push_back(list_table("Bodies", {"body", "kind", "mesh"}, std::move(bodies)));
  if (mechanism) add_mechanism(model, *mechanism, picture, record);
  if (!case_loads.empty())
    record.tables.push_back(
        list_table("Supports and load cases", {"what", "on", "body", "size"}, std::move(case_loads)));
  std::vector<std::vector<Cell>> stages;
  for (const StageInput& stage : model.stages)
    stages.push_back({{stage.name, {}}, {std::string(name(stage.type)), {}}});
  if (!stages.empty()) record.tables.push_back(list_table("Stages to come", {"stage", "type"}, std::move(stages)));
  if (mechanism)
    for (const std::string& sentence : misplaced_bearings(mechanism->built.mechanism, mechanism->state))
      observer.warn(sentence);
  record.headline = fmt::format("{}: the model before it is solved.", model.header.name);
  record.scenes.push_back(picture.finished("Bodies, markers, joints, bearings and loads as given"));
  return record;
}

}  // namespace trunnion

#include "trunnion/run/picture_model.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "trunnion/run/body_mesh.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/import_body.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/mechanism_parts.h"
#include "trunnion/run/provenance.h"
#include "trunnion/run/rigid_shape.h"
#include "trunnion/run/stand_in_body.h"
#include "trunnion/run/triangle_shapes.h"

namespace trunnion {
namespace {

constexpr double triad_size = 0.15, joint_size = 0.03, arrow_size = 0.2;  // of the model's size

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

/// Axes of a marker: x longest, y shorter, z shortest, so that they tell themselves apart without color.
std::shared_ptr<const Mesh> triad(double size) {
  TriangleShapes shapes;
  for (int axis = 0; axis < 3; ++axis)
    shapes.add_rod(Vector3d::Zero(), (1 - 0.25 * axis) * size * Vector3d::Unit(axis), 0.03 * size);
  return shapes.mesh();
}

/// Ring of a joint that turns about z, ball of one that turns about all axes, box of one that slides or holds.
std::shared_ptr<const Mesh> joint_shape(const std::string& type, double size) {
  TriangleShapes shapes;
  if (type == "spherical" || type == "universal")
    shapes.add_ball(Vector3d::Zero(), size);
  else if (type == "revolute" || type == "cylindrical" || type == "screw")
    shapes.add_torus(Vector3d::Zero(), Vector3d::UnitZ(), 1.4 * size, 0.4 * size);
  else
    shapes.add_box(Vector3d::Zero(), Matrix3d::Identity(), {1.4 * size, 1.4 * size, 2.2 * size});
  return shapes.mesh();
}

/// Row of balls, sleeve or washer in the axes of the housing marker.
std::shared_ptr<const Mesh> bearing_shape(const BearingInput& in) {
  TriangleShapes shapes;
  if (in.type == BearingType::ball) {
    shapes.add_torus(Vector3d::Zero(), Vector3d::UnitZ(), 0.5 * in.ball.pitch_diameter, 0.5 * in.ball.ball_diameter);
    return shapes.mesh();
  }
  constexpr double wall = 0.1;  // of the diameter
  const bool thrust = in.type == BearingType::thrust;
  const double diameter = thrust ? in.film.outer_diameter : in.journal.diameter;
  const double inner = 0.5 * (thrust ? in.film.inner_diameter : diameter);
  const double outer = 0.5 * diameter + (thrust ? 0 : wall * diameter);
  const double length = thrust ? wall * diameter : in.journal.length;
  const double from = thrust ? -length : -0.5 * length;
  shapes.add_turned(from * Vector3d::UnitZ(), Vector3d::UnitZ(),
                    std::vector<OutlinePoint>{{inner, 0}, {outer, 0}, {outer, length}, {inner, length}, {inner, 0}});
  return shapes.mesh();
}

/// From `from` along a direction.
std::shared_ptr<const Mesh> arrow(const Vector3d& from, const Vector3d& direction, double size) {
  TriangleShapes shapes;
  shapes.add_turned(from, direction.normalized(),
                    std::vector<OutlinePoint>{
                        {0, 0}, {0.04 * size, 0}, {0.04 * size, 0.7 * size}, {0.12 * size, 0.7 * size}, {0, size}});
  return shapes.mesh();
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

void add_mechanism(const Model& model, const MechanismPicture& m, Picture& picture, RunRecord& record) {
  const double size = picture.size();
  std::vector<std::vector<Cell>> markers, joints, loads;
  for (const auto& [name, k] : m.built.markers) {
    const Place at = m.marker(k);
    const Index body = m.built.mechanism.markers[static_cast<std::size_t>(k)].body;
    picture.add("marker " + name, triad(triad_size * size), at);
    markers.push_back({{name, {}},
                       {body < 0 ? "ground" : m.built.mechanism.bodies[static_cast<std::size_t>(body)].name, {}},
                       {components(1e3 * at.point), {}},
                       {components(at.axes.col(2)), {}}});
  }
  const auto add_joint = [&](const std::string& name, const std::string& type,
                             const std::vector<std::string>& between) {
    const auto found = between.empty() ? m.built.markers.end() : m.built.markers.find(between.front());
    if (found != m.built.markers.end())
      picture.add("joint " + name, joint_shape(type, joint_size * size), m.marker(found->second));
    joints.push_back({{name, {}}, {type, {}}, {fmt::format("{}", fmt::join(between, ", ")), {}}});
  };
  for (const JointInput& joint : model.joints) add_joint(joint.name, joint.type, joint.between);
  for (const MotionInput& motion : model.motions)
    joints.push_back(
        {{motion.name, {}}, {std::string("motion"), {}}, {fmt::format("{}", fmt::join(motion.between, ", ")), {}}});
  for (const BearingInput& bearing : model.bearings) {
    const auto housing = m.built.markers.find(bearing.between.back());
    if (housing != m.built.markers.end())
      picture.add("bearing " + bearing.name, bearing_shape(bearing), m.marker(housing->second));
    joints.push_back(
        {{bearing.name, {}}, {std::string("bearing"), {}}, {fmt::format("{}", fmt::join(bearing.between, ", ")), {}}});
  }
  for (const ForceInput& force : model.forces)
    joints.push_back(
        {{force.name, {}}, {std::string("force"), {}}, {fmt::format("{}", fmt::join(force.between, ", ")), {}}});
  for (const MarkerLoadInput& load : model.marker_loads) {
    const auto on = m.built.markers.find(load.on);
    if (!load.direction || on == m.built.markers.end()) continue;
    const Place at = m.marker(on->second);
    const Vector3d direction = load.own_axes ? Vector3d(at.axes * *load.direction) : *load.direction;
    picture.add("load " + load.name, arrow(at.point, direction, arrow_size * size), {});
    loads.push_back({{load.name, {}}, {load.on, {}}, {components(direction.normalized()), {}}});
  }
  if (!markers.empty())
    record.tables.push_back(list_table("Markers", {"marker", "body", "position, mm", "z axis"}, std::move(markers)));
  if (!joints.empty())
    record.tables.push_back(list_table("Joints, bearings and forces", {"name", "type", "between"}, std::move(joints)));
  if (!loads.empty()) record.tables.push_back(list_table("Loads", {"load", "on", "direction"}, std::move(loads)));
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

/// Forces of load cases on a body's own mesh; supports and the rest are in the table.
void add_case_loads(const Model& model, const FlexibleBodyInput& body, const MeshFile& file, const Place& at,
                    Picture& picture, std::vector<std::vector<Cell>>& rows) {
  const double size = picture.size();
  for (const SupportInput& support : model.supports)
    if (support.body.empty() || support.body == body.name)
      rows.push_back({{std::string("support"), {}}, {support.on, {}}, {body.name, {}}, {std::string(), {}}});
  for (const LoadInput& load : model.loads) {
    if (!load.body.empty() && load.body != body.name) continue;
    std::string what = load.pressure      ? fmt::format("pressure {:.4g} MPa", *load.pressure / 1e6)
                       : load.force       ? "force " + components(*load.force) + " N"
                       : load.moment      ? "moment " + components(*load.moment) + " N m"
                       : load.gravity     ? "gravity " + components(*load.gravity) + " m/s²"
                       : load.temperature ? fmt::format("temperature change {:.4g} K", *load.temperature)
                                          : "centrifugal";
    if (load.force && load.force->norm() > 0)
      picture.add(fmt::format("load {} on {}", load.load_case, load.on),
                  arrow(at.point + at.axes * middle_of(file, load.on), at.axes * *load.force, arrow_size * size), {});
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
      picture.add(name, own != mechanism->built.meshes.end() ? own->second : rigid_shape(mechanism->built.mechanism, b),
                  mechanism->body(b));
      bodies.push_back({{name, {}}, {std::string("rigid"), {}}, {std::string(), {}}});
    }
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

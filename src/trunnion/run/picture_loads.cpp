#include "trunnion/run/picture_loads.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "trunnion/run/symbol_shapes.h"

namespace trunnion {
namespace {

constexpr double support_size = 0.02;  // of the model's size
constexpr Index most_pressing = 24;    // arrows on one surface

/// Middles of faces and directions into the body.
struct PressedFaces {
  Matrix3Xd middle, inwards;
};

PressedFaces pressed_faces(const Mesh& mesh, const std::string& name) {
  const std::vector<ElementFace> list = faces_named(mesh, name);
  PressedFaces out{Matrix3Xd(3, Index(list.size())), Matrix3Xd(3, Index(list.size()))};
  for (std::size_t k = 0; k < list.size(); ++k) {
    const ElementRef at = mesh.locate(list[k].element);
    const ElementBlock& block = mesh.blocks[std::size_t(at.block)];
    const CellFace& face = faces(block.type)[std::size_t(list[k].face)];
    const int corners = face.type == CellType::line2 ? 2 : num_corners(face.type);
    const auto x = [&](int c) { return Vector3d(mesh.x.col(block.nodes(face.nodes[std::size_t(c)], at.column))); };
    Vector3d middle = Vector3d::Zero();
    for (int c = 0; c < corners; ++c) middle += x(c) / corners;
    out.middle.col(Index(k)) = middle;
    // Corners turn counter-clockwise seen from outside, edges with the plane body on their left.
    out.inwards.col(Index(k)) = corners == 2 ? -(x(1) - x(0)).cross(Vector3d::UnitZ()).normalized()
                                             : -(x(1) - x(0)).cross(x(corners - 1) - x(0)).normalized();
  }
  return out;
}

/// Some of the points, each as far from those before it as can be.
std::vector<Index> spread(const Matrix3Xd& points, Index most) {
  std::vector<Index> chosen;
  VectorXd gap = VectorXd::Constant(points.cols(), std::numeric_limits<double>::infinity());
  for (Index next = 0; Index(chosen.size()) < std::min(most, points.cols()); gap.maxCoeff(&next)) {
    chosen.push_back(next);
    gap = gap.cwiseMin((points.colwise() - points.col(next)).colwise().norm().transpose());
  }
  return chosen;
}

std::string words_of(const LoadInput& load) {
  if (load.pressure) return fmt::format("pressure {:.4g} MPa", *load.pressure / 1e6);
  if (load.force) return "force " + components(*load.force) + " N";
  if (load.moment) return "moment " + components(*load.moment) + " N m";
  if (load.gravity) return "gravity " + components(*load.gravity) + " m/s²";
  if (load.temperature) return fmt::format("temperature change {:.4g} K", *load.temperature);
  if (load.centrifugal) return fmt::format("centrifugal, {:.4g} rad/s", load.centrifugal->speed);
  return "";
}

void add_load(const LoadInput& load, const MeshFile& file, const Place& at, ModelPicture& picture) {
  const std::string name =
      load.on.empty() ? fmt::format("load {}", load.load_case) : fmt::format("load {} on {}", load.load_case, load.on);
  const auto world = [&](const Vector3d& x) { return Vector3d(at.point + at.axes * x); };
  const Vector3d middle = file.mesh.x.rowwise().mean();
  if (load.pressure && *load.pressure != 0) {
    const PressedFaces faces = pressed_faces(file.mesh, load.on);
    const std::vector<Index> chosen = spread(faces.middle, most_pressing);
    const Matrix3Xd points = (at.axes * faces.middle(Eigen::all, chosen)).colwise() + at.point;
    picture.add_pressing_arrows(name, points,
                                (*load.pressure > 0 ? 1.0 : -1.0) * (at.axes * faces.inwards(Eigen::all, chosen)));
  }
  if (load.force) picture.add_arrow(name, world(middle_of(file, load.on)), at.axes * *load.force);
  if (load.gravity) picture.add_arrow("gravity in " + load.load_case, world(middle), at.axes * *load.gravity);
  if (load.moment) picture.add_turning_arrow(name, world(middle_of(file, load.on)), at.axes * *load.moment);
  if (load.centrifugal) {
    const CentrifugalInput& turns = *load.centrifugal;
    const Vector3d axis = turns.axis.normalized();
    const Vector3d nearest = turns.point + axis * axis.dot(middle - turns.point);
    picture.add_turning_arrow("rotation in " + load.load_case, world(nearest),
                              at.axes * ((turns.speed < 0 ? -1.0 : 1.0) * axis));
  }
}

}  // namespace

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

void add_case_loads(const Model& model, const FlexibleBodyInput& body, const MeshFile& file, const Place& at,
                    ModelPicture& picture, std::vector<std::vector<Cell>>& rows) {
  for (const SupportInput& support : model.supports)
    if (support.body.empty() || support.body == body.name) {
      picture.add_symbol("support " + support.on, joint_shape("fixed", support_size * picture.size()),
                         {at.axes, at.point + at.axes * middle_of(file, support.on)});
      rows.push_back(text_row({"support", support.on, body.name, ""}));
    }
  for (const LoadInput& load : model.loads) {
    if (!load.body.empty() && load.body != body.name) continue;
    add_load(load, file, at, picture);
    rows.push_back(text_row({"load case " + load.load_case, load.on, body.name, words_of(load)}));
  }
}

std::vector<NodeField> temperature_fields(const Model& model, const FlexibleBodyInput& body, const MeshFile& file) {
  std::vector<NodeField> fields;
  for (const LoadInput& load : model.loads) {
    if (!load.temperature || (!load.body.empty() && load.body != body.name)) continue;
    const std::string name = "temperature change in " + load.load_case;
    auto field = std::ranges::find(fields, name, &NodeField::name);
    if (field == fields.end())
      field = fields.insert(field, {name, "K", MatrixXd::Zero(1, file.mesh.num_nodes()), FieldScale::automatic});
    if (load.on.empty()) {
      field->values.array() += *load.temperature;
    } else {
      for (const NodeId node : nodes_named(file.mesh, load.on)) field->values(0, node.value) += *load.temperature;
    }
  }
  return fields;
}

void add_touch_loads(const TouchInput& touch, const std::string& body, const MeshFile& file, ModelPicture& picture) {
  for (const std::string& both : touch.surfaces) {
    if (both.substr(0, both.find('.')) != body) continue;
    const Vector3d at = middle_of(file, both.substr(both.find('.') + 1));
    for (const TouchMotionInput& motion : touch.motions) {
      if (motion.body != body) continue;
      const auto loaded = [](const std::vector<double>& list) {
        const auto first = std::ranges::find_if(list, [](double value) { return value != 0; });
        return first == list.end() ? 0.0 : *first < 0 ? -1.0 : 1.0;
      };
      const std::string name = fmt::format("load on {} in {}", body, touch.name);
      picture.add_arrow(name, at, loaded(motion.force) * motion.direction);
      if (!motion.moment.empty()) picture.add_turning_arrow(name, motion.about, loaded(motion.moment) * motion.axis);
    }
    return;  // its motions are those of the body, whatever other surfaces it has
  }
}

std::vector<std::vector<Cell>> touch_rows(const Model& model) {
  std::vector<std::vector<Cell>> rows;
  for (const TouchInput& touch : model.touches)
    rows.push_back(text_row({touch.name, "touch", fmt::format("{}", fmt::join(touch.surfaces, ", ")),
                             fmt::format("friction {:.4g}, {} free motions", touch.friction, touch.motions.size())}));
  return rows;
}

std::vector<std::vector<Cell>> fit_rows(const Model& model) {
  std::vector<std::vector<Cell>> rows;
  for (const FitInput& fit : model.fits) {
    const std::string size = fit.clamp_force > 0  ? fmt::format("clamped with {:.4g} N", fit.clamp_force)
                             : fit.interference   ? fmt::format("interference {:.4g} µm", 1e6 * *fit.interference)
                             : !fit.table.empty() ? "interference from " + fit.table.filename().string()
                             : fit.geometric      ? "interference of the meshes"
                                                  : "interference " + fit.formula;
    rows.push_back(text_row({fit.name, "fit", fmt::format("{}, {}", fit.outer, fit.inner),
                             fmt::format("{}, friction {:.4g}", size, fit.friction)}));
  }
  return rows;
}

}  // namespace trunnion

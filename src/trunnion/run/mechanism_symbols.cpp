#include "trunnion/run/mechanism_symbols.h"

#include <algorithm>

#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/run/marker_frame.h"
#include "trunnion/run/symbol_shapes.h"

namespace trunnion {

namespace {
constexpr double joint_share = 0.02;  // of the machine's size
}  // namespace

MechanismSymbols::MechanismSymbols(const BuiltMechanism& built, double size, FilmSymbols films)
    : mechanism_(built.mechanism), joint_size_(joint_share * size) {
  for (const Joint& joint : mechanism_.joints) {
    const bool of_balls = joint.acts != Acts::always;
    if (of_balls || joint.motion) continue;  // a motion drives what a joint leaves free: its symbol is there
    add("joint " + joint.name, joint_shape(joint.type, joint_size_),
        {.at = joint.rows.front().terms.front().coordinate.I});
  }
  const std::shared_ptr<const Mesh> spring = spring_shape();
  for (const MarkerForceElement& force : mechanism_.marker_forces) {
    if (force.table == "force")
      add("force " + force.name, force.type == "spring" ? spring : joint_shape(force.type, joint_size_),
          {.at = force.J, .other = force.type == "spring" ? force.I : -1});
    const bool has_film = dynamic_cast<const FilmBearingForce*>(force.law.get()) != nullptr;
    if (force.table == "bearing" && !(has_film && films == FilmSymbols::left_out))
      add_bearing(built, force.name, force.J);
  }
  if (films == FilmSymbols::drawn)
    for (const BodyForceElement& force : mechanism_.body_forces)
      if (force.table == "bearing") add_bearing(built, force.name, force.J);
}

void MechanismSymbols::add_bearing(const BuiltMechanism& built, const std::string& name, Index housing) {
  const auto shape = built.bearing_shapes.find(name);
  if (shape != built.bearing_shapes.end()) add("bearing " + name, shape->second, {.at = housing});
}

void MechanismSymbols::add(std::string name, std::shared_ptr<const Mesh> mesh, Placed placed) {
  list_.push_back({std::move(name), SymbolRole::element, std::move(mesh)});
  placed_.push_back(placed);
}

void MechanismSymbols::add(const Configuration& x, Frame& frame) const {
  for (const Placed& p : placed_) {
    const FrameMotion at = marker_frame(mechanism_, x, p.at);
    if (p.other < 0)
      frame.symbols.push_back({at.R, at.r});
    else
      frame.symbols.push_back({stretched_axes(marker_frame(mechanism_, x, p.other).r - at.r, 2 * joint_size_), at.r});
  }
}

double size_of(const Scene& scene) {
  Vector3d low = Vector3d::Constant(1e300), high = -low;
  if (scene.frames.empty()) return 1;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const Mesh& mesh = *scene.bodies[b].mesh;
    if (mesh.num_nodes() == 0) continue;
    const BodyFrame& at = scene.frames.front().bodies[b];
    const Matrix3Xd world = (at.rotation * mesh.x).colwise() + at.translation;
    low = low.cwiseMin(world.rowwise().minCoeff());
    high = high.cwiseMax(world.rowwise().maxCoeff());
  }
  return (high - low).maxCoeff() > 0 ? (high - low).maxCoeff() : 1;
}

}  // namespace trunnion

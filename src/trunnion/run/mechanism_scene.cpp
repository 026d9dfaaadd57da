#include "trunnion/run/mechanism_scene.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/fem/solve.h"
#include "trunnion/math/rotations.h"
#include "trunnion/results/stress_recovery.h"
#include "trunnion/run/ball_row_scene.h"
#include "trunnion/run/contact_surface_shape.h"
#include "trunnion/run/display_mesh.h"
#include "trunnion/run/film_pictures.h"
#include "trunnion/run/force_arrows.h"
#include "trunnion/run/frame_labels.h"
#include "trunnion/run/mechanism_symbols.h"
#include "trunnion/run/rigid_shape.h"

namespace trunnion {

namespace {

struct Shown {
  Index body;
  const ReducedBody* reduced = nullptr;  // of a body that deforms
};

// What a flexible body looks like at the modal coordinates q.
void deform(const ReducedBody& reduced, const VectorXd& q, BodyFrame& frame) {
  frame.displacement = (reduced.display.translation * q).reshaped(3, reduced.display.position.cols());
  if (!reduced.stress.empty()) {
    const Matrix6Xd stress = recovered_stress(reduced, q);
    frame.fields.push_back({"von Mises stress", "Pa", von_mises(stress).transpose(), FieldScale::magnitude});
    frame.fields.push_back({"stress", "Pa", stress, FieldScale::automatic});
  }
  frame.fields.push_back({"displacement magnitude", "m", frame.displacement.colwise().norm(), FieldScale::magnitude});
}

// Bodies with what is shown of them.
std::vector<Shown> add_bodies(const BuiltMechanism& built, Scene& scene) {
  const Mechanism& m = built.mechanism;
  std::vector<Shown> shown;
  for (Index b = 0; b < static_cast<Index>(m.bodies.size()); ++b) {
    const auto reduced = built.reduced.find(m.bodies[b].name);
    const bool meshed = reduced != built.reduced.end() && !reduced->second->display.triangles.empty();
    const auto own = built.meshes.find(m.bodies[b].name);
    std::shared_ptr<const Mesh> mesh = own != built.meshes.end() ? own->second
                                       : meshed                  ? display_mesh(reduced->second->display)
                                                                 : rigid_shape(m, b);
    scene.bodies.push_back({m.bodies[b].name, std::move(mesh)});
    shown.push_back({b, meshed && m.bodies[b].num_modes() > 0 ? reduced->second.get() : nullptr});
  }
  return shown;
}

// How the nodes of a body move in a mode, body axes, at the instant when the largest coordinate is at its end.
Matrix3Xd swing(const Mechanism& m, const State& s, const Shown& shown, const Mesh& mesh, const VectorXd& dx) {
  const Index first = m.first_velocity[shown.body], n = m.bodies[shown.body].num_modes();
  const Vector3d way = s.x.A[shown.body].transpose() * dx.segment<3>(first), turn = dx.segment<3>(first + 3);
  Matrix3Xd place = mesh.x;
  if (shown.reduced) {
    const VectorXd q = s.x.q.segment(m.first_mode[shown.body], n);
    place += (shown.reduced->display.translation * q).reshaped(3, place.cols());
  }
  Matrix3Xd out = (skew(turn) * place).colwise() + way;
  if (shown.reduced) out += (shown.reduced->display.translation * dx.segment(first + 6, n)).reshaped(3, place.cols());
  return out;
}

void add_symbols(const BuiltMechanism& built, const TimeRecord& record, Scene& scene) {
  const double size = size_of(scene);
  const MechanismSymbols symbols(built, size, FilmSymbols::left_out);
  const ForceArrows forces(built, record, size);
  scene.symbols = symbols.list();
  scene.symbols.insert(scene.symbols.end(), forces.list().begin(), forces.list().end());
  for (std::size_t k = 0; k < record.snapshots.size(); ++k) {
    symbols.add(record.snapshots[k].x, scene.frames[k]);
    forces.add(record.snapshots[k], scene.frames[k]);
  }
}

}  // namespace

Scene mechanism_scene(const BuiltMechanism& built, const TimeRecord& record, const SnapshotCourse& course,
                      const std::string& name) {
  const Mechanism& m = built.mechanism;
  const std::vector<Snapshot>& snapshots = record.snapshots;
  Scene scene;
  scene.name = name;
  scene.title = "Motion of the mechanism";
  scene.kind = SceneKind::time;
  const std::vector<Shown> shown = add_bodies(built, scene);
  const RowPictures rows(built, snapshots);
  FitPictures fits(built, scene, course.fits, course.order == SnapshotOrder::motion);
  const FilmPictures films(built);
  rows.add_bodies(scene);
  films.add_bodies(scene);
  const std::shared_ptr<const Mesh> ground = ground_shape(m);
  if (ground) scene.bodies.push_back({"ground", ground});
  for (const Snapshot& snapshot : snapshots) {
    Frame frame;
    frame.value = snapshot.t;
    for (const Shown& s : shown) {
      BodyFrame& body = frame.bodies.emplace_back();
      body.rotation = snapshot.x.A[s.body];
      body.translation = snapshot.x.R[s.body];
      if (s.reduced) deform(*s.reduced, snapshot.x.q.segment(m.first_mode[s.body], m.bodies[s.body].num_modes()), body);
    }
    rows.add_frame(snapshot, frame);
    films.add_frame(snapshot, frame);
    if (ground) frame.bodies.emplace_back();
    fits.add_fields(snapshot, frame);
    scene.frames.push_back(std::move(frame));
  }
  label_frames(course.over, scene);
  add_symbols(built, record, scene);
  return scene;
}

Scene mode_scene(const BuiltMechanism& built, const State& state, std::span<const ComplexMode> modes,
                 const std::string& name) {
  Scene scene;
  scene.name = name;
  scene.title = "Vibration of the mechanism";
  scene.kind = SceneKind::modes;
  const std::vector<Shown> shown = add_bodies(built, scene);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    Frame frame;
    frame.label = fmt::format("mode {}, {:.4g} Hz", k + 1, modes[k].frequency);
    frame.value = modes[k].frequency;
    double largest = 0;
    for (std::size_t b = 0; b < shown.size(); ++b) {
      BodyFrame& body = frame.bodies.emplace_back();
      body.rotation = state.x.A[shown[b].body];
      body.translation = state.x.R[shown[b].body];
      body.displacement = swing(built.mechanism, state, shown[b], *scene.bodies[b].mesh, modes[k].shape.real());
      largest = std::max(largest, body.displacement.colwise().norm().maxCoeff());
    }
    for (BodyFrame& body : frame.bodies)
      body.fields.push_back({"relative displacement", "",
                             body.displacement.colwise().norm() / std::max(largest, 1e-300), FieldScale::magnitude});
    scene.frames.push_back(std::move(frame));
  }
  return scene;
}

}  // namespace trunnion

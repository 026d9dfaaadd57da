#include "trunnion/run/mechanism_scene.h"

#include <fmt/format.h>

#include <numeric>

#include "trunnion/fem/solve.h"
#include "trunnion/results/stress_recovery.h"

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

std::shared_ptr<Mesh> mesh_of(const Matrix3Xd& x, CellType type, const Eigen::MatrixXi& cells) {
  auto mesh = std::make_shared<Mesh>();
  mesh->x = x;
  mesh->node_labels.resize(static_cast<std::size_t>(x.cols()));
  std::iota(mesh->node_labels.begin(), mesh->node_labels.end(), 1);
  ElementBlock block;
  block.type = type;
  block.nodes = cells;
  block.labels.resize(static_cast<std::size_t>(cells.cols()));
  std::iota(block.labels.begin(), block.labels.end(), 1);
  mesh->blocks.push_back(std::move(block));
  return mesh;
}

// A rigid body without a mesh is drawn as sticks from its mass center to its markers.
std::shared_ptr<Mesh> sticks(const Mechanism& m, Index body) {
  std::vector<Vector3d> points{m.bodies[body].inertia.I2 / m.bodies[body].inertia.I1};
  for (const Marker& marker : m.markers)
    if (marker.body == body && (marker.p - points[0]).norm() > 0) points.push_back(marker.p);
  if (points.size() < 2) return nullptr;
  Matrix3Xd x(3, static_cast<Index>(points.size()));
  Eigen::MatrixXi cells(2, x.cols() - 1);
  for (Index i = 0; i < x.cols(); ++i) {
    x.col(i) = points[static_cast<std::size_t>(i)];
    if (i > 0) cells.col(i - 1) << 0, static_cast<int>(i);
  }
  return mesh_of(x, CellType::line2, cells);
}

std::shared_ptr<Mesh> surface(const NodeRows& rows) {
  Eigen::MatrixXi cells(3, static_cast<Index>(rows.triangles.size()));
  for (std::size_t t = 0; t < rows.triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) cells(k, static_cast<Index>(t)) = rows.triangles[t][static_cast<std::size_t>(k)];
  return mesh_of(rows.position, CellType::tri3, cells);
}

}  // namespace

Scene mechanism_scene(const BuiltMechanism& built, std::span<const Snapshot> snapshots, const std::string& name) {
  const Mechanism& m = built.mechanism;
  Scene scene;
  scene.name = name;
  scene.title = "Motion of the mechanism";
  scene.kind = SceneKind::time;
  std::vector<Shown> shown;
  for (Index b = 0; b < static_cast<Index>(m.bodies.size()); ++b) {
    const auto reduced = built.reduced.find(m.bodies[b].name);
    const bool meshed = reduced != built.reduced.end() && !reduced->second->display.triangles.empty();
    const auto own = built.meshes.find(m.bodies[b].name);
    std::shared_ptr<const Mesh> mesh = own != built.meshes.end() ? own->second
                                       : meshed                  ? surface(reduced->second->display)
                                                                 : sticks(m, b);
    if (!mesh) continue;
    scene.bodies.push_back({m.bodies[b].name, std::move(mesh)});
    shown.push_back({b, meshed && m.bodies[b].num_modes() > 0 ? reduced->second.get() : nullptr});
  }
  for (const Snapshot& snapshot : snapshots) {
    Frame frame;
    frame.label = fmt::format("{:.4g} s", snapshot.t);
    frame.value = snapshot.t;
    for (const Shown& s : shown) {
      BodyFrame& body = frame.bodies.emplace_back();
      body.rotation = snapshot.x.A[s.body];
      body.translation = snapshot.x.R[s.body];
      if (s.reduced) deform(*s.reduced, snapshot.x.q.segment(m.first_mode[s.body], m.bodies[s.body].num_modes()), body);
    }
    scene.frames.push_back(std::move(frame));
  }
  return scene;
}

}  // namespace trunnion

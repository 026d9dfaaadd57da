#include "trunnion/gears/face_contact.h"

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/gears/extruded_mesh.h"
#include "trunnion/gears/given_grid.h"
#include "trunnion/gears/pitch_deviations.h"

namespace trunnion {
namespace {

/// What a layer stands for across the face [m].
double layer_width(const FaceCompliance& c, Index l) {
  const double step = (c.layer[c.layers() - 1] - c.layer[0]) / double(c.layers() - 1);
  return l == 0 || l + 1 == c.layers() ? 0.5 * step : step;
}

double face_width(const FaceContact& c) { return c.driver->layer[c.driver->layers() - 1] - c.driver->layer[0]; }

/// A normal of the plane section on the helicoid.
Vector3d helical_normal(const Vector3d& plane, double base_helix) {
  return {std::cos(base_helix) * plane.x(), std::cos(base_helix) * plane.y(), -std::sin(base_helix)};
}

/// The same of rigid teeth that touch at s on the path of contact.
double tilt_gap_on_path(const FaceContact& c, double s, double z) {
  const GearMeshGeometry& mesh = c.section.mesh;
  const Vector3d n(mesh.normal.x(), mesh.normal.y(), 0);
  return tilt_gap(c, Vector3d(mesh.driver_pitch, 0, z) + s * n, helical_normal(n, c.section.one.base_helix));
}

/// Where a point of a layer is numbered in G, its two nodes and their shares.
struct Carrier {
  Index node[2];
  double share[2];
};

Carrier carrier_of(const FaceCompliance& c, const SurfacePoint& point, int layer) {
  Carrier out{};
  const Index n = c.section->nodes_per_flank;
  for (int k = 0; k < 2; ++k) {
    const Index flat = point.nodes[std::size_t(k)], tooth = flat / n;
    out.node[k] = (tooth * c.layers() + layer) * n + flat % n;
    out.share[k] = point.weights[std::size_t(k)];
  }
  return out;
}

/// Friction on a gear per normal force, the way the arc of its profile grows.
double drag_along(const CandidatePair& pair, const FlankPlace& place, bool driver) {
  const double along = pair.drag.head<2>().dot(place.along);
  return driver ? -along : along;
}

/// Gaps open as flanks move into their teeth, which forces out of the teeth and along the profile do with other signs.
void add_bodies(const FaceContact& c, const TeethInMesh& teeth, MatrixXd& A) {
  const std::size_t n = teeth.pairs.size();
  for (const bool driver : {true, false}) {
    const FaceCompliance& yields = driver ? *c.driver : *c.driven;
    const MatrixXd& G = *yields.G;
    std::vector<Carrier> at;
    for (std::size_t k = 0; k < n; ++k)
      at.push_back(carrier_of(yields, driver ? teeth.pairs[k].one : teeth.pairs[k].two, teeth.points[k].layer));
    const auto add = [&](const MatrixXd& matrix, std::size_t k, double factor) {
      for (std::size_t m = 0; m < n; ++m) {
        double sum = 0;
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j) sum += at[m].share[i] * at[k].share[j] * matrix(at[m].node[i], at[k].node[j]);
        A(Index(m), Index(k)) += factor * sum;
      }
    };
    for (std::size_t k = 0; k < n; ++k) {
      add(G, k, 1);
      if (const double drag = drag_along(teeth.pairs[k], teeth.places[k][driver ? 0 : 1], driver); drag != 0)
        add(*yields.G_along, k, -drag);
    }
  }
}

/// Pairs of all layers with helical normals, and their problem.
SolvedTeeth pair_layers(const FaceContact& c, const GearLoad& load, double s, const PairingOptions& o) {
  const GearContact& section = c.section;
  const double helix = section.one.base_helix, cosine = std::cos(helix);
  const double width = face_width(c);
  SolvedTeeth out;
  std::vector<MatrixXd> local;
  for (Index l = 0; l < c.driver->layers(); ++l) {
    const double z = c.driver->layer[l], extra = face_gap(c, z / width), here_s = s + z * std::tan(helix);
    PairingOptions here = o;
    here.largest = std::max(o.step, (o.largest - extra - tilt_gap_on_path(c, here_s, z)) / cosine);
    TeethInMesh teeth = teeth_in_mesh(section, here_s, load.friction, here);
    const double line = layer_width(*c.driver, l) / cosine;
    local.push_back(local_compliance(section, teeth) * (width / line));
    for (std::size_t k = 0; k < teeth.pairs.size(); ++k) {
      CandidatePair& pair = teeth.pairs[k];
      const double plane = pair.normal.dot(pair.two.x - pair.one.x);
      pair.normal = helical_normal(pair.normal, helix);
      pair.one.x.z() = pair.two.x.z() = z;
      pair.gap = cosine * plane + (pair.gap - plane) + extra + tilt_gap(c, pair.two.x, pair.normal);
      teeth.points[k].layer = int(l);
      teeth.points[k].length = line;
      out.teeth.pairs.push_back(std::move(pair));
      out.teeth.points.push_back(teeth.points[k]);
      out.teeth.places.push_back(teeth.places[k]);
    }
    for (RigidGap rigid : teeth.rigid) {
      rigid.gap = cosine * (rigid.gap - rigid.taken) + rigid.taken + extra;  // along the helical normal
      rigid.gap += tilt_gap_on_path(c, here_s + rigid.tooth_pair * section.mesh.base_pitch, z);
      rigid.rate *= cosine;
      out.teeth.rigid.push_back(rigid);
    }
  }
  if (out.teeth.pairs.empty()) return out;
  const std::vector<YieldingBody> rigid(2);
  out.problem = contact_problem(rigid, out.teeth.pairs, {lag(section, load.torque)});
  MatrixXd& A = out.problem.A;
  add_bodies(c, out.teeth, A);
  Index first = 0;
  for (const MatrixXd& own : local) {
    A.block(first, first, own.rows(), own.cols()) += own;
    first += own.rows();
  }
  if (load.friction == 0) A = (0.5 * (A + A.transpose())).eval();
  return out;
}

void add_root_stress(const FaceContact& c, MeshPosition& position) {
  for (const bool driver : {true, false}) {
    const FaceCompliance& yields = driver ? *c.driver : *c.driven;
    const std::vector<double> stress = face_root_stress(yields, face_forces(c, position, driver));
    for (int j = -c.section.driver->reach; j <= c.section.driver->reach; ++j)
      position.root_stress[driver ? 0 : 1].push_back(
          stress[std::size_t(Index{driver ? j : driven_tooth(c.section.mesh, j)} + yields.section->reach)]);
  }
}

}  // namespace

double tilt_gap(const FaceContact& c, const Vector3d& x, const Vector3d& normal) {
  const GearMeshGeometry& mesh = c.section.mesh;
  const Vector3d tilt = Vector3d(-c.axes.skew, mesh.driven_sign * c.axes.inclination, 0) / face_width(c);
  return normal.dot(tilt.cross(x - Vector3d(mesh.driver_pitch, 0, 0)));
}

double face_gap(const FaceContact& c, double across) {
  double gap = c.misalignment * across;
  for (const Gear* gear : {&c.section.pair.driver, &c.section.pair.driven})
    gap += 4 * gear->flank.crowning * across * across + gear->flank.lead_slope * across;
  return gap;
}

FaceForces face_forces(const FaceContact& c, const MeshPosition& position, bool driver) {
  const FaceCompliance& yields = driver ? *c.driver : *c.driven;
  FaceForces forces{VectorXd::Zero(yields.G->rows()), VectorXd::Zero(yields.G->rows())};
  for (const LoadedPoint& point : position.points) {
    const Carrier at = carrier_of(yields, driver ? point.pair.one : point.pair.two, point.place.layer);
    const double along = point.force * drag_along(point.pair, point.flank[driver ? 0 : 1], driver);
    for (int k = 0; k < 2; ++k) {
      forces.normal[at.node[k]] -= at.share[k] * point.force;  // into the tooth
      forces.along[at.node[k]] += at.share[k] * along;
    }
  }
  return forces;
}

FaceContact face_contact(const GearPair& pair, const FaceSizes& sizes, double misalignment) {
  FaceContact out;
  GearPair narrow = pair;
  const double width = narrow.driver.width = narrow.driven.width = std::min(pair.driver.width, pair.driven.width);
  narrow.driver_material.plane = narrow.driven_material.plane = PlaneKind::strain;  // next to the contact
  const auto solid = [&](const std::shared_ptr<const Mesh>& mesh, const Gear& gear) -> std::shared_ptr<const Mesh> {
    if (!mesh || has_solids(*mesh)) return mesh;
    Mesh section = *mesh;
    name_hub(gear, section);
    return std::make_shared<const Mesh>(
        extruded_mesh(section, gear, gear_geometry(gear), face_layers(width, sizes.elements)));
  };
  narrow.driver_mesh = solid(pair.driver_mesh, narrow.driver);
  const bool same = pair.driver_mesh == pair.driven_mesh && pair.driver.helix_angle == pair.driven.helix_angle;
  narrow.driven_mesh = same ? narrow.driver_mesh : solid(pair.driven_mesh, narrow.driven);
  out.section = gear_contact(narrow, {.local = true,
                                      .mesh_only = true,
                                      .flank = sizes.flank,
                                      .bulk = sizes.bulk,
                                      .rim = sizes.rim,
                                      .idle = sizes.idle,
                                      .root = sizes.root > 0 ? sizes.root : sizes.bulk / 5});
  const GearContact& c = out.section;
  if (c.driver->solid) require_width(pair.driver, *c.driver->solid);
  if (c.driven->solid) require_width(pair.driven, *c.driven->solid);
  const FaceOptions across{width, sizes.elements, sizes.friction};
  out.driver = std::make_shared<const FaceCompliance>(
      face_compliance(narrow.driver, c.one, narrow.driver_material, c.driver, across));
  out.driven = c.driven == c.driver ? out.driver
                                    : std::make_shared<const FaceCompliance>(face_compliance(
                                          narrow.driven, c.two, narrow.driven_material, c.driven, across));
  out.misalignment = misalignment;
  return out;
}

SolvedTeeth solve_face_teeth(const FaceContact& c, const GearLoad& load, double s, const PairingOptions& pairing) {
  if (load.friction != 0 && !c.driver->G_along)
    throw InputError(
        "friction between the flanks: the compliance of these gears was computed for normal forces only; ask for "
        "friction when making it");
  PairingOptions o = pairing;
  // Strips need not be as fine as a single one in the plane.
  if (!(o.step > 0)) o.step = 0.3 * hertz_half_width(c.section, load.torque);
  return solve_teeth(c.section, load, s, o,
                     [&](const PairingOptions& given) { return pair_layers(c, load, s, given); });
}

MeshPosition solve_face_position(const FaceContact& c, const GearLoad& load, double s, const PairingOptions& pairing) {
  MeshPosition out = evaluate(c.section, load, solve_face_teeth(c, load, s, pairing));
  out.s = s;
  add_root_stress(c, out);
  return out;
}

MeshCycle solve_face_cycle(const FaceContact& c, const GearLoad& load, int positions, const CycleProgress& progress,
                           int pitches) {
  const GearContact& section = c.section;
  CycleFrame frame{.base_pitch = section.mesh.base_pitch,
                   .reach = section.driver->reach,
                   .edge_steps = 4,
                   .sense = sense_of_motion(section.pair)};
  frame.repeat = pitches_until_repeat(section.pair);
  frame.pitches = pitches > 0 ? pitches : frame.repeat;
  FaceContact alike = c;
  alike.section.pair = without_deviations(section.pair);
  DeviatingTeeth deviating(section, load, {},
                           [&](double s, const PairingOptions& o) { return solve_face_teeth(alike, load, s, o); });
  frame.solve = [&](double s, int cycle) {
    if (frame.repeat == 1) return solve_face_position(c, load, s);
    MeshPosition out = evaluate(section, load, deviating.at(s, cycle));
    out.s = s;
    add_root_stress(c, out);
    return out;
  };
  return solve_cycle(frame, positions, progress);
}

VectorXd line_loads(const FaceContact& c, const MeshPosition& position) {
  VectorXd out = VectorXd::Zero(c.driver->layers());
  for (const LoadedPoint& point : position.points) out[point.place.layer] += point.force;
  for (Index l = 0; l < out.size(); ++l) out[l] /= layer_width(*c.driver, l);
  return out;
}

double face_load_factor(const FaceContact& c, const MeshCycle& cycle) {
  VectorXd sum = VectorXd::Zero(c.driver->layers());
  double force = 0;
  for (const MeshPosition& position : cycle.positions) {
    sum += line_loads(c, position);
    force += position.normal_force;
  }
  return sum.maxCoeff() * face_width(c) / force;
}

double load_center(const FaceContact& c, const MeshCycle& cycle) {
  double moment = 0, force = 0;
  for (const MeshPosition& position : cycle.positions) {
    for (const LoadedPoint& point : position.points) moment += point.force * c.driver->layer[point.place.layer];
    force += position.normal_force;
  }
  return moment / force;
}

double load_sharing_factor(const MeshCycle& cycle) {
  double largest = 0;
  for (const MeshPosition& position : cycle.positions)
    for (const double force : position.tooth_force) largest = std::max(largest, force / position.normal_force);
  return largest;
}

}  // namespace trunnion

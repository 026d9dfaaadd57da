#include "fe_contact/press_fit_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/fem/cell_table.h"
#include "trunnion/fem/solid_element.h"
#include "trunnion/fem/solve.h"

namespace trunnion::testing {
namespace {

VerificationCase found_at(int level, const std::string& what, double value, double reference, const Published& by) {
  return {.group = "Press fits",
          .name = fmt::format("Shaft with pulley, level {}: {}", level, what),
          .reference = by.reference,
          .reference_value = reference,
          .value = value,
          .why = by.why};
}

}  // namespace

FitSummary summary(const ContactZone& zone, const ContactState& state) {
  FitSummary out;
  for (Index k = 0; k < zone.size(); ++k) {
    const FitTraction& t = state.traction[std::size_t(k)];
    const double p = 1e-6 * t.pressure, share = zone.area[k] / zone.area.sum();
    out.mean += share * p;
    out.least = std::min(out.least, p);
    out.most = std::max(out.most, p);
    out.open += !t.closed;
    out.sliding += t.sliding;
    out.sliding_share += t.sliding ? share : 0;
  }
  return out;
}

FitBands bands(const ContactZone& zone, const ContactState& state) {
  FitBands out;
  VectorXd area = VectorXd::Zero(8);
  for (Index k = 0; k < zone.size(); ++k) {
    const auto band = std::min<Index>(7, Index(std::abs(zone.position(2, k)) / 5.25e-3));
    const FitTraction& t = state.traction[std::size_t(k)];
    area[band] += zone.area[k];
    out.pressure[band] += zone.area[k] * 1e-6 * t.pressure;
    out.slip[band] += zone.area[k] * 1e6 * std::abs(t.memory.slip.y());
  }
  out.pressure = out.pressure.cwiseQuotient(area);
  out.slip = out.slip.cwiseQuotient(area);
  return out;
}

double patch_pressure(const ContactZone& zone, const ContactState& state, const FitPatch& patch) {
  double area = 0, force = 0;
  for (Index k = 0; k < zone.size(); ++k) {
    const double z = patch.both_ends ? std::abs(zone.position(2, k)) : zone.position(2, k);
    if (z <= patch.low || z >= patch.high) continue;
    if (zone.normal.col(k).dot(patch.direction) < std::cos(10 * std::numbers::pi / 180)) continue;
    area += zone.area[k];
    force += zone.area[k] * 1e-6 * state.traction[std::size_t(k)].pressure;
  }
  return force / area;
}

double edge_slip_torque(const ContactZone& zone, const ContactState& state, double torque) {
  // Rings of points 3.5 and 1.75 mm from the ends; slips grow about evenly between them and the edge.
  Vector2d inner = Vector2d::Zero(), outer = Vector2d::Zero();
  double inner_area = 0, outer_area = 0;
  for (Index k = 0; k < zone.size(); ++k) {
    const double from_end = 42e-3 - std::abs(zone.position(2, k));
    const FitTraction& t = state.traction[std::size_t(k)];
    const Vector3d slip = t.memory.slip.x() * zone.t1.col(k) + t.memory.slip.y() * zone.t2.col(k);
    const Vector2d part(std::hypot(slip.x(), slip.y()), std::abs(slip.z()));
    if (from_end < 2.6e-3) {
      outer += zone.area[k] * part;
      outer_area += zone.area[k];
    } else if (from_end < 4.4e-3) {
      inner += zone.area[k] * part;
      inner_area += zone.area[k];
    }
  }
  outer /= outer_area;
  inner /= inner_area;
  const Vector2d edge = (2 * outer - inner) / 1e-5;
  return torque * std::sqrt(1 - edge[1] * edge[1]) / edge[0];
}

double largest_slip(const ContactState& state) {
  double largest = 0;
  for (const FitTraction& t : state.traction) largest = std::max(largest, t.memory.slip.norm() / 1e-5);
  return largest;
}

PartStresses largest_stresses(const FeModel& model, const VectorXd& u) {
  const Mesh& mesh = model.file->mesh;
  const PropertyTable properties = element_properties(*model.file);
  PartStresses out;
  std::vector<char> on_patch(std::size_t(mesh.num_nodes()), 0);
  for (const char* patch : {"A", "B"})
    for (const NodeId node : nodes_named(mesh, patch)) on_patch[std::size_t(node.value)] = 1;
  GatheredElement element;
  for (std::int32_t e = 0; e < mesh.num_elements(); ++e) {
    gather(mesh, 3, ElementId{e}, element);
    Eigen::Matrix<double, 3, 10> nodal;
    Vector3d middle = Vector3d::Zero();
    bool touches = false;
    for (int a = 0; a < element.count; ++a) {
      touches = touches || on_patch[std::size_t(element.nodes[a])];
      nodal.col(a) = u.segment<3>(3 * element.nodes[a]);
      middle += mesh.x.col(element.nodes[a]) / element.count;
    }
    Matrix6Xd stress;
    element_stress(element.type, element.x, properties[ElementId{e}], nodal.data(), 0, stress_table(element.type),
                   stress);
    const double mises = 1e-6 * von_mises(stress).maxCoeff();
    const bool shaft = middle.head<2>().norm() < 0.022;
    double& largest = shaft ? out.shaft : out.pulley;
    largest = std::max(largest, mises);
    if (shaft && !touches) out.free_shaft = std::max(out.free_shaft, mises);
  }
  return out;
}

void compare(const std::string& what, double value, double reference, double allowed, const Published& by, int level) {
  VerificationCase found = found_at(level, what, value, reference, by);
  found.error = relative_error(value, reference);
  found.allowed = allowed;
  record(found);
}

void compare_share(const std::string& what, double value, double reference, double allowed, const Published& by,
                   int level) {
  VerificationCase found = found_at(level, what, value, reference, by);
  found.error = std::abs(value - reference);
  found.allowed = allowed;
  record(found);
}

}  // namespace trunnion::testing

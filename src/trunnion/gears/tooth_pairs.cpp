#include "trunnion/gears/tooth_pairs.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <optional>

#include "trunnion/gears/local_deformation.h"

namespace trunnion {
namespace {

constexpr double beyond = 0.35;  // base pitches past the ends of the path where tip corners may still touch

/// The flank of one tooth where it stands now.
struct PlacedFlank {
  const Gear* gear;
  const GearGeometry* g;
  const FlankCompliance* yields;
  int body, tooth;
  bool clockwise;
  Vector2d center;
  Eigen::Matrix2d R;
  double form_tangent;
  double arc_low, arc_tip;  ///< arcs of the ends, low < tip for external gears
  bool chords;

  Vector2d world(const Vector2d& local) const {
    return center + R * Vector2d(local.x(), clockwise ? -local.y() : local.y());
  }
  Vector2d turned(const Vector2d& local) const { return R * Vector2d(local.x(), clockwise ? -local.y() : local.y()); }

  Vector2d at(double arc) const {
    if (!chords) return world(flank_point(*g, tangent_at_arc(*g, arc)).x);
    const double steps = double(yields->nodes_per_flank - 1), size = (arc_low - arc_tip) / steps;
    const double x = std::clamp((arc - arc_tip) / size, 0.0, steps), i = std::min(std::floor(x), steps - 1);
    const Vector2d a = flank_point(*g, tangent_at_arc(*g, arc_tip + i * size)).x;
    const Vector2d b = flank_point(*g, tangent_at_arc(*g, arc_tip + (i + 1) * size)).x;
    return world(a + (x - i) * (b - a));
  }
  /// Direction in which the arc grows: radial where the base tangent starts.
  Vector2d direction(double arc) const {
    const Vector2d normal = flank_point(*g, tangent_at_arc(*g, arc)).normal;
    return turned({normal.y(), -normal.x()});
  }
  Vector2d outward(double arc) const { return turned(flank_point(*g, tangent_at_arc(*g, arc)).normal); }

  double from() const { return std::min(arc_low, arc_tip); }
  double to() const { return std::max(arc_low, arc_tip); }

  /// Arc where the flank crosses the line through `origin` + tau t along n.
  double arc_at(const Vector2d& origin, const Vector2d& t, double tau) const {
    double arc = std::clamp(0.5 * (arc_low + arc_tip) + (tau + (origin - at(0.5 * (arc_low + arc_tip))).dot(t)) /
                                                            direction(0.5 * (arc_low + arc_tip)).dot(t),
                            from(), to());
    for (int k = 0; k < 12; ++k) {
      const double step = (tau - (at(arc) - origin).dot(t)) / direction(arc).dot(t);
      arc = std::clamp(arc + step, from(), to());
      if (std::abs(step) < 1e-14 * g->reference) break;
    }
    return arc;
  }

  /// Arc of the foot of a perpendicular from a point near the flank: its base tangent passes the point.
  std::optional<double> foot(const Vector2d& x) const {
    const Vector2d in = R.transpose() * (x - center);
    const Vector2d local(in.x(), clockwise ? -in.y() : in.y());
    const double radius = local.norm();
    if (radius < g->base) return std::nullopt;
    const double start = std::atan2(local.y(), local.x()) - g->sign * std::acos(g->base / radius);
    const double pi = std::acos(-1.0);
    const double tangent = g->sign * std::remainder(g->base_angle - start, 2 * pi) * g->base;
    if (tangent < 0) return std::nullopt;
    const double arc = arc_length(*g, tangent);
    if (arc < from() || arc > to()) return std::nullopt;
    return arc;
  }

  SurfacePoint surface_point(double arc) const {
    const FlankCarrier carrier = flank_carrier(*yields, tooth, arc);
    const Vector2d x = at(arc);
    return {body, Vector3d(x.x(), x.y(), 0), carrier.nodes, carrier.weights};
  }
  FlankPlace place(double arc) const { return {tooth, arc, direction(arc), -outward(arc)}; }
  double taken_off(double arc) const {
    return flank_deviation(*gear, *g, form_tangent, tangent_at_arc(*g, arc), 0, tooth);
  }
};

PlacedFlank placed(const GearContact& c, bool driver, double angle, int tooth, bool chords) {
  const GearGeometry& g = driver ? c.one : c.two;
  const FlankCompliance& yields = driver ? *c.driver : *c.driven;
  const double turn = angle + tooth * g.tooth_angle;
  return {driver ? &c.pair.driver : &c.pair.driven,
          &g,
          &yields,
          driver ? 0 : 1,
          tooth,
          !driver && g.sign < 0,
          driver ? Vector2d(0, 0) : c.mesh.driven_center,
          Eigen::Rotation2Dd(turn).toRotationMatrix(),
          c.form_tangent[driver ? 0 : 1],
          yields.grid.low_arc,
          yields.grid.tip_arc,
          chords};
}

/// Where the points of one tooth pair are projected: around a contact of rigid teeth, or of a tip corner.
struct LocalFrame {
  Vector2d origin, n, t;
};

std::optional<LocalFrame> local_frame(const GearContact& c, const PlacedFlank& one, const PlacedFlank& two, double s,
                                      bool corners) {
  const GearMeshGeometry& m = c.mesh;
  if (s >= m.start && s <= m.end) return LocalFrame{Vector2d(m.driver_pitch, 0) + s * m.normal, m.normal, m.tangent};
  if (!corners) return std::nullopt;
  const bool driver_tip = s > m.end;
  const PlacedFlank& tip = driver_tip ? one : two;
  const PlacedFlank& mate = driver_tip ? two : one;
  const Vector2d corner = tip.at(tip.arc_tip);
  const std::optional<double> foot = mate.foot(corner);
  if (!foot) return std::nullopt;
  const Vector2d n = driver_tip ? Vector2d(-mate.outward(*foot)) : mate.outward(*foot);
  return LocalFrame{corner, n, Vector2d(-n.y(), n.x())};
}

struct Range {
  double low, high;
};

Range tau_range(const PlacedFlank& flank, const LocalFrame& f) {
  const double a = (flank.at(flank.arc_low) - f.origin).dot(f.t), b = (flank.at(flank.arc_tip) - f.origin).dot(f.t);
  return {std::min(a, b), std::max(a, b)};
}

/// Equal steps, half a step off the middle; tips inside the window are points themselves and drive close ones away.
std::vector<double> tau_places(Range range, const std::vector<double>& tips, double step, double window) {
  std::vector<double> places;
  const double low = std::max(range.low, -window), high = std::min(range.high, window);
  for (double k = std::ceil(low / step - 0.5); (k + 0.5) * step <= high; ++k) places.push_back((k + 0.5) * step);
  for (const double tip : tips) {
    std::erase_if(places, [&](double x) { return std::abs(x - tip) < 0.5 * step; });
    places.push_back(tip);
  }
  std::sort(places.begin(), places.end());
  return places;
}

}  // namespace

GearContact gear_contact(const GearPair& pair, const GearMeshSizes& sizes) {
  GearContact c;
  c.pair = pair;
  c.one = gear_geometry(pair.driver);
  c.two = gear_geometry(pair.driven);
  c.mesh = gear_mesh_geometry(pair.driver, pair.driven, pair.center_distance);
  c.local = sizes.local;
  c.form_tangent[0] = tooth_root(pair.driver, c.one).form_tangent;
  c.form_tangent[1] = tooth_root(pair.driven, c.two).form_tangent;
  check_reliefs(pair.driver, c.one, c.form_tangent[0]);
  check_reliefs(pair.driven, c.two, c.form_tangent[1]);
  const double farthest = std::max(std::abs(c.mesh.start), std::abs(c.mesh.end)) / c.mesh.base_pitch + beyond +
                          (sizes.mesh_only ? 0.5 * c.mesh.overlap_ratio : 0);
  const auto options = [&](bool driver) {
    const GearGeometry& g = driver ? c.one : c.two;
    GearGridOptions o;
    o.flank_size = sizes.flank * g.module;
    o.bulk_size = sizes.bulk * g.module;
    o.root_size = sizes.root * g.module;
    o.rim_size = sizes.rim * g.module;
    o.idle_size = sizes.idle * g.module;
    o.loaded_teeth = 2 * int(std::floor(farthest + 0.5)) + 1;
    o.clockwise = !driver && g.sign < 0;
    // Tip corners dig a little deeper than the path of contact.
    constexpr double deeper = 0.04;  // modules of arc
    const double form = c.form_tangent[driver ? 0 : 1];
    const double lowest = driver ? c.mesh.driver_tangent(c.mesh.start) : c.mesh.driven_tangent(c.mesh.end);
    const double arc = arc_length(g, std::max(0.0, lowest)) - g.sign * deeper * g.module;
    const double limit = arc_length(g, form);
    o.low_tangent = tangent_at_arc(g, g.sign > 0 ? std::max(arc, limit) : std::min(arc, limit));
    if (const double given = sizes.low_radius[driver ? 0 : 1]; given > 0) o.low_tangent = tangent_length(g, given);
    o.given = driver ? pair.driver_mesh : pair.driven_mesh;
    return o;
  };
  const auto alike = [](const Gear& a, const Gear& b) {
    return a.teeth == b.teeth && a.internal == b.internal && a.normal_module == b.normal_module &&
           a.pressure_angle == b.pressure_angle && a.helix_angle == b.helix_angle &&
           a.profile_shift == b.profile_shift && a.addendum == b.addendum && a.dedendum == b.dedendum &&
           a.root == b.root && a.root_radius == b.root_radius && a.thinning == b.thinning && a.width == b.width &&
           a.hub_radius == b.hub_radius;
  };
  const auto same_material = [](const GearMaterial& a, const GearMaterial& b) {
    return a.elastic.young == b.elastic.young && a.elastic.poisson == b.elastic.poisson && a.plane == b.plane;
  };
  const auto compliance = [&](bool driver) {
    const auto make = sizes.mesh_only ? flank_mesh : flank_compliance;
    return std::make_shared<const FlankCompliance>(make(driver ? pair.driver : pair.driven, driver ? c.one : c.two,
                                                        driver ? pair.driver_material : pair.driven_material,
                                                        options(driver)));
  };
  c.driver = compliance(true);
  c.driven = pair.driver_mesh == pair.driven_mesh && alike(pair.driver, pair.driven) &&
                     same_material(pair.driver_material, pair.driven_material)
                 ? c.driver
                 : compliance(false);
  c.step = std::abs(c.driver->grid.tip_arc - c.driver->grid.low_arc) / double(c.driver->nodes_per_flank - 1);
  return c;
}

TeethInMesh teeth_in_mesh(const GearContact& c, double s0, double friction, const PairingOptions& o) {
  TeethInMesh out;
  const GearMeshGeometry& m = c.mesh;
  const double angle_1 = driver_angle(m, c.one, s0), angle_2 = driven_angle(m, c.two, s0);
  const auto body = [&](const std::string& name, const FlankCompliance& yields, double angle) {
    YieldingBody b{name, c.local ? yields.G_deep : yields.G, 2, Matrix3d::Identity()};
    b.R_WB.topLeftCorner<2, 2>() = Eigen::Rotation2Dd(angle).toRotationMatrix();
    return b;
  };
  out.bodies = {body(c.pair.driver.name, *c.driver, angle_1), body(c.pair.driven.name, *c.driven, angle_2)};
  const double step = o.step > 0 ? o.step : c.step;
  const double ratio = -c.two.sign * double(c.pair.driver.teeth) / double(c.pair.driven.teeth);  // driven over driver
  for (int j = -c.driver->reach; j <= c.driver->reach; ++j) {
    const double s = s0 + j * m.base_pitch;
    if (s < m.start - beyond * m.base_pitch || s > m.end + beyond * m.base_pitch) continue;
    const PlacedFlank one = placed(c, true, angle_1, j, o.chords);
    const PlacedFlank two = placed(c, false, angle_2, driven_tooth(m, j), o.chords);
    const std::optional<LocalFrame> f = local_frame(c, one, two, s, o.corners);
    if (!f) continue;
    const double arc_1 = one.arc_at(f->origin, f->t, 0), arc_2 = two.arc_at(f->origin, f->t, 0);
    const Vector2d arm = f->origin - (c.pair.ring_drives ? Vector2d(0, 0) : m.driven_center);
    const double moment = arm.x() * f->n.y() - arm.y() * f->n.x();
    const double taken = one.taken_off(arc_1) + two.taken_off(arc_2);
    out.rigid.push_back({j, (two.at(arc_2) - one.at(arc_1)).dot(f->n) + taken,
                         c.pair.ring_drives ? moment : -c.two.sign * moment, taken});
    const Range a = tau_range(one, *f), b = tau_range(two, *f), both{std::max(a.low, b.low), std::min(a.high, b.high)};
    std::vector<double> tips;
    for (const PlacedFlank* flank : {&one, &two}) {
      const double tau = (flank->at(flank->arc_tip) - f->origin).dot(f->t), rounding = 1e-9 * m.base_pitch;
      if (std::abs(tau) < o.window && tau > both.low - rounding && tau < both.high + rounding)
        tips.push_back(std::clamp(tau, both.low, both.high));
    }
    const std::vector<double> places = tau_places(both, tips, step, o.window);
    for (std::size_t k = 0; k < places.size(); ++k) {
      const double tau = places[k];
      const double on_one = one.arc_at(f->origin, f->t, tau), on_two = two.arc_at(f->origin, f->t, tau);
      CandidatePair pair;
      pair.one = one.surface_point(on_one);
      pair.two = two.surface_point(on_two);
      pair.normal << f->n, 0;
      pair.gap = pair.normal.dot(pair.two.x - pair.one.x) + one.taken_off(on_one) + two.taken_off(on_two);
      if (o.largest > 0 && pair.gap > o.largest) continue;
      ToothPoint point;
      point.tooth_pair = j;
      point.s = s;
      point.tau = tau;
      point.corner = std::any_of(tips.begin(), tips.end(), [&](double tip) { return tip == tau; });
      const double before = k > 0 ? tau - places[k - 1] : step,
                   after = k + 1 < places.size() ? places[k + 1] - tau : step;
      point.width = point.corner ? 0.5 * (before < after ? before : after) : 0.5 * (before + after);
      point.length = std::min(c.pair.driver.width, c.pair.driven.width);
      point.at_edge = (k == 0 || k + 1 == places.size()) && !point.corner;
      // Bodies in contact share the place on the tangent: sliding is that of both at this point.
      const Vector2d x = f->origin + tau * f->t, from_driven = x - m.driven_center;
      const Vector2d v = Vector2d(-x.y(), x.x()) - ratio * Vector2d(-from_driven.y(), from_driven.x());
      point.sliding = v.dot(f->t) * (c.pair.ring_drives ? -1 / ratio : 1);
      const double still = 1e-9 * m.base_pitch;
      const double sense = point.sliding > still ? 1 : point.sliding < -still ? -1 : 0;
      pair.drag << friction * sense * f->t, 0;
      point.radius[0] = pair.one.x.norm();
      point.radius[1] = (pair.two.x.head<2>() - m.driven_center).norm();
      out.pairs.push_back(std::move(pair));
      out.places.push_back({one.place(on_one), two.place(on_two)});
      out.points.push_back(point);
    }
  }
  return out;
}

MatrixXd local_compliance(const GearContact& c, const TeethInMesh& teeth) {
  const std::size_t n = teeth.pairs.size();
  MatrixXd A = MatrixXd::Zero(Index(n), Index(n));
  for (const bool driver : {true, false}) {
    const std::size_t side = driver ? 0 : 1;
    const FlankCompliance& yields = driver ? *c.driver : *c.driven;
    const HalfPlane body = half_plane(driver ? c.pair.driver_material : c.pair.driven_material);
    const double width = driver ? c.pair.driver.width : c.pair.driven.width;
    for (std::size_t m = 0; m < n; ++m) {
      const FlankPlace& at = teeth.places[m][side];
      const FlankCarrier carrier = flank_carrier(yields, at.tooth, at.arc);
      Vector2d deep = Vector2d::Zero();
      for (std::size_t k = 0; k < carrier.nodes.size(); ++k)
        deep += carrier.weights[k] * yields.deep_offset.col(carrier.nodes[k] % yields.nodes_per_flank);
      const Vector2d normal = teeth.pairs[m].normal.head<2>();
      const Vector2d seen(normal.dot(at.along), normal.dot(at.inward));
      for (std::size_t k = 0; k < n; ++k) {
        if (teeth.points[k].tooth_pair != teeth.points[m].tooth_pair) continue;
        const FlankPlace& loaded = teeth.places[k][side];
        const Vector2d force = (teeth.pairs[k].normal + teeth.pairs[k].drag).head<2>();
        const Eigen::Matrix2d u = surface_against_deep(body, at.arc - loaded.arc, deep, 0.5 * teeth.points[k].width);
        // Both gap and force change sign with the side, so their product does not.
        A(Index(m), Index(k)) += seen.dot(u * Vector2d(force.dot(loaded.inward), force.dot(loaded.along))) / width;
      }
    }
  }
  return A;
}

}  // namespace trunnion

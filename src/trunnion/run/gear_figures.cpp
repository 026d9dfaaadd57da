#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "trunnion/run/contact_arrows.h"
#include "trunnion/run/gear_stage.h"

namespace trunnion {
namespace {

const Axis over_position{"position, base pitches past the pitch point", "", false};

VectorXd per_position(const MeshCycle& cycle, auto value) {
  VectorXd out(Index(cycle.positions.size()));
  for (std::size_t i = 0; i < cycle.positions.size(); ++i) out[Index(i)] = value(cycle.positions[i]);
  return out;
}

Curve diagram(const StageInput& stage, std::string title, std::string detail, Axis y) {
  Curve curve;
  curve.section = stage.name;
  curve.title = std::move(title);
  curve.detail = std::move(detail);
  curve.x = over_position;
  curve.y = std::move(y);
  return curve;
}

/// What one tooth pair goes through from where it comes in to where it goes out: pairs of all positions laid behind
/// each other where they are alike, else one of them. `value` of a position and the place of a pair in its lists.
Series on_the_way(const GearContact& c, const MeshCycle& cycle, const std::string& name, auto value) {
  std::vector<std::pair<double, double>> points;
  const double margin = 0.05, pitch = c.mesh.base_pitch;
  // Of a cycle that repeats the pair of the start, which comes in at its end; else the next one.
  const auto wanted = [&](int number) {
    return cycle.whole ? number % cycle.pitches == 0 : number == -sense_of_motion(c.pair);
  };
  for (const MeshPosition& position : cycle.positions)
    for (int j = -c.driver->reach; j <= c.driver->reach; ++j) {
      const double place = position.s / pitch + j;
      if (wanted(j - position.cycle) && place > cycle.first_contact / pitch - margin &&
          place < cycle.last_contact / pitch + margin)
        points.emplace_back(sense_of_motion(c.pair) * place, value(position, std::size_t(Index{j} + c.driver->reach)));
    }
  std::sort(points.begin(), points.end());
  Series series{name, VectorXd(Index(points.size())), VectorXd(Index(points.size()))};
  for (std::size_t i = 0; i < points.size(); ++i) {
    series.x[Index(i)] = points[i].first;
    series.y[Index(i)] = points[i].second;
  }
  return series;
}

/// The layer in the middle of the face; 0 in the plane.
int middle_layer(const MeshPosition& position) {
  int last = 0;
  for (const LoadedPoint& point : position.points) last = std::max(last, point.place.layer);
  return last / 2;
}

/// Pressure along the tangent at one position, all tooth pairs, in the middle of the face.
Series strip(const MeshPosition& position, const std::string& name) {
  std::vector<double> x, y;
  int pair = std::numeric_limits<int>::min();
  const int layer = middle_layer(position);
  for (const LoadedPoint& point : position.points) {
    if (point.place.layer != layer) continue;
    if (point.place.tooth_pair != pair && !x.empty()) {  // a gap between tooth pairs
      x.push_back(x.back());
      y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    pair = point.place.tooth_pair;
    x.push_back(point.place.tau);
    y.push_back(point.pressure);
  }
  Series series{name, VectorXd(Index(x.size())), VectorXd(Index(x.size()))};
  for (std::size_t i = 0; i < x.size(); ++i) {
    series.x[Index(i)] = x[i];
    series.y[Index(i)] = y[i];
  }
  return series;
}

Curve pressure_strip(const StageInput& stage, const GearContact& c, const MeshCycle& cycle) {
  Curve curve =
      diagram(stage, "Pressure across the contact at the pitch point",
              "Along the common tangent, from the contact of rigid teeth; dashed: Hertz, all load on one pair.",
              {"pressure", "Pa", false});
  curve.x = {"along the tangent", "m", false};
  curve.series.push_back(strip(cycle.at_pitch_point, "computed"));
  const double torque = cycle.at_pitch_point.normal_force * loaded_base(c) * std::cos(c.two.base_helix);
  const double b = hertz_half_width(c, torque), peak = hertz_pressure(c, torque);
  constexpr Index n = 81;
  Series hertz{"Hertz", VectorXd::LinSpaced(n, -b, b), VectorXd(n), true};
  for (Index i = 0; i < n; ++i) hertz.y[i] = peak * std::sqrt(std::max(0.0, 1 - std::pow(hertz.x[i] / b, 2)));
  curve.series.push_back(std::move(hertz));
  return curve;
}

/// Teeth around the mesh and the candidate pairs, drawn as bars across the flanks so that they can be seen.
Curve candidate_picture(const StageInput& stage, const GearContact& c, const MeshPosition& position) {
  Curve curve =
      diagram(stage, "Candidate pairs",
              fmt::format("Teeth {:.3g} base pitches past the pitch point, which is the middle; each bar is a "
                          "pair of points that may touch, drawn longer than its gap, long ones carry load.",
                          passed_pitches(c, position)),
              {"y", "m", false});
  curve.kind = CurveKind::orbit;
  curve.x = {"x", "m", false};
  const double none = std::numeric_limits<double>::quiet_NaN(), reach = 1.6 * c.one.module;
  const auto series_of = [&](const std::string& name, const std::vector<Vector2d>& points) {
    Series series{name, VectorXd(Index(points.size())), VectorXd(Index(points.size()))};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector2d x = points[i] - Vector2d(c.mesh.driver_pitch, 0);
      const bool far = x.cwiseAbs().maxCoeff() > reach;
      series.x[Index(i)] = far ? none : x.x();
      series.y[Index(i)] = far ? none : x.y();
    }
    return series;
  };
  const auto outline = [&](bool driver) {
    const GearGeometry& g = driver ? c.one : c.two;
    const std::vector<Vector2d> tooth_line = tooth_outline(g, tooth_root(driver ? c.pair.driver : c.pair.driven, g));
    const double angle = gear_angle(c, position, driver);
    const Vector2d center = driver ? Vector2d(0, 0) : c.mesh.driven_center;
    std::vector<Vector2d> points;
    for (int tooth = -2; tooth <= 2; ++tooth) {
      const Eigen::Rotation2Dd R(angle + tooth * g.tooth_angle);
      for (const Vector2d& x : tooth_line) points.push_back(center + R * x);
    }
    return series_of(driver ? c.pair.driver.name : c.pair.driven.name, points);
  };
  curve.series = {outline(true), outline(false)};
  std::vector<Vector2d> open, loaded;
  const double bar = 0.03 * c.one.module;
  const int layer = middle_layer(position);
  for (const LoadedPoint& point : position.points) {
    if (point.place.layer != layer) continue;
    const Vector2d n = point.pair.normal.head<2>(), middle = 0.5 * (point.pair.one.x + point.pair.two.x).head<2>();
    std::vector<Vector2d>& list = point.force > 0 ? loaded : open;
    const double length = point.force > 0 ? 3 * bar : bar;
    for (const Vector2d& x : {Vector2d(middle - length * n), Vector2d(middle + length * n), Vector2d(none, none)})
      list.push_back(x);
  }
  curve.series.push_back(series_of("candidate pairs", open));
  curve.series.push_back(series_of("pairs that carry load", loaded));
  return curve;
}

}  // namespace

void add_cycle_curves(const StageInput& stage, const GearContact& c, const MeshCycle& cycle, GearRun& gears,
                      StageResult& out) {
  const VectorXd x = per_position(cycle, [&](const auto& p) { return passed_pitches(c, p); });
  const VectorXd error = per_position(cycle, [](const auto& p) { return p.transmission_error; });
  const VectorXd unloaded = per_position(cycle, [](const auto& p) { return p.unloaded_error; });
  const VectorXd torque = per_position(cycle, [](const auto& p) { return p.input_torque; });
  const VectorXd sum = per_position(cycle, [](const auto& p) { return p.normal_force; });
  const VectorXd stiffness = per_position(cycle, [](const auto& p) { return p.stiffness; });
  const VectorXd pressure = per_position(cycle, [](const auto& p) { return p.largest_pressure; });
  const auto former = [](std::vector<Series> list) {
    for (Series& series : list) series.reference = true;
    return list;
  };

  Curve te =
      diagram(stage, "Transmission error", "Lag of the driven gear along the line of action; grey: earlier stages.",
              {"transmission error", "m", false});
  te.series.push_back({stage.name, x, loaded_base(c) * error});
  if (unloaded.cwiseAbs().maxCoeff() * loaded_base(c) > 1e-9)
    te.series.push_back({"without load", x, loaded_base(c) * unloaded});
  for (Series& series : former(gears.errors)) te.series.push_back(std::move(series));
  out.curves.push_back(std::move(te));

  Curve loads = diagram(stage, "Load of a tooth pair on its way", "Normal force, and the sum over all pairs in mesh.",
                        {"normal force", "N", false});
  loads.series = {on_the_way(c, cycle, "one tooth pair", [](const auto& p, std::size_t j) { return p.tooth_force[j]; }),
                  {"sum", x, sum}};
  out.curves.push_back(std::move(loads));

  const bool at_speed = stage.gears.driver_speed > 0;
  Curve sliding = diagram(stage, "Sliding of a tooth pair on its way",
                          at_speed ? "Speed of the driver's flank over the driven one, at 'driver_speed'."
                                   : "Speed of the driver's flank over the driven one, per radian of the driver.",
                          {"sliding", at_speed ? "m/s" : "m", false});
  const double speed = at_speed ? stage.gears.driver_speed : 1;
  sliding.series = {on_the_way(c, cycle, "one tooth pair", [&](const auto& p, std::size_t j) {
    return speed * sliding_of(c, p.s + (int(j) - c.driver->reach) * c.mesh.base_pitch);
  })};
  out.curves.push_back(std::move(sliding));

  Curve roots = diagram(stage, "Root stress of a tooth on its way",
                        "Largest tension along the root on the loaded side, from the mesh of the whole gear.",
                        {"stress", "Pa", false});
  roots.series = {
      on_the_way(c, cycle, c.pair.driver.name, [](const auto& p, std::size_t j) { return p.root_stress[0][j]; }),
      on_the_way(c, cycle, c.pair.driven.name, [](const auto& p, std::size_t j) { return p.root_stress[1][j]; })};
  out.curves.push_back(std::move(roots));

  Curve torques = diagram(stage, "Input torque", "Dashed: output torque over the ratio; grey: earlier stages.",
                          {"torque", "N m", false});
  const double ideal = stage.gears.torque * teeth_ratio(c.pair);
  torques.series = {{"input", x, torque}, {"without friction", x, VectorXd::Constant(x.size(), ideal), true}};
  for (Series& series : former(gears.torques)) torques.series.push_back(std::move(series));
  out.curves.push_back(std::move(torques));

  Curve peaks =
      diagram(stage, "Largest pressure", "At tip corners it grows with finer elements: an edge has no radius.",
              {"pressure", "Pa", false});
  peaks.series = {{"largest", x, pressure}};
  peaks.limit = hertz_pressure(c, stage.gears.torque);
  peaks.limit_label = "Hertz at the pitch point, one pair";
  out.curves.push_back(std::move(peaks));
  out.curves.push_back(pressure_strip(stage, c, cycle));

  Curve stiff = diagram(stage, "Mesh stiffness", "Torque on the driven gear over its turn, driver held.",
                        {"stiffness", "N m/rad", false});
  stiff.series = {{"tangent", x, stiffness}};
  out.curves.push_back(std::move(stiff));

  Curve spectrum =
      diagram(stage, "Orders of the transmission error",
              "Amplitudes over multiples of the mesh frequency; a turn of a gear is its number of teeth in them.",
              {"amplitude", "m", false});
  spectrum.x = {"order of the mesh frequency", "", false};
  const ErrorOrders orders = error_orders(cycle);
  spectrum.series = {{"transmission error", orders.order, loaded_base(c) * orders.amplitude, false, true}};
  if (orders.order.size() > 0) out.curves.push_back(std::move(spectrum));
  if (!gears.named) out.curves.push_back(candidate_picture(stage, c, cycle.positions.front()));

  add_cycle_arrays(stage, c, cycle, out);
  gears.errors.push_back({stage.name, x, loaded_base(c) * error});
  gears.torques.push_back({stage.name, x, torque});
}

namespace {

double compliance_seconds(const GearContact& c) {
  const double two = c.driven == c.driver ? 0 : c.driven->factor_s + c.driven->solve_s;
  return c.driver->factor_s + c.driver->solve_s + two;
}

}  // namespace

void add_cycle_quantities(const StageInput& stage, const GearContact& c, const MeshCycle& cycle, GearRun& gears,
                          StageResult& out) {
  const GearLoad load{stage.gears.torque, stage.gears.friction};
  const MeshPosition* before = nullptr;  // nearest to the pitch point in the approach
  double deviation = std::numeric_limits<double>::quiet_NaN(), stiffness = 0, loss = 0, pressure = 0, single = 0;
  const double still = 1e-9 * c.mesh.base_pitch;
  for (const MeshPosition& p : cycle.positions) {
    const int sense = sense_of_motion(c.pair);
    if (sense * p.s < -still && (!before || sense * p.s > sense * before->s)) before = &p;
    stiffness += p.stiffness / double(cycle.positions.size());
    loss += p.friction_power / double(cycle.positions.size());
    pressure = std::max(pressure, p.largest_pressure);
    if (p.tooth_force[std::size_t(c.driver->reach)] == p.normal_force) {
      const double expected = single_pair_force(c, std::abs(p.s) < still ? GearLoad{load.torque, 0} : load, p.s);
      deviation = std::fmax(deviation, std::abs(p.normal_force / expected - 1));
    }
    // What the teeth yield together, the pair that touches first without load taken as the one that carries.
    const double yielded = loaded_base(c) * std::cos(c.two.base_helix) * (p.transmission_error - p.unloaded_error);
    single = std::max(single, *std::max_element(p.tooth_force.begin(), p.tooth_force.end()) / yielded);
  }
  const auto largest_root = [&](int gear) {
    double largest = 0;
    for (const MeshPosition& p : cycle.positions)
      for (const double stress : p.root_stress[gear]) largest = std::max(largest, stress);
    return largest;
  };
  const double power = load.torque * teeth_ratio(c.pair);
  const std::vector<std::pair<std::string, double>> values{
      {"transmission_error_peak_to_peak", cycle.peak_to_peak},
      {"transmission_error_mean", cycle.mean},
      {"normal_load_single_contact", before ? before->normal_force : std::numeric_limits<double>::quiet_NaN()},
      {"load_sum_deviation_percent", 100 * deviation},
      {"input_torque_at_pitch_point", cycle.at_pitch_point.input_torque},
      {"contact_ratio", c.mesh.contact_ratio},
      {"contact_ratio_total", c.mesh.total_contact_ratio()},
      {"contact_ratio_loaded", cycle.contact_ratio_loaded},
      {"mesh_stiffness_mean", stiffness},
      {"mesh_stiffness_per_width",
       stiffness / (loaded_base(c) * loaded_base(c) * std::min(c.pair.driver.width, c.pair.driven.width))},
      {"single_stiffness_per_width", single / std::min(c.pair.driver.width, c.pair.driven.width)},
      {"largest_pressure", pressure},
      {"hertz_pressure", hertz_pressure(c, load.torque)},
      {"root_stress_driver", largest_root(c.pair.ring_drives ? 1 : 0)},
      {"root_stress_driven", largest_root(c.pair.ring_drives ? 0 : 1)},
      {"friction_loss_percent", 100 * loss / (power + loss)},
      {"backlash", c.mesh.backlash},
      {"compliance_wall_s", compliance_seconds(c)},
      {"wall_s_per_position", cycle.wall_s_per_position}};
  Table table;
  table.section = stage.name;
  table.title = "Gear pair";
  table.detail = fmt::format("'{}' drives '{}'. Loaded: way over which a pair of teeth carries load.",
                             driving_gear(c.pair).name, loaded_gear(c.pair).name);
  table.columns = {{"quantity", "", true}, {"value", ""}};
  const auto quantity = [&](const std::string& name, double value, const std::string& reason) {
    Quantity q{fmt::format("{}.{}", stage.name, name), value, ""};
    if (std::isnan(value)) {
      q.value.reset();
      q.reason = reason;
    }
    out.quantities.push_back(q);
    q.name = name;
    if (!gears.named) out.quantities.push_back(std::move(q));
  };
  for (const auto& [name, value] : values)
    quantity(name, value,
             name == "load_sum_deviation_percent" ? "at no position does one pair of teeth carry alone"
                                                  : "no position lies before the pitch point");
  const ErrorOrders orders = error_orders(cycle);
  for (Index k = cycle.pitches - 1; k < orders.order.size(); k += cycle.pitches)
    quantity(fmt::format("transmission_error_order_{}", (k + 1) / cycle.pitches), orders.amplitude[k], "");
  const auto row = [&](const std::string& what, double value) { table.rows.push_back({{what, {}}, {value, {}}}); };
  row("contact ratio of rigid teeth", c.mesh.contact_ratio);
  if (c.mesh.overlap_ratio > 0) row("with overlap", c.mesh.total_contact_ratio());
  row("contact ratio under load", cycle.contact_ratio_loaded);
  row("working pressure angle, degree", c.mesh.working_angle * 180 / std::numbers::pi);
  row("transmission error, peak to peak, urad", 1e6 * cycle.peak_to_peak);
  row("transmission error, mean, urad", 1e6 * cycle.mean);
  row("mean mesh stiffness per width, N/(mm um)",
      1e-9 * stiffness / (loaded_base(c) * loaded_base(c) * std::min(c.pair.driver.width, c.pair.driven.width)));
  row("largest stiffness of one pair per width, N/(mm um)",
      1e-9 * single / std::min(c.pair.driver.width, c.pair.driven.width));
  row("friction loss, %", 100 * loss / (power + loss));
  if (!std::isnan(deviation)) row("forces against statics in single contact, largest deviation, %", 100 * deviation);
  out.tables.push_back(std::move(table));
  if (!gears.named) {
    out.key_figures = {{"Transmission error, peak to peak", loaded_base(c) * cycle.peak_to_peak, "m",
                        fmt::format("{:.4g} urad", 1e6 * cycle.peak_to_peak), ""},
                       {"Transmission error, mean", loaded_base(c) * cycle.mean, "m",
                        fmt::format("{:.4g} urad", 1e6 * cycle.mean), ""},
                       {"Contact ratio under load", cycle.contact_ratio_loaded, "",
                        fmt::format("rigid teeth {:.4g}", c.mesh.total_contact_ratio()), ""},
                       {"Hertz pressure at the pitch point", hertz_pressure(c, load.torque), "Pa", "", ""}};
    gears.named = true;
  }
}

std::vector<const MeshPosition*> pictured(const MeshCycle& cycle, Index nodes) {
  constexpr Index most = 24, fewest = 4, most_nodes = 1'000'000;  // over all pictures
  const Index count = std::min(std::clamp(most_nodes / std::max<Index>(1, nodes), fewest, most),
                               static_cast<Index>(cycle.positions.size()));
  std::vector<const MeshPosition*> shown;
  for (Index k = 0; k < count; ++k)
    shown.push_back(&cycle.positions[static_cast<std::size_t>(k) * cycle.positions.size() / std::size_t(count)]);
  return shown;
}

Scene empty_cycle_scene(const StageInput& stage, const GearContact& c, const std::vector<const MeshPosition*>& shown) {
  Scene scene;
  scene.name = stage.name;
  scene.title = "Teeth on their way through the mesh";
  scene.detail =
      fmt::format("Gears at {} places of the cycle; stress from contact forces at the flanks, hubs held", shown.size());
  scene.kind = SceneKind::time;
  scene.over = over_position.label;
  for (const MeshPosition* position : shown)
    scene.frames.push_back(
        {fmt::format("{:.3g} base pitches", passed_pitches(c, *position)), passed_pitches(c, *position), {}});
  return scene;
}

void add_tooth_arrows(const std::vector<const MeshPosition*>& shown, Scene& scene) {
  std::vector<std::vector<ContactResultant>> frames;
  for (const MeshPosition* position : shown) {
    std::map<int, ResultantSum> pairs;
    for (const LoadedPoint& point : position->points)
      if (point.force > 0)
        pairs[point.place.tooth_pair - position->cycle].add(point.force * (point.pair.normal + point.pair.drag),
                                                            point.pair.two.x);
    std::vector<ContactResultant>& list = frames.emplace_back();
    for (const auto& [number, sum] : pairs) list.push_back(sum.named(fmt::format("force in tooth pair {}", number)));
  }
  add_contact_arrows(frames, scene);
}

void add_cycle_scene(const StageInput& stage, const GearContact& c, const MeshCycle& cycle, StageResult& out) {
  const auto sizes_of = [&](bool driver) {
    const GearGeometry& g = driver ? c.one : c.two;
    const FlankCompliance& solved = driver ? *c.driver : *c.driven;
    return GearGridOptions{.flank_size = 0.05 * g.module,
                           .bulk_size = 0.18 * g.module,
                           .rim_size = 0.8 * g.module,
                           .idle_size = 0.2 * g.module,
                           .low_tangent = tangent_at_arc(g, solved.grid.low_arc),
                           .loaded_teeth = 2 * solved.reach + 1,
                           .clockwise = !driver && g.sign < 0,
                           .given = driver ? c.pair.driver_mesh : c.pair.driven_mesh};
  };
  // Of large meshes a coarser one shows as much and keeps the page small; a mesh of the user is shown as it is.
  constexpr Index most_nodes = 15'000;
  const auto large = [](const FlankCompliance& solved) {
    return solved.grid.cyclic && solved.grid.mesh.num_nodes() > most_nodes;
  };
  const auto shown_gear = [&](bool driver) -> std::shared_ptr<const FlankCompliance> {
    const std::shared_ptr<const FlankCompliance>& solved = driver ? c.driver : c.driven;
    if (!large(*solved)) return solved;
    return std::make_shared<const FlankCompliance>(
        flank_mesh(driver ? c.pair.driver : c.pair.driven, driver ? c.one : c.two,
                   driver ? c.pair.driver_material : c.pair.driven_material, sizes_of(driver)));
  };
  const std::shared_ptr<const FlankCompliance> gears[2] = {shown_gear(true), shown_gear(false)};
  const std::vector<const MeshPosition*> shown =
      pictured(cycle, gears[0]->grid.mesh.num_nodes() + gears[1]->grid.mesh.num_nodes());
  Scene scene = empty_cycle_scene(stage, c, shown);
  if (large(*c.driver) || large(*c.driven)) scene.detail += "; drawn on coarser meshes than were solved";
  for (const bool driver : {true, false}) {
    const std::shared_ptr<const FlankCompliance>& yields = gears[driver ? 0 : 1];
    scene.bodies.push_back(
        {driver ? c.pair.driver.name : c.pair.driven.name, std::shared_ptr<const Mesh>(yields, &yields->grid.mesh)});
    std::vector<MatrixXd> forces;
    for (const MeshPosition* position : shown) forces.push_back(flank_forces(c, *position, *yields, driver));
    const MatrixXd u = gear_displacements(*yields, forces);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      BodyFrame frame;
      const VectorXd column = u.col(Index(k));
      frame.displacement = Matrix3Xd::Zero(3, u.rows() / 2);
      frame.displacement.topRows<2>() = Eigen::Map<const Eigen::Matrix2Xd>(column.data(), 2, u.rows() / 2);
      frame.fields.push_back({"von Mises stress", "Pa", von_mises(nodal_stress(*yields->model, column)).transpose(),
                              FieldScale::magnitude});
      frame.rotation.topLeftCorner<2, 2>() = Eigen::Rotation2Dd(gear_angle(c, *shown[k], driver)).toRotationMatrix();
      if (!driver) frame.translation.head<2>() = c.mesh.driven_center;
      scene.frames[k].bodies.push_back(std::move(frame));
    }
  }
  add_tooth_arrows(shown, scene);
  out.scenes.push_back(std::move(scene));
}

}  // namespace trunnion

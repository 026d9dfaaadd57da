// What a mesh cycle in three dimensions, or over several loads, adds to the report.

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "trunnion/fem/solve.h"
#include "trunnion/gears/flank_pressure.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/gear_stage.h"

namespace trunnion {
namespace {

MatrixMap pattern_map(const StageInput& stage, const FaceContact& c, const MeshCycle& cycle, bool driver) {
  constexpr Index rows = 20;
  const Index columns = c.driver->layers();
  const VectorXd radius = pattern_radii(c, driver, rows);
  MatrixMap map;
  map.section = stage.name;
  map.title = fmt::format("Contact pattern of '{}'", (driver ? c.section.pair.driver : c.section.pair.driven).name);
  map.detail = "Largest pressure at each place of a flank on its way through the mesh: tip above, face from -z to +z.";
  map.row_unit = map.column_unit = std::string("m");
  map.row_places = 0.5 * (radius.head(rows) + radius.tail(rows));
  map.column_places = c.driver->layer;
  for (const double place : map.row_places) map.row_names.push_back(fmt::format("{:.2f} mm", 1e3 * place));
  for (Index l = 0; l < columns; ++l) map.column_names.push_back(fmt::format("{:.1f} mm", 1e3 * c.driver->layer[l]));
  map.values = contact_pattern(c, cycle, driver, rows);
  map.unit = "Pa";
  map.scale = FieldScale::magnitude;
  map.sheet = true;
  Index row = 0, column = 0;
  map.values.maxCoeff(&row, &column);
  map.marked = std::array<int, 2>{int(row), int(column)};
  return map;
}

/// Pressures along the lines of contact at the pitch point, and where they are largest.
Curve line_pressure_diagram(const StageInput& stage, const FaceContact& c, const MeshCycle& cycle) {
  Curve curve;
  curve.section = stage.name;
  curve.title = "Pressure along the lines of contact";
  curve.detail =
      "Largest across the contact of each tooth pair, just before the pitch point and, dashed, where the pressure of "
      "the cycle is largest.";
  curve.x = {"across the face", "m", false};
  curve.y = {"pressure", "Pa", false};
  const auto worst = std::max_element(cycle.positions.begin(), cycle.positions.end(), [](const auto& a, const auto& b) {
    return a.largest_pressure < b.largest_pressure;
  });
  const auto add = [&](const MeshPosition& at, const std::string& place, bool dashed) {
    for (const ContactLine& line : contact_lines(c, at))
      curve.series.push_back(
          {fmt::format("{}, tooth pair {}", place, line.tooth_pair), c.driver->layer, line.pressure, dashed});
  };
  add(cycle.at_pitch_point, "pitch point", false);
  add(*worst, fmt::format("{:+.2f} base pitches", passed_pitches(c.section, *worst)), true);
  return curve;
}

Curve line_load_diagram(const StageInput& stage, const FaceContact& c, const MeshCycle& cycle) {
  Curve curve;
  curve.section = stage.name;
  curve.title = "Line load across the face";
  curve.detail = "Normal force per face width, all pairs of teeth: mean over the cycle, and single positions.";
  curve.x = {"across the face", "m", false};
  curve.y = {"line load", "N/m", false};
  VectorXd mean = VectorXd::Zero(c.driver->layers());
  for (const MeshPosition& position : cycle.positions) mean += line_loads(c, position) / double(cycle.positions.size());
  curve.series.push_back({"mean", c.driver->layer, mean});
  for (const double place : {0.0, 0.25, 0.5, 0.75}) {
    const MeshPosition& at = cycle.positions[std::size_t(place * double(cycle.positions.size()))];
    curve.series.push_back({fmt::format("{:+.0f} % of a base pitch",
                                        100 * sense_of_motion(c.section.pair) * at.s / c.section.mesh.base_pitch),
                            c.driver->layer, line_loads(c, at), true});
  }
  return curve;
}

Curve over_torque(const StageInput& stage, std::string title, Axis y, const std::vector<CycleCase>& cases, auto value) {
  Curve curve;
  curve.section = stage.name;
  curve.title = std::move(title);
  curve.x = {"torque", "N m", false};
  curve.y = std::move(y);
  std::map<double, std::vector<const CycleCase*>> lines;
  for (const CycleCase& one : cases) lines[one.misalignment].push_back(&one);
  for (const auto& [misalignment, list] : lines) {
    Series series{lines.size() > 1 ? fmt::format("misalignment {:.3g} um", 1e6 * misalignment) : "all",
                  VectorXd(Index(list.size())), VectorXd(Index(list.size()))};
    for (std::size_t i = 0; i < list.size(); ++i) {
      series.x[Index(i)] = list[i]->torque;
      series.y[Index(i)] = value(*list[i]);
    }
    curve.series.push_back(std::move(series));
  }
  return curve;
}

double mean_stiffness(const GearContact& c, const MeshCycle& cycle) {
  double sum = 0;
  for (const MeshPosition& position : cycle.positions) sum += position.stiffness / double(cycle.positions.size());
  return sum / (loaded_base(c) * loaded_base(c));
}

}  // namespace

void add_face_figures(const StageInput& stage, const FaceContact& c, const MeshCycle& cycle, StageResult& out) {
  double seconds = 0, nodes = 0;
  for (const bool driver : {true, false}) {
    const FaceCompliance& gear = driver ? *c.driver : *c.driven;
    nodes += double(gear.model->file->mesh.num_nodes());
    if (driver || c.driven != c.driver) seconds += gear.factor_s + gear.solve_s;
  }
  for (Quantity& q : out.quantities)  // the section alone was only meshed
    if (q.name.ends_with("compliance_wall_s")) q.value = seconds;
  out.quantities.push_back({fmt::format("{}.mesh_nodes", stage.name), nodes, ""});
  for (const bool driver : {true, false}) out.matrices.push_back(pattern_map(stage, c, cycle, driver));
  out.curves.push_back(line_load_diagram(stage, c, cycle));
  out.curves.push_back(line_pressure_diagram(stage, c, cycle));
  Table table;
  table.section = stage.name;
  table.title = "Across the face";
  table.columns = {{"quantity", "", true}, {"value", ""}};
  for (const auto& [name, words, value] : {std::tuple{"overlap_ratio", "overlap ratio", c.section.mesh.overlap_ratio},
                                           {"base_helix_degree", "helix angle at the base circle, degree",
                                            c.section.one.base_helix * 180 / std::acos(-1.0)},
                                           {"load_center", "load center from mid-face, m", load_center(c, cycle)}}) {
    out.quantities.push_back({fmt::format("{}.{}", stage.name, name), value, ""});
    table.rows.push_back({{words, {}}, {value, {}}});
  }
  out.tables.push_back(std::move(table));
}

void add_face_scene(const StageInput& stage, const FaceContact& c, const MeshCycle& cycle, StageResult& out) {
  const GearContact& section = c.section;
  const std::vector<const MeshPosition*> shown =
      pictured(cycle, c.driver->model->file->mesh.num_nodes() + c.driven->model->file->mesh.num_nodes());
  Scene scene = empty_cycle_scene(stage, section, shown);
  for (const bool driver : {true, false}) {
    const FaceCompliance& gear = driver ? *c.driver : *c.driven;
    const auto file = gear.model->file;
    const Gear& drawn = driver ? section.pair.driver : section.pair.driven;
    scene.bodies.push_back({drawn.name, std::shared_ptr<const Mesh>(file, &file->mesh)});
    std::vector<FaceForces> forces;
    for (const MeshPosition* position : shown) forces.push_back(face_forces(c, *position, driver));
    const MatrixXd u = face_displacements(drawn, driver ? section.one : section.two, gear, forces);
    for (std::size_t k = 0; k < shown.size(); ++k) {
      BodyFrame frame;
      const VectorXd column = u.col(Index(k));
      frame.displacement = Eigen::Map<const Matrix3Xd>(column.data(), 3, column.size() / 3);
      frame.fields.push_back(
          {"von Mises stress", "Pa", von_mises(nodal_stress(*gear.model, column)).transpose(), FieldScale::magnitude});
      frame.fields.push_back(
          {"contact pressure", "Pa", node_pressure(c, *shown[k], driver).transpose(), FieldScale::magnitude});
      frame.rotation = Eigen::AngleAxisd(gear_angle(section, *shown[k], driver), Vector3d::UnitZ()).toRotationMatrix();
      if (!driver) frame.translation.head<2>() = section.mesh.driven_center;
      scene.frames[k].bodies.push_back(std::move(frame));
    }
  }
  add_tooth_arrows(shown, scene);
  out.scenes.push_back(std::move(scene));
}

void add_case_figures(const StageInput& stage, const GearContact& c, const std::vector<CycleCase>& cases,
                      StageResult& out) {
  out.curves.push_back(over_torque(stage, "Transmission error over torque, peak to peak",
                                   {"transmission error", "m", false}, cases,
                                   [&](const CycleCase& one) { return loaded_base(c) * one.cycle.peak_to_peak; }));
  out.curves.push_back(over_torque(stage, "Mean mesh stiffness over torque", {"stiffness", "N/m", false}, cases,
                                   [&](const CycleCase& one) { return mean_stiffness(c, one.cycle); }));
  const bool solid = std::any_of(cases.begin(), cases.end(), [](const CycleCase& one) { return one.face_factor > 0; });
  if (solid)
    out.curves.push_back(over_torque(stage, "Face load factor over torque", {"factor", "", false}, cases,
                                     [](const CycleCase& one) { return one.face_factor; }));
  struct CaseColumn {
    std::string name, unit, title;
    std::function<double(const CycleCase&)> value;
    double shown = 1;  ///< the table has the value times this
  };
  const std::vector<CaseColumn> columns{
      {"torque", "N m", "torque", [](const CycleCase& one) { return one.torque; }},
      {"misalignment", "m", "misalignment", [](const CycleCase& one) { return one.misalignment; }},
      {"transmission_error_mean", "rad", "transmission error, mean, urad",
       [](const CycleCase& one) { return one.cycle.mean; }, 1e6},
      {"transmission_error_peak_to_peak", "rad", "peak to peak, urad",
       [](const CycleCase& one) { return one.cycle.peak_to_peak; }, 1e6},
      {"mesh_stiffness", "N/m", "mean stiffness", [&](const CycleCase& one) { return mean_stiffness(c, one.cycle); }},
      {"load_sharing_factor", "", "load sharing factor",
       [](const CycleCase& one) { return load_sharing_factor(one.cycle); }},
      {"face_load_factor", "", "face load factor",
       [](const CycleCase& one) { return one.face_factor > 0 ? one.face_factor : 1.0; }},
      {"load_center", "m", "load center from mid-face", [](const CycleCase& one) { return one.load_center; }}};
  Table table;
  table.section = stage.name;
  table.title = "Cycles over torque and misalignment";
  table.rows.resize(cases.size());
  std::vector<NamedArray>& arrays = out.arrays["cases/" + link_name(stage.name)];
  for (const CaseColumn& column : columns) {
    table.columns.push_back({column.title, column.shown == 1 ? column.unit : "", false});
    VectorXd values(Index(cases.size()));
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const double value = values[Index(k)] = column.value(cases[k]);
      table.rows[k].push_back({column.shown * value, {}});
      out.quantities.push_back({fmt::format("{}.case_{}.{}", stage.name, k + 1, column.name), value, ""});
    }
    arrays.push_back({column.name, column.unit, values});
  }
  out.tables.push_back(std::move(table));
}

}  // namespace trunnion

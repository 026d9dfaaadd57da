#include "support/sample_record.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/mesh/shapes.h"
#include "trunnion/run/symbol_shapes.h"

namespace trunnion::testing {
namespace {

constexpr double length = 0.4, height = 0.04, young = 210e9;

/// Euler beam: w = slope-consistent deflection w(x), axial u = -y w'(x), bending stress E y w''(x).
template <class W, class Slope, class Curvature>
BodyFrame bent(const Mesh& mesh, const W& w, const Slope& slope, const Curvature& curvature) {
  BodyFrame frame;
  frame.displacement.resize(3, mesh.num_nodes());
  NodeField mises{"von Mises stress", "Pa", MatrixXd(1, mesh.num_nodes()), FieldScale::magnitude};
  NodeField stress{"stress", "Pa", MatrixXd::Zero(6, mesh.num_nodes()), FieldScale::automatic};
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const double x = mesh.x(0, n);
    const double y = mesh.x(1, n) - height / 2;
    frame.displacement.col(n) = Vector3d(-y * slope(x), w(x), 0);
    stress.values(0, n) = -young * y * curvature(x);
    mises.values(0, n) = std::abs(stress.values(0, n));
  }
  frame.fields = {mises, stress};
  return frame;
}

Scene static_scene(const std::shared_ptr<const Mesh>& mesh) {
  Scene scene{"static",
              "Bending stress is largest at the clamped end",
              "Beam under tip load and twist",
              SceneKind::static_cases,
              {{"beam", mesh}},
              {}};
  const double tip = 1e-3;  // w = tip (3 l x^2 - x^3) / (2 l^3)
  const double c = tip / (2 * length * length * length);
  BodyFrame bend = bent(
      *mesh, [&](double x) { return c * (3 * length * x * x - x * x * x); },
      [&](double x) { return c * (6 * length * x - 3 * x * x); }, [&](double x) { return c * 6 * (length - x); });
  BodyFrame twist = bend;
  for (Index n = 0; n < mesh->num_nodes(); ++n) {
    const double angle = 0.05 * mesh->x(0, n) / length;
    twist.displacement.col(n) = Vector3d(0, -angle * (mesh->x(2, n) - 0.01), angle * (mesh->x(1, n) - height / 2));
    twist.fields[0].values(0, n) = 80e9 * 0.05 / length * std::hypot(mesh->x(1, n) - height / 2, mesh->x(2, n) - 0.01);
    twist.fields[1].values.col(n).setZero();
  }
  scene.frames = {{"tip", 0, {bend}}, {"twist", 0, {twist}}};
  return scene;
}

Scene modes_scene(const std::shared_ptr<const Mesh>& mesh) {
  Scene scene{
      "modes", "First bending mode at 103 Hz", "Pinned beam, three lowest modes", SceneKind::modes, {{"beam", mesh}},
      {}};
  for (int k = 1; k <= 3; ++k) {
    const double wave = k * std::numbers::pi / length;
    scene.frames.push_back({fmt::format("mode {}, {} Hz", k, 103 * k * k),
                            103.0 * k * k,
                            {bent(
                                *mesh, [&](double x) { return 0.3 * std::sin(wave * x); },
                                [&](double x) { return 0.3 * wave * std::cos(wave * x); },
                                [&](double x) { return -0.3 * wave * wave * std::sin(wave * x); })}});
  }
  return scene;
}

Curve response_curve() {
  Curve curve{.section = "Response",
              .title = "Deflection along the beam follows the cubic of beam theory",
              .detail = "Centre line, load case tip",
              .kind = CurveKind::cartesian,
              .x = {"position", "m", false},
              .y = {"deflection", "m", false},
              .series = {},
              .limit = 1e-3,
              .limit_label = "allowed"};
  Series computed{"computed", VectorXd::LinSpaced(60, 0, length), VectorXd(60), false, false};
  for (Index k = 0; k < 60; ++k)
    computed.y[k] =
        1e-3 / (2 * std::pow(length, 3)) * (3 * length * computed.x[k] * computed.x[k] - std::pow(computed.x[k], 3));
  Series theory{"shear-free theory", computed.x, 0.97 * computed.y, true, false};
  curve.series = {theory, computed};
  return curve;
}

Table mode_table() {
  Table table{"Modes",
              "Three bending modes below 1 kHz",
              "Sorted by frequency",
              {{"No", "", false},
               {"Frequency", "Hz", false},
               {"Kind", "", true},
               {"Mass share", "", false},
               {"Verdict", "", true}},
              {},
              0};
  for (int k = 1; k <= 3; ++k)
    table.rows.push_back({{double(k), {}},
                          {103.0 * k * k, {}},
                          {std::string("bending"), {}},
                          {0.81 / (k * k), {}},
                          {std::string(k < 3 ? "good" : "check"), k < 3 ? VerdictLevel::good : VerdictLevel::watch}});
  return table;
}

MatrixMap frac_map() {
  MatrixMap map;
  map.section = "Reduction";
  map.title = "Every interface pair is reproduced to FRAC 0.997 or better";
  map.detail = "20 Hz to 8 kHz, against the unreduced model";
  const std::vector<std::string> names{"x", "y", "z", "rx", "ry", "rz"};
  for (int k = 0; k < 12; ++k) {
    map.row_names.push_back(names[k % 6]);
    map.row_groups.push_back(k < 6 ? "big end" : "small end");
  }
  map.column_names = map.row_names;
  map.column_groups = map.row_groups;
  map.values = MatrixXd::Constant(12, 12, std::nan(""));
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      if ((i + j) % 2 == 0) map.values(i, j) = 1 - 1e-4 * ((i * 7 + j * 7) % 32);
  map.class_limits = {0.98, 0.99, 0.998, 0.999, 0.9999};
  map.class_labels = {"< 0.98", "≥ 0.98", "≥ 0.99", "≥ 0.998", "≥ 0.999", "≥ 0.9999"};
  map.nan_label = "decoupled";
  map.marked = {{2, 8}};
  return map;
}

}  // namespace

RunRecord sample_record() {
  RunRecord record;
  record.model_name = "Cantilever";
  record.provenance = {.input_file = "cantilever.toml",
                       .input_hash = "a41c09e7",
                       .version = "0.1.0",
                       .date = "2026-11-15T14:32:00Z",
                       .command = "trunnion run cantilever.toml --set load=\"200 N\"",
                       .changed = {{"load", "200 N"}},
                       .blas_kernel = "Haswell",
                       .threads = 2,
                       .more = {{"Mesh", "1 233 nodes, 200 hex20"}}};
  record.headline = "The tip moves 1 mm; the first mode is at 103 Hz.";
  record.explanation = "Stress is largest at the clamped end and stays far below yield. No eigenvalue was missed.";
  record.key_figures = {{"Tip deflection", 1e-3, "m", "beam theory 0.97 mm", ""},
                        {"Largest stress", 78.75e6, "Pa", "clamped end, upper edge", ""},
                        {"First frequency", 103, "Hz", "mode 1, bending", ""},
                        {"Mass", 2.512, "kg", "one part", ""}};
  record.verdicts = {
      {VerdictLevel::good, "No eigenvalue was missed.", "3 found, 3 counted below 1 kHz.", "Modes complete", "Modes"}};
  record.stages.push_back({.name = "bend",
                           .type = "fe-static",
                           .wall_s = 0.41,
                           .steps = 1,
                           .iterations = {},
                           .balances = {{"Equilibrium, residual over load", "load case tip", 2.1e-12, 1e-8, ""},
                                        {"Reactions against load", "load case tip", 3e-7, 1e-3, "N"}},
                           .warnings = {},
                           .status = StageStatus::done,
                           .message = {}});
  record.stages.push_back({.name = "modes",
                           .type = "fe-modes",
                           .wall_s = 1.3,
                           .steps = {},
                           .iterations = 14,
                           .balances = {{"Eigenpair residual", "mode 3", 4e-11, 1e-8, ""}},
                           .warnings = {"Element 17 has an aspect ratio of 12; refine there."},
                           .status = StageStatus::done,
                           .message = {}});
  set_quantity(record, "tip_deflection", 1e-3);
  set_quantity(record, "first_frequency", 103);
  set_missing(record, "fatigue_life", "no fatigue stage in the model");
  const auto mesh = std::make_shared<const Mesh>(
      box_mesh({.size = {length, height, 0.02}, .divisions = {40, 5, 3}, .element = CellType::hex20}));
  record.scenes = {static_scene(mesh), modes_scene(mesh)};
  record.curves = {response_curve()};
  record.tables = {mode_table()};
  record.matrices = {frac_map()};
  record.files = {"results.h5", "results.xdmf", "summary.json"};
  return record;
}

RunRecord hostile_record() {
  RunRecord record = sample_record();
  const std::string bad = "</script><img src=x onerror=\"window.hacked=1\">'\"&<b>/../<!--";
  record.model_name = bad;
  record.headline = bad;
  record.explanation = bad;
  record.key_figures[0] = {bad, 1, bad, bad, ""};
  record.key_figures[1].text = bad;
  record.verdicts = {{VerdictLevel::bad, bad, bad, bad, "javascript:window.hacked=1"}};
  record.stages[0].name = bad;
  record.stages[0].warnings = {bad};
  record.stages[0].balances[0].name = bad;
  record.tables[0].section = bad;
  record.tables[0].columns[1].unit = bad;
  record.tables[0].columns[2].name = bad;
  record.tables[0].rows[0][2].content = bad;
  record.curves[0].title = bad;
  record.curves[0].x.label = bad;
  record.curves[0].series[0].name = bad;
  record.matrices[0].row_names[0] = bad;
  record.matrices[0].row_groups[0] = bad;
  record.provenance.command = bad;
  record.provenance.changed = {{bad, bad}};
  record.provenance.more = {{bad, bad}};
  record.files = {bad};
  for (Scene& scene : record.scenes) {
    scene.name += bad;
    scene.title = bad;
    scene.bodies[0].name = bad;
    scene.symbols = {{bad, SymbolRole::element, joint_shape("spherical", 0.02)}};
    for (Frame& frame : scene.frames) {
      frame.label = bad;
      frame.bodies[0].fields[0].name = bad;
      frame.bodies[0].fields[0].unit = bad;
      frame.symbols.resize(1);
    }
  }
  return record;
}

Scene moving_scene() {
  const auto disc = std::make_shared<const Mesh>(
      cylinder_mesh({.radius = 0.1, .inner_radius = 0.03, .length = 0.02, .around = 32, .radial = 2, .along = 1}));
  const auto rod = std::make_shared<const Mesh>(
      box_mesh({.size = {0.3, 0.02, 0.02}, .divisions = {12, 1, 1}, .element = CellType::hex8}));
  Scene scene{"turn", "The disc drives the rod", "One turn", SceneKind::time, {{"disc", disc}, {"rod", rod}}, {}};
  for (int k = 0; k < 12; ++k) {
    const double angle = 2 * std::numbers::pi * k / 12;
    BodyFrame turned;
    turned.rotation << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1;
    turned.fields = {{"pressure", "Pa", 1e6 * disc->x.row(0).cwiseAbs(), FieldScale::automatic}};
    BodyFrame slid;
    slid.translation = Vector3d(0.08 * std::cos(angle), 0.08 * std::sin(angle), 0.03);
    slid.displacement = Matrix3Xd::Zero(3, rod->num_nodes());
    slid.displacement.row(1) = 0.01 * rod->x.row(0).array().square() / 0.09;
    slid.fields = {{"pressure", "Pa", 1e6 * rod->x.row(0), FieldScale::automatic}};
    const SymbolPlace pin{Matrix3d::Identity(), slid.translation};
    const SymbolPlace force{stretched_axes(0.1 * (1 + 0.1 * k) * turned.rotation.col(1), 0.006), slid.translation};
    scene.frames.push_back({fmt::format("{} ms", k), 1e-3 * k, {turned, slid}, {pin, force}});
  }
  scene.symbols = {{"joint pin", SymbolRole::element, joint_shape("revolute", 0.012)},
                   {"force in joint pin", SymbolRole::force, arrow_shape(), 12000}};
  return scene;
}

RunRecord moving_record() {
  RunRecord record = sample_record();
  record.scenes = {moving_scene()};
  Curve curve{.section = "Forces",
              .title = "The bearing force follows the turn",
              .detail = "Force on the disc over one turn",
              .kind = CurveKind::cartesian,
              .x = {"time", "s", false},
              .y = {"force", "N", false},
              .series = {},
              .limit = {},
              .limit_label = {}};
  Series force{"", VectorXd::LinSpaced(200, 0, 0.011), VectorXd(200), false, false};
  for (Index k = 0; k < 200; ++k) force.y[k] = 1200 * std::sin(2 * std::numbers::pi * force.x[k] / 0.012);
  curve.series = {force};
  Curve vibration = curve;
  vibration.title = "Two vibrations at once";
  vibration.detail = "3 mm at 50 Hz and 1 mm at 120 Hz";
  vibration.y = {"way", "m", false};
  Series way{"", VectorXd::LinSpaced(2001, 0, 1), VectorXd(2001), false, false};
  for (Index k = 0; k < way.x.size(); ++k)
    way.y[k] =
        3e-3 * std::sin(2 * std::numbers::pi * 50 * way.x[k]) + 1e-3 * std::sin(2 * std::numbers::pi * 120 * way.x[k]);
  vibration.series = {way};
  Curve orbit = curve;
  orbit.title = "The way round";
  orbit.kind = CurveKind::orbit;
  orbit.x = {"x", "m", false};
  orbit.y = {"y", "m", false};
  Series round{"", VectorXd(100), VectorXd(100), false, false};
  for (Index k = 0; k < 100; ++k) {
    round.x[k] = 2e-4 * std::cos(2 * std::numbers::pi * double(k) / 99);
    round.y[k] = 1e-4 * std::sin(2 * std::numbers::pi * double(k) / 99);
  }
  orbit.series = {round};
  Curve polar = orbit;
  polar.title = "The load turns once";
  polar.kind = CurveKind::polar;
  polar.x = {"direction", "rad", false};
  polar.y = {"force", "N", false};
  polar.series = {{"shaft", VectorXd::LinSpaced(100, 0, 2 * std::numbers::pi), VectorXd::Constant(100, 1500)}};
  polar.limit = 2000;
  record.curves = {curve, vibration, orbit, polar};
  return record;
}

RunRecord record_of_sheets(int sheets) {
  RunRecord record = moving_record();
  Scene held = moving_scene();
  held.name = "held";
  held.frames.resize(1);
  record.scenes.insert(record.scenes.begin(), held);
  MatrixMap sheet;
  sheet.section = "Contact";
  sheet.title = "Pressure on the seat";
  sheet.unit = "Pa";
  sheet.sheet = true;
  sheet.values.resize(84, 100);
  for (Index i = 0; i < sheet.values.rows(); ++i) sheet.row_names.push_back(fmt::format("{:.1f} mm", 0.1 * double(i)));
  for (Index j = 0; j < sheet.values.cols(); ++j) sheet.column_names.push_back(std::to_string(j));
  for (int k = 0; k < sheets; ++k) {
    for (Index i = 0; i < sheet.values.rows(); ++i)
      for (Index j = 0; j < sheet.values.cols(); ++j)
        sheet.values(i, j) = 1e6 * (1 + std::cos(0.1 * double(i + k)) * std::sin(0.1 * double(j)));
    record.matrices.push_back(sheet);
  }
  for (const Frame& frame : record.scenes.back().frames)
    record.matrices.back().instants.push_back({frame.value, (1 + frame.value) * sheet.values.reverse()});
  return record;
}

}  // namespace trunnion::testing

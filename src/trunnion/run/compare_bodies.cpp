#include "trunnion/run/compare_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/reduction/body_response.h"
#include "trunnion/reduction/modal_assurance.h"
#include "trunnion/run/reduction_record.h"
#include "trunnion/run/run_log.h"

namespace trunnion {
namespace {

constexpr Index kLines = 500;

std::vector<std::string> common_interfaces(const ReducedBody& a, const ReducedBody& b) {
  std::vector<std::string> names;
  for (const InterfaceRows& rows : a.interfaces)
    if (std::any_of(b.interfaces.begin(), b.interfaces.end(),
                    [&](const InterfaceRows& r) { return r.name == rows.name; }))
      names.push_back(rows.name);
  if (names.empty())
    throw InputError(
        fmt::format("'{}' and '{}' have no interface of the same name: nothing to compare", a.name, b.name));
  return names;
}

Table side_by_side(const ReducedBody& a, const ReducedBody& b) {
  Table table;
  table.section = "Comparison";
  table.title = "The two bodies";
  table.columns = {{"", "", true}, {"A: " + a.name, "", true}, {"B: " + b.name, "", true}};
  // Rows are of different kinds: each number is written for itself.
  const auto text = [](double value) { return std::isfinite(value) ? fmt::format("{:.6g}", value) : "-"; };
  const auto row = [&](const std::string& name, double x, double y) {
    table.rows.push_back({{name, {}}, {text(x), {}}, {text(y), {}}});
  };
  row("coordinates", double(a.frequency.size()), double(b.frequency.size()));
  row("constraint modes", double(a.record.constraint_modes), double(b.record.constraint_modes));
  row("normal modes", double(a.record.normal_modes), double(b.record.normal_modes));
  row("truncation vectors", double(a.record.vectors_kept), double(b.record.vectors_kept));
  // What was never computed is no number.
  const auto known = [](bool computed, double value) {
    return computed ? value : std::numeric_limits<double>::quiet_NaN();
  };
  row("interface mass of the modes", known(a.record.share.size() > 0, a.record.completeness),
      known(b.record.share.size() > 0, b.record.completeness));
  row("mass [kg]", a.invariants.I1, b.invariants.I1);
  row("largest response error against the mesh", known(a.quality.computed, a.quality.frf_error_max),
      known(b.quality.computed, b.quality.frf_error_max));
  row("smallest FRAC against the mesh", known(a.quality.computed, a.quality.frac_min),
      known(b.quality.computed, b.quality.frac_min));
  return table;
}

/// Each node's share of the surface, as the mesh of either body has it.
VectorXd node_areas(const NodeRows& rows) {
  VectorXd area = VectorXd::Zero(rows.position.cols());
  for (const auto& triangle : rows.triangles) {
    const Vector3d a = rows.position.col(triangle[0]), b = rows.position.col(triangle[1]),
                   c = rows.position.col(triangle[2]);
    const double third = (b - a).cross(c - a).norm() / 6;
    for (const auto node : triangle) area[node] += third;
  }
  return area;
}

/// Free modes of A and B up to a limit, by the motion of their surface, weighted by its area so that mesh density plays
/// no part. No MAC when the bodies come from different meshes.
ModeSets mode_sets(const ReducedBody& a, const ReducedBody& b, double limit_hz) {
  const auto lowest = [](const ReducedBody& body, double below_hz) -> VectorXd {
    return body.frequency.head((body.frequency.array() < below_hz).count());
  };
  ModeSets sets{"Comparison", "A", "B", {}, lowest(a, limit_hz), lowest(b, 1.1 * limit_hz), "surface"};
  const NodeRows &at_a = a.display, &at_b = b.display;
  if (at_a.position.cols() != at_b.position.cols() || at_a.position.cols() == 0 || sets.row_hz.size() == 0 ||
      sets.column_hz.size() == 0)
    return sets;
  const double extent = (at_a.position.rowwise().maxCoeff() - at_a.position.rowwise().minCoeff()).norm();
  if ((at_a.position - at_b.position).cwiseAbs().maxCoeff() > 1e-6 * extent) return sets;
  const VectorXd root = node_areas(at_a).cwiseSqrt().transpose().replicate(3, 1).reshaped();
  const MatrixXd u = root.asDiagonal() * at_a.translation.leftCols(sets.row_hz.size()).cast<double>();
  const MatrixXd v = root.asDiagonal() * at_b.translation.leftCols(sets.column_hz.size()).cast<double>();
  sets.mac = modal_assurance(u.transpose() * v, u.colwise().squaredNorm(), v.colwise().squaredNorm());
  return sets;
}

Table frequency_table(const ModeSets& sets) {
  constexpr double round_off = 1e-9;
  std::vector<Index> partner(std::size_t(sets.row_hz.size()), -1);
  for (const ModePair& pair : pair_modes(sets.mac, sets.row_hz, sets.column_hz))
    partner[std::size_t(pair.first)] = pair.second;
  Table table;
  table.section = "Comparison";
  table.title = "Free frequencies";
  if (sets.mac.size() == 0) table.detail = "The bodies come from different meshes: modes are paired by their number.";
  table.columns = {{"mode", "", false}, {"A [Hz]", "", true}, {"B [Hz]", "", true}, {"difference", "", true}};
  for (Index i = 0; i < sets.row_hz.size(); ++i) {
    const Index of_b = sets.mac.size() > 0 ? partner[std::size_t(i)] : (i < sets.column_hz.size() ? i : -1);
    const double difference = of_b < 0 ? 0 : sets.column_hz[of_b] / sets.row_hz[i] - 1;
    table.rows.push_back({{double(i + 1), {}},
                          {fmt::format("{:.6g}", sets.row_hz[i]), {}},
                          {of_b < 0 ? "-" : fmt::format("{:.6g}", sets.column_hz[of_b]), {}},
                          {of_b < 0                           ? "no such shape"
                           : std::abs(difference) < round_off ? "0"
                                                              : fmt::format("{:+.2g} %", 100 * difference),
                           {}}});
  }
  return table;
}

/// In the band, as numbers; and all as color maps.
void compare_modes(const ModeSets& sets, double band, RunRecord& record) {
  if (sets.mac.size() == 0) {
    for (const char* name : {"modes_matched", "frequency_difference_max"})
      set_missing(record, name, "the bodies come from different meshes: their modes cannot be matched by shape");
    return;
  }
  Index matched = 0;
  double largest = 0;
  for (const ModePair& pair : pair_modes(sets.mac, sets.row_hz, sets.column_hz)) {
    if (sets.row_hz[pair.first] > band) continue;
    ++matched;
    largest = std::max(largest, std::abs(pair.frequency_difference));
  }
  const auto in_band = (sets.row_hz.array() <= band).count();
  set_quantity(record, "modes_matched", double(matched));
  if (matched > 0)
    set_quantity(record, "frequency_difference_max", largest);
  else
    set_missing(record, "frequency_difference_max", "no mode in the band has a like one in the other body");
  add_mode_maps(sets,
                fmt::format("{} of A's {} modes in the band have a like one in B, frequencies differ by {:.2g} % at "
                            "most.",
                            matched, in_band, 100 * largest),
                record);
}

}  // namespace

RunRecord compare_bodies(const ReducedBody& a, const ReducedBody& b) {
  const std::vector<std::string> names = common_interfaces(a, b);
  double band =
      std::min(a.quality.band_hz > 0 ? a.quality.band_hz : 1e4, b.quality.band_hz > 0 ? b.quality.band_hz : 1e4);
  const VectorXd hz = VectorXd::LinSpaced(kLines, std::min(20.0, band / 2), band);
  const LinearBody la = linear_body(a, names), lb = linear_body(b, names);
  const auto ha = inertance(la, hz), hb = inertance(lb, hz);
  const ResponseComparison comparison = compare_responses(ha, hb);

  RunRecord record;
  record.model_name = fmt::format("{} and {}", a.name, b.name);
  record.headline = fmt::format("B {} {} % up to {:.3g} kHz.",
                                comparison.error_max <= 0.1 ? "follows A within" : "differs from A by as much as",
                                comparison.error_max < 1 ? fmt::format("{:.2g}", 100 * comparison.error_max)
                                                         : fmt::format("{:.0f}", 100 * comparison.error_max),
                                band / 1e3);
  record.provenance.version = version();
  record.provenance.date = utc_now();
  record.provenance.blas_kernel = use_fast_blas_kernel().name;
  record.provenance.threads = num_threads();
  set_quantity(record, "frac_min", comparison.frac_min);
  set_quantity(record, "frac_mean", comparison.frac_mean);
  set_quantity(record, "frf_error_max", comparison.error_max);
  record.key_figures = {
      {"largest response difference", comparison.error_max, "", fmt::format("up to {:.0f} Hz", band), ""},
      {"smallest FRAC", comparison.frac_min, "", fmt::format("{} pairs", comparison.num_counted), ""}};
  const ModeSets sets = mode_sets(a, b, 1.5 * band);
  record.tables = {side_by_side(a, b), frequency_table(sets)};
  const auto pair_map = [&](MatrixXd values) {
    for (Index i = 0; i < values.rows(); ++i)
      for (Index j = 0; j < values.cols(); ++j)
        if (!comparison.counted(i, j)) values(i, j) = std::numeric_limits<double>::quiet_NaN();
    MatrixMap map;
    map.section = "Comparison";
    map.row_names = map.column_names = la.dof_names;
    map.nan_label = "decoupled by symmetry";
    map.values = std::move(values);
    return map;
  };
  record.matrices.push_back(pair_map(100 * comparison.error));
  record.matrices.back().title = "Relative difference of every frequency response [%]";
  record.matrices.push_back(pair_map(comparison.frac));
  record.matrices.back().title = "FRAC of every frequency response";
  set_frac_classes(record.matrices.back());
  compare_modes(sets, band, record);
  Index row = 0, column = 0;
  comparison.error.maxCoeff(&row, &column);
  Curve curve;
  curve.section = "Comparison";
  curve.title = "The response that differs most";
  curve.detail = fmt::format("Force at {}, acceleration at {}", la.dof_names[column], la.dof_names[row]);
  curve.x = {"frequency", "Hz", false};
  curve.y = {"acceleration per force", "", true};
  VectorXd ya(kLines), yb(kLines);
  for (Index line = 0; line < kLines; ++line) {
    ya[line] = std::abs(ha[line](row, column));
    yb[line] = std::abs(hb[line](row, column));
  }
  curve.series = {{"A", hz, ya, true, false}, {"B", hz, yb, false, false}};
  record.curves.push_back(curve);
  StageRecord stage;
  stage.name = "comparison";
  stage.type = "report";
  record.stages.push_back(stage);
  return record;
}

std::string describe(const ReducedBody& body) {
  const ReductionRecord& r = body.record;
  std::string text = fmt::format("reduced body '{}'\n  {} coordinates from {} unknowns ({}; {})\n", body.name,
                                 body.frequency.size(), r.full_dofs, r.method, r.selection);
  text += fmt::format("  {} interface + {} normal + {} truncation + {} load modes; reference condition {}\n",
                      r.constraint_modes, r.normal_modes, r.vectors_kept, r.static_modes, body.reference_condition);
  const Vector3d center = body.invariants.I2 / body.invariants.I1;
  text += fmt::format("  mass {:.6g} kg, center ({:.5g}, {:.5g}, {:.5g}) m\n", body.invariants.I1, center.x(),
                      center.y(), center.z());
  text += "  frequencies [Hz]:";
  for (Index i = 0; i < std::min<Index>(10, body.frequency.size()); ++i)
    text += fmt::format(" {:.1f}", body.frequency[i]);
  text += body.frequency.size() > 10 ? fmt::format(" ... {:.0f}\n", body.frequency[body.frequency.size() - 1]) : "\n";
  text += "  interfaces:";
  for (const InterfaceRows& rows : body.interfaces) text += " " + rows.name;
  text += fmt::format("\n  {}\n", quality_line(body));
  if (r.certified) text += fmt::format("  {}, proven below {:.0f} Hz\n", none_missed(r), r.certified_below);
  for (const std::string& warning : r.warnings) text += fmt::format("  warning: {}\n", warning);
  text += fmt::format("  content hash {}\n", body.content_hash);
  return text;
}

}  // namespace trunnion

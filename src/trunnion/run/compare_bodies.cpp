#include "trunnion/run/compare_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/reduction/body_response.h"
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
  row("interface mass of the modes", a.record.completeness, b.record.completeness);
  row("mass [kg]", a.invariants.I1, b.invariants.I1);
  row("largest response error against the mesh", a.quality.frf_error_max, b.quality.frf_error_max);
  row("smallest FRAC against the mesh", a.quality.frac_min, b.quality.frac_min);
  return table;
}

/// How much of each mode of A the modes of B hold: squared cosines between the motions of their surfaces. Empty when
/// the bodies come from different meshes.
MatrixXd shared_shapes(const MatrixXd& a, const MatrixXd& b) {
  if (a.rows() != b.rows() || a.size() == 0 || b.size() == 0) return {};
  const MatrixXd product = a.transpose() * b;
  const VectorXd in_a = a.colwise().norm().cwiseInverse(), in_b = b.colwise().norm().cwiseInverse();
  return (in_a.asDiagonal() * product * in_b.asDiagonal()).cwiseAbs2();
}

/// The mode of B that belongs to mode i of A, negative if there is none. Modes of (nearly) one frequency count
/// together: their shapes may be any mixture of each other.
Index partner(const MatrixXd& shared, const VectorXd& frequency, Index i) {
  constexpr double one_frequency = 1e-3, same_shape = 0.8;
  Index best = 0;
  shared.row(i).maxCoeff(&best);
  double sum = 0;
  for (Index j = 0; j < shared.cols(); ++j)
    if (std::abs(frequency[j] / frequency[best] - 1) < one_frequency) sum += shared(i, j);
  return sum > same_shape ? best : -1;
}

Table frequency_table(const ReducedBody& a, const ReducedBody& b) {
  constexpr Index shown = 30;
  constexpr double round_off = 1e-9;
  const Index count = std::min(a.frequency.size(), shown);
  const MatrixXd shared = shared_shapes(a.display.translation.leftCols(count), b.display.translation);
  Table table;
  table.section = "Comparison";
  table.title = "Free frequencies";
  table.columns = {{"mode", "", false}, {"A [Hz]", "", true}, {"B [Hz]", "", true}, {"difference", "", true}};
  for (Index i = 0; i < count; ++i) {
    const Index of_b = shared.size() > 0 ? partner(shared, b.frequency, i) : (i < b.frequency.size() ? i : -1);
    const double difference = of_b < 0 ? 0 : b.frequency[of_b] / a.frequency[i] - 1;
    table.rows.push_back({{double(i + 1), {}},
                          {fmt::format("{:.6g}", a.frequency[i]), {}},
                          {of_b < 0 ? "-" : fmt::format("{:.6g}", b.frequency[of_b]), {}},
                          {of_b < 0                           ? "no such shape"
                           : std::abs(difference) < round_off ? "0"
                                                              : fmt::format("{:+.2g} %", 100 * difference),
                           {}}});
  }
  return table;
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
  record.tables = {side_by_side(a, b), frequency_table(a, b)};
  MatrixMap map;
  map.section = "Comparison";
  map.title = "Relative difference of every frequency response [%]";
  map.row_names = map.column_names = la.dof_names;
  map.nan_label = "decoupled by symmetry";
  map.values = 100 * comparison.error;
  for (Index i = 0; i < map.values.rows(); ++i)
    for (Index j = 0; j < map.values.cols(); ++j)
      if (!comparison.counted(i, j)) map.values(i, j) = std::numeric_limits<double>::quiet_NaN();
  record.matrices.push_back(map);
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
  if (r.certified) text += fmt::format("  no fixed-interface mode below {:.0f} Hz was missed\n", r.certified_below);
  for (const std::string& warning : r.warnings) text += fmt::format("  warning: {}\n", warning);
  text += fmt::format("  content hash {}\n", body.content_hash);
  return text;
}

}  // namespace trunnion

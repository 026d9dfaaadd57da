#include "trunnion/run/reduction_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "trunnion/reduction/held_modes.h"
#include "trunnion/reduction/interface_mass.h"
#include "trunnion/reduction/modal_assurance.h"

namespace trunnion {
namespace {

constexpr const char* kSection = "Reduction quality";
constexpr Index kPictures = 12;        // leading modes shown
constexpr Index kHeldPictures = 6;     // with the interfaces at rest
constexpr Index kContactPictures = 6;  // of the modes above them, for parts that are pressed together

VectorXd counting(Index n) { return VectorXd::LinSpaced(n, 1, double(n)); }

/// "big_end rx" to group "big_end" and name "rx".
void split_names(const std::vector<std::string>& names, std::vector<std::string>& short_names,
                 std::vector<std::string>& groups) {
  for (const std::string& name : names) {
    const std::size_t blank = name.rfind(' ');
    groups.push_back(blank == std::string::npos ? "" : name.substr(0, blank));
    short_names.push_back(blank == std::string::npos ? name : name.substr(blank + 1));
  }
}

/// The reference changed by so much with its last block that the response error may be its own.
bool in_doubt(const QualityRecord& q) { return q.reference_error > std::max(1e-6, 0.2 * q.frf_error_max); }

std::string first_letter_upper(std::string text) {
  if (!text.empty()) text[0] = char(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Verdict quality_verdict(const QualityRecord& q, Index interface_dofs) {
  if (!q.computed)
    return {VerdictLevel::watch, "The reduction was not compared with the mesh.", q.reason, "Not compared", kSection};
  const std::string where = q.dof_names.empty() ? ""
                                                : fmt::format(" (force at {}, motion at {})",
                                                              q.dof_names[q.worst_column], q.dof_names[q.worst_row]);
  const std::string interface =
      q.interface_error > 0
          ? fmt::format(" Reducing the interface alone accounts for {:.2g} %.", 100 * q.interface_error)
          : "";
  const std::string sampled =
      Index(q.dof_names.size()) < interface_dofs
          ? fmt::format(" {} of {} interface directions were compared.", q.dof_names.size(), interface_dofs)
          : "";
  const std::string doubt =
      in_doubt(q) ? fmt::format(
                        " The unreduced responses still changed by {:.2g} % with the last solves: the error of "
                        "this body is known only to lie below {:.2g} %.",
                        100 * q.reference_error, 100 * (q.frf_error_max + q.reference_error))
                  : "";
  const std::string detail = fmt::format(
      "Smallest FRAC {:.6f}, mean {:.6f}; largest relative error of a frequency response {:.2g} %{}; {} of {} pairs "
      "counted, the others are decoupled by symmetry. The unreduced responses are known to about {:.0e} ({} of at most "
      "{} "
      "further solves); they satisfy the equations of the mesh to {:.0e} at {} sampled frequencies.{}{}{}",
      q.frac_min, q.frac_mean, 100 * q.frf_error_max, where, q.pairs_counted, q.frac.size(), q.reference_error,
      q.reference_solves, q.reference_solves_limit, q.sampled_residual.size() > 0 ? q.sampled_residual.maxCoeff() : 0.0,
      q.sampled_hz.size(), interface, sampled, doubt);
  const std::string band = fmt::format("{:.3g} kHz", q.band_hz / 1e3);
  const double error = q.frf_error_max + (in_doubt(q) ? q.reference_error : 0);
  if (error <= 0.02)
    return {VerdictLevel::good, fmt::format("Up to {} this body answers like its mesh.", band), detail,
            "Reduction good", kSection};
  if (error <= 0.1)
    return {VerdictLevel::watch, fmt::format("Up to {} this body follows its mesh within 10 %.", band), detail,
            "Reduction fair", kSection};
  if (in_doubt(q) && q.frf_error_max <= 0.1)
    return {VerdictLevel::watch, fmt::format("How well this body follows its mesh up to {} is not settled.", band),
            detail, "Reduction in doubt", kSection};
  return {VerdictLevel::watch,
          fmt::format("Up to {} this body does not follow its mesh; keep more modes or all truncation vectors.", band),
          detail, "Reduction poor", kSection};
}

Curve response_curve(const QualityRecord& q, const VectorXd& reference, const VectorXd& reduced, std::string title,
                     std::string detail) {
  Curve curve;
  curve.section = kSection;
  curve.title = std::move(title);
  curve.detail = std::move(detail);
  curve.x = {"frequency", "Hz", false};
  curve.y = {"acceleration per force", "", true};
  curve.series = {{"unreduced", q.lines_hz, reference, true, false}, {"reduced", q.lines_hz, reduced, false, false}};
  return curve;
}

Curve completeness_curve(const ReductionRecord& r) {
  const CompletenessCurves curves = completeness_curves(r.share);
  const VectorXd n = counting(r.share.size());
  Curve curve;
  curve.section = kSection;
  curve.title = "How much interface mass the modes carry";
  curve.detail = fmt::format("{} computed modes; kept: {}", r.modes_computed, r.selection);
  curve.x = {"number of modes", "", false};
  curve.y = {"interface mass", "", false};
  curve.series = {{"by frequency", n, curves.by_frequency, false, false},
                  {"largest first", n, curves.by_share, false, false}};
  return curve;
}

MatrixMap pair_map(const QualityRecord& q, const MatrixXd& values, std::string title, std::string detail) {
  MatrixMap map;
  map.section = kSection;
  map.title = std::move(title);
  map.detail = std::move(detail);
  split_names(q.dof_names, map.row_names, map.row_groups);
  map.column_names = map.row_names;
  map.column_groups = map.row_groups;
  map.values = values;
  map.nan_label = "decoupled by symmetry";
  map.marked = {int(q.worst_row), int(q.worst_column)};
  return map;
}

MatrixMap distribution_map(const ReductionRecord& r) {
  MatrixMap map;
  map.section = kSection;
  map.title = "Which mode moves with which interface direction";
  // More rows than a screen holds say nothing: those are shown that carry most of some direction.
  constexpr Index most = 24;
  const Index shown = std::min(r.distribution.rows(), most);
  std::vector<Index> modes(std::size_t(r.distribution.rows()));
  std::iota(modes.begin(), modes.end(), Index(0));
  const VectorXd carried = r.distribution.rowwise().maxCoeff();
  std::partial_sort(modes.begin(), modes.begin() + shown, modes.end(),
                    [&](Index i, Index j) { return carried[i] > carried[j]; });
  modes.resize(std::size_t(shown));
  std::sort(modes.begin(), modes.end());
  map.detail = "Share of the interface mass of each direction; a column sums to one over all modes.";
  if (shown < r.distribution.rows())
    map.detail += fmt::format(" The {} of {} modes with the largest shares.", shown, r.distribution.rows());
  for (const Index i : modes) map.row_names.push_back(fmt::format("{:.0f} Hz", r.fixed_hz[i]));
  split_names(r.dof_names, map.column_names, map.column_groups);
  map.values = r.distribution(modes, Eigen::all);
  map.scale = FieldScale::magnitude;
  return map;
}

/// The lowest modes; of parts that are pressed together some of the rest as well, for it carries the contact modes.
std::vector<Index> pictured_modes(const ReducedBody& body) {
  const Index all = body.frequency.size(), lowest = std::min(kPictures, all);
  std::vector<Index> modes(static_cast<std::size_t>(lowest));
  std::iota(modes.begin(), modes.end(), Index(0));
  if (!body.fits.empty())
    for (Index k = 1; k <= kContactPictures && lowest < all; ++k) {
      const Index mode = lowest + (all - 1 - lowest) * k / kContactPictures;
      if (mode > modes.back()) modes.push_back(mode);
    }
  return modes;
}

std::string mode_name(const ReducedBody& body, Index mode) {
  const double hz = body.frequency[mode];
  const Index relative = body.record.fits.relative_hz.size();
  if (mode < relative) return fmt::format("parts against each other {}, {:.2g} Hz", mode + 1, hz);
  return fmt::format("mode {}, {:.{}f} Hz", mode + 1, hz, hz < 10 ? 2 : 0);
}

Scene mode_scene(const ReducedBody& body) {
  Scene scene;
  const std::vector<Index> modes = pictured_modes(body);
  scene.name = "modes-" + body.name;
  scene.title = body.fits.empty() ? "The leading modes of " + body.name : "Modes of " + body.name;
  scene.detail = fmt::format("{} coordinates, {} shown", body.frequency.size(), modes.size());
  scene.kind = SceneKind::modes;
  scene.bodies.push_back({body.name, display_mesh(body.display)});
  for (const Index m : modes) {
    BodyFrame frame;
    frame.displacement = body.display.translation.col(m).reshaped(3, body.display.position.cols());
    const Eigen::RowVectorXd size = frame.displacement.colwise().norm();
    frame.fields.push_back(
        {"relative displacement", "", size / std::max(size.maxCoeff(), 1e-300), FieldScale::magnitude});
    scene.frames.push_back({mode_name(body, m), body.frequency[m], {frame}});
  }
  return scene;
}

/// With its interfaces at rest: the kept modes that carry most of the interface mass.
Scene held_mode_scene(const ReducedBody& body, const std::vector<HeldMode>& modes) {
  Scene scene;
  scene.name = "held-modes-" + body.name;
  scene.title = "Fixed-interface modes of " + body.name + " with the largest shares of interface mass";
  scene.detail = fmt::format("{} of {} kept modes", modes.size(), body.record.kept_modes.size());
  scene.kind = SceneKind::modes;
  scene.bodies.push_back({body.name, display_mesh(body.display)});
  for (const HeldMode& mode : modes) {
    BodyFrame frame;
    frame.displacement = motion_of(body.display, mode);
    const Eigen::RowVectorXd size = frame.displacement.colwise().norm();
    frame.fields.push_back(
        {"relative displacement", "", size / std::max(size.maxCoeff(), 1e-300), FieldScale::magnitude});
    scene.frames.push_back(
        {fmt::format("mode {}, {:.0f} Hz, {:.2g} % of the interface mass", mode.mode + 1, mode.hz, 100 * mode.share),
         mode.hz,
         {frame}});
  }
  return scene;
}

Table mode_table(const ReducedBody& body) {
  const ReductionRecord& r = body.record;
  Table table;
  table.section = "Modes";
  table.title = "Fixed-interface modes of " + body.name;
  table.detail = r.method == "free" ? "They served the comparison with the mesh; the body holds modes of the free body."
                 : r.certified ? fmt::format("Proven complete below {:.0f} Hz by an inertia count.", r.certified_below)
                               : "Not proven complete.";
  table.columns = {{"mode", "", false},           {"frequency", "Hz", false}, {"interface mass", "", false},
                   {"of translation", "", false}, {"of rotation", "", false}, {"kept", "", true}};
  for (Index i = 0; i < std::min<Index>(r.fixed_hz.size(), 100); ++i) {
    const bool kept = std::find(r.kept_modes.begin(), r.kept_modes.end(), i) != r.kept_modes.end();
    table.rows.push_back({{double(i + 1), {}},
                          {r.fixed_hz[i], {}},
                          {r.share[i], {}},
                          {r.share_translation[i], {}},
                          {r.share_rotation[i], {}},
                          {std::string(kept ? "yes" : "no"), {}}});
  }
  return table;
}

void record_unnamed(const ReducedBody& body, RunRecord& record) {
  const ReductionRecord& r = body.record;
  const QualityRecord& q = body.quality;
  record.verdicts.push_back(quality_verdict(q, r.interface_dofs));
  if (r.certified)
    record.verdicts.push_back({VerdictLevel::good, first_letter_upper(none_missed(r)) + ".",
                               fmt::format("Counted by Sylvester's law below {:.0f} Hz.", r.certified_below),
                               "Modes complete", "Modes"});
  record.key_figures.push_back({"coordinates", double(body.frequency.size()), "",
                                fmt::format("{} of the mesh", r.full_dofs),
                                fmt::format("{} + {} + {}{}", r.constraint_modes, r.normal_modes, r.vectors_kept,
                                            r.static_modes > 0 ? fmt::format(" + {}", r.static_modes) : "")});
  if (q.computed) {
    record.key_figures.push_back(
        {"largest response error", q.frf_error_max, "", fmt::format("{:.3g} Hz to {:.6g} Hz", q.lines_hz[0], q.band_hz),
         q.interface_error > 0 ? fmt::format("{:.2g} by interface reduction alone", q.interface_error) : ""});
    record.key_figures.push_back({"smallest FRAC", q.frac_min, "", fmt::format("{} pairs", q.pairs_counted), ""});
  }
  if (r.share.size() > 0) {
    if (std::isfinite(r.completeness))
      record.key_figures.push_back({"interface mass of the modes", r.completeness, "", r.selection, ""});
    record.matrices.push_back(distribution_map(r));
    record.tables.push_back(mode_table(body));
  }
  if (q.computed) {
    record.curves.push_back(
        response_curve(q, q.worst_reference, q.worst_reduced, "The response that is met worst",
                       fmt::format("Force at {}, acceleration at {}: {:.2g} % error", q.dof_names[q.worst_column],
                                   q.dof_names[q.worst_row], 100 * q.frf_error_max)));
    record.curves.push_back(response_curve(q, q.drive_reference, q.drive_reduced, "A driving point",
                                           fmt::format("Force and acceleration at {}", q.dof_names[q.drive_dof])));
    record.matrices.push_back(pair_map(q, (100 * q.error).eval(), "Relative error of every frequency response [%]",
                                       "Root of the summed squared difference over the band, in percent."));
    MatrixMap frac = pair_map(q, q.frac, "FRAC of every frequency response", "1: same shape over frequency.");
    set_frac_classes(frac);
    record.matrices.push_back(std::move(frac));
    add_mode_maps(
        {kSection, "reduced", "unreduced free body", q.mac, q.reduced_hz, q.reference_hz, "mass"},
        fmt::format("{} of {} modes in the band match, frequencies differ by {:.2g} % at most.", q.modes_matched,
                    (q.reduced_hz.array() <= q.band_hz).count(), 100 * q.frequency_difference_max),
        record);
  }
  if (r.share.size() > 0) record.curves.push_back(completeness_curve(r));
  if (body.display.triangles.empty()) return;
  record.scenes.push_back(mode_scene(body));
  if (const std::vector<HeldMode> held = leading_held_modes(body, kHeldPictures); !held.empty())
    record.scenes.push_back(held_mode_scene(body, held));
}

}  // namespace

void record_quantities(const ReducedBody& body, const std::string& prefix, RunRecord& record) {
  const ReductionRecord& r = body.record;
  const QualityRecord& q = body.quality;
  const auto number = [&](const std::string& name, double value) { set_quantity(record, prefix + name, value); };
  for (const auto& [name, value] : {std::pair{"completeness_reached", r.completeness},
                                    {"completeness_with_vectors", r.completeness_with_vectors}}) {
    if (r.share.size() > 0 && std::isfinite(value))
      number(name, value);
    else
      set_missing(
          record, prefix + name,
          r.share.size() > 0 ? "the body holds no fixed-interface modes" : "no fixed-interface modes are known");
  }
  number("normal_modes", double(r.normal_modes));
  number("vectors_kept", double(r.vectors_kept));
  number("constraint_modes", double(r.constraint_modes));
  number("static_modes", double(r.static_modes));
  number("modes_computed", double(r.modes_computed));
  number("coordinates", double(body.frequency.size()));
  number("mass", body.invariants.I1);
  number("first_frequency", body.frequency.size() > 0 ? body.frequency[0] : std::numeric_limits<double>::quiet_NaN());
  number("modes_proven_complete", r.certified ? 1 : 0);
  for (const auto& [name, value] : {std::pair{"frac_min", q.frac_min},
                                    {"frac_mean", q.frac_mean},
                                    {"frf_error_max", q.frf_error_max},
                                    {"interface_error_max", q.interface_error},
                                    {"frequency_difference_max", q.frequency_difference_max}}) {
    if (q.computed)
      number(name, value);
    else
      set_missing(record, prefix + name, "quality record: " + q.reason);
  }
  if (q.computed) {
    number("compared_dofs", double(q.dof_names.size()));
    number("modes_matched", double(q.modes_matched));
    number("reference_residual", q.sampled_residual.maxCoeff());
    number("reference_error", q.reference_error);
    number("reference_solves", double(q.reference_solves));
    number("reference_solves_limit", double(q.reference_solves_limit));
  }
  number("reduction_wall_s", r.reduction_wall_s);
  number("certificate_wall_s", r.certificate_wall_s);
  number("quality_wall_s", q.wall_s);
}

std::string none_missed(const ReductionRecord& record) {
  return record.method == "free" ? "no mode of the free body was missed" : "no fixed-interface mode was missed";
}

void set_frac_classes(MatrixMap& map) {
  map.class_limits = {0.98, 0.99, 0.998, 0.999, 0.9999};
  map.class_labels = {"< 0.98", "≥ 0.98", "≥ 0.99", "≥ 0.998", "≥ 0.999", "≥ 0.9999"};
}

void record_findings(const ReducedBody& body, bool named, RunRecord& record) {
  RunRecord found;
  record_unnamed(body, found);
  if (named) {
    for (Verdict& v : found.verdicts) v.claim = fmt::format("{}: {}", body.name, v.claim);
    for (KeyFigure& k : found.key_figures) k.label = fmt::format("{}: {}", body.name, k.label);
    for (Curve& c : found.curves) c.title = fmt::format("{}: {}", body.name, c.title);
    for (MatrixMap& m : found.matrices) m.title = fmt::format("{}: {}", body.name, m.title);
  }
  const auto append = [](auto& list, auto& more) {
    list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  append(record.verdicts, found.verdicts);
  append(record.key_figures, found.key_figures);
  append(record.curves, found.curves);
  append(record.matrices, found.matrices);
  append(record.tables, found.tables);
  append(record.scenes, found.scenes);
}

void add_mode_maps(const ModeSets& sets, const std::string& detail, RunRecord& record) {
  if (sets.mac.size() == 0) return;
  MatrixMap map;
  map.section = sets.section;
  map.title = fmt::format("Shapes of modes: {} (rows) and {} (columns)", sets.rows, sets.columns);
  map.detail = fmt::format("MAC weighted by {}; {}", sets.weight, detail);
  for (const double hz : sets.row_hz) map.row_names.push_back(fmt::format("{:.0f} Hz", hz));
  for (const double hz : sets.column_hz) map.column_names.push_back(fmt::format("{:.0f} Hz", hz));
  map.values = sets.mac;
  map.scale = FieldScale::magnitude;
  record.matrices.push_back(map);

  map.title =
      fmt::format("Frequencies of like modes: {} (rows) against {} (columns), difference [%]", sets.rows, sets.columns);
  map.detail = fmt::format("Where the MAC exceeds {:g}, modes of equal frequency taken together.", same_shape);
  map.values = 100 * frequency_differences(sets.mac, sets.row_hz, sets.column_hz);
  map.scale = FieldScale::signed_values;
  map.nan_label = "not alike";
  record.matrices.push_back(std::move(map));
}

std::shared_ptr<const Mesh> display_mesh(const NodeRows& rows) {
  auto mesh = std::make_shared<Mesh>();
  mesh->x = rows.position;
  for (Index i = 0; i < rows.position.cols(); ++i) mesh->node_labels.push_back(i + 1);
  ElementBlock block;
  block.type = CellType::tri3;
  block.nodes.resize(3, Index(rows.triangles.size()));
  for (Index i = 0; i < block.nodes.cols(); ++i) {
    for (int k = 0; k < 3; ++k) block.nodes(k, i) = rows.triangles[i][k];
    block.labels.push_back(i + 1);
  }
  mesh->blocks.push_back(std::move(block));
  return mesh;
}

std::string quality_line(const ReducedBody& body) {
  if (!body.quality.computed) return "not compared with the mesh: " + body.quality.reason;
  return fmt::format("smallest FRAC {:.6f}   largest FRF error {:.2g} %{}", body.quality.frac_min,
                     100 * body.quality.frf_error_max,
                     std::isfinite(body.record.completeness)
                         ? fmt::format("   interface mass {:.1f} %", 100 * body.record.completeness)
                         : "");
}

}  // namespace trunnion

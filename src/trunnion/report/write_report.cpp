#include "trunnion/report/write_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "trunnion/report/coarser_map.h"
#include "trunnion/report/color_map.h"
#include "trunnion/report/display_units.h"
#include "trunnion/report/html.h"
#include "trunnion/report/page_parts.h"
#include "trunnion/report/quantize.h"
#include "trunnion/report/scene_pack.h"
#include "trunnion/report/still_picture.h"
#include "trunnion/report/thin_curves.h"
#include "trunnion/report/viewer_assets.h"
#include "trunnion/results/atomic_file.h"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

/// Only what stands in the page may be loaded; the one script is known by its hash, so that no other can run.
std::string head(const RunRecord& record) {
  return fmt::format(
      R"(<!DOCTYPE html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '{}'; img-src data: blob:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}: Trunnion report</title>
<style>
{}</style>
</head>
<body>
{}
)",
      viewer_script_hash(), html(record.model_name), viewer_style(), viewer_icons());
}

std::string color_json(const ColorMap& map) {
  std::vector<std::uint8_t> bytes;
  for (const Rgb& color : map) bytes.insert(bytes.end(), color.begin(), color.end());
  return base64(bytes);
}

Json axis_json(const Axis& axis) { return {{"label", axis.label}, {"unit", axis.unit}, {"log", axis.log}}; }

/// `points`: at most, of a series; 0: all.
Json curve_json(const Curve& curve, Index points, BlobList& blobs) {
  const auto blob = [&](const VectorXd& values) { return blobs.add(pack_floats(values)); };
  Json series = Json::array();
  for (const Series& all : curve.series) {
    const Series one = points > 0 ? thinned(all, points) : all;
    series.push_back({{"name", one.name},
                      {"x", blob(one.x)},
                      {"y", blob(one.y)},
                      {"reference", one.reference},
                      {"markers", one.markers}});
  }
  return {{"title", curve.title},
          {"kind", curve.kind == CurveKind::cartesian ? "cartesian"
                   : curve.kind == CurveKind::polar   ? "polar"
                                                      : "orbit"},
          {"x", axis_json(curve.x)},
          {"y", axis_json(curve.y)},
          {"series", series},
          {"limit", curve.limit ? Json(*curve.limit) : Json(nullptr)},
          {"limitLabel", curve.limit_label},
          {"thinned",
           points > 0 && std::ranges::any_of(curve.series, [&](const Series& s) { return s.x.size() > points; })}};
}

Json matrix_json(const MatrixMap& map, BlobList& blobs) {
  Json instants = Json::array();
  for (const MatrixMap::Instant& at : map.instants) {
    PackedField packed = pack_field(VectorXd(at.values.transpose().reshaped()), 16);
    instants.push_back(
        {{"time", at.time}, {"low", packed.low}, {"high", packed.high}, {"data", blobs.add(std::move(packed.data))}});
  }
  const std::size_t values = blobs.add(pack_floats(VectorXd(map.values.transpose().reshaped())));
  const auto places = [&](const VectorXd& list) -> Json {
    if (list.size() == 0) return nullptr;
    return blobs.add(pack_floats(list));
  };
  return {{"title", map.title},
          {"rows", map.row_names},
          {"columns", map.column_names},
          {"rowGroups", map.row_groups},
          {"columnGroups", map.column_groups},
          {"rowPlaces", places(map.row_places)},
          {"columnPlaces", places(map.column_places)},
          {"rowUnit", map.row_unit},
          {"columnUnit", map.column_unit},
          {"values", values},
          {"instants", std::move(instants)},
          {"unit", map.unit},
          {"scale", name(map.scale)},
          {"limits", map.class_limits},
          {"labels", map.class_labels},
          {"nanLabel", map.nan_label},
          {"sheet", map.sheet},
          {"marked", map.marked ? Json{(*map.marked)[0], (*map.marked)[1]} : Json(nullptr)}};
}

std::string surface_sentence(const PackedScenes& scenes) {
  std::string text = fmt::format("all {} faces, 16-bit positions", format_number(double(scenes.faces), 7));
  for (const std::string& note : scenes.notes) text += "; " + note;
  return text;
}

std::string matrix_sentence(const MapDetail& detail) {
  const auto number = [](Index count) { return format_number(double(count), 7); };
  std::vector<std::string> parts;
  if (detail.instants != MapDetail::all)
    parts.push_back(fmt::format("{} instants of each map over time at most, evenly spread", number(detail.instants)));
  if (detail.moving_cells < detail.cells)
    parts.push_back(fmt::format("{} cells of each map over time at most", number(detail.moving_cells)));
  if (detail.cells != MapDetail::all) parts.push_back(fmt::format("{} cells of each at most", number(detail.cells)));
  if (parts.empty()) return {};
  const bool joined = detail.cells != MapDetail::all || detail.moving_cells != MapDetail::all;
  return fmt::format("{}{}; the results file has all", fmt::join(parts, "; "),
                     joined ? ": neighbors are one cell that shows the worst of them" : "");
}

std::string curve_sentence(Index points) {
  if (points == 0) return {};
  return fmt::format(
      "{} points of each at most: every stretch of samples shows its smallest and its largest value; the results file "
      "has all",
      format_number(double(points), 7));
}

}  // namespace

std::string report_html(const RunRecord& record, const ReportOptions& options) {
  for (const Scene& scene : record.scenes) validate(scene);
  Json data;
  Json scenes_json;
  PackedScenes scenes = pack_scenes(record.scenes, options.budget, scenes_json);
  data["scenes"] = std::move(scenes_json);
  for (std::size_t k = 0; k < record.scenes.size(); ++k)
    data["scenes"][k]["suggested"] = suggested_scale(record.scenes[k]);
  data["curves"] = Json::array();
  const Index points = points_that_fit(record.curves, options.curve_budget);
  for (const Curve& curve : record.curves) data["curves"].push_back(curve_json(curve, points, scenes.blobs));
  data["matrices"] = Json::array();
  const MapDetail detail = map_detail_that_fits(record.matrices, options.matrix_budget);
  for (const MatrixMap& map : record.matrices)
    data["matrices"].push_back(matrix_json(coarser_map(map, detail), scenes.blobs));
  data["colors"] = {{"magnitude", color_json(magnitude_map())}, {"signed", color_json(signed_map())}};

  const SectionIds sections = section_ids(record);
  std::string page = head(record);
  page += html_header(record, sections);
  page += "<main class=\"wrap\">\n" + html_overview(record, sections) + html_stage(record) +
          html_sections(record, sections) + html_balances(record) +
          html_provenance(record, record.scenes.empty() ? "" : surface_sentence(scenes),
                          {{"Curves shown", curve_sentence(points)}, {"Maps shown", matrix_sentence(detail)}}) +
          "</main>\n";
  page += "<script type=\"application/json\" id=\"units-table\">" + script_json(unit_table_json()) + "</script>\n";
  page += "<script type=\"application/json\" id=\"data\">" +
          script_json(data.dump(-1, ' ', false, Json::error_handler_t::replace)) + "</script>\n";
  for (std::size_t k = 0; k < scenes.blobs.size(); ++k)
    page += fmt::format("<script type=\"text/plain\" id=\"b{}\">", k) + scenes.blobs[k] + "</script>\n";
  page += fmt::format("<script>{}</script>\n</body></html>\n", viewer_script());
  return page;
}

void write_report(const RunRecord& record, const std::filesystem::path& path, const ReportOptions& options) {
  write_file(path, report_html(record, options));
}

}  // namespace trunnion

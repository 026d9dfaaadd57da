#include "trunnion/results/record_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "trunnion/base/error.h"

// How the types that nlohmann::json does not know become JSON. NaN and infinity are null; null is read as NaN.
namespace nlohmann {

template <class T>
struct adl_serializer<std::optional<T>> {
  static void to_json(json& j, const std::optional<T>& value) { j = value ? json(*value) : json(nullptr); }
  static void from_json(const json& j, std::optional<T>& value) {
    if (j.is_null())
      value.reset();
    else
      value = j.get<T>();
  }
};

template <>
struct adl_serializer<Eigen::VectorXd> {
  static void to_json(json& j, const Eigen::VectorXd& v) {
    j = json::array();
    for (const double value : v) j.push_back(std::isfinite(value) ? json(value) : json(nullptr));
  }
  static void from_json(const json& j, Eigen::VectorXd& v) {
    v.resize(static_cast<Eigen::Index>(j.size()));
    for (Eigen::Index k = 0; k < v.size(); ++k) {
      const json& entry = j.at(static_cast<std::size_t>(k));
      v[k] = entry.is_null() ? std::nan("") : entry.get<double>();
    }
  }
};

template <>
struct adl_serializer<Eigen::MatrixXd> {
  static void to_json(json& j, const Eigen::MatrixXd& m) {
    j = {{"rows", m.rows()}, {"columns", m.cols()}, {"by_column", Eigen::VectorXd(m.reshaped())}};
  }
  static void from_json(const json& j, Eigen::MatrixXd& m) {
    const auto rows = j.at("rows").get<Eigen::Index>();
    const auto columns = j.at("columns").get<Eigen::Index>();
    const auto values = j.at("by_column").get<Eigen::VectorXd>();
    if (rows * columns != values.size()) throw trunnion::InputError("a matrix of the record has a wrong size");
    m = values.reshaped(rows, columns);
  }
};

template <>
struct adl_serializer<trunnion::Cell> {
  static void to_json(json& j, const trunnion::Cell& cell) {
    json content = nullptr;
    if (const auto* number = std::get_if<double>(&cell.content)) content = *number;
    if (const auto* text = std::get_if<std::string>(&cell.content)) content = *text;
    j = {{"content", content}, {"verdict", cell.verdict}};
    if (!cell.unit.empty()) j["unit"] = cell.unit;
  }
  static void from_json(const json& j, trunnion::Cell& cell) {
    const json& content = j.at("content");
    if (content.is_number()) cell.content = content.get<double>();
    if (content.is_string()) cell.content = content.get<std::string>();
    j.at("verdict").get_to(cell.verdict);
    cell.unit = j.value("unit", "");
  }
};

}  // namespace nlohmann

namespace trunnion {
namespace {

double number(const nlohmann::json& j) { return j.is_null() ? std::nan("") : j.get<double>(); }

}  // namespace

NLOHMANN_JSON_SERIALIZE_ENUM(StageStatus, {{StageStatus::done, "done"},
                                           {StageStatus::running, "running"},
                                           {StageStatus::stopped, "stopped"},
                                           {StageStatus::failed, "failed"}})
NLOHMANN_JSON_SERIALIZE_ENUM(VerdictLevel,
                             {{VerdictLevel::good, "good"}, {VerdictLevel::watch, "watch"}, {VerdictLevel::bad, "bad"}})
NLOHMANN_JSON_SERIALIZE_ENUM(CurveKind, {{CurveKind::cartesian, "cartesian"},
                                         {CurveKind::polar, "polar"},
                                         {CurveKind::orbit, "orbit"}})
void to_json(nlohmann::json& j, const FieldScale& scale) { j = name(scale); }
void from_json(const nlohmann::json& j, FieldScale& scale) { scale = field_scale(j.get<std::string>()); }
void to_json(nlohmann::json& j, const Balance& b) {
  j = {{"name", b.name}, {"where", b.where}, {"value", b.value}, {"limit", b.limit}, {"unit", b.unit}};
}
void from_json(const nlohmann::json& j, Balance& b) {
  b = {j.at("name"), j.at("where"), number(j.at("value")), number(j.at("limit")), j.at("unit")};
}
void to_json(nlohmann::json& j, const KeyFigure& k) {
  j = {{"label", k.label}, {"value", k.value}, {"unit", k.unit}, {"detail", k.detail}, {"text", k.text}};
}
void from_json(const nlohmann::json& j, KeyFigure& k) {
  k = {j.at("label"), number(j.at("value")), j.at("unit"), j.at("detail"), j.at("text")};
}

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(StageRecord, name, type, wall_s, cpu_s, steps, iterations, balances, warnings,
                                   status, message)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Quantity, name, value, reason)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Verdict, level, claim, detail, chip, link)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Axis, label, unit, log)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Series, name, x, y, reference, markers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Curve, section, title, detail, kind, x, y, series, limit, limit_label)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Column, name, unit, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Table, section, title, detail, columns, rows, highlighted_row)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(MatrixMap, section, title, detail, row_names, column_names, row_groups,
                                                column_groups, values, unit, scale, class_limits, class_labels,
                                                nan_label, row_places, column_places, row_unit, column_unit, sheet,
                                                marked)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Provenance, input_file, input_hash, version, date, command, changed, blas_kernel,
                                   threads, more)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunRecord, model_name, provenance, headline, explanation, key_figures, verdicts,
                                   stages, balances, warnings, quantities, curves, tables, matrices, files)

std::string record_json(const RunRecord& record) {
  return nlohmann::json(record).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RunRecord parse_record(const std::string& json) {
  try {
    return nlohmann::json::parse(json).get<RunRecord>();
  } catch (const nlohmann::json::exception& reason) {
    throw InputError(fmt::format("the record of the run cannot be read: {}", reason.what()));
  }
}

}  // namespace trunnion

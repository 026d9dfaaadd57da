#include "trunnion/run/output_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "trunnion/run/outputs.h"

namespace trunnion {
namespace {

std::string label_of(const OutputInput& output) {
  if (!output.label.empty()) return output.label;
  std::string label = output.name;
  std::replace(label.begin(), label.end(), '_', ' ');
  return label;
}

std::string capitalized(std::string sentence) {
  sentence[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(sentence[0])));
  return sentence;
}

/// The user said what he expects: within the limit is a good verdict, beyond it a bad one.
Verdict expectation(const OutputInput& output, double value, Kind kind) {
  const double expected = as_kind(*output.expected, kind);
  const double deviation = std::abs(value - expected) / std::abs(expected);
  const bool met = deviation <= output.within;
  return {met ? VerdictLevel::good : VerdictLevel::bad,
          capitalized(fmt::format("{} {} what was expected.", label_of(output), met ? "is" : "is not")),
          fmt::format("{} against {}: {:.3g} % apart, allowed {:.3g} %.", display_text(value, kind),
                      display_text(expected, kind), 100 * deviation, 100 * output.within),
          met ? "" : label_of(output) + " unexpected", ""};
}

void record_value(const OutputInput& output, double value, Kind kind, RunRecord& record) {
  set_quantity(record, output.name, value);
  std::string detail;
  if (output.expected) {
    const double expected = as_kind(*output.expected, kind);
    detail = "expected " + display_text(expected, kind);
    set_quantity(record, output.name + ".expected", expected);
    set_quantity(record, output.name + ".deviation_percent", 100 * (value - expected) / std::abs(expected));
    record.verdicts.push_back(expectation(output, value, kind));
  }
  const std::string unit = kind == Kind::number ? "" : std::string(info(kind).si);
  record.key_figures.push_back({capitalized(label_of(output)), value, unit, detail, ""});
}

std::string missing_reason(const std::string& stage, const RunRecord& record) {
  for (const StageRecord& entry : record.stages)
    if (entry.name == stage && entry.status != StageStatus::done)
      return fmt::format("stage {} {}: {}", stage, name(entry.status), entry.message);
  return fmt::format("stage {} was not run", stage);
}

std::string reason_of_nan(const OutputInput& output, const FinishedStages& finished) {
  if (output.take == OutputTake::repeat) return fmt::format("stage '{}' has no two whole cycles", output.stage);
  const auto ended = finished.ended.find(output.stage);
  return fmt::format("the curve '{}' does not reach there{}", output.on,
                     ended == finished.ended.end() ? "" : ": " + ended->second);
}

}  // namespace

std::vector<std::string> record_outputs(const Model& model, const FinishedStages& finished, RunRecord& record) {
  std::vector<std::string> findings, lines;
  for (const OutputInput& output : model.outputs) {
    const auto fe = finished.fe.find(output.stage);
    const auto curves = finished.curves.find(output.stage);
    CurveOutput found{0, kind_of(output.quantity)};
    if (fe != finished.fe.end()) {
      const auto input =
          std::find_if(model.stages.begin(), model.stages.end(), [&](auto& s) { return s.name == output.stage; });
      found.value = evaluate_output(output, fe->second, input->body);
    } else if (curves != finished.curves.end()) {
      const auto input =
          std::find_if(model.stages.begin(), model.stages.end(), [&](auto& s) { return s.name == output.stage; });
      const std::optional<CurveOutput> value = evaluate_curve(output, curves->second, input->mechanism.cycle);
      if (!value) {
        set_missing(record, output.name, fmt::format("the model records no curve '{}'", output.on));
        continue;
      }
      found = *value;
      if (std::isnan(found.value)) {
        set_missing(record, output.name, reason_of_nan(output, finished));
        continue;
      }
    } else {
      set_missing(record, output.name, missing_reason(output.stage, record));
      continue;
    }
    record_value(output, found.value, found.kind, record);
    findings.push_back(fmt::format("{} {}", label_of(output), display_text(found.value, found.kind)));
    const std::string& detail = record.key_figures.back().detail;
    lines.push_back(findings.back() + (detail.empty() ? "" : " (" + detail + ")"));
  }
  constexpr std::size_t in_headline = 2;
  if (findings.size() > in_headline) findings.resize(in_headline);
  if (!findings.empty()) record.headline = capitalized(fmt::format("{}.", fmt::join(findings, ", ")));
  return lines;
}

}  // namespace trunnion

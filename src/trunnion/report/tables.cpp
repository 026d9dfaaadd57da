#include "trunnion/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/report/display_units.h"
#include "trunnion/report/html.h"
#include "trunnion/report/verdicts.h"

namespace trunnion {
namespace {

/// A column ready to print: its display unit and the text of each cell.
struct ShownColumn {
  DisplayUnit unit;
  double size = 0;  ///< largest magnitude, SI
  std::vector<std::string> cells;
};

std::string html_content(const Cell& cell) {
  const auto* text = std::get_if<std::string>(&cell.content);
  if (text == nullptr) return "–";
  return cell.verdict ? html_chip(*cell.verdict, *text) : html_sentence(*text);
}

ShownColumn shown_column(const Table& table, std::size_t column) {
  ShownColumn shown;
  const char* align = table.columns[column].text ? " class=\"l\"" : "";
  std::vector<double> numbers;
  for (const auto& row : table.rows)
    if (const auto* number = column < row.size() ? std::get_if<double>(&row[column].content) : nullptr)
      if (row[column].unit.empty()) numbers.push_back(*number);
  for (const double number : numbers)
    if (std::isfinite(number)) shown.size = std::max(shown.size, std::abs(number));
  shown.unit = display_unit(table.columns[column].unit, shown.size);
  std::vector<double> scaled = numbers;
  for (double& number : scaled) number *= shown.unit.factor;
  const std::vector<std::string> texts = format_column(scaled);
  std::size_t next = 0;
  for (const auto& row : table.rows) {
    const Cell cell = column < row.size() ? row[column] : Cell{};
    if (const auto* number = std::get_if<double>(&cell.content); number && !cell.unit.empty()) {
      shown.cells.push_back(fmt::format("<td{}>{}</td>", align, html_value(*number, cell.unit)));
    } else if (number) {
      shown.cells.push_back(fmt::format("<td{} data-v=\"{}\">{}</td>", align, numbers[next], html(texts[next])));
      ++next;
    } else {
      shown.cells.push_back(fmt::format("<td{}>{}</td>", align, html_content(cell)));
    }
  }
  return shown;
}

std::string html_heading(const Column& column, const DisplayUnit& unit, double size) {
  const std::string shown = unit.unit.empty() ? "" : fmt::format(R"(<span class="u">, {}</span>)", html(unit.unit));
  return fmt::format(R"(<th scope="col"{} data-u="{}" data-max="{}">{}{}</th>)", column.text ? " class=\"l\"" : "",
                     html(column.unit), size, html(column.name), shown);
}

}  // namespace

std::string html_table(const Table& table) {
  std::string head, body;
  std::vector<ShownColumn> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    columns.push_back(shown_column(table, c));
    head += html_heading(table.columns[c], columns[c].unit, columns[c].size);
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    body += static_cast<int>(r) == table.highlighted_row ? "<tr class=\"hi\">" : "<tr>";
    for (const ShownColumn& column : columns) body += column.cells[r];
    body += "</tr>\n";
  }
  return fmt::format(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table><thead><tr>{}</tr></thead>\n"
      "<tbody>{}</tbody></table></div>",
      html(table.title), head, body);
}

Table balance_table(const RunRecord& record) {
  Table table;
  const auto balances = all_balances(record);
  const bool all = std::ranges::all_of(balances, [](const auto& entry) { return entry.balance.closes(); });
  table.title = balances.empty() ? "No balance was recorded"
                : all            ? "Every balance closes within its limit"
                                 : "Not every balance closes";
  table.detail = "Largest value over each stage";
  table.columns = {
      {"Balance", "", true}, {"Where", "", true}, {"Value", "", false}, {"Limit", "", false}, {"Verdict", "", true}};
  for (const auto& [stage, balance] : balances) {
    const bool closes = balance.closes();
    std::string where = stage;
    if (!balance.where.empty()) where += (where.empty() ? "" : ", ") + balance.where;
    const auto cell = [&](double value) -> Cell {
      if (balance.unit.empty()) return {format_value(value, ""), {}};
      return {value, {}, balance.unit};
    };
    table.rows.push_back({{balance.name, {}},
                          {where, {}},
                          cell(balance.value),
                          cell(balance.limit),
                          {std::string(closes ? "closes" : "open"), closes ? VerdictLevel::good : VerdictLevel::bad}});
  }
  return table;
}

Table stage_table(const RunRecord& record) {
  Table table;
  table.title =
      fmt::format("{} in {}", record.stages.size() == 1 ? "One stage" : fmt::format("{} stages", record.stages.size()),
                  format_duration(total_wall_time(record)));
  table.detail = "Wall time; a dash where the word has no meaning";
  table.columns = {{"Stage", "", true},       {"Type", "", true},  {"Steps", "", false},
                   {"Iterations", "", false}, {"Time", "", false}, {"Status", "", true}};
  const auto count = [](const std::optional<long>& value) {
    return value ? Cell{static_cast<double>(*value), {}} : Cell{};
  };
  for (const StageRecord& stage : record.stages) {
    const VerdictLevel level = stage.status == StageStatus::done     ? VerdictLevel::good
                               : stage.status == StageStatus::failed ? VerdictLevel::bad
                                                                     : VerdictLevel::watch;
    table.rows.push_back({{stage.name, {}},
                          {stage.type, {}},
                          count(stage.steps),
                          count(stage.iterations),
                          {format_duration(stage.wall_s), {}},
                          {std::string(name(stage.status)), level}});
  }
  return table;
}

}  // namespace trunnion

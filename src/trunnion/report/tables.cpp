#include "trunnion/report/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/report/display_units.h"
#include "trunnion/report/html.h"
#include "trunnion/report/verdicts.h"

namespace trunnion {
namespace {

double largest(const Table& table, std::size_t column) {
  double size = 0;
  for (const auto& row : table.rows)
    if (column < row.size())
      if (const auto* number = std::get_if<double>(&row[column].content))
        if (std::isfinite(*number)) size = std::max(size, std::abs(*number));
  return size;
}

std::string html_cell(const Cell& cell, const Column& column, double factor) {
  const char* align = column.text ? " class=\"l\"" : "";
  if (const auto* number = std::get_if<double>(&cell.content))
    return fmt::format("<td{} data-v=\"{}\">{}</td>", align, *number, html(format_number(*number * factor, 4)));
  if (const auto* text = std::get_if<std::string>(&cell.content))
    return fmt::format("<td{}>{}</td>", align, cell.verdict ? html_chip(*cell.verdict, *text) : html_sentence(*text));
  return fmt::format("<td{}>–</td>", align);
}

std::string html_heading(const Column& column, const DisplayUnit& unit, double size) {
  const std::string shown = unit.unit.empty() ? "" : fmt::format(R"(<span class="u">, {}</span>)", html(unit.unit));
  return fmt::format(R"(<th scope="col"{} data-u="{}" data-max="{}">{}{}</th>)", column.text ? " class=\"l\"" : "",
                     html(column.unit), size, html(column.name), shown);
}

}  // namespace

std::string html_table(const Table& table) {
  std::string head, body;
  std::vector<double> factors;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    const double size = largest(table, c);
    const DisplayUnit unit = display_unit(table.columns[c].unit, size);
    factors.push_back(unit.factor);
    head += html_heading(table.columns[c], unit, size);
  }
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    body += static_cast<int>(r) == table.highlighted_row ? "<tr class=\"hi\">" : "<tr>";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Cell empty;
      body += html_cell(c < table.rows[r].size() ? table.rows[r][c] : empty, table.columns[c], factors[c]);
    }
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
    // Units differ from row to row, so the cells carry theirs as text.
    table.rows.push_back({{balance.name, {}},
                          {where, {}},
                          {format_value(balance.value, balance.unit), {}},
                          {format_value(balance.limit, balance.unit), {}},
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
    const VerdictLevel level = stage.status == StageStatus::done      ? VerdictLevel::good
                               : stage.status == StageStatus::stopped ? VerdictLevel::watch
                                                                      : VerdictLevel::bad;
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

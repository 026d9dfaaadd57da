#include "trunnion/results/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/results/atomic_file.h"

namespace trunnion {
namespace {

std::string quoted(const std::string& text) {
  const bool formula = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  const bool special = text.find_first_of(",\"\r\n") != std::string::npos;
  std::string out;
  if (special) out += '"';
  if (formula) out += '\'';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  if (special) out += '"';
  return out;
}

std::string heading(const std::string& name, const std::string& unit) {
  return quoted(unit.empty() ? name : fmt::format("{} [{}]", name, unit));
}

std::string cell_text(const Cell& cell) {
  if (const auto* number = std::get_if<double>(&cell.content))
    return std::isnan(*number) ? "" : fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&cell.content)) return quoted(*text);
  return {};
}

std::string joined(const std::vector<std::string>& cells) { return fmt::format("{}\n", fmt::join(cells, ",")); }

}  // namespace

std::string table_csv(const Table& table) {
  std::vector<std::string> line;
  line.reserve(table.columns.size());
  for (const Column& column : table.columns) line.push_back(heading(column.name, column.unit));
  std::string out = joined(line);
  for (const auto& row : table.rows) {
    line.clear();
    for (const Cell& cell : row) line.push_back(cell_text(cell));
    out += joined(line);
  }
  return out;
}

std::string curve_csv(const Curve& curve) {
  std::vector<std::string> line;
  Index longest = 0;
  for (const Series& series : curve.series) {
    line.push_back(heading(curve.x.label, curve.x.unit));
    line.push_back(heading(series.name, curve.y.unit));
    longest = std::max(longest, series.x.size());
  }
  std::string out = joined(line);
  for (Index k = 0; k < longest; ++k) {
    line.clear();
    for (const Series& series : curve.series) {
      const bool there = k < series.x.size();
      line.push_back(there ? fmt::format("{}", series.x[k]) : "");
      line.push_back(there && !std::isnan(series.y[k]) ? fmt::format("{}", series.y[k]) : "");
    }
    out += joined(line);
  }
  return out;
}

std::vector<std::string> write_csv(const RunRecord& record, const std::filesystem::path& folder) {
  std::vector<std::string> names;
  const auto write = [&](std::string name, const std::string& text) {
    write_file(folder / name, text);
    names.push_back(std::move(name));
  };
  for (std::size_t k = 0; k < record.tables.size(); ++k)
    write(fmt::format("table-{}.csv", k + 1), table_csv(record.tables[k]));
  for (std::size_t k = 0; k < record.curves.size(); ++k)
    write(fmt::format("curve-{}.csv", k + 1), curve_csv(record.curves[k]));
  std::string quantities = "name,value,reason\n";
  for (const Quantity& q : record.quantities)
    quantities += joined({quoted(q.name), q.value ? fmt::format("{}", *q.value) : "", quoted(q.reason)});
  write("quantities.csv", quantities);
  return names;
}

}  // namespace trunnion

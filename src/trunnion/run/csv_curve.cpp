#include "trunnion/run/csv_curve.h"

#include <fmt/format.h>

#include <fmt/ranges.h>
#include <algorithm>

#include <charconv>
#include <cmath>
#include <fstream>

#include "trunnion/base/error.h"
#include "trunnion/base/units.h"

namespace trunnion {

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::size_t start = 0;
  for (;;) {
    const std::size_t comma = line.find(',', start);
    std::string cell = line.substr(start, comma == std::string::npos ? comma : comma - start);
    const auto first = cell.find_first_not_of(" \t\r"), last = cell.find_last_not_of(" \t\r");
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    if (comma == std::string::npos) return cells;
    start = comma + 1;
  }
}

// "angle [degree]" -> one degree.
PhysicalQuantity column_unit(const std::string& header, const SourceLocation& where) {
  const auto open = header.find('['), close = header.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open)
    throw InputError(where, fmt::format("the header must give a unit in brackets, like \"angle [degree]\"; it has "
                                        "\"{}\"",
                                        header));
  const Unit unit = parse_unit(header.substr(open + 1, close - open - 1));
  return {unit.factor, unit.dimension, 0};
}

// The first of the kinds that the column can be, and its SI factor.
std::pair<Kind, double> column_kind(const std::string& header, const std::vector<Kind>& kinds,
                                    const SourceLocation& where) {
  const bool plain = header.find('[') == std::string::npos;  // a number has no unit to give
  if (plain && std::find(kinds.begin(), kinds.end(), Kind::number) != kinds.end()) return {Kind::number, 1.0};
  const PhysicalQuantity one = column_unit(header, where);
  std::vector<std::string> wanted;
  for (const Kind kind : kinds) try {
      return {kind, as_kind(one, kind)};
    } catch (const InputError&) {
      wanted.push_back(fmt::format("{} ({})", info(kind).name, info(kind).accepted));
    }
  throw InputError(where,
                   fmt::format("column \"{}\": the unit of {} is wanted", header, fmt::join(wanted, ", or of ")));
}

}  // namespace

CsvColumns read_csv_columns(const std::filesystem::path& path, const std::vector<std::vector<Kind>>& kinds) {
  std::ifstream file(path);
  CsvColumns out;
  out.name = path.string();
  if (!file) throw InputError(fmt::format("{}: cannot be read", out.name));
  std::string line;
  int number = 0;
  std::vector<double> factors, values;
  while (std::getline(file, line)) {
    ++number;
    const std::vector<std::string> cells = split(line);
    if (cells.size() == 1 && cells[0].empty()) continue;
    const SourceLocation where{out.name, number, 0};
    if (cells.size() < kinds.size())
      throw InputError(where, fmt::format("a row needs {} values, separated by commas", kinds.size()));
    if (factors.empty()) {
      for (std::size_t i = 0; i < kinds.size(); ++i) {
        const auto [kind, factor] = column_kind(cells[i], kinds[i], where);
        out.kinds.push_back(kind);
        factors.push_back(factor);
      }
      continue;
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      double value = 0;
      const char* end = cells[i].data() + cells[i].size();
      const auto [stop, error] = std::from_chars(cells[i].data(), end, value);
      if (error != std::errc() || stop != end) throw InputError(where, fmt::format("'{}' is not a number", cells[i]));
      if (!std::isfinite(value * factors[i]))
        throw InputError(where,
                         fmt::format("'{}' is no finite number; a table must have finite numbers only", cells[i]));
      values.push_back(value * factors[i]);
    }
    out.lines.push_back(number);
  }
  const auto columns = static_cast<Index>(kinds.size());
  out.values = Eigen::Map<MatrixXd>(values.data(), columns, static_cast<Index>(out.lines.size())).transpose();
  return out;
}

CsvCurve read_csv_curve(const std::filesystem::path& path, Kind x_kind, const std::vector<Kind>& y_kinds) {
  const CsvColumns columns = read_csv_columns(path, {{x_kind}, y_kinds});
  const MatrixXd& v = columns.values;
  for (Index i = 1; i < v.rows(); ++i)
    if (!(v(i, 0) > v(i - 1, 0)))
      throw InputError(
          {columns.name, columns.lines[static_cast<std::size_t>(i)], 0},
          fmt::format("the first column must grow from row to row; {:.6g} follows {:.6g} (SI)", v(i, 0), v(i - 1, 0)));
  if (v.rows() < 2) throw InputError(fmt::format("{}: a curve needs at least two rows of numbers", columns.name));
  return {v.col(0), v.col(1), columns.kinds[1]};
}

}  // namespace trunnion

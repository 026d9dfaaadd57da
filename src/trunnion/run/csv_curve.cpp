#include "trunnion/run/csv_curve.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>
#include <fstream>
#include <tuple>

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

CsvCurve read_csv_curve(const std::filesystem::path& path, Kind x_kind, const std::vector<Kind>& y_kinds) {
  std::ifstream file(path);
  const std::string name = path.string();
  if (!file) throw InputError(fmt::format("{}: cannot be read", name));
  std::string line;
  int number = 0;
  double fx = 0, fy = 0;
  Kind y_kind = Kind::number;
  std::vector<double> x, y;
  while (std::getline(file, line)) {
    ++number;
    const std::vector<std::string> cells = split(line);
    if (cells.size() == 1 && cells[0].empty()) continue;
    const SourceLocation where{name, number, 0};
    if (cells.size() < 2) throw InputError(where, "a row needs two values, separated by a comma");
    if (fx == 0) {
      fx = column_kind(cells[0], {x_kind}, where).second;
      std::tie(y_kind, fy) = column_kind(cells[1], y_kinds, where);
      continue;
    }
    double value[2];
    for (int i = 0; i < 2; ++i) {
      const char* end = cells[i].data() + cells[i].size();
      const auto [stop, error] = std::from_chars(cells[i].data(), end, value[i]);
      if (error != std::errc() || stop != end) throw InputError(where, fmt::format("'{}' is not a number", cells[i]));
    }
    if (!x.empty() && !(value[0] * fx > x.back()))
      throw InputError(
          where, fmt::format("the first column must grow from row to row; {} follows {}", value[0], x.back() / fx));
    x.push_back(value[0] * fx);
    y.push_back(value[1] * fy);
  }
  if (x.size() < 2) throw InputError(fmt::format("{}: a curve needs at least two rows of numbers", name));
  return {Eigen::Map<VectorXd>(x.data(), static_cast<Index>(x.size())),
          Eigen::Map<VectorXd>(y.data(), static_cast<Index>(y.size())), y_kind};
}

}  // namespace trunnion

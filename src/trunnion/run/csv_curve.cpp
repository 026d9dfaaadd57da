#include <fmt/format.h>

#include <charconv>
#include <fstream>

#include "trunnion/base/units.h"
#include "trunnion/run/build_mechanism.h"

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

// "angle [degree]" -> SI factor of the unit, checked against what is wanted.
double column_factor(const std::string& header, Kind kind, const SourceLocation& where) {
  const auto open = header.find('['), close = header.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open)
    throw InputError(where, fmt::format("the header must give a unit in brackets, like \"angle [degree]\"; it has "
                                        "\"{}\"",
                                        header));
  const Unit unit = parse_unit(header.substr(open + 1, close - open - 1));
  return as_kind({unit.factor, unit.dimension, 0}, kind);
}

}  // namespace

CsvCurve read_csv_curve(const std::filesystem::path& path, Kind x_kind, Kind y_kind) {
  std::ifstream file(path);
  const std::string name = path.string();
  if (!file) throw InputError(fmt::format("{}: cannot be read", name));
  std::string line;
  int number = 0;
  double fx = 0, fy = 0;
  std::vector<double> x, y;
  while (std::getline(file, line)) {
    ++number;
    const std::vector<std::string> cells = split(line);
    if (cells.size() == 1 && cells[0].empty()) continue;
    const SourceLocation where{name, number, 0};
    if (cells.size() < 2) throw InputError(where, "a row needs two values, separated by a comma");
    if (fx == 0) {
      fx = column_factor(cells[0], x_kind, where);
      fy = column_factor(cells[1], y_kind, where);
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
          Eigen::Map<VectorXd>(y.data(), static_cast<Index>(y.size()))};
}

}  // namespace trunnion

#include "trunnion/run/study_design.h"

#include <fmt/format.h>

#include <boost/random/sobol.hpp>
#include <boost/random/uniform_01.hpp>
#include <charconv>
#include <cmath>
#include <numeric>
#include <random>

namespace trunnion {
namespace {

/// A range with its unit taken off.
struct Range {
  double from = 0, to = 0;
  std::string unit;
};

constexpr int most_cases = 1'000'000;  // a table and a folder each

[[noreturn]] void refuse(const StudyFactor& factor, const std::string& why) {
  throw InputError(factor.where, fmt::format("study.vary '{}': {}", factor.parameter, why));
}

Range range_of(const StudyFactor& factor) {
  Range range;
  std::string unit;
  if (!split_number(factor.from, range.from, range.unit) || !split_number(factor.to, range.to, unit))
    refuse(factor, fmt::format("from = '{}' and to = '{}' must be numbers with their unit", factor.from, factor.to));
  if (unit != range.unit)
    refuse(factor, fmt::format("from = '{}' and to = '{}' must be in the same unit", factor.from, factor.to));
  if (factor.log && !(range.from * range.to > 0)) refuse(factor, "a logarithmic range must not reach or cross zero");
  return range;
}

/// The value at a share of the range, or of the list.
std::string level_at(const StudyFactor& factor, double share) {
  if (!factor.values.empty()) {
    const auto count = static_cast<double>(factor.values.size());
    return factor.values[static_cast<std::size_t>(std::min(count - 1, std::floor(share * count)))];
  }
  const Range range = range_of(factor);
  double value =
      factor.log ? range.from * std::pow(range.to / range.from, share) : range.from + share * (range.to - range.from);
  if (factor.whole) value = std::round(value);
  return range.unit.empty() ? fmt::format("{:.12g}", value) : fmt::format("{:.12g} {}", value, range.unit);
}

/// All values of a factor on a grid or in a list.
std::vector<std::string> levels_of(const StudyFactor& factor) {
  if (!factor.values.empty()) return factor.values;
  if (factor.count < 2) refuse(factor, "a range on a grid or in a list needs 'count', at least 2");
  if (factor.count > most_cases)
    refuse(factor,
           fmt::format("count = {}, at most {} cases make a study; take fewer values", factor.count, most_cases));
  std::vector<std::string> levels;
  for (int k = 0; k < factor.count; ++k) levels.push_back(level_at(factor, double(k) / (factor.count - 1)));
  return levels;
}

void check(const StudyDesign& design) {
  for (const StudyFactor& factor : design.factors) {
    const bool range = !factor.from.empty() && !factor.to.empty();
    if (factor.values.empty() != range) refuse(factor, "give either 'values', or 'from' and 'to'");
    if (range) range_of(factor);
  }
  const bool sampled = design.kind == DesignKind::latin_hypercube || design.kind == DesignKind::sobol;
  if (sampled && design.samples < 1)
    refuse(design.factors.front(), "a design of samples needs 'samples', at least 1, in the study");
  if (sampled && design.samples > most_cases)
    refuse(design.factors.front(),
           fmt::format("samples = {} in the study, at most {} cases make one; take fewer", design.samples, most_cases));
}

/// The last factor changes fastest.
std::vector<std::vector<std::string>> grid(const StudyDesign& design) {
  std::vector<std::vector<std::string>> rows(1);
  for (const StudyFactor& factor : design.factors) {
    std::vector<std::vector<std::string>> longer;
    const std::vector<std::string> levels = levels_of(factor);
    if (rows.size() * levels.size() > most_cases)
      refuse(factor, fmt::format("the grid has more than a million cases ({} x {} with this value); take fewer values, "
                                 "or a design of samples",
                                 rows.size(), levels.size()));
    for (const auto& row : rows)
      for (const std::string& level : levels) {
        longer.push_back(row);
        longer.back().push_back(level);
      }
    rows = std::move(longer);
  }
  return rows;
}

std::vector<std::vector<std::string>> side_by_side(const StudyDesign& design) {
  std::vector<std::vector<std::string>> rows(levels_of(design.factors.front()).size());
  for (const StudyFactor& factor : design.factors) {
    const std::vector<std::string> levels = levels_of(factor);
    if (levels.size() != rows.size())
      refuse(factor, fmt::format("has {} values, the first one {}: in a list they belong together", levels.size(),
                                 rows.size()));
    for (std::size_t k = 0; k < rows.size(); ++k) rows[k].push_back(levels[k]);
  }
  return rows;
}

std::vector<std::vector<std::string>> at_points(const StudyDesign& design, const MatrixXd& points) {
  std::vector<std::vector<std::string>> rows(static_cast<std::size_t>(points.rows()));
  for (std::size_t k = 0; k < rows.size(); ++k)
    for (std::size_t f = 0; f < design.factors.size(); ++f)
      rows[k].push_back(level_at(design.factors[f], points(static_cast<Index>(k), static_cast<Index>(f))));
  return rows;
}

}  // namespace

bool split_number(const std::string& text, double& number, std::string& unit) {
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc()) return false;
  unit.assign(end, text.data() + text.size());
  unit.erase(0, unit.find_first_not_of(' ') == std::string::npos ? unit.size() : unit.find_first_not_of(' '));
  return true;
}

MatrixXd latin_hypercube(int samples, int factors, int seed) {
  std::mt19937_64 random(static_cast<std::uint64_t>(seed));
  boost::random::uniform_01<double> share;  // the same on every machine
  MatrixXd points(samples, factors);
  std::vector<int> order(static_cast<std::size_t>(samples));
  for (Index f = 0; f < factors; ++f) {
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random() % k]);
    for (Index k = 0; k < samples; ++k) points(k, f) = (order[static_cast<std::size_t>(k)] + share(random)) / samples;
  }
  return points;
}

MatrixXd sobol_points(int samples, int factors) {
  boost::random::sobol sequence(static_cast<std::size_t>(factors));  // begins behind the corner, with the middle
  boost::random::uniform_01<double> share;
  MatrixXd points(samples, factors);
  for (Index k = 0; k < samples; ++k)
    for (Index f = 0; f < factors; ++f) points(k, f) = share(sequence);
  return points;
}

std::vector<std::vector<std::string>> design_levels(const StudyDesign& design) {
  if (design.factors.empty()) return {};
  check(design);
  const int factors = static_cast<int>(design.factors.size());
  switch (design.kind) {
    case DesignKind::grid:
      return grid(design);
    case DesignKind::list:
      return side_by_side(design);
    case DesignKind::latin_hypercube:
      return at_points(design, latin_hypercube(design.samples, factors, design.seed));
    case DesignKind::sobol:
      return at_points(design, sobol_points(design.samples, factors));
  }
  return {};
}

}  // namespace trunnion

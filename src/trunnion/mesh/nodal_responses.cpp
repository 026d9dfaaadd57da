#include "trunnion/mesh/nodal_responses.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "trunnion/base/error.h"
#include "trunnion/mesh/file_text.h"

namespace trunnion {
namespace {

std::string_view trimmed(std::string_view field) {
  const std::size_t first = std::min(field.find_first_not_of(' '), field.size());
  field.remove_prefix(first);
  return field.substr(0, field.find_last_not_of(' ') + 1);
}

/// Lines of a file with their numbers.
class Lines {
 public:
  Lines(std::string_view text, const std::string& path) : path_(path), rest_(text) {}

  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line = rest_.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }
  [[noreturn]] void fail(const std::string& why) const { throw InputError(SourceLocation{path_, number_, 0}, why); }

  /// A field of fixed columns as number. Fortran drops the E of an exponent with three digits: 1.000000-101.
  double number(std::string_view line, std::size_t from, std::size_t width) const {
    const std::string_view field = trimmed(from < line.size() ? line.substr(from, width) : std::string_view());
    const char* const end = field.data() + field.size();
    double value = 0;
    const auto [stop, error] = std::from_chars(field.data() + field.starts_with('+'), end, value);
    if (error != std::errc()) fail(fmt::format("'{}' where a number is expected", field));
    if (stop == end) return value;
    int exponent = 0;
    const auto [last, wrong] = std::from_chars(stop + (*stop == '+'), end, exponent);
    if ((*stop != '+' && *stop != '-') || wrong != std::errc() || last != end)
      fail(fmt::format("'{}' where a number is expected", field));
    return value * std::pow(10.0, exponent);
  }
  std::int64_t label(std::string_view line, std::size_t from, std::size_t width) const {
    const double value = number(line, from, width);
    if (!(std::abs(value) < 1e15)) fail(fmt::format("{} is no node label", value));
    return std::int64_t(value);
  }

 private:
  std::string path_;
  std::string_view rest_;
  int number_ = 0;
};

/// " -4  DISP ..." opens a block, " -1" + node (10 columns) + components (12 each) are its rows, " -3" ends it.
NodalResponses read_frd(std::string_view text, const std::string& path) {
  Lines lines(text, path);
  NodalResponses responses;
  std::string_view line;
  bool inside = false;
  while (lines.next(line)) {
    if (line.starts_with(" -4  DISP")) {
      inside = true;
      responses.cases.emplace_back();
    } else if (line.starts_with(" -3")) {
      inside = false;
    } else if (inside && line.starts_with(" -1")) {
      const std::int64_t node = lines.label(line, 3, 10);
      responses.cases.back()[node] = {lines.number(line, 13, 12), lines.number(line, 25, 12),
                                      lines.number(line, 37, 12)};
    }
  }
  return responses;
}

/// " displacements (vx,vy,vz) for set ..." opens a table of label and three numbers.
NodalResponses read_dat(std::string_view text, const std::string& path) {
  Lines lines(text, path);
  NodalResponses responses;
  std::string_view line;
  bool inside = false;
  while (lines.next(line)) {
    std::istringstream words{std::string(line)};
    std::int64_t label = 0;
    Vector3d u;
    if (words >> label >> u.x() >> u.y() >> u.z()) {
      if (inside) responses.cases.back()[label] = u;
    } else if (const std::size_t first = line.find_first_not_of(' '); first != std::string_view::npos) {
      inside = line.substr(first).starts_with("displacements");
      if (inside) responses.cases.emplace_back();
    }
  }
  return responses;
}

/// Each block opens with $TITLE and says what it holds: $DISPLACEMENTS, $REAL OUTPUT, $SUBCASE ID = n. A point has two
/// lines: label (10 columns), kind (G in column 18) and three translations (18 each), then -CONT- and three rotations.
/// Columns 73 to 80 hold a line number. $DISPLACEMENTS (SOLUTION SET) are those of unknowns, not of points.
NodalResponses read_punch(std::string_view text, const std::string& path) {
  Lines lines(text, path);
  NodalResponses responses;
  std::string_view line;
  bool inside = false;
  std::int64_t node = 0;
  while (lines.next(line)) {
    if (line.starts_with("$DISPLACEMENTS")) {
      inside = line.find("(SOLUTION SET)") == std::string_view::npos;
      if (inside) responses.cases.emplace_back();
      if (inside) responses.turns.emplace_back();
    } else if (line.starts_with("$TITLE") || line.starts_with("$ELEMENT") || line.starts_with("$SPCF") ||
               line.starts_with("$OLOADS")) {
      inside = false;
    } else if (inside && (line.starts_with("$REAL-IMAGINARY") || line.starts_with("$MAGNITUDE-PHASE"))) {
      lines.fail("these displacements are complex; modes are made of static answers (SOL 101), which are real");
    } else if (inside && line.starts_with("$POINT ID")) {
      lines.fail("these displacements are sorted by point; ask for DISPLACEMENT(SORT1, PUNCH) = ALL");
    } else if (inside && line.size() > 17 && line[17] == 'G' && !line.starts_with("$")) {
      node = lines.label(line, 0, 10);
      responses.cases.back()[node] = {lines.number(line, 18, 18), lines.number(line, 36, 18),
                                      lines.number(line, 54, 18)};
    } else if (inside && line.starts_with("-CONT-") && responses.cases.back().contains(node)) {
      responses.turns.back()[node] = {lines.number(line, 18, 18), lines.number(line, 36, 18),
                                      lines.number(line, 54, 18)};
    }
  }
  return responses;
}

}  // namespace

NodalResponses read_responses(const std::string& path) {
  const FileText file(path);
  return parse_responses(file.text(), path);
}

NodalResponses parse_responses(std::string_view text, const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension != ".frd" && extension != ".dat" && extension != ".pch")
    throw InputError(fmt::format("{}: responses are read from .frd, .dat (CalculiX) and .pch (Nastran)", path));
  NodalResponses responses = extension == ".frd"   ? read_frd(text, path)
                             : extension == ".dat" ? read_dat(text, path)
                                                   : read_punch(text, path);
  if (responses.cases.empty())
    throw InputError(
        fmt::format("{}: holds no displacements. Ask for them: *NODE FILE with U in CalculiX, "
                    "DISPLACEMENT(PUNCH) = ALL in Nastran.",
                    path));
  return responses;
}

}  // namespace trunnion

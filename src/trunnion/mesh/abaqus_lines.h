#pragma once
// mesh/abaqus_lines.h -- an Abaqus or CalculiX input deck as keywords with parameters, each followed by data lines.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "trunnion/mesh/source_lines.h"

namespace trunnion {

struct AbaqusKeyword {
  std::string name;                               ///< upper case, single blanks, no star: "SOLID SECTION"
  std::map<std::string, std::string> parameters;  ///< keys in upper case; values as written, without quotes
  Place place;

  bool has(const std::string& key) const { return parameters.contains(key); }
  std::string get(const std::string& key) const;    ///< empty where missing
  std::string upper(const std::string& key) const;  ///< the value in upper case
};

/// Comma-separated entries of a data line, blanks removed.
class AbaqusFields {
 public:
  explicit AbaqusFields(std::string_view line) : rest_(line) {}
  bool next(std::string_view& field);

 private:
  std::string_view rest_;
  bool done_ = false;
};

class AbaqusLines {
 public:
  AbaqusLines(std::string_view text, std::string file, IncludeText include)
      : lines_(text, std::move(file), std::move(include)) {}

  std::optional<AbaqusKeyword> next_keyword();                     ///< passes over data lines that are left
  void include(const std::string& path) { lines_.include(path); }  ///< its lines come next
  bool next_data(std::string_view& line);  ///< false at the next keyword; comments and blank lines are not shown

  Place place() const { return lines_.place(); }
  const SourceFiles& files() const { return lines_.files(); }
  [[noreturn]] void fail(const std::string& message) const { lines_.fail(message); }
  [[noreturn]] void fail(Place place, const std::string& message) const { lines_.fail(place, message); }

  double real(std::string_view field, const char* what) const;  ///< an empty field is zero
  std::int64_t integer(std::string_view field, const char* what) const;
  std::vector<double> reals(std::string_view line, const char* what) const;

 private:
  bool next_line(std::string_view& line);  ///< not a comment, not blank, includes followed
  SourceLines lines_;
};

}  // namespace trunnion

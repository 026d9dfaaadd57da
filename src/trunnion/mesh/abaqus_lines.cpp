#include "trunnion/mesh/abaqus_lines.h"

#include <fmt/format.h>

#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

/// CalculiX takes names without their blanks too.
const std::string& with_blanks(const std::string& name) {
  static const std::map<std::string, std::string> together = {{"SOLIDSECTION", "SOLID SECTION"},
                                                              {"BEAMSECTION", "BEAM SECTION"},
                                                              {"ROTARYINERTIA", "ROTARY INERTIA"},
                                                              {"RIGIDBODY", "RIGID BODY"},
                                                              {"ENDSTEP", "END STEP"},
                                                              {"ENDPART", "END PART"},
                                                              {"ENDINSTANCE", "END INSTANCE"},
                                                              {"ENDASSEMBLY", "END ASSEMBLY"},
                                                              {"REFNODE", "REF NODE"},
                                                              {"ROTNODE", "ROT NODE"},
                                                              {"TIENSET", "TIE NSET"},
                                                              {"PINNSET", "PIN NSET"},
                                                              {"CONSTRAINTNAME", "CONSTRAINT NAME"},
                                                              {"NODEFILE", "NODE FILE"},
                                                              {"ELFILE", "EL FILE"},
                                                              {"NODEPRINT", "NODE PRINT"},
                                                              {"ELPRINT", "EL PRINT"}};
  const auto found = together.find(name);
  return found == together.end() ? name : found->second;
}

/// Keyword and parameter names ignore case and the number of blanks.
std::string normal_name(std::string_view text) {
  std::string name;
  for (const char c : trimmed(text)) {
    const bool blank = c == ' ' || c == '\t';
    if (blank && (name.empty() || name.back() == ' ')) continue;
    name.push_back(blank ? ' ' : c);
  }
  return with_blanks(upper_case(name));
}

std::string_view unquoted(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

AbaqusKeyword parse_keyword(std::string_view line, Place place) {
  AbaqusKeyword keyword;
  keyword.place = place;
  AbaqusFields fields(line.substr(1));
  std::string_view field;
  fields.next(field);
  keyword.name = normal_name(field);
  while (fields.next(field)) {
    if (field.empty()) continue;
    const std::size_t equal = field.find('=');
    const std::string_view value = equal == std::string_view::npos ? "" : unquoted(field.substr(equal + 1));
    keyword.parameters[normal_name(field.substr(0, equal))] = std::string(value);
  }
  return keyword;
}

}  // namespace

std::string AbaqusKeyword::get(const std::string& key) const {
  const auto found = parameters.find(key);
  return found == parameters.end() ? "" : found->second;
}

std::string AbaqusKeyword::upper(const std::string& key) const { return upper_case(get(key)); }

bool AbaqusFields::next(std::string_view& field) {
  if (done_) return false;
  const std::size_t comma = rest_.find(',');
  field = trimmed(rest_.substr(0, comma));
  done_ = comma == std::string_view::npos;
  if (!done_) rest_.remove_prefix(comma + 1);
  return true;
}

bool AbaqusLines::next_line(std::string_view& line) {
  while (lines_.next(line)) {
    if (line.starts_with("**")) continue;
    const std::string_view content = trimmed(line);
    if (content.empty()) continue;
    line = content;
    if (line.front() != '*' || normal_name(line.substr(1, line.find(',') - 1)) != "INCLUDE") return true;
    const AbaqusKeyword keyword = parse_keyword(line, place());
    if (keyword.get("INPUT").empty()) fail("*INCLUDE needs INPUT=file");
    lines_.include(keyword.get("INPUT"));
  }
  return false;
}

std::optional<AbaqusKeyword> AbaqusLines::next_keyword() {
  std::string_view line;
  while (next_line(line)) {
    if (line.front() != '*') continue;
    const Place first = place();
    std::string whole(line);
    while (whole.back() == ',' && next_line(line)) {  // a comma at the end: the keyword goes on
      if (line.front() == '*') {
        lines_.push_back();
        break;
      }
      whole += line;
    }
    return parse_keyword(whole, first);
  }
  return std::nullopt;
}

bool AbaqusLines::next_data(std::string_view& line) {
  if (!next_line(line)) return false;
  if (line.front() != '*') return true;
  lines_.push_back();
  return false;
}

double AbaqusLines::real(std::string_view field, const char* what) const {
  if (field.empty()) return 0;
  const auto value = parse_real(field);
  if (!value) fail(fmt::format("read '{}' as {}; a finite number is needed", field.substr(0, 40), what));
  return *value;
}

std::int64_t AbaqusLines::integer(std::string_view field, const char* what) const {
  const auto value = parse_integer(field);
  if (!value) fail(fmt::format("read '{}' as {}; a whole number is needed", field.substr(0, 40), what));
  return *value;
}

std::vector<double> AbaqusLines::reals(std::string_view line, const char* what) const {
  std::vector<double> values;
  AbaqusFields fields(line);
  for (std::string_view field; fields.next(field);) values.push_back(real(field, what));
  if (!values.empty() && line.back() == ',') values.pop_back();
  return values;
}

}  // namespace trunnion

#include "trunnion/mesh/gmsh_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "trunnion/mesh/number_text.h"

namespace trunnion {

void GmshInput::fail(const std::string& message) const {
  if (binary) throw InputError(files_.at({}), fmt::format("byte {}: {}", at_ - begin_, message));
  throw InputError(files_.at(place()), message);
}

void GmshInput::skip_space() {
  for (; at_ < end_ && (*at_ == ' ' || (*at_ >= '\t' && *at_ <= '\r')); ++at_) line_ += *at_ == '\n';
}

void GmshInput::skip_newline() {
  while (at_ < end_ && *at_ != '\n') ++at_;
  if (at_ < end_) ++at_, ++line_;
}

std::string_view GmshInput::token(const char* what) {
  skip_space();
  const char* first = at_;
  while (at_<end_&& static_cast<unsigned char>(*at_)> ' ') ++at_;
  if (first == at_) fail(fmt::format("the file ends where {} should stand; it may be cut off", what));
  return {first, std::size_t(at_ - first)};
}

template <class T>
T GmshInput::raw(const char* what) {
  if (std::size_t(end_ - at_) < sizeof(T))
    fail(fmt::format("the file ends where {} should stand; it may be cut off", what));
  T value;
  std::memcpy(&value, at_, sizeof(T));
  at_ += sizeof(T);
  return value;
}

std::int64_t GmshInput::integer(const char* what) {
  if (binary) return raw<std::int32_t>(what);
  const std::string_view text = token(what);
  const auto value = parse_integer(text);
  if (!value) fail(fmt::format("read '{}' where {} should stand; a whole number is needed", text.substr(0, 40), what));
  return *value;
}

std::int64_t GmshInput::long_integer(const char* what) {
  if (!binary) return integer(what);
  const auto value = raw<std::int64_t>(what);
  if (value > largest_integer || value < -largest_integer)
    fail(fmt::format("read {} where {} should stand; at most {} is allowed", value, what, largest_integer));
  return value;
}

double GmshInput::real(const char* what) {
  if (binary) {
    const auto value = raw<double>(what);
    if (!std::isfinite(value)) fail(fmt::format("read {} as {}; a finite number is needed", value, what));
    return value;
  }
  const std::string_view text = token(what);
  const auto value = parse_real(text);
  if (!value) fail(fmt::format("read '{}' as {}; a finite number is needed", text.substr(0, 40), what));
  return *value;
}

std::string GmshInput::quoted(const char* what) {
  skip_space();
  const char* line_end = std::find(at_, end_, '\n');
  const char* first = std::find(at_, line_end, '"');
  const char* last = first == line_end ? line_end : std::find(first + 1, line_end, '"');
  if (last == line_end) fail(fmt::format("{} must stand in quotation marks", what));
  at_ = last + 1;
  return {first + 1, last};
}

std::string_view GmshInput::section() {
  while (at_ < end_) {
    skip_space();
    const char* line_end = std::find(at_, end_, '\n');
    const std::string_view line = trimmed({at_, std::size_t(line_end - at_)});
    const bool header = !line.empty() && line.front() == '$';
    if (header) {
      at_ += line.size();
      return line.substr(1);
    }
    if (!line.empty()) fail(fmt::format("read '{}' where a section such as $Nodes should begin", line.substr(0, 40)));
    at_ = line_end;
  }
  return {};
}

void GmshInput::end_section(std::string_view name) {
  const bool was_binary = std::exchange(binary, false);
  const std::string wanted = fmt::format("$End{}", name);
  const std::string_view text = token(wanted.c_str());
  if (text != wanted) {
    at_ -= text.size();
    binary = was_binary;
    fail(fmt::format("read '{}' where {} should stand; the counts of the section do not match its content",
                     text.substr(0, 40), wanted));
  }
  binary = was_binary;
}

void GmshInput::skip_section(std::string_view name) {
  const std::string wanted = fmt::format("$End{}", name);
  const std::string_view rest(at_, std::size_t(end_ - at_));
  const std::size_t found = rest.find(wanted);
  if (found == std::string_view::npos)
    fail(fmt::format("section ${} has no {}; the file may be cut off", name, wanted));
  line_ += int(std::count(at_, at_ + found, '\n'));
  at_ += found + wanted.size();
}

std::size_t GmshInput::count(std::int64_t value, std::size_t smallest_entry, const char* what) {
  const auto room = std::size_t(end_ - at_) / smallest_entry;
  if (value < 0 || std::size_t(value) > room)
    fail(
        fmt::format("the header announces {} {}, but the rest of the file has room for {} at most", value, what, room));
  return std::size_t(value);
}

}  // namespace trunnion

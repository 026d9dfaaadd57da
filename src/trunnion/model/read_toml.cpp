#include "trunnion/model/read_toml.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace trunnion {
namespace {

constexpr int kDeepest = 32;
constexpr std::size_t kLargest = 16'000'000;  // bytes; a model file is written by hand

SourceLocation location(const toml::source_region& region, const std::string& file) {
  return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

Value convert(const toml::node& node, const std::string& file, int depth) {
  Value value;
  value.where = location(node.source(), file);
  if (depth > kDeepest) throw InputError(value.where, fmt::format("tables are nested deeper than {} levels", kDeepest));
  if (const auto* table = node.as_table()) {
    value.type = Value::Type::table;
    for (const auto& [key, entry] : *table) {
      value.entries.push_back({std::string(key.str()), convert(entry, file, depth + 1)});
      if (value.entries.back().value.where.line == 0)  // tables opened by a dotted header have no place of their own
        value.entries.back().value.where = location(key.source(), file);
    }
    std::stable_sort(value.entries.begin(), value.entries.end(), [](const auto& a, const auto& b) {
      const SourceLocation &p = a.value.where, &q = b.value.where;
      return std::pair(p.line, p.column) < std::pair(q.line, q.column);
    });
  } else if (const auto* array = node.as_array()) {
    value.type = Value::Type::array;
    for (const auto& item : *array) value.items.push_back(convert(item, file, depth + 1));
  } else if (const auto* text = node.as_string()) {
    value.type = Value::Type::text;
    value.text = text->get();
  } else if (const auto* integer = node.as_integer()) {
    value.type = Value::Type::integer;
    value.integer = integer->get();
  } else if (const auto* number = node.as_floating_point()) {
    value.type = Value::Type::number;
    value.number = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.type = Value::Type::boolean;
    value.boolean = boolean->get();
  } else {
    throw InputError(value.where, "dates and times are not used in model files; put text in quotes");
  }
  return value;
}

}  // namespace

Value read_toml(std::string_view text, const std::string& file_name) {
  try {
    return convert(toml::parse(text), file_name, 0);
  } catch (const toml::parse_error& error) {
    throw InputError(location(error.source(), file_name), fmt::format("not valid TOML: {}", error.description()));
  }
}

Value read_toml_value(std::string_view text, const SourceLocation& where) {
  Value value;
  try {
    const Value table = read_toml(fmt::format("value = {}\n", text), where.file);
    if (table.entries.size() != 1) throw InputError("more than one value");
    value = table.entries.front().value;
  } catch (const InputError&) {
    throw InputError(fmt::format("'{}' is not a list or table as it would stand in a model file", text));
  }
  const auto place = [&](auto&& self, Value& v) -> void {
    v.where = where;
    for (Value& item : v.items) self(self, item);
    for (auto& entry : v.entries) self(self, entry.value);
  };
  place(place, value);
  return value;
}

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code status;
  if (std::filesystem::is_directory(path, status))
    throw InputError(fmt::format("{}: is a folder; give the model file in it", path.string()));
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw InputError(fmt::format("{}: cannot be read ({})", path.string(), std::strerror(errno)));
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (text.size() > kLargest) throw InputError(fmt::format("{}: is larger than a model file can be", path.string()));
  return text;
}

}  // namespace trunnion

#include "trunnion/model/set_option.h"

#include <fmt/format.h>

#include <charconv>

#include "trunnion/base/nearest_name.h"

namespace trunnion {
namespace {

std::vector<std::string> split_path(const std::string& name) {
  std::vector<std::string> parts(1);
  for (const char c : name) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// The entry or item `part` of `parent`; null where a table has no such key.
Value* step(Value& parent, const std::string& part, const SourceLocation& where, const std::string& so_far) {
  if (parent.type == Value::Type::table) return parent.find(part);
  if (parent.type != Value::Type::array)
    throw InputError(where, fmt::format("'{}' is {}, it has no part '{}'", so_far, describe(parent), part));
  std::size_t index = 0;
  const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (status != std::errc() || end != part.data() + part.size() || index >= parent.items.size())
    throw InputError(where, fmt::format("'{}' is a list of {}: '{}' must be a number from 0 to {}", so_far,
                                        parent.items.size(), part, parent.items.size() - 1));
  return &parent.items[index];
}

}  // namespace

SetOption parse_set_option(const std::string& argument) {
  const std::size_t equal = argument.find('=');
  if (equal == std::string::npos || equal == 0)
    throw InputError(fmt::format("--set {}: write NAME=value, e.g. --set length='1.2 m'", argument));
  return {argument.substr(0, equal), argument.substr(equal + 1)};
}

void apply(const SetOption& option, Value& model) {
  const SourceLocation where{"--set " + option.name, 0, 0};
  std::vector<std::string> parts = split_path(option.name);
  if (parts.size() == 1) {
    const Value* parameters = model.find("parameters");
    const std::vector<std::string> known = parameters ? parameters->keys() : std::vector<std::string>();
    if (!parameters || !parameters->find(parts[0]))
      throw InputError(where, fmt::format("the model has no parameter '{}'{}", parts[0], name_hint(parts[0], known)));
    parts.insert(parts.begin(), "parameters");
  }
  Value* at = &model;
  std::string so_far = "the model";
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    Value* next = step(*at, parts[i], where, so_far);
    if (!next)
      throw InputError(where, fmt::format("{} has no '{}'{}", so_far, parts[i], name_hint(parts[i], at->keys())));
    at = next;
    so_far = i == 0 ? parts[0] : so_far + "." + parts[i];
  }
  Value* target = step(*at, parts.back(), where, so_far);
  if (!target) target = &at->entries.emplace_back(ValueEntry{parts.back(), {}}).value;
  *target = raw_value(option.text);
  target->where = where;
}

}  // namespace trunnion

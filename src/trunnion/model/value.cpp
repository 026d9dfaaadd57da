#include "trunnion/model/value.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace trunnion {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (u < 0x20 || u == 0x7f)
      out += fmt::format("\\u{:04X}", u);
    else
      out += c;
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-';
  });
  return bare ? key : quoted(key);
}

bool is_array_of_tables(const Value& value) {
  return value.type == Value::Type::array && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(), [](auto& v) { return v.type == Value::Type::table; });
}

std::string inline_text(const Value& value) {
  switch (value.type) {
    case Value::Type::text:
    case Value::Type::raw:
      return quoted(value.text);
    case Value::Type::integer:
      return fmt::format("{}", value.integer);
    case Value::Type::number: {
      const std::string digits = fmt::format("{}", value.number);
      return digits.find_first_of(".en") == std::string::npos ? digits + ".0" : digits;
    }
    case Value::Type::boolean:
      return value.boolean ? "true" : "false";
    case Value::Type::array: {
      std::vector<std::string> parts;
      for (const Value& item : value.items) parts.push_back(inline_text(item));
      return fmt::format("[{}]", fmt::join(parts, ", "));
    }
    case Value::Type::table: {
      std::vector<std::string> parts;
      for (const auto& [key, entry] : value.entries) parts.push_back(key_text(key) + " = " + inline_text(entry));
      return parts.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(parts, ", "));
    }
  }
  return "";
}

}  // namespace

const Value* Value::find(std::string_view key) const {
  for (const auto& [name, value] : entries)
    if (name == key) return &value;
  return nullptr;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

std::vector<std::string> Value::keys() const {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.key);
  return names;
}

Value text_value(std::string text) {
  Value value;
  value.type = Value::Type::text;
  value.text = std::move(text);
  return value;
}

Value raw_value(std::string text) {
  Value value = text_value(std::move(text));
  value.type = Value::Type::raw;
  return value;
}

std::string describe(const Value& value) {
  switch (value.type) {
    case Value::Type::text:
    case Value::Type::raw:
      return fmt::format("the text '{}'", value.text.substr(0, 80));
    case Value::Type::integer:
      return fmt::format("the number {}", value.integer);
    case Value::Type::number:
      return fmt::format("the number {}", value.number);
    case Value::Type::boolean:
      return value.boolean ? "true" : "false";
    case Value::Type::array:
      return fmt::format("a list of {}", value.items.size());
    case Value::Type::table:
      return "a table";
  }
  return "";
}

std::string to_toml(const Value& table) {
  std::string out, tables;
  for (const auto& [key, value] : table.entries) {
    if (value.type == Value::Type::table) {
      tables += fmt::format("\n[{}]\n", key_text(key));
      for (const auto& [name, entry] : value.entries) tables += key_text(name) + " = " + inline_text(entry) + "\n";
    } else if (is_array_of_tables(value)) {
      for (const Value& item : value.items) {
        tables += fmt::format("\n[[{}]]\n", key_text(key));
        for (const auto& [name, entry] : item.entries) tables += key_text(name) + " = " + inline_text(entry) + "\n";
      }
    } else {
      out += key_text(key) + " = " + inline_text(value) + "\n";
    }
  }
  return out + tables;
}

}  // namespace trunnion

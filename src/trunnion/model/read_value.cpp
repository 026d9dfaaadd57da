#include "trunnion/model/read_value.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "trunnion/base/formula.h"
#include "trunnion/model/condition.h"
#include "trunnion/model/read_toml.h"

namespace trunnion {
namespace {

bool is_text(const Value& value) { return value.type == Value::Type::text || value.type == Value::Type::raw; }

}  // namespace

std::string read_text(const Value& value, const ReadContext& context) {
  if (!is_text(value)) throw InputError("a text in quotes is wanted, not " + describe(value));
  if (const std::string_view name = whole_reference(value.text); !name.empty()) return context.parameters.text(name);
  if (value.text.find("${") != std::string::npos)
    throw InputError(fmt::format("'{}': a parameter cannot be part of a text; it must be all of it", value.text));
  return value.text;
}

std::string read_formula(const Value& value) {
  if (!is_text(value)) throw InputError("a quantity or formula in quotes is wanted, not " + describe(value));
  return value.text;
}

bool read_boolean(const Value& value, const ReadContext& context) {
  if (value.type == Value::Type::boolean) return value.boolean;
  if (value.type == Value::Type::raw && (value.text == "true" || value.text == "false")) return value.text == "true";
  if (is_text(value) && value.text.find("${") != std::string::npos) return holds(value.text, context.parameters);
  throw InputError("true or false is wanted, not " + describe(value));
}

PhysicalQuantity read_any_quantity(const Value& value, const ReadContext& context) {
  if (is_text(value)) return evaluate_quantity(value.text, context.parameters.lookup());
  if (value.type != Value::Type::integer && value.type != Value::Type::number)
    throw InputError("a number or a quantity with unit is wanted, not " + describe(value));
  const double number = value.type == Value::Type::integer ? static_cast<double>(value.integer) : value.number;
  if (!std::isfinite(number)) throw InputError("must be a finite number, not " + describe(value));
  return {number, {}};
}

double read_quantity(const Value& value, Kind kind, const ReadContext& context) {
  if (is_text(value)) return parse_quantity(value.text, kind, context.parameters.lookup());
  return as_kind(read_any_quantity(value, context), kind);
}

Value exact_any_value(const PhysicalQuantity& quantity) {
  Value value;
  value.type = Value::Type::number;
  value.number = quantity.value;
  if (quantity.dimension == Dimension{}) return value;
  if (quantity.offset != 0) return text_value(fmt::format("{} K", quantity.value + quantity.offset));
  return text_value(fmt::format("{} {}", quantity.value, text(quantity.dimension)));
}

Value exact_parameter_value(const Parameters& parameters, const std::string& name) {
  const Parameters::Content& content = parameters.all().at(name);
  if (const auto* quantity = std::get_if<PhysicalQuantity>(&content)) return exact_any_value(*quantity);
  if (const auto* text = std::get_if<std::string>(&content)) return text_value(*text);
  Value value;
  value.type = Value::Type::boolean;
  value.boolean = std::get<bool>(content);
  return value;
}

long read_integer(const Value& value, const ReadContext& context) {
  const double number = read_quantity(value, Kind::number, context);
  if (number != std::round(number) || std::abs(number) > 1e9)
    throw InputError(fmt::format("a whole number is wanted, not {}", number));
  return static_cast<long>(number);
}

std::vector<Value> read_list(const Value& value, int count) {
  if (value.type == Value::Type::raw) return read_list(read_toml_value(value.text, value.where), count);
  if (value.type != Value::Type::array)
    throw InputError(fmt::format("a list in square brackets is wanted, not {}", describe(value)));
  if (count >= 0 && value.items.size() != static_cast<std::size_t>(count))
    throw InputError(fmt::format("a list of {} is wanted, not of {}", count, value.items.size()));
  return value.items;
}

Value read_table(const Value& value) {
  if (value.type == Value::Type::raw) return read_table(read_toml_value(value.text, value.where));
  if (value.type != Value::Type::table) throw InputError("a table is wanted, not " + describe(value));
  return value;
}

std::filesystem::path read_path(const Value& value, const ReadContext& context) {
  const std::string text = read_text(value, context);
  if (text.empty()) throw InputError("a file name is wanted, not an empty text");
  const std::filesystem::path path = (context.folder / text).lexically_normal();
  std::error_code status;
  if (!std::filesystem::exists(path, status)) throw InputError(fmt::format("there is no file '{}'", path.string()));
  if (std::filesystem::is_directory(path, status)) throw InputError(fmt::format("'{}' is a folder", path.string()));
  if (access(path.c_str(), R_OK) != 0)
    throw InputError(fmt::format("'{}' cannot be read ({})", path.string(), std::strerror(errno)));
  return path;
}

}  // namespace trunnion

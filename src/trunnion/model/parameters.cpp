#include "trunnion/model/parameters.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <set>

#include "trunnion/base/nearest_name.h"

namespace trunnion {
namespace {

std::vector<std::string> names(const std::map<std::string, Parameters::Content, std::less<>>& values) {
  std::vector<std::string> list;
  for (const auto& value : values) list.push_back(value.first);
  return list;
}

bool must_be_quantity(std::string_view text) {
  return text.find("${") != std::string_view::npos ||
         (!text.empty() && std::string_view("0123456789.+-(").find(text.front()) != std::string_view::npos);
}

/// Works the parameters out in the order in which they need each other.
class Resolver {
 public:
  Resolver(const Value& table, std::map<std::string, Parameters::Content, std::less<>>& values)
      : table_(table), values_(values) {}

  void resolve(const std::string& name) {
    if (values_.contains(name)) return;
    const Value& value = *table_.find(name);
    if (!open_.insert(name).second)
      throw InputError(value.where, fmt::format("parameters.{}: depends on itself", name));
    if (open_.size() > 100) throw InputError(value.where, "parameters depend on each other over more than 100 steps");
    try {
      values_[name] = content(value);
    } catch (const InputError& error) {
      if (error.where().line || !error.where().file.empty()) throw;
      throw InputError(value.where, fmt::format("parameters.{}: {}", name, error.what()));
    }
    open_.erase(name);
  }

 private:
  Parameters::Content content(const Value& value) {
    switch (value.type) {
      case Value::Type::integer:
        return PhysicalQuantity{static_cast<double>(value.integer), {}};
      case Value::Type::number:
        if (!std::isfinite(value.number)) throw InputError("must be a finite number");
        return PhysicalQuantity{value.number, {}};
      case Value::Type::boolean:
        return value.boolean;
      case Value::Type::raw:
        if (value.text == "true" || value.text == "false") return value.text == "true";
        [[fallthrough]];
      case Value::Type::text:
        return from_text(value.text);
      default:
        throw InputError("must be a number, a quantity with unit, true, false or a text, not " + describe(value));
    }
  }

  Parameters::Content from_text(const std::string& text) {
    if (const std::string_view other = whole_reference(text); !other.empty()) {
      check_known(other);
      resolve(std::string(other));
      return values_.find(other)->second;
    }
    try {
      return evaluate_quantity(text, [this](std::string_view name) {
        check_known(name);
        resolve(std::string(name));
        const auto* quantity = std::get_if<PhysicalQuantity>(&values_.find(name)->second);
        if (!quantity) throw InputError(fmt::format("parameter '{}' is no quantity", name));
        return *quantity;
      });
    } catch (const InputError&) {
      if (must_be_quantity(text)) throw;
      return text;
    }
  }

  void check_known(std::string_view name) const {
    if (!table_.find(name))
      throw InputError(fmt::format("no parameter is called '{}'{}", name, name_hint(name, table_.keys())));
  }

  const Value& table_;
  std::map<std::string, Parameters::Content, std::less<>>& values_;
  std::set<std::string> open_;
};

}  // namespace

std::string_view whole_reference(std::string_view text) {
  const bool whole = text.size() > 3 && text.starts_with("${") && text.find('}') == text.size() - 1;
  return whole ? text.substr(2, text.size() - 3) : std::string_view();
}

Parameters::Parameters(const Value& table) {
  Resolver resolver(table, values_);
  for (const auto& entry : table.entries) resolver.resolve(entry.key);
}

const Parameters::Content& Parameters::find(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    throw InputError(fmt::format("no parameter is called '{}'{}", name, name_hint(name, names(values_))));
  return found->second;
}

PhysicalQuantity Parameters::quantity(std::string_view name) const {
  const auto* quantity = std::get_if<PhysicalQuantity>(&find(name));
  if (!quantity) throw InputError(fmt::format("parameter '{}' is not a number or quantity with unit", name));
  return *quantity;
}

std::string Parameters::text(std::string_view name) const {
  const auto* text = std::get_if<std::string>(&find(name));
  if (!text) throw InputError(fmt::format("parameter '{}' is not a text", name));
  return *text;
}

bool Parameters::boolean(std::string_view name) const {
  const auto* boolean = std::get_if<bool>(&find(name));
  if (!boolean) throw InputError(fmt::format("parameter '{}' is neither true nor false", name));
  return *boolean;
}

ParameterLookup Parameters::lookup() const {
  return [this](std::string_view name) { return quantity(name); };
}

}  // namespace trunnion

#include "trunnion/model/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "trunnion/base/nearest_name.h"
#include "trunnion/model/condition.h"

namespace trunnion {
namespace {

std::string plain_text(const Value& value) {
  switch (value.type) {
    case Value::Type::integer:
      return std::to_string(value.integer);
    case Value::Type::boolean:
      return value.boolean ? "true" : "false";
    case Value::Type::text:
    case Value::Type::raw:
      return value.text;
    default:
      throw InputError(value.where, "a name is wanted, not " + describe(value));
  }
}

const Value& entry_of(const Value& table, const char* key) {
  const Value* found = table.type == Value::Type::table ? table.find(key) : nullptr;
  if (!found) throw InputError(table.where, fmt::format("variant: the key '{}' is missing", key));
  return *found;
}

}  // namespace

TableSchema<VariantInput> variant_table() {
  return TableSchema<VariantInput>("variant", "Parameters that change together; another parameter says which.")
      .text("parameter", &VariantInput::parameter, "The parameter that chooses.")
      .fallback("variant")
      .text("name", &VariantInput::name,
            "Its value for which these values count; \"true\" or \"false\" where that is a yes or no.")
      .required()
      .text("description", &VariantInput::description, "A sentence for readers of the file.")
      .free_table("set", "Parameters and their values. A value given by `--set` wins.")
      .required()
      .example(
          "[parameters]\nvariant = \"fine\"\nmodes = 20\n\n[[variant]]\nname = \"fine\"\nset = { modes = 60 }\n\n"
          "[[variant]]\nname = \"coarse\"\nset = { modes = 10 }");
}

namespace {

struct Variant {
  std::string name;
  Value set;
};

/// By the parameter that chooses among them.
std::map<std::string, std::vector<Variant>> variants_of(const Value& list) {
  if (list.type != Value::Type::array) throw InputError(list.where, "write [[variant]] instead of [variant]");
  std::map<std::string, std::vector<Variant>> variants;
  const std::vector<std::string> known{"parameter", "name", "description", "set"};
  for (const Value& item : list.items) {
    Variant variant{plain_text(entry_of(item, "name")), entry_of(item, "set")};
    for (const std::string& key : item.keys())
      if (std::find(known.begin(), known.end(), key) == known.end())
        throw InputError(item.where, fmt::format("variant: unknown key '{}'{}", key, name_hint(key, known)));
    const Value* parameter = item.find("parameter");
    std::vector<Variant>& same = variants[parameter ? plain_text(*parameter) : "variant"];
    if (std::any_of(same.begin(), same.end(), [&](const Variant& other) { return other.name == variant.name; }))
      throw InputError(item.where, fmt::format("variant: the name '{}' is taken already", variant.name));
    same.push_back(std::move(variant));
  }
  return variants;
}

const Variant& chosen_of(const std::string& parameter, const std::vector<Variant>& variants, const Value& parameters,
                         const SourceLocation& where) {
  const Value* choice = parameters.find(parameter);
  if (!choice)
    throw InputError(where,
                     fmt::format("the file has [[variant]] tables but no parameter `{}` that chooses one", parameter));
  const std::string wanted = plain_text(*choice);
  std::vector<std::string> names;
  for (const Variant& variant : variants) {
    if (variant.name == wanted) return variant;
    names.push_back(variant.name);
  }
  throw InputError(choice->where, fmt::format("there is no {} '{}'{}", parameter, wanted, name_hint(wanted, names)));
}

}  // namespace

void apply_variants(Value& model, const std::vector<SetOption>& options) {
  const auto list =
      std::find_if(model.entries.begin(), model.entries.end(), [](const ValueEntry& e) { return e.key == "variant"; });
  if (list == model.entries.end()) return;
  const Value tables = list->value;
  model.entries.erase(list);
  Value none;
  Value* found = model.find("parameters");
  Value& parameters = found ? *found : none;
  for (const auto& [parameter, variants] : variants_of(tables)) {
    const Variant& chosen = chosen_of(parameter, variants, parameters, tables.where);
    for (const ValueEntry& entry : chosen.set.entries) {
      Value* target = parameters.find(entry.key);
      if (!target)
        throw InputError(entry.value.where, fmt::format("variant '{}': the model has no parameter '{}'{}", chosen.name,
                                                        entry.key, name_hint(entry.key, parameters.keys())));
      const auto by_hand = [&](const SetOption& o) {
        return o.name == entry.key || o.name == "parameters." + entry.key;
      };
      if (std::none_of(options.begin(), options.end(), by_hand)) *target = entry.value;
    }
  }
}

void leave_out_tables(Value& model, ReadContext& context) {
  for (ValueEntry& entry : model.entries) {
    if (entry.value.type != Value::Type::array) continue;
    std::erase_if(entry.value.items, [&](Value& item) {
      if (item.type != Value::Type::table) return false;
      const auto when =
          std::find_if(item.entries.begin(), item.entries.end(), [](const ValueEntry& e) { return e.key == "when"; });
      if (when == item.entries.end()) return false;
      const Value condition = when->value;
      item.entries.erase(when);
      bool keep = true;
      guarded(condition, entry.key + ".when", context, [&] {
        keep = condition.type == Value::Type::boolean ? condition.boolean
                                                      : holds(plain_text(condition), context.parameters);
      });
      return !keep;
    });
  }
}

}  // namespace trunnion

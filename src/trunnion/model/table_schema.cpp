#include "trunnion/model/table_schema.h"

#include <algorithm>

namespace trunnion {

std::vector<std::string> TableInfo::keys() const {
  std::vector<std::string> names;
  for (const FieldInfo& field : fields) names.push_back(field.key);
  return names;
}

FieldInfo field_info(FieldType type, std::string key, std::string doc) {
  FieldInfo info;
  info.key = std::move(key);
  info.type = type;
  info.doc = std::move(doc);
  return info;
}

void check_limits(const FieldInfo& field, double value) {
  const auto fail = [&](const char* relation, double limit) {
    throw InputError(fmt::format("{} is not allowed, it must be {} {}", exact_text(value, field.kind), relation,
                                 exact_text(limit, field.kind)));
  };
  if (field.above && !(value > *field.above)) fail("greater than", *field.above);
  if (field.below && !(value < *field.below)) fail("less than", *field.below);
  if (field.least && !(value >= *field.least)) fail("at least", *field.least);
  if (field.most && !(value <= *field.most)) fail("at most", *field.most);
}

void check_choice(const std::string& text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return;
  const std::string nearest = nearest_name(text, choices);
  throw InputError(fmt::format("'{}' is not one of: {}{}", text, fmt::join(choices, ", "),
                               nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)));
}

Value exact_value(double value, Kind kind) {
  if (kind != Kind::number) return text_value(exact_text(value, kind));
  Value number;
  number.type = Value::Type::number;
  number.number = value;
  return number;
}

void guarded(const Value& value, const std::string& path, ReadContext& context, const std::function<void()>& read) {
  try {
    read();
  } catch (const InputError& error) {
    context.problems.emplace_back(value.where, fmt::format("{}: {}", path.empty() ? "model" : path, error.what()));
  }
}

void report_unknown_keys(const TableInfo& info, const Value& table, const std::string& path, ReadContext& context) {
  const std::vector<std::string> known = info.keys();
  for (const auto& [key, value] : table.entries)
    if (std::find(known.begin(), known.end(), key) == known.end())
      context.problems.emplace_back(value.where, fmt::format("{}: unknown key '{}'{}", path.empty() ? "model" : path,
                                                             key, name_hint(key, known)));
}

bool applies(const FieldInfo& field, const Value& table) {
  const Value* type = table.find("type");
  if (!type || field.only_for.empty() || type->text.find("${") != std::string::npos) return true;
  return std::find(field.only_for.begin(), field.only_for.end(), type->text) != field.only_for.end();
}

void report_misplaced_keys(const TableInfo& info, const Value& table, const std::string& path, ReadContext& context) {
  for (const FieldInfo& field : info.fields)
    if (const Value* value = table.find(field.key); value && !applies(field, table))
      context.problems.emplace_back(value->where,
                                    fmt::format("{}.{}: has no meaning for type '{}', only for {}", path, field.key,
                                                table.find("type")->text, fmt::join(field.only_for, ", ")));
}

}  // namespace trunnion

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "trunnion/model/schema.h"

namespace trunnion {
namespace {

using Json = nlohmann::ordered_json;

Json table_schema(const TableInfo& table);

/// A quantity may be an expression, so a pattern cannot check it; the description says which units are accepted.
Json quantity_schema(Kind kind) {
  if (kind == Kind::number) return {{"type", {"number", "string"}}};
  return {{"type", "string"}, {"description", fmt::format("a {}: {}", info(kind).name, info(kind).accepted)}};
}

Json list_schema(Json items, int length) {
  Json schema{{"type", "array"}, {"items", std::move(items)}};
  if (length >= 0) schema["minItems"] = schema["maxItems"] = length;
  return schema;
}

Json text_schema(const std::vector<std::string>& choices) {
  if (choices.empty()) return {{"type", "string"}};
  return {{"anyOf", {{{"enum", choices}}, {{"type", "string"}, {"pattern", "^\\$\\{.+\\}$"}}}}};
}

Json type_schema(const FieldInfo& field) {
  switch (field.type) {
    case FieldType::text:
    case FieldType::file:
      return {{"type", "string"}};
    case FieldType::choice:
      return text_schema(field.choices);
    case FieldType::boolean:
      return {{"type", {"boolean", "string"}}};
    case FieldType::integer:
      return {{"type", {"integer", "string"}}};
    case FieldType::quantity:
      return quantity_schema(field.kind);
    case FieldType::any_quantity:
      return {{"type", {"number", "string"}}};
    case FieldType::vector:
      return list_schema(quantity_schema(field.kind), field.length);
    case FieldType::integers:
      return list_schema({{"type", {"integer", "string"}}}, field.length);
    case FieldType::texts:
      return list_schema(text_schema(field.choices), -1);
    case FieldType::quantities:
    case FieldType::named_texts:
    case FieldType::free_table:
      return {{"type", "object"}};
    case FieldType::table:
      return table_schema(*field.table);
    case FieldType::tables:
      return list_schema(table_schema(*field.table), -1);
    case FieldType::name_or_table:
      return {{"anyOf", {{{"type", "string"}}, table_schema(*field.table)}}};
  }
  return {};
}

Json table_schema(const TableInfo& table) {
  Json properties = Json::object(), required = Json::array();
  for (const FieldInfo& field : table.fields) {
    Json schema = type_schema(field);
    const std::string units =
        schema.contains("description") ? " (" + schema["description"].get<std::string>() + ")" : "";
    schema["description"] = field.doc + units;
    if (field.fallback) schema["default"] = *field.fallback;
    properties[field.key] = std::move(schema);
    if (field.required) required.push_back(field.key);
  }
  Json schema{
      {"type", "object"}, {"description", table.doc}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

}  // namespace

std::string json_schema(const TableInfo& root) {
  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Trunnion model file"}};
  schema.update(table_schema(root));
  for (const FieldInfo& field : root.fields)
    if (field.type == FieldType::tables && field.key != "variant")
      schema["properties"][field.key]["items"]["properties"]["when"] = {
          {"type", {"boolean", "string"}}, {"description", "The table counts only when this holds: \"${name}\", ..."}};
  return schema.dump(2) + "\n";
}

}  // namespace trunnion

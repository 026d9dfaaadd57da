#pragma once
// model/table_schema.h -- declares the keys of a table once and reads it into a plain struct T.
//   TableSchema<Material>("material", "An elastic material.")
//       .quantity("young", Kind::pressure, &Material::young, "Young's modulus.").required().positive()
//       .number("poisson", &Material::poisson, "Poisson's ratio.").fallback("0.3").between(-1, 0.5);
// Targets are member pointers, or functions T& -> member&. The struct gets its place in the file when it has a member
// `SourceLocation where`.

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "trunnion/base/nearest_name.h"
#include "trunnion/model/read_value.h"
#include "trunnion/model/schema.h"

namespace trunnion {

FieldInfo field_info(FieldType type, std::string key, std::string doc);
void check_limits(const FieldInfo& field, double value);                              ///< throws InputError
void check_choice(const std::string& text, const std::vector<std::string>& choices);  ///< throws with the nearest
Value exact_value(double value, Kind kind);                                           ///< "0.042 m", or a bare number

/// Calls read(), and files what it throws under the place and path of `value`.
void guarded(const Value& value, const std::string& path, ReadContext& context, const std::function<void()>& read);

/// Reports keys that the table does not know, with the nearest one that it does.
void report_unknown_keys(const TableInfo& info, const Value& table, const std::string& path, ReadContext& context);

/// Whether the key has a meaning for the `type` this table has.
bool applies(const FieldInfo& field, const Value& table);

/// Reports keys that have no meaning for the `type` this table has.
void report_misplaced_keys(const TableInfo& info, const Value& table, const std::string& path, ReadContext& context);

template <class T>
class TableSchema {
 public:
  TableSchema(std::string name, std::string doc) : info_(std::make_shared<TableInfo>()) {
    info_->name = std::move(name);
    info_->doc = std::move(doc);
  }

  TableSchema& text(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::text, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 std::invoke(target, out) = read_text(value, context);
                 return text_value(read_text(value, context));
               });
  }
  /// A formula that is compiled later, when its variables are known: parameters in it stay as they are written.
  TableSchema& formula(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::text, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext&) {
                 std::invoke(target, out) = read_formula(value);
                 return text_value(read_formula(value));
               });
  }
  /// A file the model uses; a path relative to the model's folder. Target: std::filesystem::path.
  TableSchema& file(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::file, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 const std::filesystem::path path = read_path(value, context);
                 std::invoke(target, out) = path;
                 return text_value(std::filesystem::absolute(path).string());
               });
  }
  template <class E>
  TableSchema& choice(std::string key, auto target, const std::vector<std::pair<std::string, E>>& choices,
                      std::string doc) {
    FieldInfo field = field_info(FieldType::choice, std::move(key), std::move(doc));
    for (const auto& c : choices) field.choices.push_back(c.first);
    return add(field, [target, choices](T& out, const FieldInfo& f, const Value& value, const std::string&,
                                        ReadContext& context) {
      const std::string name = read_text(value, context);
      check_choice(name, f.choices);
      for (const auto& c : choices)
        if (c.first == name) std::invoke(target, out) = c.second;
      return text_value(name);
    });
  }
  TableSchema& boolean(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::boolean, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 resolved.type = Value::Type::boolean;
                 resolved.boolean = read_boolean(value, context);
                 std::invoke(target, out) = resolved.boolean;
                 return resolved;
               });
  }
  TableSchema& integer(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::integer, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo& field, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 resolved.type = Value::Type::integer;
                 resolved.integer = read_integer(value, context);
                 check_limits(field, static_cast<double>(resolved.integer));
                 std::invoke(target, out) = static_cast<int>(resolved.integer);
                 return resolved;
               });
  }
  TableSchema& quantity(std::string key, Kind kind, auto target, std::string doc) {
    FieldInfo info = field_info(FieldType::quantity, std::move(key), std::move(doc));
    info.kind = kind;
    return add(std::move(info),
               [target](T& out, const FieldInfo& field, const Value& value, const std::string&, ReadContext& context) {
                 const double si = read_quantity(value, field.kind, context);
                 check_limits(field, si);
                 std::invoke(target, out) = si;
                 return exact_value(si, field.kind);
               });
  }
  TableSchema& number(std::string key, auto target, std::string doc) {
    return quantity(std::move(key), Kind::number, target, std::move(doc));
  }
  /// A quantity of any dimension. Target: PhysicalQuantity or an optional one.
  TableSchema& any_quantity(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::any_quantity, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 const PhysicalQuantity quantity = read_any_quantity(value, context);
                 std::invoke(target, out) = quantity;
                 return exact_any_value(quantity);
               });
  }
  /// Three quantities of one kind. Target: Vector3d or an optional one.
  TableSchema& vector(std::string key, Kind kind, auto target, std::string doc) {
    return quantities_list(std::move(key), kind, 3, std::move(doc), [target](T& out, const std::vector<double>& list) {
      std::invoke(target, out) = Vector3d(list[0], list[1], list[2]);
    });
  }
  /// Any number of quantities of one kind (exactly `length` when given). Target: std::vector<double>.
  TableSchema& list(std::string key, Kind kind, auto target, std::string doc, int length = -1) {
    return quantities_list(std::move(key), kind, length, std::move(doc),
                           [target](T& out, const std::vector<double>& l) { std::invoke(target, out) = l; });
  }
  /// Whole numbers. Target: std::vector<int>.
  TableSchema& integers(std::string key, auto target, std::string doc, int length = -1) {
    FieldInfo info = field_info(FieldType::integers, std::move(key), std::move(doc));
    info.length = length;
    return add(std::move(info),
               [target](T& out, const FieldInfo& field, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 resolved.type = Value::Type::array;
                 std::vector<int> numbers;
                 for (const Value& item : read_list(value, field.length)) {
                   numbers.push_back(static_cast<int>(read_integer(item, context)));
                   check_limits(field, numbers.back());
                   resolved.items.emplace_back().type = Value::Type::integer;
                   resolved.items.back().integer = numbers.back();
                 }
                 std::invoke(target, out) = numbers;
                 return resolved;
               });
  }
  /// Target: std::vector<std::string>; with `choices` each text must be one of them.
  TableSchema& texts(std::string key, auto target, std::string doc, std::vector<std::string> choices = {}) {
    FieldInfo info = field_info(FieldType::texts, std::move(key), std::move(doc));
    info.choices = std::move(choices);
    return add(std::move(info),
               [target](T& out, const FieldInfo& field, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 resolved.type = Value::Type::array;
                 std::vector<std::string> list;
                 for (const Value& item : read_list(value, -1)) {
                   list.push_back(read_text(item, context));
                   if (!field.choices.empty()) check_choice(list.back(), field.choices);
                   resolved.items.push_back(text_value(list.back()));
                 }
                 std::invoke(target, out) = list;
                 return resolved;
               });
  }
  /// Freely named quantities of any dimension. Target: std::map<std::string, PhysicalQuantity>.
  TableSchema& quantities(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::quantities, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 for (const auto& [name, entry] : read_table(value).entries) {
                   const PhysicalQuantity q = read_any_quantity(entry, context);
                   std::invoke(target, out)[name] = q;
                   resolved.entries.push_back({name, exact_any_value(q)});
                 }
                 return resolved;
               });
  }
  /// Texts with names of the user's choice. Target: std::map<std::string, std::string>.
  TableSchema& named_texts(std::string key, auto target, std::string doc) {
    return add(field_info(FieldType::named_texts, std::move(key), std::move(doc)),
               [target](T& out, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 for (const auto& [name, entry] : read_table(value).entries) {
                   std::invoke(target, out)[name] = read_text(entry, context);
                   resolved.entries.push_back({name, text_value(read_text(entry, context))});
                 }
                 return resolved;
               });
  }
  template <class U>
  TableSchema& table(std::string key, auto target, const TableSchema<U>& schema, std::string doc) {
    FieldInfo info = field_info(FieldType::table, std::move(key), std::move(doc));
    info.table = schema.shared_info();
    return add(std::move(info), [target, schema](T& out, const FieldInfo&, const Value& value, const std::string& path,
                                                 ReadContext& context) {
      Value resolved;
      std::invoke(target, out) = schema.read(read_table(value), path, context, resolved);
      return resolved;
    });
  }
  /// A list of tables, [[key]]. Target: std::vector<U>.
  template <class U>
  TableSchema& tables(std::string key, auto target, const TableSchema<U>& schema, std::string doc) {
    FieldInfo info = field_info(FieldType::tables, std::move(key), std::move(doc));
    info.table = schema.shared_info();
    return add(std::move(info), [target, schema](T& out, const FieldInfo& field, const Value& value,
                                                 const std::string& path, ReadContext& context) {
      if (value.type == Value::Type::table)
        throw InputError(fmt::format("there can be several: write [[{}]] instead of [{}]", field.key, field.key));
      Value resolved;
      resolved.type = Value::Type::array;
      std::size_t index = 0;
      for (const Value& item : read_list(value, -1)) {
        const std::string item_path = fmt::format("{}.{}", path, index++);
        resolved.items.emplace_back();
        guarded(item, item_path, context, [&] {
          std::invoke(target, out).push_back(schema.read(read_table(item), item_path, context, resolved.items.back()));
        });
      }
      return resolved;
    });
  }
  /// The name of a top-level table, or such a table in place. Targets: std::string and std::optional<U>.
  template <class U>
  TableSchema& name_or_table(std::string key, auto name_target, auto table_target, const TableSchema<U>& schema,
                             std::string doc) {
    FieldInfo field = field_info(FieldType::name_or_table, std::move(key), std::move(doc));
    field.refers_to = schema.info().name;
    field.table = schema.shared_info();
    return add(field, [name_target, table_target, schema](T& out, const FieldInfo&, const Value& value,
                                                          const std::string& path, ReadContext& context) {
      const bool in_place =
          value.type == Value::Type::table || (value.type == Value::Type::raw && value.text.starts_with('{'));
      if (!in_place) {
        std::invoke(name_target, out) = read_text(value, context);
        return text_value(std::invoke(name_target, out));
      }
      Value resolved;
      std::invoke(table_target, out) = schema.read(read_table(value), path, context, resolved);
      return resolved;
    });
  }

  /// A table with names of the user's choice that the caller reads itself ([parameters]).
  TableSchema& free_table(std::string key, std::string doc) {
    return add(field_info(FieldType::free_table, std::move(key), std::move(doc)),
               [](T&, const FieldInfo&, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 for (const auto& entry : read_table(value).entries)
                   resolved.entries.push_back({entry.key, exact_parameter_value(context.parameters, entry.key)});
                 return resolved;
               });
  }

  // Properties of the key declared last.
  TableSchema& required() { return last().required = true, *this; }
  TableSchema& fallback(std::string text) { return last().fallback = std::move(text), *this; }
  TableSchema& positive() { return last().above = 0, *this; }
  TableSchema& not_negative() { return last().least = 0, *this; }
  TableSchema& at_least(double value) { return last().least = value, *this; }
  TableSchema& between(double above, double below) { return last().above = above, last().below = below, *this; }
  TableSchema& refers_to(std::string table_name) { return last().refers_to = std::move(table_name), *this; }
  TableSchema& only_for(std::vector<std::string> types) { return last().only_for = std::move(types), *this; }
  // Of the table.
  TableSchema& example(std::string toml) { return info_->example = std::move(toml), *this; }
  TableSchema& check(std::function<void(const T&)> check) { return checks_.push_back(std::move(check)), *this; }

  const TableInfo& info() const { return *info_; }
  std::shared_ptr<const TableInfo> shared_info() const { return info_; }

  /// Problems go into the context, so that the user sees all of them at once.
  T read(const Value& table, const std::string& path, ReadContext& context, Value& resolved) const {
    T out{};
    if constexpr (requires { out.where = table.where; }) out.where = table.where;
    const std::size_t before = context.problems.size();
    const auto full = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
    for (std::size_t i = 0; i < readers_.size(); ++i) {
      const FieldInfo& field = info_->fields[i];
      Value fallback;
      const Value* value = table.find(field.key);
      if (!value && field.required)
        context.problems.emplace_back(table.where, fmt::format("{}: the key '{}' is missing ({})",
                                                               path.empty() ? "model" : path, field.key, field.doc));
      if (!value && field.fallback && applies(field, table)) {
        fallback = raw_value(*field.fallback);
        fallback.where = table.where;
        value = &fallback;
      }
      if (!value) continue;
      guarded(*value, full(field.key), context, [&] {
        resolved.entries.push_back({field.key, readers_[i](out, field, *value, full(field.key), context)});
      });
    }
    report_unknown_keys(*info_, table, path, context);
    report_misplaced_keys(*info_, table, path, context);
    if (context.problems.size() == before)  // checks rely on sound entries
      for (const auto& check : checks_) guarded(table, path, context, [&] { check(out); });
    return out;
  }

 private:
  using Reader = std::function<Value(T&, const FieldInfo&, const Value&, const std::string& path, ReadContext&)>;

  TableSchema& add(FieldInfo field, Reader reader) {
    info_->fields.push_back(std::move(field));
    readers_.push_back(std::move(reader));
    return *this;
  }
  FieldInfo& last() { return info_->fields.back(); }

  TableSchema& quantities_list(std::string key, Kind kind, int length, std::string doc,
                               std::function<void(T&, const std::vector<double>&)> store) {
    FieldInfo info = field_info(FieldType::vector, std::move(key), std::move(doc));
    info.kind = kind;
    info.length = length;
    return add(std::move(info),
               [store](T& out, const FieldInfo& field, const Value& value, const std::string&, ReadContext& context) {
                 Value resolved;
                 resolved.type = Value::Type::array;
                 std::vector<double> list;
                 for (const Value& item : read_list(value, field.length)) {
                   list.push_back(read_quantity(item, field.kind, context));
                   check_limits(field, list.back());
                   resolved.items.push_back(exact_value(list.back(), field.kind));
                 }
                 store(out, list);
                 return resolved;
               });
  }

  std::shared_ptr<TableInfo> info_;
  std::vector<Reader> readers_;
  std::vector<std::function<void(const T&)>> checks_;
};

}  // namespace trunnion

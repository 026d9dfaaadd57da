#include "value.h"

#include <fmt/format.h>

namespace trunnion::python {
namespace {

bool same_leaf(const Value& a, const Value& b) {
  return a.type == b.type && a.text == b.text && a.integer == b.integer && a.number == b.number &&
         a.boolean == b.boolean;
}

std::string below(const std::string& path, const std::string& part) { return path.empty() ? part : path + "." + part; }

Value table(const py::dict& dict, const Value* original, const std::string& path) {
  Value value;
  for (const auto& [key, entry] : dict) {
    if (!py::isinstance<py::str>(key))
      throw InputError(fmt::format("{}: keys of tables are texts, not {}", path.empty() ? "model" : path,
                                   py::repr(key).cast<std::string>()));
    const auto name = key.cast<std::string>();
    value.entries.push_back({name, to_value(entry, original ? original->find(name) : nullptr, below(path, name))});
  }
  return value;
}

Value list(const py::sequence& items, const Value* original, const std::string& path) {
  Value value;
  value.type = Value::Type::array;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Value* before = original && i < original->items.size() ? &original->items[i] : nullptr;
    const py::object item = items[i];
    value.items.push_back(to_value(item, before, below(path, std::to_string(i))));
  }
  return value;
}

Value leaf(py::handle object, const std::string& path) {
  Value value;
  if (py::isinstance<py::bool_>(object)) {
    value.type = Value::Type::boolean;
    value.boolean = object.cast<bool>();
  } else if (PyIndex_Check(object.ptr())) {  // int, numpy integers
    value.type = Value::Type::integer;
    value.integer = py::int_(py::reinterpret_borrow<py::object>(object)).cast<std::int64_t>();
  } else if (py::isinstance<py::float_>(object) || py::hasattr(object, "__float__")) {
    value.type = Value::Type::number;
    value.number = py::float_(py::reinterpret_borrow<py::object>(object)).cast<double>();
  } else if (py::isinstance<py::str>(object) || py::hasattr(object, "__fspath__") ||
             py::hasattr(object, "__trunnion__")) {
    value = text_value(py::str(object).cast<std::string>());
  } else {
    throw InputError(
        fmt::format("{}: {} cannot stand in a model; give text, a number, true or false, a list, a dict or a Quantity",
                    path, py::repr(object).cast<std::string>()));
  }
  return value;
}

}  // namespace

py::object to_python(const Value& value) {
  switch (value.type) {
    case Value::Type::text:
    case Value::Type::raw:
      return py::str(value.text);
    case Value::Type::integer:
      return py::int_(value.integer);
    case Value::Type::number:
      return py::float_(value.number);
    case Value::Type::boolean:
      return py::bool_(value.boolean);
    case Value::Type::array: {
      py::list items;
      for (const Value& item : value.items) items.append(to_python(item));
      return items;
    }
    case Value::Type::table: {
      py::dict entries;
      for (const auto& [key, entry] : value.entries) entries[py::str(key)] = to_python(entry);
      return entries;
    }
  }
  return py::none();
}

Value to_value(py::handle object, const Value* original, const std::string& path) {
  if (py::hasattr(object, "tolist"))  // NumPy arrays and scalars
    return to_value(object.attr("tolist")(), original, path);
  if (py::isinstance<py::dict>(object) || py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object)) {
    const bool is_table = py::isinstance<py::dict>(object);
    const Value* before =
        original && original->type == (is_table ? Value::Type::table : Value::Type::array) ? original : nullptr;
    Value value = is_table ? table(py::reinterpret_borrow<py::dict>(object), before, path)
                           : list(py::reinterpret_borrow<py::sequence>(object), before, path);
    if (before) value.where = before->where;
    return value;
  }
  Value value = leaf(object, path);
  if (original && same_leaf(value, *original)) value.where = original->where;
  return value;
}

}  // namespace trunnion::python

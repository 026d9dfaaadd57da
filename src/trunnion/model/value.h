#pragma once
// model/value.h -- the tree of a model file as read: every value knows where it stands. Only read_toml.cpp knows TOML.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trunnion/base/error.h"

namespace trunnion {

struct ValueEntry;

struct Value {
  enum class Type {
    text,
    integer,
    number,
    boolean,
    array,
    table,
    raw  ///< text of a --set option or a default: the declared type of its key decides how it is read
  };
  Type type = Type::table;
  std::string text;  ///< text and raw
  std::int64_t integer = 0;
  double number = 0;
  bool boolean = false;
  std::vector<Value> items;         ///< array
  std::vector<ValueEntry> entries;  ///< table, in the order of the file
  SourceLocation where;

  const Value* find(std::string_view key) const;  ///< entry of a table, or null
  Value* find(std::string_view key);
  std::vector<std::string> keys() const;
};

struct ValueEntry {
  std::string key;
  Value value;
};

Value text_value(std::string text);
Value raw_value(std::string text);
std::string describe(const Value& value);  ///< "a number (42)", "a table": what an error says was read

/// TOML text that reads back to the same tree.
std::string to_toml(const Value& table);

}  // namespace trunnion

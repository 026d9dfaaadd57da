#pragma once
// model/schema.h -- what a table of the model file may hold, as data: one declaration serves the reader
// (table_schema.h), its messages, the JSON schema for editors and the reference page.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/base/quantity.h"

namespace trunnion {

enum class FieldType {
  text,
  file,
  choice,
  boolean,
  integer,
  quantity,      ///< a number where kind is Kind::number
  any_quantity,  ///< of any dimension
  vector,        ///< list of quantities of one kind
  integers,      ///< list of whole numbers
  texts,         ///< list of texts
  quantities,    ///< table of freely named quantities
  named_texts,   ///< table of freely named texts
  table,
  tables,         ///< list of tables
  name_or_table,  ///< name of a top-level table, or the table itself
  free_table      ///< names are the user's, e.g. [parameters]
};

struct TableInfo;

struct FieldInfo {
  std::string key;
  FieldType type = FieldType::text;
  std::string doc;  ///< one sentence
  Kind kind = Kind::number;
  int length = -1;  ///< of a list; < 0: any
  bool required = false;
  std::optional<std::string> fallback;  ///< used when the key is missing, as it would be given to --set
  std::vector<std::string> choices;
  std::string refers_to;               ///< the table whose names this text may hold, e.g. "material"
  std::vector<std::string> only_for;   ///< values of `type` for which the key has a meaning; empty: all
  std::optional<double> above, below;  ///< limits of each number, exclusive [SI]
  std::optional<double> least, most;   ///< limits, inclusive [SI]
  std::shared_ptr<const TableInfo> table;
};

struct TableInfo {
  std::string name;
  std::string doc;
  std::string example;  ///< TOML, for the page
  std::vector<FieldInfo> fields;

  std::vector<std::string> keys() const;
};

/// JSON Schema (draft 2020-12) of a model file whose top level is `root`.
std::string json_schema(const TableInfo& root);

/// The reference page docs/model-file.md, introduction and tables.
std::string reference_page(const TableInfo& root);

/// A page of its own for another kind of file: introduction, then `table` and what it holds.
std::string table_page(const std::string& introduction, const TableInfo& table);

}  // namespace trunnion

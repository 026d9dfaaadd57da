#include <fmt/format.h>

#include <set>

#include "trunnion/model/schema.h"

namespace trunnion {
namespace {

constexpr const char* kIntroduction = R"md(# The model file
A model is one TOML file. This page is written by `trunnion schema --page` from the same tables that read the file; editors that understand JSON Schema get theirs from `trunnion schema`.

**Values.** Every physical value is a text with a unit, `"42 mm"`, `"8 mPa.s"`, `"10000 rpm"`, checked for its dimension. A bare number is an error where a unit is needed. Units are those of UDUNITS and what engineers write besides (`deg`, `Nm`, `rev`, `r/min`, `cP`), joined by `.`, `*`, a blank or `/` and raised with `^`, also to fractions: `"3e9 N/mm^1.5"`. A product behind `/` needs brackets: `W/(m.K)`. Angles, frequencies and rotation speeds are never mixed up: `50 Hz` is no rotation speed, `50 rev/s` is.

**Parameters and expressions.** Names in `[parameters]` are used as `"${name}"` anywhere, alone or in an expression: `"2*${length}/3"`, `"sqrt(${a}^2 + ${b}^2)"`, `"max(${gap}, 2 um)"`. There are + - * / ^, brackets, `pi`, and the functions sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs min max sign step smooth mod (`step(x)` jumps from 0 to 1 at x = 0, `smooth(x)` goes from 0 to 1 between x = 0 and x = 1 without a jump of slope or curvature). Expressions work on quantities, not on text, and are checked for dimension.

**Changes from outside.** `--set name=value` changes a parameter, `--set table.0.key=value` any value; lists count from 0. The value is read as its key asks for: `--set length='1.2 m'`, `--set stage.1.modes=12`, `--set load.0.force='["0 N", "0 N", "5 N"]'`.

**Variants.** Several models in one file: `[[variant]]` names values that some parameters take together, and the parameter `variant` chooses one (`--set variant=B`). Every `[[...]]` table of the top level may have `when`: it counts only when that holds. `when = "${rigid}"`, `"not ${rigid}"`, `"${start} == run-up"`, `"${start} != steady and ${film}"`; several conditions are joined by `and` or by `or`.

**Files** are looked for from the folder of the model file.
)md";

std::string heading(const TableInfo& table) { return fmt::format("`{}`", table.name); }

std::string anchor(const TableInfo& table) { return fmt::format("[`{0}`](#{0})", table.name); }

std::string several(const std::string& what) {
  if (what == "moment of inertia") return "moments of inertia";
  if (what.ends_with("ss")) return what + "es";
  return what.ends_with('y') ? what.substr(0, what.size() - 1) + "ies" : what + "s";
}

std::string type_text(const FieldInfo& field) {
  const auto list_of = [&](const std::string& what) {
    return field.length >= 0 ? fmt::format("list of {} {}", field.length, several(what)) : "list of " + several(what);
  };
  switch (field.type) {
    case FieldType::text:
      return field.refers_to.empty() ? "text" : fmt::format("name of a `{}`", field.refers_to);
    case FieldType::file:
      return "file name";
    case FieldType::choice:
      return fmt::format("one of `{}`", fmt::join(field.choices, "`, `"));
    case FieldType::boolean:
      return "`true` or `false`";
    case FieldType::integer:
      return "whole number";
    case FieldType::quantity:
      return field.kind == Kind::number ? "number"
                                        : fmt::format("{} ({})", info(field.kind).name, info(field.kind).accepted);
    case FieldType::any_quantity:
      return "quantity with unit, or number";
    case FieldType::vector:
      return field.kind == Kind::number
                 ? list_of("number")
                 : fmt::format("{} ({})", list_of(std::string(info(field.kind).name)), info(field.kind).accepted);
    case FieldType::integers:
      return list_of("whole number");
    case FieldType::texts:
      return field.choices.empty() ? "list of texts" : fmt::format("list of `{}`", fmt::join(field.choices, "`, `"));
    case FieldType::quantities:
      return "table of named quantities";
    case FieldType::named_texts:
      return "table of named texts";
    case FieldType::free_table:
      return "table of named values";
    case FieldType::table:
      return anchor(*field.table);
    case FieldType::tables:
      return "list of " + anchor(*field.table);
    case FieldType::name_or_table:
      return fmt::format("name of a {0}, or such a table in place", anchor(*field.table));
  }
  return "";
}

std::string limits_text(const FieldInfo& field) {
  const auto limit = [&](double value) { return value == 0 ? std::string("0") : exact_text(value, field.kind); };
  std::vector<std::string> parts;
  if (field.above) parts.push_back("> " + limit(*field.above));
  if (field.below) parts.push_back("< " + limit(*field.below));
  if (field.least) parts.push_back("≥ " + limit(*field.least));
  if (field.most) parts.push_back("≤ " + limit(*field.most));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string field_row(const FieldInfo& field) {
  std::string doc = field.doc;
  if (const std::string limits = limits_text(field); !limits.empty()) doc += fmt::format(" Must be {}.", limits);
  if (!field.only_for.empty()) doc += fmt::format(" Only for type `{}`.", fmt::join(field.only_for, "`, `"));
  const std::string standard = field.required ? "required" : (field.fallback ? "`" + *field.fallback + "`" : "");
  return fmt::format("| `{}` | {} | {} | {} |\n", field.key, type_text(field), standard, doc);
}

void write_table(const TableInfo& table, std::set<std::string>& written, std::string& page) {
  if (!written.insert(table.name).second) return;
  page +=
      fmt::format("\n## {}\n{}\n\n| key | value | default | meaning |\n|---|---|---|---|\n", heading(table), table.doc);
  for (const FieldInfo& field : table.fields) page += field_row(field);
  if (!table.example.empty()) page += fmt::format("\n```toml\n{}\n```\n", table.example);
  for (const FieldInfo& field : table.fields)
    if (field.table) write_table(*field.table, written, page);
}

}  // namespace

std::string reference_page(const TableInfo& root) {
  std::string page = std::string(kIntroduction) + "\n## The top level\n\n| table | meaning |\n|---|---|\n";
  for (const FieldInfo& field : root.fields) {
    const std::string name = field.table ? anchor(*field.table) : "`" + field.key + "`";
    page += fmt::format(
        "| {} | {}{} |\n", name, field.doc,
        field.type == FieldType::tables ? fmt::format(" Written `[[{}]]`, as often as needed.", field.key) : "");
  }
  std::set<std::string> written;
  for (const FieldInfo& field : root.fields)
    if (field.table) write_table(*field.table, written, page);
  return page;
}

std::string table_page(const std::string& introduction, const TableInfo& table) {
  std::string page = introduction;
  std::set<std::string> written;
  write_table(table, written, page);
  return page;
}

}  // namespace trunnion

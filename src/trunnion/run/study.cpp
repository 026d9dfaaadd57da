#include "trunnion/run/study.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/model/read_toml.h"
#include "trunnion/model/table_schema.h"

namespace trunnion {
namespace {

struct StudyFile {
  Study study;
};

TableSchema<StudyFactor> factor_table() {
  return TableSchema<StudyFactor>("vary", "One value that a design varies.")
      .text("parameter", &StudyFactor::parameter, "What is varied: NAME or table.0.key, as after --set.")
      .required()
      .texts("values", &StudyFactor::values, "Its values.")
      .text("from", &StudyFactor::from, "Instead of values: where its range begins, with the unit.")
      .text("to", &StudyFactor::to, "Where the range ends, in the same unit.")
      .integer("count", &StudyFactor::count, "How many values of the range a grid or a list takes.")
      .boolean("log", &StudyFactor::log, "The range is divided in equal ratios.")
      .fallback("false")
      .boolean("whole", &StudyFactor::whole, "Values of the range are rounded to whole numbers.")
      .fallback("false");
}

TableSchema<Study> study_table() {
  const auto cases = TableSchema<StudyCase>("case", "One run of the model.")
                         .text("name", &StudyCase::name, "Name of the row.")
                         .required()
                         .texts("set", &StudyCase::set, "What differs, as after --set: \"NAME=value\".");
  const auto design = [](auto member) {
    return [member](Study & s) -> auto& { return s.design.*member; };
  };
  return TableSchema<Study>("study", "One model over a list of values.")
      .text("title", &Study::title, "Title of the report.")
      .fallback("Study")
      .file("model", &Study::model, "The model file.")
      .required()
      .choice<std::string>("verb", &Study::verb, {{"run", "run"}, {"reduce", "reduce"}}, "What is done with each case.")
      .fallback("run")
      .tables("case", &Study::cases, cases, "The cases, in this order.")
      .text("parameter", &Study::parameter, "What is varied: NAME or table.0.key, as after --set.")
      .texts("values", &Study::values, "Its values; each makes a case.")
      .boolean("each", &Study::each, "Every case is run with every value, instead of one more case per value.")
      .fallback("false")
      .tables("vary", design(&StudyDesign::factors), factor_table(),
              "Values that a design varies together; each of its points makes a case.")
      .template choice<DesignKind>("design", design(&StudyDesign::kind),
                                   {{"grid", DesignKind::grid},
                                    {"list", DesignKind::list},
                                    {"latin-hypercube", DesignKind::latin_hypercube},
                                    {"sobol", DesignKind::sobol}},
                                   "`grid`: every combination; `list`: the first values, the second ones and so on; "
                                   "`latin-hypercube` and `sobol`: points spread over all ranges.")
      .fallback("grid")
      .integer("samples", design(&StudyDesign::samples), "Points of `latin-hypercube` and `sobol`.")
      .integer("seed", design(&StudyDesign::seed), "Of `latin-hypercube`: the same seed gives the same points.")
      .fallback("1")
      .texts("plot", &Study::plot,
             "Quantities that are drawn over the values, a line per case; of a design over each "
             "value that it varies.")
      .texts("quantities", &Study::quantities, "Columns of the table; all if not given.")
      .table("compare", &Study::compare, comparison_table(), "Cases against one of them.")
      .example(R"([study]
title = "How fine must the mesh be?"
model = "conrod.toml"
verb = "reduce"
parameter = "mesh_size"
values = ["6 mm", "4 mm", "3 mm"]
quantities = ["first_frequency", "frf_error_max"])");
}

TableSchema<StudyFile> study_file_table() {
  return TableSchema<StudyFile>("study file", "A study.")
      .table("study", &StudyFile::study, study_table(), "One model over a list of values.")
      .required();
}

void check_references(const Study& study, const ComparisonInput& compare, ReadContext& context) {
  std::vector<std::string> names;
  for (const StudyCase& one : study.cases) names.push_back(one.name);
  for (const std::string& reference : compare.references)
    if (std::find(names.begin(), names.end(), reference) == names.end())
      context.problems.emplace_back(
          compare.where, fmt::format("study.compare: there is no case '{}'{}", reference, name_hint(reference, names)));
}

/// Values may be written bare; the declared type of what is varied decides how they are read.
void to_raw(Value& item) {
  const SourceLocation where = item.where;
  if (item.type == Value::Type::integer) item = raw_value(fmt::format("{}", item.integer));
  if (item.type == Value::Type::number) item = raw_value(fmt::format("{}", item.number));
  if (item.type == Value::Type::boolean) item = raw_value(item.boolean ? "true" : "false");
  item.where = where;
}

void numbers_to_text(Value& tree) {
  const auto all_of = [](Value* list) {
    if (list)
      for (Value& item : list->items) to_raw(item);
  };
  Value* study = tree.find("study");
  if (!study) return;
  all_of(study->find("values"));
  if (Value* factors = study->find("vary"))
    for (Value& factor : factors->items) {
      all_of(factor.find("values"));
      for (const char* end : {"from", "to"})
        if (Value* value = factor.find(end)) to_raw(*value);
    }
}

void add_value_cases(Study& study, const std::string& file, ReadContext& context) {
  if (study.parameter.empty() != study.values.empty())
    context.problems.emplace_back(SourceLocation{file, 0, 0}, "study: 'parameter' and 'values' belong together");
  if (study.values.empty() && (study.each || (!study.plot.empty() && study.design.factors.empty())))
    context.problems.emplace_back(SourceLocation{file, 0, 0},
                                  "study: 'each' needs 'parameter' and 'values', 'plot' needs them or 'vary'");
  std::vector<StudyCase> bases;
  if (study.each) bases.swap(study.cases);
  if (bases.empty()) bases.push_back({});
  for (const StudyCase& base : bases)
    for (const std::string& value : study.values) {
      const std::string assigned = study.parameter + " = " + value;
      StudyCase& one = study.cases.emplace_back(base);
      one.name = base.name.empty() ? assigned : base.name + ", " + assigned;
      one.set.push_back(study.parameter + "=" + value);
      one.line = base.name.empty() ? study.title : base.name;
      one.value = value;
    }
}

/// Cases of a design are numbered; their values are columns of the table.
void add_design_cases(Study& study) {
  const auto rows = design_levels(study.design);
  const std::size_t digits = std::max<std::size_t>(2, fmt::format("{}", rows.size()).size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    StudyCase& one = study.cases.emplace_back();
    one.name = fmt::format("{:0{}}", k + 1, digits);
    one.levels = rows[k];
    for (std::size_t f = 0; f < rows[k].size(); ++f)
      one.set.push_back(study.design.factors[f].parameter + "=" + rows[k][f]);
  }
}

void check_names(const Study& study, const std::string& file, ReadContext& context) {
  std::vector<std::string> names;
  for (const StudyCase& one : study.cases) names.push_back(one.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    context.problems.emplace_back(SourceLocation{file, 0, 0}, fmt::format("study: two cases are called '{}'", *twice));
}

}  // namespace

std::string study_page() {
  return table_page(R"md(# The study file
`trunnion sweep STUDY.toml` runs one model several times and puts the numbers of all cases into one table: `study.csv`, `study.h5`, `summary.json` (quantities `<case>.<name>`) and `report.html`; each case leaves its own folder beside them. `--set` applies to all cases. This page is written by `trunnion schema --study`.

| option | |
|---|---|
| `--jobs N` | so many cases at a time, each in a process of its own (default: one per core) |
| `--threads N` | of each case (default: 1, so that the table does not depend on `--jobs`) |
| `--fresh` | run cases again that are done already |
| `--scheduler ADDRESS` | on the workers of a Dask cluster; they see the same folders and have `trunnion` and the Python package |

A case that fails is a row with its reason, and the others still run. A case whose process is killed is tried once more. A sweep that was stopped or killed goes on where it was: a case whose folder holds `case.json` with the hash of the same inputs is not run again, whether it succeeded or failed. Meshes and reduced bodies that cases share are made once.

A study that varies values by a design (`vary`) draws the quantities in `plot` over each value, with the mean, tells how strongly each value acts on each quantity (rank correlation, and the range of the means), and shows all cases as lines over parallel axes.
)md",
                    study_table().info());
}

Study read_study(const std::filesystem::path& file) {
  Value tree = read_toml(read_text_file(file), file.string());
  numbers_to_text(tree);
  ReadContext context;
  context.folder = file.parent_path();
  Value resolved;
  StudyFile content = study_file_table().read(tree, "", context, resolved);
  if (context.problems.empty()) add_value_cases(content.study, file.string(), context);
  if (context.problems.empty()) add_design_cases(content.study);
  if (context.problems.empty() && content.study.cases.empty())
    context.problems.emplace_back(SourceLocation{file.string(), 0, 0},
                                  "the study has no case: give 'case', 'parameter' and 'values', or 'vary'");
  if (context.problems.empty()) check_names(content.study, file.string(), context);
  if (context.problems.empty() && content.study.compare)
    check_references(content.study, *content.study.compare, context);
  if (!context.problems.empty()) throw InputError(context.problems.front());
  return content.study;
}

}  // namespace trunnion

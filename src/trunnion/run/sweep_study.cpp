#include "trunnion/run/sweep_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "trunnion/base/error.h"
#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/model/read_toml.h"
#include "trunnion/model/table_schema.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/csv.h"
#include "trunnion/results/summary.h"
#include "trunnion/run/reduce_model.h"
#include "trunnion/run/run_log.h"
#include "trunnion/run/study_plots.h"

namespace trunnion {
namespace {

struct StudyFile {
  Study study;
};

TableSchema<Study> study_table() {
  const auto cases = TableSchema<StudyCase>("case", "One run of the model.")
                         .text("name", &StudyCase::name, "Name of the row.")
                         .required()
                         .texts("set", &StudyCase::set, "What differs, as after --set: \"NAME=value\".");
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
      .texts("plot", &Study::plot, "Quantities that are drawn over the values, a line per case.")
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
void numbers_to_text(Value& tree) {
  Value* study = tree.find("study");
  Value* values = study ? study->find("values") : nullptr;
  if (!values) return;
  for (Value& item : values->items) {
    const SourceLocation where = item.where;
    if (item.type == Value::Type::integer) item = raw_value(fmt::format("{}", item.integer));
    if (item.type == Value::Type::number) item = raw_value(fmt::format("{}", item.number));
    if (item.type == Value::Type::boolean) item = raw_value(item.boolean ? "true" : "false");
    item.where = where;
  }
}

void add_value_cases(Study& study, const std::string& file, ReadContext& context) {
  if (study.parameter.empty() != study.values.empty())
    context.problems.emplace_back(SourceLocation{file, 0, 0}, "study: 'parameter' and 'values' belong together");
  if (study.values.empty() && (study.each || !study.plot.empty()))
    context.problems.emplace_back(SourceLocation{file, 0, 0}, "study: 'each' and 'plot' need 'parameter' and 'values'");
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

std::string safe_folder(const std::string& name) {
  std::string folder = name;
  for (char& c : folder)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' && c != '.') c = '_';
  return folder.empty() || folder.front() == '.' ? "_" + folder : folder;
}

PlottedRun plotted_run(const StudyCase& one, const std::vector<std::string>& quantities, const RunRecord& record) {
  PlottedRun run{one.line, one.value, {}};
  for (const std::string& name : quantities)
    if (const Quantity* q = find_quantity(record, name); q && q->value) run.quantities[name] = *q->value;
  return run;
}

}  // namespace

std::string study_page() {
  return table_page(R"md(# The study file
`trunnion sweep STUDY.toml` runs one model several times, case after case, and puts the numbers of all cases into one table: `study.csv`, `summary.json` (quantities `<case>.<name>`) and `report.html`; each case leaves its own folder beside them. `--set` applies to all cases. Meshes and reduced bodies that cases share are made once. A case that fails is an empty row with its reason, and the others still run. This page is written by `trunnion schema --study`.
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
  if (context.problems.empty() && content.study.cases.empty())
    context.problems.emplace_back(SourceLocation{file.string(), 0, 0},
                                  "the study has no case: give 'case', or 'parameter' and 'values'");
  if (context.problems.empty() && content.study.compare)
    check_references(content.study, *content.study.compare, context);
  if (!context.problems.empty()) throw InputError(context.problems.front());
  return content.study;
}

RunResult sweep_study(const RunOptions& options, Observer& observer) {
  const Study study = read_study(options.model_file);
  RunResult result;
  result.out = options.out.empty() ? default_out(options.model_file) : options.out;
  std::filesystem::create_directories(result.out);
  RunRecord& record = result.record;
  record.model_name = study.title;
  record.provenance.input_file = options.model_file.filename().string();
  record.provenance.version = version();
  record.provenance.date = utc_now();
  record.provenance.command = options.command;
  record.provenance.blas_kernel = use_fast_blas_kernel().name;
  record.provenance.threads = options.threads > 0 ? options.threads : num_threads();
  Table table;
  table.section = "Study";
  table.title = study.title;
  table.columns = {{"case", "", true}};
  std::vector<std::string> columns = study.quantities;
  std::vector<ComparedCase> compared;
  std::vector<PlottedRun> plotted;
  for (const StudyCase& one : study.cases) {
    check_cancelled(observer);
    const Stopwatch watch;
    StageRecord stage;
    stage.name = one.name;
    stage.type = study.verb;
    std::vector<Cell> row{{one.name, {}}};
    try {
      RunOptions run = options;
      run.model_file = study.model;
      run.out = result.out / safe_folder(one.name);
      for (const std::string& set : one.set) run.set.push_back(parse_set_option(set));
      const RunResult found = study.verb == "reduce" ? reduce_model(run, observer) : run_model(run, observer);
      if (study.compare) compared.push_back(compared_case(*study.compare, one.name, found));
      if (!one.value.empty()) plotted.push_back(plotted_run(one, study.plot, found.record));
      if (columns.empty())
        for (const Quantity& q : found.record.quantities) columns.push_back(q.name);
      for (const std::string& name : columns) {
        const Quantity* q = find_quantity(found.record, name);
        if (q && q->value) {
          row.push_back({*q->value, {}});
          set_quantity(record, one.name + "." + name, *q->value);
        } else {
          row.emplace_back();
          set_missing(record, one.name + "." + name, q ? q->reason : "the case has no such quantity");
        }
      }
      if (!found.success()) {
        stage.status = StageStatus::failed;
        stage.message = "not all of the case succeeded; see its own report";
      }
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      stage.status = StageStatus::failed;
      stage.message = error.what();
      observer.warn(fmt::format("case {}: {}", one.name, error.what()));
    }
    row.resize(1 + std::max(columns.size(), row.size() - 1));
    table.rows.push_back(std::move(row));
    stage.wall_s = watch.seconds();
    record.stages.push_back(stage);
  }
  for (const std::string& name : columns) table.columns.push_back({name, "", false});
  for (std::vector<Cell>& row : table.rows) row.resize(table.columns.size());
  write_file(result.out / "study.csv", table_csv(table));
  for (auto& column : table.columns) std::replace(column.name.begin(), column.name.end(), '_', ' ');  // lets them wrap
  record.tables.push_back(std::move(table));
  for (Curve& curve : study_plots(study.parameter, study.plot, plotted)) record.curves.push_back(std::move(curve));
  if (study.compare) add_comparison(*study.compare, compared, record);
  record.headline = fmt::format("{} cases, one table.", study.cases.size());
  record.files = {"study.csv", "summary.json"};
  write_summary(record, result.out / "summary.json");
  write_report(record, result.out / "report.html");
  observer.note(fmt::format("wrote {}/{{study.csv, summary.json, report.html}}", result.out.string()));
  return result;
}

}  // namespace trunnion

#include "trunnion/run/sweep_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <thread>

#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/csv.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/summary.h"
#include "trunnion/results/whole_hdf5.h"
#include "trunnion/run/run_log.h"
#include "trunnion/run/study_plots.h"
#include "trunnion/run/sweep_effects.h"
#include "trunnion/run/sweep_processes.h"

namespace trunnion {
namespace {

/// What one case left behind.
struct CollectedCase {
  CaseOutcome outcome;
  std::vector<Quantity> quantities;  ///< in the order of its summary

  const Quantity* find(const std::string& name) const {
    const auto at = std::ranges::find(quantities, name, &Quantity::name);
    return at == quantities.end() ? nullptr : &*at;
  }
};

CollectedCase collect(const PlannedCase& one) {
  CollectedCase found;
  if (const auto outcome = earlier_outcome(one)) {
    found.outcome = *outcome;
    if (one.problem.empty()) found.quantities = case_quantities(one.folder / "summary.json");
  } else {
    found.outcome = {false, "the case has not been run", 0};
  }
  return found;
}

/// Values of a factor as numbers in the unit that all of them have; nothing where they are no such numbers.
std::optional<StudyColumn> numbers_of(const std::vector<StudyCase>& cases, const std::string& name,
                                      std::size_t factor) {
  StudyColumn column{name, "", VectorXd(static_cast<Index>(cases.size()))};
  bool first = true;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    double& number = column.values[static_cast<Index>(k)];
    if (cases[k].levels.empty()) {
      number = std::numeric_limits<double>::quiet_NaN();
      continue;
    }
    std::string unit;
    if (!split_number(cases[k].levels[factor], number, unit) || (!first && unit != column.unit)) return std::nullopt;
    column.unit = unit;
    first = false;
  }
  return column;
}

StudyColumn quantity_column(const std::vector<CollectedCase>& cases, const std::string& name) {
  StudyColumn column{name, "", VectorXd(static_cast<Index>(cases.size()))};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Quantity* q = cases[k].find(name);
    column.values[static_cast<Index>(k)] = q && q->value ? *q->value : std::numeric_limits<double>::quiet_NaN();
  }
  return column;
}

std::vector<std::string> columns_of(const Study& study, const std::vector<CollectedCase>& cases) {
  if (!study.quantities.empty()) return study.quantities;
  std::vector<std::string> names;
  for (const CollectedCase& one : cases)
    if (one.outcome.done) {
      for (const Quantity& q : one.quantities) names.push_back(q.name);
      break;
    }
  return names;
}

/// The whole table: case, values of the design, quantities, and what went wrong.
Table study_table(const SweepPlan& plan, const std::vector<CollectedCase>& cases,
                  const std::vector<std::string>& columns) {
  const Study& study = plan.study;
  Table table;
  table.section = "Study";
  table.title = study.title;
  table.columns = {{"case", "", true}};
  table.rows.resize(cases.size());
  for (std::size_t k = 0; k < cases.size(); ++k) table.rows[k].push_back({plan.cases[k].name, {}});
  for (std::size_t f = 0; f < study.design.factors.size(); ++f) {
    const std::string& name = study.design.factors[f].parameter;
    const auto numbers = numbers_of(study.cases, name, f);
    table.columns.push_back(
        {numbers && !numbers->unit.empty() ? fmt::format("{} [{}]", name, numbers->unit) : name, "", !numbers});
    for (std::size_t k = 0; k < cases.size(); ++k) {
      Cell cell;
      if (numbers && std::isfinite(numbers->values[static_cast<Index>(k)]))
        cell.content = numbers->values[static_cast<Index>(k)];
      else if (!numbers && !study.cases[k].levels.empty())
        cell.content = study.cases[k].levels[f];
      table.rows[k].push_back(cell);
    }
  }
  for (const std::string& name : columns) {
    table.columns.push_back({name, "", false});
    for (std::size_t k = 0; k < cases.size(); ++k) {
      const Quantity* q = cases[k].find(name);
      table.rows[k].push_back(q && q->value ? Cell{*q->value, {}} : Cell{});
    }
  }
  if (std::ranges::any_of(cases, [](const CollectedCase& one) { return !one.outcome.done; })) {
    table.columns.push_back({"failure", "", true});
    for (std::size_t k = 0; k < cases.size(); ++k)
      table.rows[k].push_back(cases[k].outcome.done ? Cell{} : Cell{cases[k].outcome.message, {}});
  }
  return table;
}

/// The same for programs: docs/results.md.
void write_study_file(const SweepPlan& plan, const std::vector<CollectedCase>& cases,
                      const std::vector<std::string>& columns) {
  const std::filesystem::path path = plan.run.out / "study.h5";
  write_whole_hdf5(path, [&](Hdf5File& file) {
    file.set_attribute("/", "format", "trunnion study");
    file.set_attribute("/", "format_version", 1.0);
    std::vector<std::string> names, status, messages;
    for (std::size_t k = 0; k < cases.size(); ++k) {
      names.push_back(plan.cases[k].name);
      status.emplace_back(cases[k].outcome.done ? "done" : "failed");
      messages.push_back(cases[k].outcome.message);
    }
    file.write_texts("case", names);
    file.write_texts("status", status);
    file.write_texts("message", messages);
    const auto write = [&](const std::string& path_in, const StudyColumn& column) {
      file.write(path_in, std::span(column.values.data(), static_cast<std::size_t>(column.values.size())),
                 {static_cast<std::uint64_t>(column.values.size())});
      file.set_attribute(path_in, "unit", column.unit);
    };
    const auto& factors = plan.study.design.factors;
    for (std::size_t f = 0; f < factors.size(); ++f) {
      const std::string where = "values/" + link_name(factors[f].parameter);
      if (const auto numbers = numbers_of(plan.study.cases, factors[f].parameter, f)) {
        write(where, *numbers);
      } else {
        std::vector<std::string> texts;
        for (const StudyCase& one : plan.study.cases) texts.push_back(one.levels.empty() ? "" : one.levels[f]);
        file.write_texts(where, texts);
      }
    }
    for (const std::string& name : columns) write("quantities/" + link_name(name), quantity_column(cases, name));
  });
}

RunRecord begin_record(const SweepPlan& plan) {
  RunRecord record;
  record.model_name = plan.study.title;
  record.provenance.input_file = plan.run.model_file.filename().string();
  record.provenance.version = version();
  record.provenance.date = utc_now();
  record.provenance.command = plan.run.command;
  record.provenance.blas_kernel = use_fast_blas_kernel().name;
  record.provenance.threads = std::max(1, plan.run.threads);
  return record;
}

void add_cases(const SweepPlan& plan, const std::vector<CollectedCase>& cases, const std::vector<std::string>& columns,
               RunRecord& record) {
  for (std::size_t k = 0; k < cases.size(); ++k) {
    StageRecord stage;
    stage.name = plan.cases[k].name;
    stage.type = plan.study.verb;
    stage.wall_s = cases[k].outcome.wall_s;
    if (!cases[k].outcome.done) {
      stage.status = StageStatus::failed;
      stage.message = cases[k].outcome.message;
    }
    record.stages.push_back(stage);
    for (const std::string& name : columns) {
      const Quantity* q = cases[k].find(name);
      const std::string full = stage.name + "." + name;
      if (q && q->value)
        set_quantity(record, full, *q->value);
      else
        set_missing(record, full,
                    q                        ? q->reason
                    : !cases[k].outcome.done ? cases[k].outcome.message
                                             : "the case has no such quantity");
    }
  }
}

void add_figures(const SweepPlan& plan, const std::vector<CollectedCase>& cases,
                 const std::vector<std::string>& columns, RunRecord& record) {
  const Study& study = plan.study;
  std::vector<PlottedRun> plotted;
  std::vector<ComparedCase> compared;
  for (std::size_t k = 0; k < cases.size(); ++k) {
    if (!cases[k].outcome.done) continue;
    if (!study.cases[k].value.empty()) {
      PlottedRun& run = plotted.emplace_back(PlottedRun{study.cases[k].line, study.cases[k].value, {}});
      for (const std::string& name : study.plot)
        if (const Quantity* q = cases[k].find(name); q && q->value) run.quantities[name] = *q->value;
    }
    if (study.compare) {
      RunResult result;
      result.record = read_run_record(plan.cases[k].folder);
      result.arrays = read_arrays(plan.cases[k].folder);
      compared.push_back(compared_case(*study.compare, plan.cases[k].name, result));
    }
  }
  if (!plotted.empty())
    for (Curve& curve : study_plots(study.parameter, study.plot, plotted)) record.curves.push_back(std::move(curve));
  if (study.compare) add_comparison(*study.compare, compared, record);
  std::vector<StudyColumn> factors, quantities;
  for (std::size_t f = 0; f < study.design.factors.size(); ++f)
    if (const auto numbers = numbers_of(study.cases, study.design.factors[f].parameter, f)) factors.push_back(*numbers);
  for (const std::string& name : study.plot.empty() ? columns : study.plot) {
    if (study.plot.empty() && quantities.size() == 6) break;  // of all quantities only the first few are drawn
    quantities.push_back(quantity_column(cases, name));
  }
  add_effects(factors, quantities, record);
}

}  // namespace

SweepPlan plan_sweep(const RunOptions& options, const std::filesystem::path& program) {
  SweepPlan plan{read_study(options.model_file), options, {}};
  if (plan.run.out.empty()) plan.run.out = default_out(options.model_file);
  plan.cases = plan_cases(plan.study, plan.run, program);
  return plan;
}

RunResult collect_sweep(const SweepPlan& plan, Observer& observer) {
  std::vector<CollectedCase> cases;
  for (const PlannedCase& one : plan.cases) cases.push_back(collect(one));
  const std::vector<std::string> columns = columns_of(plan.study, cases);
  RunResult result;
  result.out = plan.run.out;
  make_folder(result.out);
  RunRecord& record = result.record = begin_record(plan);
  Table table = study_table(plan, cases, columns);
  write_file(result.out / "study.csv", table_csv(table));
  write_study_file(plan, cases, columns);
  for (auto& column : table.columns) std::replace(column.name.begin(), column.name.end(), '_', ' ');  // lets them wrap
  // The whole sentences stand in the overview.
  if (table.columns.back().name == "failure")
    for (auto& row : table.rows)
      if (std::holds_alternative<std::string>(row.back().content))
        row.back() = {std::string("failed"), VerdictLevel::bad};
  record.tables.push_back(std::move(table));
  add_cases(plan, cases, columns, record);
  add_figures(plan, cases, columns, record);
  const auto failed = std::ranges::count_if(cases, [](const CollectedCase& one) { return !one.outcome.done; });
  record.headline = failed ? fmt::format("{} cases, one table; {} failed.", cases.size(), failed)
                           : fmt::format("{} cases, one table.", cases.size());
  record.files = {"study.csv", "study.h5", "summary.json"};
  write_summary(record, result.out / "summary.json");
  write_report(record, result.out / "report.html");
  observer.note(fmt::format("wrote {}/{{study.csv, study.h5, summary.json, report.html}}", result.out.string()));
  return result;
}

RunResult sweep_study(const SweepOptions& options, Observer& observer) {
  const SweepPlan plan = plan_sweep(options.run, options.program);
  std::vector<std::size_t> todo;
  std::size_t earlier = 0;
  for (std::size_t k = 0; k < plan.cases.size(); ++k) {
    const PlannedCase& one = plan.cases[k];
    if (!one.problem.empty()) {
      write_outcome(one, {false, one.problem, 0});
      observer.warn(fmt::format("case {}: {}", one.name, one.problem));
    } else {
      std::string damage;
      if (!options.fresh && earlier_outcome(one, &damage)) {
        ++earlier;
        continue;
      }
      todo.push_back(k);
      if (!damage.empty()) observer.warn(fmt::format("case {}: {}; it is run again", one.name, damage));
    }
  }
  if (earlier) observer.note(fmt::format("{} of {} cases are done already", earlier, plan.cases.size()));
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::size_t done = 0;
  observer.begin("sweeping", plan.study.title);
  run_in_processes(plan.cases, todo, options.program, options.jobs > 0 ? options.jobs : cores, observer,
                   [&](std::size_t k, const CaseOutcome& outcome) {
                     write_outcome(plan.cases[k], outcome);
                     observer.advance(static_cast<double>(++done) / static_cast<double>(todo.size()));
                     if (!outcome.done) observer.warn(fmt::format("case {}: {}", plan.cases[k].name, outcome.message));
                   });
  observer.end(fmt::format("{} cases", todo.size()));
  return collect_sweep(plan, observer);
}

}  // namespace trunnion

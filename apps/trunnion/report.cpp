#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "trunnion/base/error.h"
#include "trunnion/base/version.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/summary.h"
#include "trunnion/run/compare_bodies.h"
#include "trunnion/run/compare_runs.h"
#include "trunnion/run/run_log.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

namespace fs = std::filesystem;

struct ReportVerbOptions {
  std::vector<std::string> inputs;
  std::string out;
};

bool is_reduced_body(const fs::path& path) { return path.extension() == ".h5" && path.filename() != "results.h5"; }

/// The last part of a path that tells the runs apart: "out/thin", "out/thick" are "thin" and "thick".
std::string run_name(const fs::path& input) {
  const fs::path folder = fs::absolute(input).lexically_normal();
  return fs::is_directory(folder) ? (folder.has_filename() ? folder : folder.parent_path()).filename().string()
                                  : folder.parent_path().filename().string();
}

RunRecord comparison(const std::vector<std::string>& inputs) {
  const auto bodies = std::count_if(inputs.begin(), inputs.end(), is_reduced_body);
  if (bodies > 0) {
    if (bodies != 2 || inputs.size() != 2)
      throw InputError(
          "report: compare two reduced bodies (.h5 files that 'trunnion reduce' wrote), or the folders of runs");
    RunRecord record = compare_bodies(read_reduced_body(inputs[0]), read_reduced_body(inputs[1]));
    record.provenance.input_file = fmt::format("A: {}, B: {}", inputs[0], inputs[1]);
    return record;
  }
  std::vector<ComparedRun> runs;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    ComparedRun& run = runs.emplace_back(ComparedRun{run_name(inputs[k]), read_run_record(inputs[k])});
    const auto same = [&](const ComparedRun& other) { return &other != &run && other.name == run.name; };
    if (std::any_of(runs.begin(), runs.end(), same)) run.name = fmt::format("{} ({})", run.name, k + 1);
  }
  RunRecord record = compare_runs(runs);
  record.provenance.input_file = fmt::format("{}", fmt::join(inputs, ", "));
  return record;
}

/// `--out` of a comparison: a page, or a folder for page and numbers. Numbers beside a page carry its name, so that
/// they do not overwrite those of a run.
struct ComparisonFiles {
  fs::path page, summary;
};

ComparisonFiles comparison_files(const fs::path& out) {
  if (out.empty()) return comparison_files("comparison.html");
  if (out.extension() == ".html") return {out, fs::path(out).replace_extension(".summary.json")};
  fs::create_directories(out);
  return {out / "report.html", out / "summary.json"};
}

/// The page of a finished run written anew, or of several side by side.
int report(const ReportVerbOptions& options) {
  const fs::path first = options.inputs.front();
  fs::path page = options.out;
  if (options.inputs.size() > 1) {
    const ComparisonFiles files = comparison_files(page);
    page = files.page;
    RunRecord record = comparison(options.inputs);
    record.provenance.command = fmt::format("trunnion report {}", fmt::join(options.inputs, " "));
    record.provenance.version = version();
    record.provenance.date = utc_now();
    write_report(record, page);
    write_summary(record, files.summary);
    fmt::print(" {:<11} {}\n", "wrote", files.summary.string());
  } else {
    if (is_reduced_body(first))
      throw InputError(
          fmt::format("report: '{}' is one reduced body; give two to compare, or the folder of a run", first.string()));
    if (page.empty()) page = (fs::is_directory(first) ? first : first.parent_path()) / "report.html";
    write_report(read_run_record(first), page);
  }
  fmt::print(" {:<11} {}\n", "wrote", page.string());
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Action& action) {
  CLI::App* verb = app.add_subcommand(
      "report", "Write the page of a finished run again, or compare runs or two reduced bodies side by side");
  auto options = std::make_shared<ReportVerbOptions>();
  verb->add_option("inputs", options->inputs, "Folder of a run, folders of several, or two reduced bodies (.h5)")
      ->required()
      ->expected(1, 6);
  verb->add_option("--out", options->out,
                   "The page to write (.html); of a comparison also a folder for page and summary.json");
  verb->callback([&action, options] { action = [options] { return report(*options); }; });
}

}  // namespace trunnion::app

#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "trunnion/base/error.h"
#include "trunnion/report/write_report.h"
#include "trunnion/results/reduced_body_file.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/run/compare_bodies.h"
#include "verbs.h"

namespace trunnion::app {
namespace {

namespace fs = std::filesystem;

struct ReportVerbOptions {
  std::vector<std::string> inputs;
  std::string out;
};

bool is_reduced_body(const fs::path& path) { return path.extension() == ".h5" && path.filename() != "results.h5"; }

/// The page of a finished run written anew, or of two reduced bodies side by side.
int report(const ReportVerbOptions& options) {
  const fs::path first = options.inputs.front();
  fs::path page = options.out;
  if (options.inputs.size() == 2) {
    if (!is_reduced_body(first) || !is_reduced_body(options.inputs[1]))
      throw InputError("report: two inputs must both be reduced bodies (.h5 files that 'trunnion reduce' wrote)");
    if (page.empty()) page = "comparison.html";
    RunRecord record = compare_bodies(read_reduced_body(first), read_reduced_body(options.inputs[1]));
    record.provenance.input_file = fmt::format("A: {}, B: {}", first.string(), options.inputs[1]);
    record.provenance.command = fmt::format("trunnion report {} {}", first.string(), options.inputs[1]);
    write_report(record, page);
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
  CLI::App* verb =
      app.add_subcommand("report", "Write the page of a finished run again, or compare two reduced bodies");
  auto options = std::make_shared<ReportVerbOptions>();
  verb->add_option("inputs", options->inputs, "Folder of a run, or two reduced bodies (.h5)")
      ->required()
      ->expected(1, 2);
  verb->add_option("--out", options->out, "The page to write");
  verb->callback([&action, options] { action = [options] { return report(*options); }; });
}

}  // namespace trunnion::app

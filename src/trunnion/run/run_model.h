#pragma once
// run/run_model.h -- the one entry that the command line and Python call: a model file to results on disk.
//   out/results.h5, results.xdmf, segments/   fields (docs/results.md)      out/report.html    the page
//   out/summary.json                          numbers for scripts           out/model.toml     the model, resolved
//   out/run.log                               what happened when
// Files are whole or not there. Results are written after every stage, so that a stop keeps what is done.

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/model/model.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

struct RunOptions {
  std::filesystem::path model_file;
  std::vector<SetOption> set;
  std::filesystem::path out;        ///< empty: out/<stem of the model file>
  std::filesystem::path cache;      ///< empty: default_cache_folder()
  std::vector<std::string> stages;  ///< run only these; empty: all
  int threads = 0;                  ///< 0: as many as the machine has
  std::string command;              ///< as typed, for the record
  bool restart = false;             ///< transient stages go on from their last checkpoint in `out`
  /// The model itself, instead of what stands in `model_file`; that one still gives name and folder.
  std::shared_ptr<const Value> tree = {};
};

struct RunResult {
  RunRecord record;
  std::filesystem::path out;
  std::map<std::string, std::vector<NamedArray>> arrays;  ///< by group: "curves/run", "cycle/run"
  std::vector<std::string> findings;  ///< the user's outputs for a terminal: "tip deflection 11.9 mm"
  bool cancelled = false;
  /// Every stage was done, every expectation was met.
  bool success() const;
};

/// Throws InputError for a bad model. A stage that finds no answer, or a stop, is in the record instead.
RunResult run_model(const RunOptions& options, Observer& observer = silent_observer());

std::filesystem::path default_out(const std::filesystem::path& model_file);

}  // namespace trunnion

#pragma once
// run/sweep_study.h -- `trunnion sweep STUDY.toml`: one model over a list of parameter values, one table out.
//   [study]                                   cases one after the other; meshes and reduced bodies come from the cache
//   model = "conrod.toml"
//   verb = "reduce"
//   case = [ { name = "all modes", set = ["truncation_vectors=0"] }, ... ]
//   quantities = ["frac_min", "frf_error_max"]
//   parameter = "mesh_size"                   instead of, or after, the cases: one more per value
//   values = ["4 mm", "3 mm"]
//   each = true                               every case with every value, and diagrams of quantities over the values
//   plot = ["frac_min"]
//   compare = { against = ["all modes"], stage = "run", curves = { main = "bearing.main.force" } }

#include "trunnion/run/run_model.h"
#include "trunnion/run/study_comparison.h"

namespace trunnion {

struct StudyCase {
  std::string name;
  std::vector<std::string> set;  ///< "NAME=value", as --set
  std::string line = {};         ///< the case that a value was put to, and the value: for diagrams
  std::string value = {};
};

struct Study {
  std::string title;
  std::filesystem::path model;
  std::string verb = "run";
  std::vector<StudyCase> cases;         ///< those of the values come last
  std::string parameter;                ///< what `values` are of: "NAME" or "table.0.key"
  std::vector<std::string> values;      ///< as after --set
  bool each = false;                    ///< every case with every value
  std::vector<std::string> quantities;  ///< columns; empty: all of the first case
  std::vector<std::string> plot;        ///< quantities over the values
  std::optional<ComparisonInput> compare;
};

std::string study_page();  ///< docs/study-file.md

Study read_study(const std::filesystem::path& file);

/// Out: study.csv, summary.json, report.html, and a folder per case. A case that fails is an empty row with its reason.
RunResult sweep_study(const RunOptions& options, Observer& observer = silent_observer());

}  // namespace trunnion

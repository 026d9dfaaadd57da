#pragma once
// run/study.h -- a study file: one model over a list of cases, or over values chosen by a design.
//   [study]
//   model = "conrod.toml"
//   verb = "reduce"
//   case = [ { name = "all modes", set = ["truncation_vectors=0"] }, ... ]
//   quantities = ["frac_min", "frf_error_max"]
//   parameter = "mesh_size"                   instead of, or after, the cases: one more per value
//   values = ["4 mm", "3 mm"]
//   each = true                               every case with every value, and diagrams of quantities over the values
//   plot = ["frac_min"]
//   design = "sobol"                          values of `vary` chosen by a design
//   samples = 64
//   vary = [ { parameter = "speed", from = "1000 rpm", to = "6000 rpm" }, ... ]
//   compare = { against = ["all modes"], stage = "run", curves = { main = "bearing.main.force" } }

#include "trunnion/run/study_comparison.h"
#include "trunnion/run/study_design.h"

namespace trunnion {

struct StudyCase {
  std::string name;
  std::vector<std::string> set;  ///< "NAME=value", as --set
  std::string line = {};         ///< the case that a value was put to, and the value: for diagrams
  std::string value = {};
  std::vector<std::string> levels = {};  ///< values of the design's factors, in their order
};

struct Study {
  std::string title;
  std::filesystem::path model;
  std::string verb = "run";
  std::vector<StudyCase> cases;     ///< those of the values come last
  std::string parameter;            ///< what `values` are of: "NAME" or "table.0.key"
  std::vector<std::string> values;  ///< as after --set
  bool each = false;                ///< every case with every value
  StudyDesign design;
  std::vector<std::string> quantities;  ///< columns; empty: all of the first case
  std::vector<std::string> plot;        ///< quantities over the values
  std::optional<ComparisonInput> compare;
};

std::string study_page();  ///< docs/study-file.md

Study read_study(const std::filesystem::path& file);

}  // namespace trunnion

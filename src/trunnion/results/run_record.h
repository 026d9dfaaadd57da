#pragma once
// results/run_record.h -- all that one run has to tell, as plain data: the stages fill it, writers and report read it.
// Numbers are SI throughout; `unit` names the SI unit ("m", "Pa", "Hz", "N", "N m", "s", "rad/s", "kg", "" for a pure
// number) and the page turns it into what people read (mm, MPa, rpm).

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/results/scene.h"

namespace trunnion {

/// A sum that must close, e.g. reactions against loads: |value| <= limit.
struct Balance {
  std::string name;   ///< "Equilibrium, residual force over load"
  std::string where;  ///< "load case tip", "all steps"
  double value = 0;
  double limit = 0;
  std::string unit;
  bool closes() const { return value <= limit && value >= -limit; }  ///< false for NaN
};

enum class StageStatus { done, running, stopped, failed };

struct StageRecord {
  std::string name;
  std::string type;           ///< "fe-static"
  double wall_s = 0;          ///< wall time [s]
  double cpu_s = 0;           ///< CPU time of all threads [s]
  std::optional<long> steps;  ///< load steps, time steps; none where the word has no meaning
  std::optional<long> iterations;
  std::vector<Balance> balances;
  std::vector<std::string> warnings;
  StageStatus status = StageStatus::done;
  std::string message;  ///< the sentence for running, stopped and failed
};

/// A number that scripts read; without a value it says why.
struct Quantity {
  std::string name;             ///< dots allowed: "tip_deflection", "modes.1.frequency"
  std::optional<double> value;  ///< SI, or the unit that ends the name (_percent)
  std::string reason;           ///< only without value: "stage modes was not run"
};

/// One of the few large numbers at the top of the page.
struct KeyFigure {
  std::string label;
  double value = 0;
  std::string unit;
  std::string detail;  ///< "beam theory 19.1 mm"
  std::string text;    ///< shown instead of value where one number is not enough ("12 + 6")
};

enum class VerdictLevel { good, watch, bad };

/// A claim with number and limit. `chip` is its short form in the page's header; empty: no chip.
struct Verdict {
  VerdictLevel level = VerdictLevel::good;
  std::string claim;   ///< "All balances close."
  std::string detail;  ///< "Largest residual 2.1e-9, limit 1e-6."
  std::string chip;    ///< "Balances close"
  std::string link;    ///< section of the page that proves it: "balances", or the name of a section below
};

struct Axis {
  std::string label;
  std::string unit;
  bool log = false;
};

struct Series {
  std::string name;
  VectorXd x, y;           ///< same length; NaN breaks the line
  bool reference = false;  ///< drawn grey and dashed: what the others are compared with
  bool markers = false;    ///< a dot at each point
};

enum class CurveKind {
  cartesian,
  polar,  ///< x is an angle [rad], y a radius
  orbit   ///< x and y share one scale
};

/// One diagram. `limit` draws a dashed line at that y with its label.
struct Curve {
  std::string section;  ///< heading under which it stands on the page
  std::string title;
  std::string detail;
  CurveKind kind = CurveKind::cartesian;
  Axis x, y;
  std::vector<Series> series;
  std::optional<double> limit;
  std::string limit_label;
};

/// Text, a number, or nothing; a verdict turns the text into a chip.
struct Cell {
  std::variant<std::monostate, double, std::string> content;
  std::optional<VerdictLevel> verdict;
  std::string unit = {};  // NOLINT(readability-redundant-member-init): of a number unlike the rest of its column
};

struct Column {
  std::string name;
  std::string unit;  ///< of the numbers in it
  bool text = false;
};

struct Table {
  std::string section;
  std::string title;
  std::string detail;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;
  int highlighted_row = -1;
};

/// A colour map over two lists of names (FRAC, MAC, distribution). NaN: decoupled or not computed, hatched.
/// With `class_limits` (ascending) the cells fall into classes; class_labels then has one entry more than limits.
struct MatrixMap {
  std::string section;
  std::string title;
  std::string detail;
  std::vector<std::string> row_names, column_names;    ///< "ry"
  std::vector<std::string> row_groups, column_groups;  ///< optional, one per row/column: "big end"
  MatrixXd values;
  std::string unit;
  FieldScale scale = FieldScale::automatic;
  std::vector<double> class_limits;
  std::vector<std::string> class_labels;
  std::string nan_label = "not computed";
  VectorXd row_places, column_places;        ///< where cells stand [row_unit], instead of names; empty: names
  std::string row_unit, column_unit;         ///< "m"
  bool sheet = false;                        ///< cells are places of a surface: drawn as a picture, few of their names
  std::optional<std::array<int, 2>> marked;  ///< row and column of the cell that matters most
  /// Of a map that follows the time of the 3-D view: `values` is what stands there without it. Pages show them; the
  /// record in results.h5 leaves them out, whose arrays hold the fields themselves.
  struct Instant {
    double time = 0;  ///< [s]
    MatrixXd values;
  };
  std::vector<Instant> instants;
};

/// Where the input came from and with what it was computed.
struct Provenance {
  std::string input_file;
  std::string input_hash;
  std::string version;
  std::string date;                                          ///< UTC, "2026-11-15T09:12:00Z"
  std::string command;                                       ///< as typed
  std::vector<std::pair<std::string, std::string>> changed;  ///< --set name, value
  std::string blas_kernel;
  int threads = 1;
  std::vector<std::pair<std::string, std::string>> more;  ///< further facts for the foot of the page: "Mesh", ...
};

struct RunRecord {
  std::string model_name;
  Provenance provenance;
  std::string headline;                ///< "The tip moves 19.2 mm; first mode 16.7 Hz."
  std::string explanation;             ///< two lines at most
  std::vector<KeyFigure> key_figures;  ///< four are best
  std::vector<Verdict> verdicts;       ///< of the stages' own; warnings and balances add theirs by themselves
  std::vector<StageRecord> stages;     ///< in the order they ran
  std::vector<Balance> balances;       ///< of the run as a whole, beside those of the stages
  std::vector<std::string> warnings;   ///< of the run as a whole
  std::vector<Quantity> quantities;    ///< in the order they were found
  std::vector<Scene> scenes;
  std::vector<Curve> curves;
  std::vector<Table> tables;
  std::vector<MatrixMap> matrices;
  std::vector<std::string> files;  ///< names of the files beside the page
};

double total_wall_time(const RunRecord& record);  ///< [s]
StageStatus status(const RunRecord& record);      ///< the worst of its stages
std::string_view name(StageStatus status);        ///< "done", "running", "stopped", "failed"
void set_quantity(RunRecord& record, const std::string& name, double value);  ///< NaN: null, "is not a finite number"
void set_missing(RunRecord& record, const std::string& name, const std::string& reason);
const Quantity* find_quantity(const RunRecord& record, const std::string& name);  ///< null when there is none

}  // namespace trunnion

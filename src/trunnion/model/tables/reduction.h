#pragma once
// model/tables/reduction.h -- flexible_body.reduction: how a body is reduced for multibody simulation.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"
#include "trunnion/model/tables/fit.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

/// Displacements of the same mesh from another program.
struct ResponsesInput {
  std::filesystem::path file;
  std::string unit = "m";
  SourceLocation where;
};

struct ReductionInput {
  ReductionOptions options;             ///< without name and load modes
  std::vector<std::string> load_cases;  ///< load cases whose static answers become modes
  std::optional<ResponsesInput> responses;
  double damping_ratio = 0.02;
  std::optional<double> rayleigh_alpha;  ///< [1/s]
  std::optional<double> rayleigh_beta;   ///< [s]
  std::vector<double> mode_damping;
  std::vector<double> weights{0.5, 0.5};
  std::vector<std::string> geometric;  ///< "inertia", "interface"
  ShrinkInput shrink;
  SourceLocation where;
};

TableSchema<ReductionInput> reduction_table();

/// Options as reduce() takes them, but for name and load modes.
ReductionOptions reduction_options(const ReductionInput& input);

}  // namespace trunnion

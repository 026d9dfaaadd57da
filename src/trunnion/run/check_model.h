#pragma once
// run/check_model.h -- everything but the solve: names and sets, sizes, and what the largest factorization will take;
// of a mechanism, its degrees of freedom and redundant joints.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/model/model.h"

namespace trunnion {

/// What one stage, or the reduction of a body (type "reduce"), would need. Time and memory are estimates from the
/// symbolic analysis.
struct StageEstimate {
  std::string stage, type, body;
  long nodes = 0, elements = 0, unknowns = 0;
  double factor_bytes = 0;  ///< peak memory of the factorization; of a reduction with its vectors
  double flops = 0;
  double seconds = 0;  ///< factorization and solves at the speed measured on this machine
};

/// What is known of a mechanism before it runs. Flexible bodies count as rigid: they are not reduced for this.
struct MechanismCheck {
  long bodies = 0, flexible = 0, joints = 0, forces = 0;
  long rigid_velocities = 0, rows = 0;
  long degrees_of_freedom = 0;         ///< rigid velocities minus independent rows of joints and motions
  std::vector<std::string> redundant;  ///< rows that follow from the others
  std::string moved;                   ///< what went where when the joints were closed; empty: nothing
};

/// Where two surfaces of a body meet.
struct FitCheck {
  std::string body, name;
  long points = 0;        ///< where pressure and friction are evaluated
  long nodes = 0;         ///< of the side that carries the points
  bool at_nodes = false;  ///< the points are the nodes
  double area = 0;        ///< [m^2]
};

struct CheckReport {
  std::string model_name;
  std::vector<StageEstimate> stages;
  std::vector<FitCheck> fits;
  std::optional<MechanismCheck> mechanism;  ///< of the first stage of the mechanism
  double available_bytes = 0;               ///< memory of this machine that is free now; 0: unknown
};

/// Throws InputError listing what is wrong.
CheckReport check_model(const Model& model, const std::filesystem::path& cache_folder,
                        Observer& observer = silent_observer());

/// Speed of dense products on this machine now [flop/s]; takes about a tenth of a second.
double measured_flop_rate();

}  // namespace trunnion

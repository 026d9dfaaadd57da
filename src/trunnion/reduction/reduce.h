#pragma once
// reduction/reduce.h -- from an assembled model to a ReducedBody, in one call.

#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/loads.h"
#include "trunnion/reduction/damping.h"
#include "trunnion/reduction/fit_options.h"
#include "trunnion/reduction/interface_mass.h"
#include "trunnion/reduction/mode_selection.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

enum class ReductionMethod {
  craig_bampton,  ///< constraint modes, fixed-interface modes, truncation vectors
  guyan,          ///< constraint modes only
  free_modes      ///< modes of the free body only: statically incomplete at the interfaces
};

enum class ReferenceCondition {
  mean_axis,  ///< modes are mass-orthogonal to rigid motions
  chord       ///< modes leave the line between two interfaces at rest
};

/// Loads whose stress changes the stiffness. Interface loads alone or inertia loads alone are for comparison: a body in
/// motion is in equilibrium under both.
struct GeometricStiffness {
  bool inertia = false, interface = false;
};

struct QualityOptions {
  bool compute = true;
  Index lines = 500;
  double from_hz = 20;            ///< first line, or a tenth of the band where that is lower; the last one is the band
  double reference_error = 1e-6;  ///< of the unreduced model's responses: good enough in any case
  int max_blocks = 6;             ///< of Krylov vectors, one solve per interface dof each; see block_limit()
  Index compared = 96;            ///< interface dofs whose responses are compared; of more, so many are taken
  Index most = 2000;              ///< interface dofs above which the record is left out
};

struct ReductionOptions {
  std::string name;  ///< of the body
  ReductionMethod method = ReductionMethod::craig_bampton;
  /// Couplings whose reference nodes are kept, or sets whose nodes are all kept. Empty: all couplings.
  std::vector<std::string> interfaces;
  double band = 1e4;  ///< [Hz] up to which the body is to be accurate

  SelectionRule rule = SelectionRule::cutoff;
  Index count = 0;         ///< rule count, and both interface-mass rules without a target
  Index pool = 0;          ///< interface-mass rules without a target choose among so many; 0: twice `count`
  double cutoff = 0;       ///< rules cutoff and automatic [Hz]; 0: 1.5 times the band
  double accuracy = 0.01;  ///< rule automatic: largest relative error of a frequency response over the band
  double completeness =
      0;  ///< target for the interface mass; 0: none. Ranks by interface mass unless the rule says else
  bool count_vectors = false;  ///< the target may be met by truncation vectors too, with the fewest coordinates
  InterfaceMassWeights weights;
  Index truncation_vectors = -1;  ///< at most so many, lowest pseudo-frequencies first; negative: all
  Index max_modes = 2000;         ///< a target that needs more is refused

  Index interface_modes = 0;         ///< > 0: that many elastic modes of the Guyan system replace the interface dofs
  std::vector<LoadCase> load_modes;  ///< loads inside the body whose static answers are added
  MatrixXd given_shapes;             ///< full space x shapes from elsewhere, added as static modes; may be empty
  double orthogonal_cutoff = 0;      ///< > 0: cuts the orthogonalised set [Hz]; for comparison only

  Damping damping = ModalDamping{};
  ReferenceCondition reference = ReferenceCondition::mean_axis;
  std::vector<std::string> chord;  ///< the two interfaces of the chord
  GeometricStiffness geometric;    ///< which loads stiffen or soften the body by their stress

  FitSetup fits;  ///< parts that are pressed together; empty: none

  std::vector<std::string> stress_sets;  ///< where stress rows are wanted
  std::vector<std::string> surfaces;     ///< where displacement rows in full precision are wanted
  bool certify = true;
  double memory = 0;  ///< what the reduction may take [bytes]; 0: all that the machine has
  QualityOptions quality;
};

/// Throws InputError for what the user can mend (interfaces, loose parts, unreachable target).
ReducedBody reduce(const FeModel& model, const ReductionOptions& options, Observer& observer = silent_observer());

/// Of everything that enters reduce(): mesh, materials, couplings, masses, options and the version of the method.
std::string reduction_hash(const FeModel& model, const ReductionOptions& options);

}  // namespace trunnion

#pragma once
// run/outputs.h -- the numbers a user asked for by name.

#include "trunnion/model/tables/output.h"
#include "trunnion/model/tables/stage.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// SI value. Throws InputError at the place of the output when its set or mode does not exist.
double evaluate_output(const OutputInput& output, const StageResult& stage, const std::string& body);

/// The same for a curve of a stage of the mechanism, one of `arrays`, the first of which is what they are drawn over;
/// the unit says which kind it is. Nothing where an optional one is not there; NaN where the curve does not reach `at`,
/// or has no two cycles to be compared.
struct CurveOutput {
  double value;
  Kind kind;
};
std::optional<CurveOutput> evaluate_curve(const OutputInput& output, const std::vector<NamedArray>& arrays,
                                          const std::optional<CycleInput>& cycle = {});

/// The checks of names that need the mesh but no solution.
void check_output_place(const OutputInput& output, const MeshFile& file, const std::string& body);

}  // namespace trunnion

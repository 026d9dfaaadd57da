#pragma once
// run/study_design.h -- which values a study takes: every combination, a list side by side, a Latin hypercube, or the
// points of Sobol's sequence.
//   Latin hypercube: each of n equal slices of every range holds one point, u = (pi(i) + r)/n, pi a random order
//   Sobol: points of low discrepancy, the first one left out (it lies in a corner); 2^k of them are best

#include <cstdint>
#include <string>
#include <vector>

#include "trunnion/base/error.h"
#include "trunnion/math/types.h"

namespace trunnion {

/// One value that is varied: a list, or a range in one unit.
struct StudyFactor {
  std::string parameter;            ///< NAME or table.0.key, as after --set
  std::vector<std::string> values;  ///< as after --set
  std::string from, to;             ///< "1000 rpm"; both or none
  int count = 0;                    ///< values of a range on a grid or in a list
  bool log = false;                 ///< the range is divided in equal ratios
  bool whole = false;               ///< rounded to whole numbers
  SourceLocation where;
};

enum class DesignKind { grid, list, latin_hypercube, sobol };

struct StudyDesign {
  DesignKind kind = DesignKind::grid;
  int samples = 0;  ///< of Latin hypercube and Sobol's sequence
  int seed = 1;
  std::vector<StudyFactor> factors;
};

/// One row per case, one text per factor. Throws InputError at the place of a factor that does not fit.
std::vector<std::vector<std::string>> design_levels(const StudyDesign& design);

/// Points in the unit cube, samples x factors.
MatrixXd latin_hypercube(int samples, int factors, int seed);
MatrixXd sobol_points(int samples, int factors);

/// "1500 rpm" as 1500 and "rpm"; false where it does not begin with a number.
bool split_number(const std::string& text, double& number, std::string& unit);

}  // namespace trunnion

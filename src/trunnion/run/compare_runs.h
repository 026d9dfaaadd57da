#pragma once
// run/compare_runs.h -- several runs side by side: `trunnion report A B`. Diagrams of the same name are laid over each
// other, the first run grey and dashed, with the deviations below; maps stand one after the other, with what they
// differ by where their cells are the same; numbers stand in one table.

#include <string>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

struct ComparedRun {
  std::string name;  ///< as it is called in legends: "A"
  RunRecord record;
};

/// The first run is the reference. Throws InputError when there are fewer than two.
RunRecord compare_runs(const std::vector<ComparedRun>& runs);

/// y of `other` less y of `reference`, at the places of `other` that the reference covers; x must ascend in both, else
/// nothing.
Series deviation(const Series& reference, const Series& other);

}  // namespace trunnion

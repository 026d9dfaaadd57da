#pragma once
// report/verdicts.h -- what the top of the page claims: the stages' own verdicts, and those that follow from balances,
// warnings and stages that did not finish. The worst stand last.

#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

struct PlacedBalance {
  std::string stage;  ///< empty: of the whole run
  Balance balance;
};
std::vector<PlacedBalance> all_balances(const RunRecord& record);

std::vector<Verdict> all_verdicts(const RunRecord& record);

}  // namespace trunnion

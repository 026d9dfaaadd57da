#pragma once
// math/flip_rule.h -- which of the wrong guesses of an active set are turned over (Judice and Portugal 1994).
// All at once as long as their number falls; after `patience` steps without a new least number only the last one in a
// fixed order (Murty's rule, which ends for every P-matrix) until it falls again.

#include <cstddef>
#include <limits>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

class FlipRule {
 public:
  explicit FlipRule(int patience = 10) : patience_(patience), left_(patience) {}

  /// Of `wrong` (ascending) those to turn over now.
  std::vector<Index> choose(const std::vector<Index>& wrong) {
    if (wrong.size() < least_) {
      least_ = wrong.size();
      left_ = patience_;
      return wrong;
    }
    if (left_ > 0) {
      --left_;
      return wrong;
    }
    return {wrong.back()};
  }

 private:
  int patience_, left_;
  std::size_t least_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace trunnion

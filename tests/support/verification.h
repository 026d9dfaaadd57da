#pragma once
// support/verification.h -- measured errors of validation tests, kept for docs/verification.md.
//   record({.group = "Finite elements", .name = "LE10 thick plate, hex20 ...", .reference = "NAFEMS",
//           .reference_value = -5.38e6, .value = s, .error = relative_error(s, -5.38e6), .allowed = 0.02,
//           .why = "4 elements through ..."});
// expects error <= allowed (NaN fails). When the environment variable TRUNNION_VERIFICATION names a folder, the case is
// also written there as one line of JSON; `make verify` runs all tests so and renders the page with tools/verify.

#include <cmath>
#include <string>

namespace trunnion::testing {

struct VerificationCase {
  std::string group;           ///< heading of its table: a capability a user asks about, e.g. "Finite elements"
  std::string name;            ///< what was computed, on which mesh; unique in the group
  std::string reference;       ///< where it comes from; tools/verify says what an "independent program" is
  double reference_value = 0;  ///< SI; 0 where the statement is that something vanishes
  double value = 0;            ///< measured, SI
  double error = 0;            ///< the deviation that `allowed` bounds, as a rule relative
  double allowed = 0;
  std::string why;      ///< why this much is allowed: discretization, round-off, digits of the reference
  bool inside = false;  ///< the reference is this program too, on another way: such rows have a section of their own
};

void record(const VerificationCase& measured);

inline double relative_error(double value, double reference) {
  return std::abs(value - reference) / std::abs(reference);
}

}  // namespace trunnion::testing

#pragma once
// reduction/mode_certificate.h -- proof that no fixed-interface mode was missed: as many as Sylvester's law of inertia
// counts below a limit must be in hand (theory/reduction.md, section 2). One factorisation of K - w^2 M per count.

#include <functional>

#include "trunnion/reduction/fixed_modes.h"
#include "trunnion/reduction/quality_record.h"

namespace trunnion {

/// How many modes there are below a limit.
struct ModeCount {
  double limit = 0;    ///< eigenvalue [rad^2/s^2]
  Index counted = -1;  ///< negative: not counted

  bool made() const { return counted >= 0; }
  Index found(const FixedModes& modes) const { return (modes.eigenvalues.array() < limit).count(); }
  Index missed(const FixedModes& modes) const { return made() ? counted - found(modes) : 0; }
};

ModeCount count_below(const ConstrainedSystem& system, double limit_hz);

/// Counts just above the last computed mode. Where more are there, the last one may have an equal beside it that was
/// not asked for (round parts): then a second count, below all that equal the last one, decides.
ModeCount count_beside(const ConstrainedSystem& system, const VectorXd& eigenvalues);

/// Computes modes that the count knows of and that are not in hand, outside the span of those that are.
void find_missed(const ModeCount& count, FixedModes& modes, const FeModel& model, const ConstrainedSolver& solver,
                 Observer& observer);

/// The count, or none with a warning where its factorisation does not succeed: what was computed is worth keeping
/// without the proof.
ModeCount proven(const std::function<ModeCount()>& counting, ReductionRecord& record);

/// Compares with the count, if there is one, and fills the record.
void certify(const FixedModes& modes, const ModeCount& count, ReductionRecord& record);

}  // namespace trunnion

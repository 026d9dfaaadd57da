#pragma once
// forces/journal_bearing_force.h -- a plain bearing between two markers: journal on I, sleeve on J, axis J's z.
//   e = (d_x, d_y), speeds relative to the sleeve: V = e' - w_z/2 x e;   W = (F_x, F_y, 0, 0, 0, M_j)
// (theory/forces.md, Eq. 7.1). The film knows no other motion than that between its members, so that sleeves which
// swing or orbit (big ends, planets) need nothing more. Axial motion and tilting meet no resistance.

#include "trunnion/forces/force.h"
#include "trunnion/lubrication/journal.h"

namespace trunnion {

/// What happens when the film is used up: a contact carries on, or the run ends there.
enum class OnContact { guard, stop };

class JournalBearingForce final : public MarkerForce {
 public:
  explicit JournalBearingForce(JournalBearing bearing, OnContact on_contact = OnContact::guard);
  Vector6d force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  WrenchTangent linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const override;
  void report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
              ForceReport& out) const override;

  /// A thousandth of a film of a hundredth of the clearance.
  double resolution() const override { return 1e-5 * bearing_.film.clearance; }
  bool needs_rates_of_steps() const override { return true; }

  const JournalBearing& bearing() const { return bearing_; }

 private:
  JournalBearing bearing_;
  OnContact on_contact_;
};

}  // namespace trunnion

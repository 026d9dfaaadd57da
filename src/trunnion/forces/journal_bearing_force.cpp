#include "trunnion/forces/journal_bearing_force.h"

#include <fmt/format.h>

namespace trunnion {

namespace {

JournalMotion seen_from_the_sleeve(const RelativeMotion& m) {
  return {.e = m.d.head<2>(), .rate = m.v.head<2>(), .journal_speed = m.w[2], .sleeve_speed = 0};
}

}  // namespace

JournalBearingForce::JournalBearingForce(JournalBearing bearing, OnContact on_contact)
    : bearing_(std::move(bearing)), on_contact_(on_contact) {
  validate(bearing_);
}

Vector6d JournalBearingForce::force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  const JournalForce f = journal_force(bearing_, seen_from_the_sleeve(m));
  Vector6d W = Vector6d::Zero();
  W.head<2>() = f.force;
  W[5] = f.journal_moment;
  return W;
}

WrenchTangent JournalBearingForce::linearize(const StepContext&, const RelativeMotion& m, const History&,
                                             CacheSlot&) const {
  const auto J = journal_force(bearing_, seen_from_the_sleeve(m)).jacobian;
  WrenchTangent t;
  constexpr Index into[3] = {0, 1, 5};  // F_x, F_y, M_j
  for (Index k = 0; k < 3; ++k) {
    t.dx.row(into[k]).head<2>() = J.row(k).head<2>();
    t.dv.row(into[k]).head<2>() = J.row(k).segment<2>(2);
    t.dv(into[k], 5) = J(k, 4);
  }
  return t;
}

void JournalBearingForce::report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
                                 ForceReport& out) const {
  const JournalForce f = journal_force(bearing_, seen_from_the_sleeve(m));
  out.stored_energy = f.stored_energy;
  out.dissipated_power = f.dissipated_power;
  out.events = {f.eccentricity_ratio - bearing_.guard.eccentricity};
  if (on_contact_ == OnContact::stop && f.contact_force > 0)
    out.stop = fmt::format(
        "the film is used up: eccentricity {:.4f} of the clearance, limit {:.4f}. A wider film (larger bearing, "
        "thicker "
        "oil, smaller load) avoids it; on_contact = \"guard\" lets a contact carry and goes on",
        f.eccentricity_ratio, bearing_.guard.eccentricity);
  if (!at.outputs) return;
  constexpr const char *force = "Bearing forces", *parts = "Bearing force components";
  out.outputs = {{"force", f.force.norm(), "N", force},
                 {"fx", f.force[0], "N", parts},
                 {"fy", f.force[1], "N", parts},
                 {"friction_moment", f.journal_moment, "N m", "Friction moments of journals"},
                 {"ex", m.d[0], "m", "Journal orbits"},
                 {"ey", m.d[1], "m", "Journal orbits"},
                 {"eccentricity", f.eccentricity_ratio, "", "Eccentricity of journals"},
                 {"min_film", f.min_film, "m", "Smallest film thickness"},
                 {"contact_force", f.contact_force, "N", "Contact forces of journals"},
                 {"power_loss", f.dissipated_power, "W", "Power losses of bearings"}};
}

}  // namespace trunnion

#include "trunnion/run/gear_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/gears/pitch_deviations.h"
#include "trunnion/run/error_place.h"

namespace trunnion {
namespace {

/// A pair of the model in the plane or in three dimensions.
struct SolvablePair {
  std::shared_ptr<const GearContact> plane;
  std::shared_ptr<const FaceContact> solid;
  const GearContact& section() const { return solid ? solid->section : *plane; }
  FaceContact tilted(const MeshCycleInput& in, double misalignment) const {
    FaceContact out = *solid;
    out.misalignment = misalignment;
    out.axes = {in.inclination, in.skew};
    return out;
  }
  MeshCycle cycle(const MeshCycleInput& in, double torque, double misalignment, const CycleProgress& progress) const {
    const GearLoad load{torque, in.friction};
    if (!solid) return solve_cycle(*plane, load, in.positions, {}, progress);
    return solve_face_cycle(tilted(in, misalignment), load, in.positions, progress);
  }
};

SolvablePair pair_of(const Model& model, const MeshCycleInput& in, GearRun& gears, Observer& observer) {
  const GearPairInput& pair = gear_pair_named(model, in.gear_pair);
  const bool solid = is_solid(model, pair, gears.store) || in.misalignment != 0 || in.inclination != 0 ||
                     in.skew != 0 || !in.misalignments.empty();
  SolvablePair out;
  if (solid)
    out.solid = face_contact_of(model, pair, gears.store, observer);
  else
    out.plane = contact_of(model, pair, gears.store, observer);
  return out;
}

std::vector<CycleCase> further_cases(const SolvablePair& pair, const MeshCycleInput& in, Observer& observer) {
  std::vector<CycleCase> cases;
  std::vector<double> tilts = in.misalignments;
  if (tilts.empty()) tilts.push_back(in.misalignment);
  const auto count = double(tilts.size() * in.torques.size());
  for (const double misalignment : tilts)
    for (const double torque : in.torques) {
      check_cancelled(observer);
      const auto done = double(cases.size());
      CycleCase one{torque, misalignment, {}, 0, 0};
      one.cycle = pair.cycle(in, torque, misalignment,
                             [&](int i, int of) { observer.advance((done + double(i) / of) / count); });
      if (pair.solid) {
        one.face_factor = face_load_factor(*pair.solid, one.cycle);
        one.load_center = load_center(*pair.solid, one.cycle);
      }
      cases.push_back(std::move(one));
    }
  return cases;
}

/// What every position leaves behind must fit into memory.
void check_length(const MeshCycleInput& in, const GearContact& contact) {
  constexpr long most = 100'000;
  const int pitches = pitches_until_repeat(contact.pair);
  if (long{pitches} * in.positions > most)
    throw InputError(
        fmt::format("the same teeth meet again after {} base pitches, which makes {} positions, more than {}. Give "
                    "fewer 'positions', or lists of pitch deviations that repeat",
                    pitches, long{pitches} * in.positions, most));
}

}  // namespace

StageResult run_mesh_cycle(const Model& model, const StageInput& stage, GearRun& gears, Observer& observer) {
  const MeshCycleInput& in = stage.gears;
  const SolvablePair pair = pair_of(model, in, gears, observer);
  const GearContact& contact = pair.section();
  check_cancelled(observer);
  observer.begin("mesh-cycle", stage.name);
  StageResult out;
  const MeshCycle cycle = at_place_of(stage.where, fmt::format("stage '{}'", stage.name), [&] {
    check_length(in, contact);
    return pair.cycle(in, in.torque, in.misalignment, [&](int done, int of) {
      check_cancelled(observer);
      observer.advance(double(done) / of);
    });
  });
  out.record.steps = long(cycle.positions.size());
  long solves = 0;
  double open = 0;
  for (const MeshPosition& position : cycle.positions) {
    solves += position.steps;
    open = std::max(open, position.torque_error);
  }
  out.record.iterations = solves;
  out.record.balances.push_back({"Contact forces carry the torque", "all positions", open, 1e-8, ""});
  if (!gears.named) {  // one picture is enough
    if (pair.plane)
      add_cycle_scene(stage, contact, cycle, out);
    else
      add_face_scene(stage, pair.tilted(in, in.misalignment), cycle, out);
  }
  add_cycle_curves(stage, contact, cycle, gears, out);
  add_cycle_quantities(stage, contact, cycle, gears, out);
  LoadFactors factors;
  factors.sharing = load_sharing_factor(cycle);
  if (pair.solid) factors.face = face_load_factor(*pair.solid, cycle);
  if (in.driver_speed > 0)
    factors.dynamic = at_place_of(stage.where, fmt::format("stage '{}'", stage.name), [&] {
      const LawSource source = pair.solid ? law_source(pair.tilted(in, in.misalignment)) : law_source(*pair.plane);
      return add_dynamic_factor(model, stage, contact, source, out);
    });
  add_load_factors(stage, contact, cycle, factors, out);
  if (pair.solid) add_face_figures(stage, pair.tilted(in, in.misalignment), cycle, out);
  if (!in.torques.empty()) add_case_figures(stage, contact, further_cases(pair, in, observer), out);
  observer.end(fmt::format("{} positions, {} linear solves", cycle.positions.size(), solves));
  return out;
}

}  // namespace trunnion

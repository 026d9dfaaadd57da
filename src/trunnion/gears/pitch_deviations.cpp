#include "trunnion/gears/pitch_deviations.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

double deviation_of(const Gear& gear, int tooth) {
  const std::vector<double>& list = gear.flank.pitch_deviation;
  const int round = (tooth % gear.teeth + gear.teeth) % gear.teeth;
  return list.empty() ? 0 : list[std::size_t(round) % list.size()];
}

}  // namespace

GearPair without_deviations(GearPair pair) {
  pair.driver.flank.pitch_deviation.clear();
  pair.driven.flank.pitch_deviation.clear();
  return pair;
}

int pitches_until_repeat(const GearPair& pair) {
  return std::lcm(deviation_period(pair.driver), deviation_period(pair.driven));
}

double pitch_opening(const GearPair& pair, const GearMeshGeometry& mesh, int number) {
  return deviation_of(pair.driver, number) + deviation_of(pair.driven, driven_tooth(mesh, number));
}

double spread_of_deviations(const GearPair& pair) {
  double spread = 0;
  for (const Gear* gear : {&pair.driver, &pair.driven})
    if (const auto& list = gear->flank.pitch_deviation; !list.empty())
      spread +=
          *std::max_element(list.begin(), list.end()) - std::min(0.0, *std::min_element(list.begin(), list.end()));
  return spread;
}

DeviatingTeeth::DeviatingTeeth(const GearContact& contact, const GearLoad& load, PairingOptions pairing, Solve alike)
    : contact_(contact), load_(load), pairing_(pairing), alike_(std::move(alike)) {
  if (!(pairing_.largest > 0)) pairing_.largest = 0.01 * contact.one.module;
  pairing_.largest += spread_of_deviations(contact.pair);
}

SolvedTeeth DeviatingTeeth::at(double s, int cycle) {
  constexpr int attempts = 8;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    SolvedTeeth& alike = found_[s];
    if (alike.teeth.pairs.empty()) alike = alike_(s, pairing_);
    SolvedTeeth out = alike;
    const auto opened = [&](int pair) { return pitch_opening(contact_.pair, contact_.mesh, pair - cycle); };
    for (std::size_t k = 0; k < out.teeth.pairs.size(); ++k) {
      const double more = opened(out.teeth.points[k].tooth_pair);
      out.problem.eps[Index(k)] += more;
      out.teeth.pairs[k].gap += more;
    }
    for (RigidGap& rigid : out.teeth.rigid) {
      rigid.gap += opened(rigid.tooth_pair);
      rigid.taken += opened(rigid.tooth_pair);
    }
    BlockPivotingOptions start;
    start.start = alike.found.active;
    out.found = solve_block_pivoting(out.problem, start);
    if (out.found.status != LcpStatus::solved)
      throw SolveError(
          fmt::format("gears at s = {:.4g} mm, {} pitches on: the contact problem of teeth with pitch deviations has "
                      "no answer that "
                      "was found; friction {} may be too high",
                      1e3 * s, std::abs(cycle), load_.friction));
    if (loaded_base(contact_) * out.found.th[0] <= 0.8 * pairing_.largest) return out;
    pairing_.largest *= 1.5;  // pairs farther apart could have closed
    found_.clear();
  }
  throw SolveError(
      fmt::format("gears at s = {:.4g} mm: their pitch deviations keep the teeth too far apart; check them", 1e3 * s));
}

}  // namespace trunnion

#include "trunnion/gears/mesh_law.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/gears/pitch_deviations.h"

namespace trunnion {
namespace {

constexpr double touch = 0.1;  // of the mean deflection: over this way a tabulated stiffness comes up

void check_options(const MeshLawOptions& o) {
  if (!(o.torque > 0)) throw InputError(fmt::format("torque = {} N m, must be > 0", o.torque));
  if (o.positions < 8) throw InputError(fmt::format("positions = {}, at least 8 are needed", o.positions));
}

/// A row of a law: which teeth are in mesh, and where.
struct LawRow {
  int cycle = 0;  ///< pitches passed: tooth pair j is number j - cycle
  double s = 0;   ///< of the pair nearest to the pitch point [m]
};

/// Rows of a law at equal steps over its period; `offset` in steps.
LawRow row_at(const LawSource& c, Index i, Index rows, double offset = 0) {
  const int pitches = pitches_until_repeat(c.pair);
  const LawPlace at = law_place(i, rows, pitches);
  return {at.cycle, (at.place + offset * pitches / double(rows)) * c.base_pitch};
}

/// What both teeth of pair j lie back [m].
double opened(const LawSource& c, const MeshLawOptions& o, int cycle, int j) {
  return pitch_opening(c.pair, c.mesh, o.sense * (j - cycle));
}

/// The contact problem of a place with the teeth that are there.
struct Opened {
  MixedLcp problem;
  double touching = 0;  ///< lag at which the first pair touches [rad]
};
Opened with_teeth(const LawSource& c, const MeshLawOptions& o, const SolvedTeeth& alike, const LawRow& row) {
  Opened out{alike.problem, 0};
  for (std::size_t k = 0; k < alike.teeth.points.size(); ++k)
    out.problem.eps[Index(k)] += opened(c, o, row.cycle, alike.teeth.points[k].tooth_pair);
  TeethInMesh rigid;
  rigid.rigid = alike.teeth.rigid;
  for (RigidGap& gap : rigid.rigid) gap.gap += opened(c, o, row.cycle, gap.tooth_pair);
  out.touching = unloaded_lag(rigid);
  return out;
}

MixedLcpSolution solved(const MixedLcp& problem, const BlockPivotingOptions& start, double s) {
  const MixedLcpSolution found = solve_block_pivoting(problem, start);
  if (found.status != LcpStatus::solved)
    throw SolveError(
        fmt::format("gears at s = {:.4g} mm: the contact problem of the law has no answer that was found", 1e3 * s));
  return found;
}

int reach_of(const SolvedTeeth& teeth) {
  int reach = 1;
  for (const ToothPoint& point : teeth.teeth.points) reach = std::max(reach, std::abs(point.tooth_pair));
  return reach;
}

/// Shares of the tooth pairs in the forces of the points.
void put_shares(const SolvedTeeth& teeth, const VectorXd& p, Index row, Index level, LoadShares::Data& out) {
  const auto reach = Index(out.share.size()) / 2;
  const double sum = p.sum();
  for (std::size_t k = 0; k < teeth.teeth.points.size(); ++k)
    out.share[std::size_t(Index{teeth.teeth.points[k].tooth_pair} + reach)](row, level) += p[Index(k)] / sum;
}

LoadShares::Data empty_shares(const LawSource& c, double period, Index rows, const VectorXd& level, int reach) {
  return {period, c.base_pitch, level,
          std::vector<MatrixXd>(std::size_t(2 * reach + 1), MatrixXd::Zero(rows, level.size()))};
}

/// The contact of gears whose teeth are alike at the places of a base pitch; solved once each.
class AlikeTeeth {
 public:
  AlikeTeeth(const LawSource& c, const MeshLawOptions& o, const GearLoad& load, const PairingOptions& pairing)
      : found_(std::size_t(o.positions)), c_(c), load_(load), pairing_(pairing) {}
  /// Of row i of the law; rows a whole pitch apart stand at the same place.
  const SolvedTeeth& at(Index i, const LawRow& row) {
    SolvedTeeth& here = found_[std::size_t(i) % found_.size()];
    if (here.teeth.pairs.empty()) here = c_.solve(load_, row.s, pairing_);
    return here;
  }

 private:
  std::vector<SolvedTeeth> found_;
  const LawSource& c_;
  GearLoad load_;
  PairingOptions pairing_;
};

}  // namespace

LawSource law_source(const GearContact& contact) {
  GearContact alike = contact;
  alike.pair = without_deviations(contact.pair);
  return {contact.mesh.base_pitch,
          loaded_base(contact),
          contact.one.module,
          contact.pair,
          contact.mesh,
          [alike](const GearLoad& load, double s, const PairingOptions& o) { return solve_teeth(alike, load, s, o); }};
}

LawSource law_source(const FaceContact& contact) {
  LawSource out = law_source(contact.section);
  FaceContact alike = contact;
  alike.section.pair = without_deviations(contact.section.pair);
  out.solve = [alike](const GearLoad& load, double s, const PairingOptions& o) {
    return solve_face_teeth(alike, load, s, o);
  };
  return out;
}

LoadSurface stiffness_law(double period, const VectorXd& error, const VectorXd& stiffness, double force) {
  const Index n = error.size();
  // Two levels: over the way w the force is k x^2/(2 w), then k (x - w/2).
  const double w = touch * force / stiffness.mean();
  LoadSurface::Data data;
  data.period = period;
  data.error = error.array() - 0.5 * w;  // so that the straight part aims at `error`
  data.level = Eigen::Vector2d(0, w);
  data.force = MatrixXd::Zero(n, 2);
  data.force.col(1) = 0.5 * w * stiffness;
  data.stiffness = MatrixXd::Zero(n, 2);
  data.stiffness.col(1) = stiffness;
  return LoadSurface(std::move(data));
}

MeshLaw tabulated_law(const LawSource& c, const MeshLawOptions& o) {
  check_options(o);
  const double r = c.base, force = o.torque / r, period = pitches_until_repeat(c.pair) * c.base_pitch;
  const Index rows = Index{o.positions} * pitches_until_repeat(c.pair);
  PairingOptions pairing;
  if (const double spread = spread_of_deviations(c.pair); spread > 0) pairing.largest = 0.01 * c.module + spread;
  AlikeTeeth alike(c, o, {o.torque, 0}, pairing);
  VectorXd stiffness(rows), error(rows);
  const Eigen::Vector3d level(0, 1, 2);  // one share for all loads
  LoadShares::Data shares = empty_shares(c, period, rows, level, 1 + reach_of(alike.at(0, row_at(c, 0, rows))));
  for (Index i = 0; i < rows; ++i) {
    const LawRow row = row_at(c, i, rows);
    const SolvedTeeth& teeth = alike.at(i, row);
    const MixedLcp problem = with_teeth(c, o, teeth, row).problem;
    BlockPivotingOptions start;
    start.start = teeth.found.active;
    const MixedLcpSolution found = solved(problem, start, row.s);
    stiffness[i] = motion_stiffness(problem, found.active)(0, 0) / (r * r);
    error[i] = r * found.th[0] - force / stiffness[i];
    for (Index j = 0; j < level.size(); ++j) put_shares(teeth, found.p, i, j, shares);
  }
  return {stiffness_law(period, error, stiffness, force), LoadShares(std::move(shares))};
}

MeshLaw full_law(const LawSource& c, const MeshLawOptions& o) {
  check_options(o);
  const double r = c.base, period = pitches_until_repeat(c.pair) * c.base_pitch;
  const Index rows = Index{o.positions} * pitches_until_repeat(c.pair);
  const GearLoad most{o.reach * o.torque, 0};
  // Levels go so deep that every position bears the wanted load; pairs that could close on the way must be there.
  constexpr int probes = 12;
  double deepest = 0, open = 0;
  for (Index i = 0; i < probes; ++i) {
    const SolvedTeeth at = c.solve(most, (double(i) / probes - 0.5) * c.base_pitch, {});
    deepest = std::max(deepest, r * (at.found.th[0] - unloaded_lag(at.teeth)));
    open = std::max(open, r * unloaded_lag(at.teeth));
  }
  PairingOptions pairing;
  pairing.largest = std::max(0.01 * c.module, 1.3 * (deepest + open)) + spread_of_deviations(c.pair);
  AlikeTeeth alike(c, o, most, pairing);
  LoadSurface::Data data;
  data.period = period;
  data.error.resize(rows);
  data.level.resize(o.levels + 1);
  for (Index j = 0; j <= o.levels; ++j) data.level[j] = deepest * std::pow(double(j) / o.levels, 1.5);
  data.force = MatrixXd::Zero(rows, o.levels + 1);
  data.stiffness = MatrixXd::Zero(rows, o.levels + 1);
  LoadShares::Data shares = empty_shares(c, period, rows, data.level, 1 + reach_of(alike.at(0, row_at(c, 0, rows))));
  for (Index i = 0; i < rows; ++i) {
    const LawRow row = row_at(c, i, rows);
    const SolvedTeeth& teeth = alike.at(i, row);
    const Opened here = with_teeth(c, o, teeth, row);
    data.error[i] = r * here.touching;
    MixedLcp given;  // the lag is no unknown here
    given.A = here.problem.A;
    given.B.resize(0, here.problem.pairs());
    given.C.resize(here.problem.pairs(), 0);
    given.lam.resize(0);
    BlockPivotingOptions start;
    start.start = teeth.found.active;
    for (Index j = o.levels; j > 0; --j) {
      const double lag = (data.error[i] + data.level[j]) / r;
      given.eps = here.problem.eps + here.problem.C.col(0) * lag;
      const MixedLcpSolution found = solved(given, start, row.s);
      data.force(i, j) = here.problem.B.row(0).dot(found.p) / r;
      data.stiffness(i, j) = motion_stiffness(here.problem, found.active)(0, 0) / (r * r);
      put_shares(teeth, found.p, i, j, shares);
      start.start = found.active;
    }
  }
  for (MatrixXd& share : shares.share) share.col(0) = share.col(1);
  return {LoadSurface(std::move(data)), LoadShares(std::move(shares))};
}

LawError law_error(const LawSource& c, const LoadSurface& law, const MeshLawOptions& o, int probes) {
  LawError out;
  const double r = c.base, design = o.torque / r;
  const Index rows = law.data().error.size(), step = std::max<Index>(1, rows / probes);
  PairingOptions pairing;
  if (const double spread = spread_of_deviations(c.pair); spread > 0) pairing.largest = 0.01 * c.module + spread;
  int count = 0;
  for (Index i = 0; i < rows; i += step)
    for (const double share : {0.5, 1.0, 1.5}) {
      const LawRow row = row_at(c, i, rows, 0.5);
      const SolvedTeeth teeth = c.solve({share * o.torque, 0}, row.s, pairing);
      const MixedLcpSolution found = solved(with_teeth(c, o, teeth, row).problem, {}, row.s);
      const double s = row.s + row.cycle * c.base_pitch;
      const double off = std::abs(law(s, r * found.th[0]).force - share * design) / design;
      out.largest = std::max(out.largest, off);
      out.mean += off;
      ++count;
    }
  out.mean /= count;
  return out;
}

double tilt_stiffening(const FaceContact& contact, const LoadSurface& slices, const MeshLawOptions& o) {
  const double cosine = std::cos(contact.section.one.base_helix), slope = std::tan(contact.section.one.base_helix);
  const double width = contact.driver->layer[contact.driver->layers() - 1] - contact.driver->layer[0];
  const double base = loaded_base(contact.section);
  const double opening = 0.3 * slices.mean_approach(o.torque / base);  // far from where an end comes off
  FaceContact tilted = contact;
  tilted.misalignment -= cosine * opening;
  constexpr int places = 8, count = 15;
  double face = 0, apart = 0;
  for (int i = 0; i < places; ++i) {
    const double s = (double(i) / places - 0.5) * contact.section.mesh.base_pitch;
    const auto moment = [&](const SolvedTeeth& at) {
      double sum = 0;
      for (std::size_t k = 0; k < at.teeth.pairs.size(); ++k)
        sum += cosine * at.found.p[Index(k)] * at.teeth.pairs[k].one.x.z();
      return sum;
    };
    const SolvedTeeth at = solve_face_teeth(tilted, {o.torque, 0}, s);
    face += moment(at) - moment(solve_face_teeth(contact, {o.torque, 0}, s));
    for (int k = 0; k < count; ++k) {
      const double across = (k + 0.5) / count - 0.5, place = s + slope * across * width;
      const double x = base * at.found.th[0] - face_gap(contact, across);
      apart += (slices(place, x + opening * across).force - slices(place, x).force) * across * width / count;
    }
  }
  return face / apart;
}

LoadSurface standard_law(double base_pitch, double width) {
  constexpr double per_width = 14e9;  // [N/m per m]
  constexpr Index n = 8;
  constexpr double usual = 1e-5;  // deflection [m]
  return stiffness_law(base_pitch, VectorXd::Zero(n), VectorXd::Constant(n, per_width * width),
                       usual * per_width * width);
}

}  // namespace trunnion

#include "trunnion/fe_contact/contact_statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/fe_contact/contact_newton.h"
#include "trunnion/fe_contact/no_equilibrium.h"
#include "trunnion/fe_contact/tightening.h"
#include "trunnion/math/dense.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

/// Relative motion beyond this part of the extent of the smallest contact has nothing to do with small sliding.
constexpr double largest_motion_share = 0.02;
constexpr double rejoin_misfit = 0.02;  ///< share of the area where springs must be wrong to be worth a factor
constexpr int most_pieces = 8;          ///< of an increment that does not converge at once

double largest_young(const MeshFile& file) {
  double young = 0;
  for (const Material& material : file.materials) young = std::max(young, material.young);
  return young;
}

/// "seat, flange"
std::string names(const std::vector<Fit>& fits) {
  std::string out;
  for (const Fit& fit : fits) out += (out.empty() ? "" : ", ") + fit.zone.name;
  return out;
}

double smallest_extent(const std::vector<Fit>& fits) {
  double area = fits.front().zone.area.sum();
  for (const Fit& fit : fits) area = std::min(area, fit.zone.area.sum());
  return std::sqrt(area);
}

/// How many back-solves take as long as a factorisation: they are bound by memory, it by arithmetic.
double solves_per_factor(const FactorCost& cost) { return cost.flops / (80 * cost.entries); }

/// Share of the area where the springs are off by more than a factor of five along the normal.
double misfit(const FitPoints& points, const VectorXd& springs, const VectorXd& wanted) {
  double area = 0;
  for (Index k = 0; k < points.size(); ++k) {
    const double ratio = wanted[3 * k] / springs[3 * k];
    if (ratio > 5 || ratio < 0.2) area += points.area[k];
  }
  return area / points.area.sum();
}

/// The fits' laws with the friction of sliding from the first way on; none where no friction falls.
std::vector<FitLaw> sliding_laws(const std::vector<Fit>& fits) {
  std::vector<FitLaw> laws;
  bool any = false;
  for (const Fit& fit : fits) {
    FitLaw& law = laws.emplace_back(fit.law);
    if (law.sliding < 0 || law.sliding == law.friction) continue;
    law.friction = law.sliding;
    any = true;
  }
  return any ? laws : std::vector<FitLaw>{};
}

FitPoints with_laws(FitPoints points, const std::vector<FitLaw>& laws) {
  for (std::size_t f = 0; f < laws.size(); ++f)
    std::fill(points.law.begin() + points.first[f], points.law.begin() + points.first[f + 1], &laws[f]);
  return points;
}

/// Where a step is between its start (0) and its end (1).
struct Path {
  double share_start = 0, share_end = 0, support_start = 0;
  VectorXd load_start, load_end;
  VectorXd w_start, w_end;  ///< motion of the joined model under the loads
  VectorXd w_support;       ///< and under the supports' values

  double share(double at) const { return share_start + at * (share_end - share_start); }
  double support(double at) const { return support_start + at * (1 - support_start); }
  VectorXd load(double at) const { return (1 - at) * load_start + at * load_end; }
  VectorXd free(double at) const { return (1 - at) * w_start + at * w_end + support(at) * w_support; }
};

}  // namespace

struct ContactStatics::Impl {
  ContactProblem problem;
  FitPoints points;
  double young = 0, largest_motion = 0;
  bool tightened = false;  ///< clamp forces are met, or being met
  std::unique_ptr<JoinedModel> joined;
  double factor_wall_s = 0;

  Impl(ContactProblem given, Observer& observer) : problem(std::move(given)) {
    if (problem.fits.empty()) throw InputError("a contact problem needs at least one fit");
    for (const Fit& fit : problem.fits) validate(fit.law);
    points = fit_points(problem.fits, problem.model.dofs.size);
    young = largest_young(*problem.model.file);
    largest_motion = largest_motion_share * smallest_extent(problem.fits);
    join(estimated_stiffness(points, young), observer);
  }

  void join(VectorXd stiffness, Observer& observer) {
    const Stopwatch watch;
    joined.reset();  // one large factor at a time
    joined =
        std::make_unique<JoinedModel>(problem.model, problem.supports, points.relative, std::move(stiffness), observer);
    factor_wall_s += watch.seconds();
  }

  /// Takes new springs, after the state of the points, where the old ones have become so wrong that a factor is cheaper
  /// than the iterations they cost.
  bool rejoin(const ContactState& state, Index solves, Observer& observer) {
    if (joined->has_compliance() || double(solves) < solves_per_factor(joined->cost())) return false;
    const FitForces forces = fit_forces(points, state.share, state.w, state.traction, true);
    VectorXd wanted = reference_stiffness(points, forces, young);
    if (misfit(points, joined->stiffness(), wanted) < rejoin_misfit) return false;
    join(std::move(wanted), observer);
    return true;
  }

  VectorXd relative_under(const VectorXd& load) const {
    if (load.isZero(0)) return VectorXd::Zero(3 * points.size());
    return product(points.relative, joined->displacement(load));
  }

  Path path(const ContactState& state, double share, const VectorXd& load) const {
    const VectorXd none = VectorXd::Zero(points.relative.cols());
    Path out;
    out.share_start = state.share;
    out.share_end = share;
    out.support_start = state.supports;
    out.load_start = state.load.size() > 0 ? state.load : none;
    out.load_end = load.size() > 0 ? load : none;
    set_motions(out);
    return out;
  }
  void set_motions(Path& path) const {
    path.w_start = relative_under(path.load_start);
    path.w_end = relative_under(path.load_end);
    path.w_support = product(points.relative, joined->prescribed());
  }

  /// |K u - f - B' z| where nothing holds the model, over |B' z| + |f|.
  double residual(const VectorXd& u, const VectorXd& load, const VectorXd& forces) const {
    const ConstrainedSystem& system = joined->system();
    const VectorXd contact = transposed_product(points.relative, forces);
    const VectorXd left = stiffness_product(problem.model, u) - contact - load;
    VectorXd reduced = transposed_product(system.expand, left);
    // What the rows of couplings carry are reactions: their part is taken off.
    const MatrixXd rows = dense(transposed_product(system.expand, system.rows));
    if (rows.cols() > 0) reduced -= rows * LeastNormSolver(rows.transpose() * rows).solve(rows.transpose() * reduced);
    const double size = contact.norm() + load.norm();
    return size > 0 ? reduced.norm() / size : reduced.norm();
  }

  /// From the guess w. Where that leads nowhere: from a start that closes all points if a fit has come off, and from
  /// the equilibrium with sliding friction where friction falls by sliding (beyond a fold of the load it lies far
  /// away).
  EquilibriumFound solve(const Path& path, double at, const std::vector<FitTraction>& past, VectorXd& w,
                         const ContactOptions& options, Observer& observer) const {
    const auto task_of = [&](const FitPoints& of) {
      return EquilibriumTask{.points = of,
                             .joined = *joined,
                             .share = path.share(at),
                             .free = path.free(at),
                             .past = past,
                             .largest_motion = largest_motion};
    };
    const EquilibriumTask task = task_of(points);
    int iterations = 0;
    const auto attempt = [&](const EquilibriumTask& with) {
      EquilibriumFound found = find_equilibrium(with, w, options, observer);
      found.iterations = iterations += found.iterations;
      return found;
    };
    EquilibriumFound found = attempt(task);
    if (!found.converged && any_comes_off(points, found.forces.traction)) {
      w = bilateral_motion(task);
      found = attempt(task);
    }
    if (const std::vector<FitLaw> laws = sliding_laws(problem.fits); !found.converged && !laws.empty()) {
      const FitPoints sliding = with_laws(points, laws);
      if (attempt(task_of(sliding)).converged) found = attempt(task);
    }
    return found;
  }

  /// Goes from the equilibrium at `from` to the one at `to`; where that is too far at once, in pieces. The memory stays
  /// that of `from`, because increments are part of the problem. `w` comes in as a guess; reached: where it got to.
  struct Reached {
    EquilibriumFound last;  ///< the last try
    double at = 0;
    int iterations = 0;
  };
  Reached reach(const Path& path, double from, double to, ContactState& state, VectorXd w,
                const ContactOptions& options, Observer& observer) const {
    Reached out{.last = {}, .at = from};
    const std::vector<FitTraction> past = state.traction;
    double piece = to - from;
    const double shortest = piece / most_pieces;
    while (out.at < to) {
      const double next = out.at + piece < to - 1e-9 * shortest ? out.at + piece : to;
      out.last = solve(path, next, past, w, options, observer);
      out.iterations += out.last.iterations;
      if (out.last.converged) {
        out.at = next;
        state.w = w;
        state.traction = out.last.forces.traction;
        continue;
      }
      piece *= 0.5;
      if (piece < shortest * (1 - 1e-9)) break;
      w = state.w;
    }
    return out;
  }
};

ContactStatics::ContactStatics(ContactProblem problem, Observer& observer) {
  observer.begin("joining", names(problem.fits));
  impl_ = std::make_unique<Impl>(std::move(problem), observer);
  observer.end(
      fmt::format("{} points, {:.3g} entries in the factor", impl_->points.size(), impl_->joined->cost().entries));
}
ContactStatics::~ContactStatics() = default;
ContactStatics::ContactStatics(ContactStatics&&) noexcept = default;
ContactStatics& ContactStatics::operator=(ContactStatics&&) noexcept = default;

ContactState ContactStatics::start() const {
  const FitPoints& points = impl_->points;
  ContactState state;
  state.load = VectorXd::Zero(points.relative.cols());
  state.u = VectorXd::Zero(points.relative.cols());
  state.w = VectorXd::Zero(3 * points.size());
  state.traction.resize(std::size_t(points.size()));
  return state;
}

ContactReport ContactStatics::step(ContactState& state, double share, const VectorXd& load, int increments,
                                   const ContactOptions& options, Observer& observer) const {
  Impl& in = *impl_;
  if (increments < 1)
    throw InputError(fmt::format("a contact step has {} increments; at least 1 is needed", increments));
  if (state.share == 0 && share > 0 && !in.tightened && any_clamped(in.problem.fits)) {
    in.tightened = true;
    return tighten(*this, state, {share, load, increments, options}, observer);
  }
  const Stopwatch watch;
  ContactReport report;
  observer.begin("contact", names(in.problem.fits));

  Index counted = in.joined->solves();
  Path path = in.path(state, share, load);
  Impl::Reached reached;
  VectorXd before = state.w;  // one increment ago
  for (int i = 1; i <= increments; ++i) {
    const Index solves = in.joined->solves();
    const VectorXd guess = i == 1 ? state.w : VectorXd(2 * state.w - before);
    before = state.w;
    reached = in.reach(path, double(i - 1) / increments, double(i) / increments, state, guess, options, observer);
    report.iterations += reached.iterations;
    observer.advance(double(i) / increments);
    if (!reached.last.converged) break;
    state.share = path.share(reached.at);
    report.solves += int(in.joined->solves() - counted);
    counted = in.joined->solves();
    if (!in.rejoin(state, counted - solves, observer)) continue;
    observer.note("contact has changed much: springs and factor renewed");
    counted = 0;
    in.set_motions(path);
  }

  report.converged = reached.last.converged;
  state.share = path.share(reached.at);
  state.supports = path.support(reached.at);
  state.load = path.load(reached.at);
  VectorXd forces(state.w.size());
  for (Index k = 0; k < in.points.size(); ++k) {
    const FitTraction& t = state.traction[std::size_t(k)];
    forces.segment<3>(3 * k) = in.points.area[k] * Vector3d(t.pressure, -t.shear.x(), -t.shear.y());
  }
  const VectorXd springs = in.joined->stiffness().cwiseProduct(state.w);
  state.u = in.joined->displacement(state.load + transposed_product(in.points.relative, forces + springs)) +
            state.supports * in.joined->prescribed();
  report.residual = in.residual(state.u, state.load, forces);
  report.solves += int(in.joined->solves() - counted);
  if (!report.converged) report.message = why_no_equilibrium(in.problem.fits, in.points, reached.last, reached.at);
  report.wall_s = watch.seconds();
  observer.end(report.converged ? fmt::format("{} iterations, {} back-solves", report.iterations, report.solves)
                                : report.message);
  return report;
}

void ContactStatics::set_interference(std::size_t fit, const VectorXd& interference) const {
  impl_->problem.fits[fit].zone.interference = interference;
  impl_->points.interference.segment(impl_->points.first[fit], interference.size()) = interference;
}

const ContactProblem& ContactStatics::problem() const { return impl_->problem; }
double ContactStatics::factor_wall_s() const { return impl_->factor_wall_s; }
std::size_t ContactStatics::factor_bytes() const { return std::size_t(impl_->joined->cost().bytes); }

}  // namespace trunnion

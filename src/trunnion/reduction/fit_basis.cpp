#include "trunnion/reduction/fit_basis.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "trunnion/base/error.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/math/tall_product.h"
#include "trunnion/reduction/contact_cubature.h"
#include "trunnion/reduction/contact_error.h"
#include "trunnion/reduction/contact_reach.h"
#include "trunnion/reduction/cubature_error.h"

namespace trunnion {
namespace {

/// Interface dofs that are at rest while the parts are shrunk, and those that are not.
struct InterfaceDofs {
  std::vector<Index> resting, loaded;
};

InterfaceDofs interface_dofs(const FitBasisProblem& p) {
  InterfaceDofs dofs;
  Index dof = 0;
  for (const HeldInterface& interface : p.held.list) {
    const bool rests = std::find(p.fits.held.begin(), p.fits.held.end(), interface.name) != p.fits.held.end();
    for (std::size_t node = 0; node < interface.nodes.size(); ++node) {
      const auto next = std::size_t(dof + 3);
      const bool turns = next < p.held.kinds.size() && p.held.kinds[next] == DofKind::rotation;
      for (int c = 0; c < (turns ? 6 : 3); ++c) (rests ? dofs.resting : dofs.loaded).push_back(dof++);
    }
  }
  return dofs;
}

/// Coordinates of the trial body that come closest, in strain energy, to the shrunk full mesh.
VectorXd shrunk_coordinates(const FitBasisProblem& p, const TrialBody& made) {
  const VectorXd& u = p.fits.shrunk.u;
  const Index a = p.constraint_modes.cols(), n = made.shapes.cols() - a;
  VectorXd q(a + n);
  q.head(a) = u(p.held.dofs);
  const VectorXd rest = u - p.constraint_modes * q.head(a);
  const MatrixXd load = stiffness_product(*p.solver.system().model, rest);
  q.tail(n) = made.pencil.stiffness.bottomRightCorner(n, n).ldlt().solve(made.shapes.rightCols(n).transpose() * load);
  return q;
}

/// The trial body held as it is while shrinking.
struct Trial {
  ReducedContact body;
  TrainingPlan plan;
};

Trial on_trial(const FitBasisProblem& p, const TrialBody& made) {
  const InterfaceDofs dofs = interface_dofs(p);
  if (dofs.loaded.empty())
    throw InputError(
        "contact modes by target, enrichment and cubature need loads to try: an interface that is free while the parts "
        "are shrunk. Name fewer in shrink.held, or give an interface to the other part.");
  Trial trial{{made.pencil.stiffness, relative_rows(p.fits, made.shapes), {}, shrunk_coordinates(p, made)},
              {dofs.loaded, p.options.fits.shrink_steps}};
  for (Index k = 0; k < made.shapes.cols(); ++k)
    if (std::find(dofs.resting.begin(), dofs.resting.end(), k) == dofs.resting.end()) trial.body.free.push_back(k);
  return trial;
}

/// The trial body without its interface dofs.
ReducedSpan interior(const FitBasisProblem& p, const ReducedContact& body) {
  const Index n = body.rows.cols() - p.constraint_modes.cols();
  return {body.rows.rightCols(n), body.stiffness.bottomRightCorner(n, n)};
}

StateError indicator(const FitBasisProblem& p, const FitPoints& points, const ReducedContact& body) {
  auto estimate = std::make_shared<ContactErrorEstimate>(p.solver, p.constraint_modes, points);
  estimate->lead_by(interior(p, body));
  return [&p, estimate](const ReducedContactState& state) {
    return (*estimate)(state.q.head(p.constraint_modes.cols()), state.w, state.share, state.traction).relative;
  };
}

/// Says which of the loads that were tried the joint does not bear; throws InputError if there are no others.
void tell_of_lost_loads(const FitBasisProblem& p, const TrainedStates& trained, const std::string& purpose,
                        Observer& observer) {
  if (trained.lost.empty()) return;
  std::string which;
  Index mixed = 0;
  for (const LostLoad& load : trained.lost) {
    if (load.coordinate < 0)
      ++mixed;
    else
      which += fmt::format("{}{} at {:.2g}", which.empty() ? "" : ", ", p.held.dof_names[std::size_t(load.coordinate)],
                           load.level);
  }
  if (mixed > 0) which += fmt::format("{}{} mixed ones", which.empty() ? "" : ", ", mixed);
  if (trained.states.empty())
    throw InputError(fmt::format(
        "{}: none of the {} loads tried has an equilibrium ({}, over the load that uses the joint up). Keep "
        "more contact modes, or give the joint more interference or friction.",
        purpose, trained.tried, which));
  observer.note(fmt::format(
      "{}: {} of {} loads tried have no equilibrium, the joint slips or comes off under them or the body has "
      "too few contact modes for them ({}, over the load that uses the joint up); they are left out",
      purpose, trained.lost.size(), trained.tried, which));
}

/// Largest error indicator over single loads that use most of the joint.
double indicated_error(const FitBasisProblem& p, const FitPoints& points, const TrialBody& made) {
  constexpr double usage = 0.8;
  const Trial trial = on_trial(p, made);
  const StateError error = indicator(p, points, trial.body);
  const TrainedStates trained = single_loads(trial.body, points, trial.plan, usage);
  double worst =
      trained.states.empty() ? std::numeric_limits<double>::infinity() : 0;  // modes that bear no load at all
  for (const ReducedContactState& state : trained.states) worst = std::max(worst, error(state));
  return worst;
}

void find_reach(const FitBasisProblem& p, const FitPoints& points, const TrialBody& made, FitRecord& record,
                Observer& observer) {
  const Stopwatch watch;
  const Trial trial = on_trial(p, made);
  ContactReach reach;
  try {
    reach = contact_reach(trial.body, points, trial.plan, indicator(p, points, trial.body));
  } catch (const SolveError& error) {
    observer.note(fmt::format("how far interference and loads may move was not found: {}", error.what()));
    return;
  }
  record.indicated = reach.indicated;
  record.reach = std::move(reach.list);
  record.reach_wall_s = watch.seconds();
  if (!record.reach.empty())
    observer.note(fmt::format("contact error indicator {:.2g} % at 0.8 of what the joint bears; {}",
                              100 * record.indicated, reach_sentence(record.reach, acceptable_pressure_error)));
}

/// Stresses of states after one Newton correction on the full mesh: those of the reduced body itself lead it astray
/// where its modes are too few.
MatrixXd corrected_stresses(const FitBasisProblem& p, const FitPoints& points, const ReducedContact& body,
                            const std::vector<ReducedContactState>& states) {
  ContactErrorEstimate estimate(p.solver, p.constraint_modes, points);
  estimate.lead_by(interior(p, body));
  MatrixXd stresses(3 * points.size(), Index(states.size()));
  for (std::size_t s = 0; s < states.size(); ++s)
    stresses.col(Index(s)) =
        estimate(states[s].q.head(p.constraint_modes.cols()), states[s].w, states[s].share, states[s].traction)
            .stresses;
  return stresses;
}

void judge_cubature(const Trial& trial, const FitPoints& points, const Cubature& cubature, ReductionRecord& record,
                    Observer& observer) {
  const CubatureError error = cubature_error(trial.body, points, trial.plan, cubature);
  FitRecord& r = record.fits;
  r.cubature_points = Index(cubature.points.size());
  r.cubature_misfit = cubature.misfit;
  r.cubature_error = error.relative;
  r.cubature_largest = error.largest;
  r.cubature_states = error.states;
  const std::string few = fmt::format("{} of {} points stand for all", r.cubature_points, points.size());
  if (!std::isfinite(error.relative))
    record.warnings.push_back(few +
                              ": they find no equilibrium where all do. Take more points a mode, or cubature = 0.");
  else if (error.relative > acceptable_pressure_error)
    record.warnings.push_back(
        fmt::format("{}: that changes pressures by {:.2g} %. Take more points a mode, or "
                    "cubature = 0.",
                    few, 100 * error.relative));
  else
    observer.note(fmt::format("{}: that changes pressures by {:.2g} %, at a point {:.2g} % of the largest", few,
                              100 * error.relative, 100 * error.largest));
}

/// Contact modes added until the error indicator meets the target; where none do, those that come closest.
ContactModes modes_for_target(const FitBasisProblem& p, const MakeTrial& make, const FitPoints& points,
                              const MatrixXd& generators, FitRecord& record, Observer& observer) {
  constexpr Index most = 400;
  ContactModeOptions options = p.options.fits.modes;
  ContactModes best;
  record.indicated = std::numeric_limits<double>::infinity();
  for (options.normal = 25;; options.normal += options.normal < 100 ? 25 : 50) {
    check_cancelled(observer);
    ContactModes modes = contact_modes(p.solver, p.fits, generators, options);
    const double indicated = indicated_error(p, points, make(modes.shapes));
    observer.note(
        fmt::format("{} contact modes from pressures: error indicator {:.2g} %", modes.normal, 100 * indicated));
    const bool last = modes.normal < options.normal || options.normal >= most;
    if (best.shapes.cols() == 0 || indicated < record.indicated) {
      best = std::move(modes);
      record.indicated = indicated;
    }
    if (record.indicated <= options.target || last) return best;
  }
}

void warn_of_missed_target(const ContactModeOptions& wanted, ReductionRecord& record) {
  const FitRecord& r = record.fits;
  if (r.indicated <= wanted.target) return;
  record.warnings.push_back(fmt::format(
      "a pressure error of {:.2g} % is beyond reach: {} contact modes from pressures, {} from friction and {} from "
      "enrichment leave {:.2g} %, the least of all counts that were tried. Ask for less, keep more normal modes, or "
      "set "
      "{} enrichment_sweeps.",
      100 * wanted.target, r.normal, r.tangential, r.enriched, 100 * r.indicated,
      wanted.enrichment_sweeps > 0 ? "more" : "some"));
}

/// Friction answered by modes that too few pressures go with: both act on each other, and pressures can come out worse
/// than without. Motions of the joined parts bring both at once, and gain from few modes already.
void warn_of_few_pressures(const ContactModeOptions& wanted, Index motions, ReductionRecord& record) {
  const FitRecord& r = record.fits;
  if (wanted.origin == ContactModeOrigin::joined || r.tangential == 0 || r.normal >= motions) return;
  record.warnings.push_back(fmt::format(
      "{} contact modes from friction go with {} from pressures, fewer than the {} motions of separate parts that they "
      "are derived along: pressures may be worse than without friction modes. Keep {} or more, derive them along "
      "motions "
      "of the joined parts (origin = \"joined\"), or set tangential = 0.",
      r.tangential, r.normal, motions, motions));
}

/// The part of columns that a span with orthonormal basis does not hold.
MatrixXd left_over(const MatrixXd& columns, const MatrixXd& span) {
  return columns - tall_times(span, transposed_times(span, columns));
}

}  // namespace

ContactModes contact_basis(const FitBasisProblem& p, const MakeTrial& make, ReductionRecord& made, Observer& observer) {
  FitRecord& record = made.fits;
  const Stopwatch watch;
  const ContactModeOptions& wanted = p.options.fits.modes;
  const bool tries = wanted.target > 0 || wanted.enrichment_sweeps > 0;
  if (tries && p.options.interface_modes > 0)
    throw InputError("contact modes by target or enrichment need all interface dofs; leave 'interface_modes' out");
  const FitPoints points = fit_points(p.fits.fits, p.constraint_modes.rows());
  const MatrixXd generators = contact_generators(p.fits, p.constraint_modes, p.normal_modes);

  ContactModes modes = wanted.target > 0 ? modes_for_target(p, make, points, generators, record, observer)
                                         : contact_modes(p.solver, p.fits, generators, wanted);
  record.normal = modes.normal;
  record.tangential = modes.tangential;
  warn_of_few_pressures(wanted, generators.cols(), made);

  for (int sweep = 0; sweep < wanted.enrichment_sweeps; ++sweep) {
    check_cancelled(observer);
    const Trial trial = on_trial(p, make(modes.shapes));
    const TrainedStates trained = many_loads(trial.body, points, trial.plan, {8, true, {1.2, 2.2}});
    tell_of_lost_loads(p, trained, "enriching", observer);
    const MatrixXd stresses = corrected_stresses(p, points, trial.body, trained.states);
    const MatrixXd span = principal_patterns(modes.stresses, modes.stresses.cols());
    // What matters is how much is left over, so columns keep their size.
    const MatrixXd added =
        principal_patterns(left_over(stresses, span), wanted.enrichment_modes, PatternScale::as_given);
    modes.shapes = side_by_side(modes.shapes, p.solver.solve(stress_loads(p.fits, added)));
    modes.stresses = side_by_side(modes.stresses, added);
    record.enriched += added.cols();
  }
  if (wanted.target > 0) {
    if (record.enriched > 0) record.indicated = indicated_error(p, points, make(modes.shapes));
    warn_of_missed_target(wanted, made);
  }
  record.modes_wall_s = watch.seconds();
  if (wanted.reach && p.options.interface_modes == 0 && !interface_dofs(p).loaded.empty())
    find_reach(p, points, make(modes.shapes), record, observer);
  return modes;
}

void add_cubature(const FitBasisProblem& p, const TrialBody& body, std::vector<FitRows>& rows, ReductionRecord& record,
                  Observer& observer) {
  if (!(p.options.fits.modes.cubature > 0)) return;
  const Stopwatch watch;
  if (p.options.interface_modes > 0)
    throw InputError("a cubature needs all interface dofs; leave 'interface_modes' out");
  const FitPoints points = fit_points(p.fits.fits, p.constraint_modes.rows());
  const Trial trial = on_trial(p, body);
  const TrainedStates trained = many_loads(trial.body, points, trial.plan, {8, false, {0.5, 1, 1.5}});
  tell_of_lost_loads(p, trained, "cubature", observer);
  const MatrixXd stresses = stresses_of(trained.states);
  MatrixXd all(3 * points.size(), rows.front().rows.cols());
  for (std::size_t f = 0; f < rows.size(); ++f) all.middleRows(3 * points.first[f], rows[f].rows.rows()) = rows[f].rows;
  const Cubature cubature =
      contact_cubature(all, points, stresses, Index(std::ceil(p.options.fits.modes.cubature * double(all.cols()))));
  judge_cubature(trial, points, cubature, record, observer);
  record.fits.cubature_wall_s = watch.seconds();
  for (std::size_t f = 0; f < rows.size(); ++f) {
    std::vector<double> areas;
    for (std::size_t i = 0; i < cubature.points.size(); ++i) {
      const Index point = cubature.points[i] - points.first[f];
      if (point < 0 || point >= rows[f].area.size()) continue;
      rows[f].cubature_points.push_back(std::int32_t(point));
      areas.push_back(cubature.areas[Index(i)]);
    }
    rows[f].cubature_areas = Eigen::Map<const VectorXd>(areas.data(), Index(areas.size()));
  }
}

}  // namespace trunnion

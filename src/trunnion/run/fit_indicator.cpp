#include "trunnion/run/fit_indicator.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/math/dense.h"
#include "trunnion/reduction/contact_error.h"
#include "trunnion/reduction/held_interfaces.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/fit_inputs.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/reduce_model.h"

namespace trunnion {
namespace {

/// Rows that read the motion of the held interface dofs off the modal coordinates: kept interfaces come first.
MatrixXd interface_rows(const ReducedBody& reduced, Index dofs) {
  MatrixXd rows(dofs, reduced.frequency.size());
  Index row = 0;
  for (const InterfaceRows& interface : reduced.interfaces) {
    if (row == dofs) break;
    rows.middleRows<3>(row) = interface.translation;
    rows.middleRows<3>(row + 3) = interface.rotation;
    row += 6;
  }
  return rows;
}

/// The points of all fits of a body one after the other: rows of relative motion.
MatrixXd point_rows(const std::vector<FitElement>& fits) {
  Index count = 0;
  for (const FitElement& fit : fits) count += fit.force->fit().rows.rows();
  MatrixXd rows(count, fits.front().force->fit().rows.cols());
  Index first = 0;
  for (const FitElement& fit : fits) {
    rows.middleRows(first, fit.force->fit().rows.rows()) = fit.force->fit().rows;
    first += fit.force->fit().rows.rows();
  }
  return rows;
}

/// What clamp forces have found is known to the elements alone, and a sweep may vary it: from gaps and motions.
VectorXd interferences(const std::vector<FitElement>& fits, const Snapshot& at, const VectorXd& w,
                       const std::map<std::string, FitStates>& swept, const Mechanism& m) {
  VectorXd all(w.size() / 3);
  Index first = 0;
  for (const FitElement& fit : fits) {
    const VectorXd gap = field_at(m, fit, at, swept).gap;
    for (Index k = 0; k < gap.size(); ++k) all[first + k] = fit.force->fit().clearance[k] + w[3 * (first + k)] - gap[k];
    first += gap.size();
  }
  return all;
}

std::vector<FitTraction> memories(const std::vector<FitElement>& fits, const std::vector<History>& history) {
  std::vector<FitTraction> out;
  for (const FitElement& fit : fits) {
    const std::vector<FitTraction> past = fit.force->memories(history[fit.slot]);
    out.insert(out.end(), past.begin(), past.end());
  }
  return out;
}

/// What the curves of a stage lie over: time, or what a sweep varies.
Axis axis_of(const std::vector<NamedArray>& curves) { return {curves.front().name, curves.front().unit, false}; }

/// The coordinates that leave the interfaces at rest.
ReducedSpan interior(const ReducedBody& reduced, const MatrixXd& rows, const MatrixXd& interface) {
  const MatrixXd resting = null_space(interface);
  return {rows * resting, resting.transpose() * reduced.stiffness * resting};
}

/// The reduced body at rest with its interfaces where they are: [K C'; C 0].
class Settled {
 public:
  Settled(const ReducedBody& body, const MatrixXd& interface) : modes_(body.stiffness.rows()) {
    const Index n = modes_, a = interface.rows();
    MatrixXd saddle = MatrixXd::Zero(n + a, n + a);
    saddle.topLeftCorner(n, n) = body.stiffness;
    saddle.topRightCorner(n, a) = interface.transpose();
    saddle.bottomLeftCorner(a, n) = interface;
    lu_.compute(saddle);
  }
  VectorXd operator()(const VectorXd& load, const VectorXd& interface_motion) const {
    VectorXd right(load.size() + interface_motion.size());
    right << load, interface_motion;
    return lu_.solve(right).head(modes_);
  }

 private:
  Index modes_;
  Eigen::PartialPivLU<MatrixXd> lu_;
};

}  // namespace

struct FitIndicator::OnMesh {
  FeBody fe;
  std::unique_ptr<ConstrainedSolver> solver;
  MatrixXd constraint_modes;
  std::vector<Fit> zones;
  FitPoints points;
  std::unique_ptr<ContactErrorEstimate> estimate;
};

FitIndicator::FitIndicator(const Model& model, std::filesystem::path cache_folder)
    : model_(model), cache_folder_(std::move(cache_folder)) {}
FitIndicator::~FitIndicator() = default;

FitIndicator::OnMesh& FitIndicator::on_mesh(const std::string& body, Observer& observer) {
  std::unique_ptr<OnMesh>& kept = bodies_[body];
  if (kept) return *kept;
  auto made = std::make_unique<OnMesh>();
  made->fe = prepare_body(model_, body, cache_folder_, observer);
  const ReductionOptions options = body_reduction_options(model_, find_body(model_, body), made->fe);
  const HeldInterfaces held = held_interfaces(made->fe.model, options.interfaces);
  made->solver =
      std::make_unique<ConstrainedSolver>(constrain(made->fe.model, {}, held.nodes), LooseMotion::refuse, observer);
  made->constraint_modes = made->solver->constraint_modes();
  made->zones = zones_of(model_, made->fe);
  made->points = fit_points(made->zones, made->fe.model.dofs.size);
  made->estimate = std::make_unique<ContactErrorEstimate>(*made->solver, made->constraint_modes, made->points);
  kept = std::move(made);
  return *kept;
}

/// The states of one body.
struct FitIndicator::Judged {
  Series percent;
  ContactError last;
  double worst() const { return percent.y.maxCoeff(); }
};

FitIndicator::Judged FitIndicator::judge_body(const std::vector<FitElement>& fits, bool moves, const MechanismRun& run,
                                              const MechanismResult& stage, Observer& observer) {
  const Mechanism& m = run.built.mechanism;
  const std::vector<Snapshot>& states = stage.fit_states;
  const Index b = fits.front().body;
  const std::string& name = m.bodies[static_cast<std::size_t>(b)].name;
  OnMesh& on = on_mesh(name, observer);
  const ReducedBody& reduced = *run.built.reduced.at(name);
  const MatrixXd rows = point_rows(fits);
  if (3 * on.points.size() != rows.rows() || on.solver->held_dofs() > 6 * static_cast<Index>(reduced.interfaces.size()))
    throw SolveError("the reduced body was made from another mesh or with nodes as interfaces");
  const MatrixXd interface = interface_rows(reduced, on.solver->held_dofs());
  on.estimate->lead_by(interior(reduced, rows, interface));
  std::unique_ptr<Settled> settled;
  if (moves) settled = std::make_unique<Settled>(reduced, interface);
  const auto count = static_cast<Index>(states.size());
  Judged judged{{name, VectorXd(count), VectorXd(count)}, {}};
  observer.begin("judging", name);
  for (Index k = 0; k < count; ++k) {
    check_cancelled(observer);
    const Snapshot& at = states[static_cast<std::size_t>(k)];
    const VectorXd q = at.x.q.segment(m.first_mode[b], m.bodies[b].num_modes());
    const VectorXd w = rows * q, motion = interface * q;
    on.points.interference = interferences(fits, at, w, stage.fits, m);
    const std::vector<FitTraction> past = memories(fits, at.history);
    VectorXd answer;
    if (settled) answer = rows * (*settled)(rows.transpose() * fit_forces(on.points, 1, w, past, false).force, motion);
    judged.last = (*on.estimate)(motion, w, 1, past, answer);
    judged.percent.x[k] = at.t;
    judged.percent.y[k] = 100 * judged.last.relative;
    observer.advance(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  observer.end(fmt::format("contact error indicator {:.2g} %, at a point {:.2g} % of the largest pressure{}",
                           100 * judged.last.relative, 100 * judged.last.largest,
                           count > 1 ? fmt::format("; largest of {} states {:.2g} %", count, judged.worst()) : ""));
  return judged;
}

void FitIndicator::judge(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  std::map<Index, std::vector<FitElement>> by_body;
  for (const FitElement& fit : fit_elements(m)) by_body[fit.body].push_back(fit);
  if (by_body.empty() || out.fit_states.empty()) return;
  // Inertia moves the points as well, and is no fault of the contact modes.
  const bool moves = stage.type == StageType::transient || stage.type == StageType::steady ||
                     (stage.type == StageType::sweep && stage.mechanism.running);
  const std::size_t count = out.fit_states.size();
  Curve curve;
  curve.section = stage.name;
  curve.title = "How far are the pressures of fits off?";
  curve.detail =
      "Error indicator: what the stresses of the reduced body do to the full mesh against what they do to the reduced "
      "body, as pressures over all pressures.";
  curve.x = axis_of(out.arrays.at("curves/" + link_name(stage.name)));
  curve.y = {"error of pressures", "%", false};
  curve.limit = 100 * acceptable_pressure_error;
  curve.limit_label = "more contact modes needed";
  double last_of_all = 0;
  std::string unknown;
  for (const auto& [b, fits] : by_body) {
    const std::string& name = m.bodies[static_cast<std::size_t>(b)].name;
    const std::string quantity = fmt::format("{}.{}.error_indicator", stage.name, name);
    try {
      Judged judged = judge_body(fits, moves, run, out, observer);
      out.quantities.push_back({quantity + "_percent", 100 * judged.last.relative, ""});
      out.quantities.push_back({quantity + "_max_percent", judged.worst(), ""});
      out.record.balances.push_back({"Pressures of fits, error indicator",
                                     count > 1 ? fmt::format("'{}', largest of {} states", name, count) : name,
                                     judged.worst() / 100, acceptable_pressure_error, ""});
      last_of_all = std::max(last_of_all, judged.last.relative);
      if (count > 1) curve.series.push_back(std::move(judged.percent));
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      unknown = fmt::format("no error indicator for the fits of body '{}': {}", name, error.what());
      if (warned_of_.insert(name).second) observer.warn(stage_place(stage) + unknown);
      for (const char* figure : {"_percent", "_max_percent"})
        out.quantities.push_back({quantity + figure, {}, unknown});
    }
  }
  out.quantities.push_back(unknown.empty() ? Quantity{"error_indicator_percent", 100 * last_of_all, ""}
                                           : Quantity{"error_indicator_percent", {}, unknown});
  if (!curve.series.empty()) out.curves.push_back(std::move(curve));
}

}  // namespace trunnion

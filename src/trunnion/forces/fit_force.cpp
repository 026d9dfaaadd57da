#include "trunnion/forces/fit_force.h"

#include <algorithm>
#include <numeric>

namespace trunnion {
namespace {

// Memory: share of the interference, load factor at which it was reached, steps since all points were visited.
constexpr Index head = 3;
constexpr Index slice = 16;   // points whose rows stay in the inner caches
constexpr Index batch = 128;  // points of one product of the tangent

Index memory_of(Index point) { return head + fit_memory_size * point; }

// A stage brings the share from where it was to 1 as its load factor grows; a factor that falls begins a new stage.
double share_at(const StepContext& at, const History& past) {
  const double reached = past[0], before = at.load_factor > past[1] ? past[1] : 0;
  return reached >= 1 ? 1 : reached + (1 - reached) * (at.load_factor - before) / (1 - before);
}

// Not every report belongs to a step: a start is made consistent, a jump crossed, a state linearised.
bool ends_step(const StepContext& at) {
  return at.kind == StageKind::stationary || at.kind == StageKind::steady ||
         (at.kind == StageKind::transient && at.step > 0);
}

Vector3d force_of(const FitTraction& t) { return {t.pressure, -t.shear[0], -t.shear[1]}; }

// Largest entries of dt/dw over all points: of its first column (with the gap) and of the rest (with the motion).
struct Sizes {
  double normal = 0, tangential = 0;
};
Sizes sizes_of(const Matrix3d& D) { return {D.col(0).cwiseAbs().maxCoeff(), D.rightCols<2>().cwiseAbs().maxCoeff()}; }
Sizes larger(const Sizes& a, const Sizes& b) {
  return {std::max(a.normal, b.normal), std::max(a.tangential, b.tangential)};
}

std::vector<Index> all_of(Index count) {
  std::vector<Index> which(static_cast<std::size_t>(count));
  std::iota(which.begin(), which.end(), 0);
  return which;
}

// K += sum over `which` of W_k' D_k W_k, a batch at a time as one product.
template <class Matrix>
void add_products(const Matrix& rows, std::span<const Index> which, const std::vector<Matrix3d>& D, MatrixXd& K) {
  using Scalar = typename Matrix::Scalar;
  Matrix left(K.rows(), 3 * batch), right(K.rows(), 3 * batch), sum(K.rows(), K.cols());
  for (std::size_t first = 0; first < which.size(); first += batch) {
    const Index count = std::min<Index>(batch, static_cast<Index>(which.size() - first));
    for (Index k = 0; k < count; ++k) {
      const Index c = which[first + static_cast<std::size_t>(k)];
      left.template middleCols<3>(3 * k) = rows.template middleCols<3>(3 * c);
      right.template middleCols<3>(3 * k).noalias() =
          rows.template middleCols<3>(3 * c) * D[static_cast<std::size_t>(c)].transpose().template cast<Scalar>();
    }
    sum.noalias() = left.leftCols(3 * count) * right.leftCols(3 * count).transpose();
    K += sum.template cast<double>();
  }
}

}  // namespace

/// In the cache slot.
struct FitForce::Kept {
  VectorXd q, w;            ///< modal coordinates, and w of the carriers there
  MatrixXd K;               ///< the last tangent
  std::vector<Matrix3d> D;  ///< A dt/dw that it was made of
};

// NOLINTNEXTLINE(performance-unnecessary-value-param): owners hand it over, as to the other constructor
FitForce::FitForce(std::shared_ptr<const FitRows> fit) : FitForce(fit, fit->law, fit->interference) {}

FitForce::FitForce(std::shared_ptr<const FitRows> fit, const FitLaw& law, VectorXd interference,
                   std::vector<FitWatch> watched)
    : fit_(std::move(fit)), law_(law), interference_(std::move(interference)), watched_(std::move(watched)) {
  validate(law_);
  const bool all = fit_->cubature_points.empty();
  carriers_.point = fit_->cubature_points;
  if (all) {
    carriers_.point.resize(static_cast<std::size_t>(fit_->area.size()));
    std::iota(carriers_.point.begin(), carriers_.point.end(), 0);
  }
  carriers_.area = all ? fit_->area : fit_->cubature_areas;
  carriers_.rows.resize(fit_->rows.cols(), 3 * carriers_.size());
  for (Index c = 0; c < carriers_.size(); ++c)
    carriers_.rows.middleCols<3>(3 * c) =
        fit_->rows.middleRows<3>(3 * carriers_.point[static_cast<std::size_t>(c)]).transpose();
  carriers_.single_rows = carriers_.rows.cast<float>();
  axis_ = fit_axis(fit_->position, fit_->normal, fit_->area);
}

History FitForce::initial_history() const {
  return History(static_cast<std::size_t>(memory_of(fit_->area.size())), 0.0);
}

FitTraction FitForce::traction(Index point, double share, const double* w, const History& past,
                               Matrix3d* tangent) const {
  const double gap = fit_->clearance[point] - share * interference_[point] + w[0];
  Vector2d motion(w[1], w[2]);
  if (fit_->growth.cols() > 0) motion += share * fit_->growth.col(point);
  return fit_traction(law_, gap, motion, load_memory(&past[static_cast<std::size_t>(memory_of(point))]), tangent);
}

void FitForce::bring_motion(const VectorXd& q, Kept& kept) const {
  if (kept.w.size() > 0 && kept.q == q) return;
  kept.q = q;
  kept.w.noalias() = carriers_.rows.transpose() * q;
}

// One pass over W for both.
VectorXd FitForce::bring_motion_and_speed(const VectorXd& q, const VectorXd& rates, Kept& kept) const {
  const Index size = 3 * carriers_.size();
  VectorXd speed(size);
  kept.q = q;
  kept.w.resize(size);
  for (Index first = 0; first < size; first += 3 * slice) {
    const Index count = std::min(3 * slice, size - first);
    const auto rows = carriers_.rows.middleCols(first, count);
    kept.w.segment(first, count).noalias() = rows.transpose() * q;
    speed.segment(first, count).noalias() = rows.transpose() * rates;
  }
  return speed;
}

void FitForce::force(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
                     VectorOut f) const {
  if (!slot.has_value()) slot = Kept{};
  Kept& kept = std::any_cast<Kept&>(slot);
  const double share = share_at(at, past);
  kept.q = bodies[0].pose.q();
  kept.w.resize(3 * carriers_.size());
  auto out = f.tail(kept.q.size());
  VectorXd load(3 * slice);
  for (Index first = 0; first < carriers_.size(); first += slice) {
    const Index count = std::min(slice, carriers_.size() - first);
    const auto rows = carriers_.rows.middleCols(3 * first, 3 * count);
    kept.w.segment(3 * first, 3 * count).noalias() = rows.transpose() * kept.q;
    for (Index c = first; c < first + count; ++c) {
      const FitTraction t = traction(carriers_.point[static_cast<std::size_t>(c)], share, &kept.w[3 * c], past);
      load.segment<3>(3 * (c - first)) = carriers_.area[c] * force_of(t);
    }
    out.noalias() += rows * load.head(3 * count);
  }
}

MatrixXd FitForce::exact_tangent(const std::vector<Matrix3d>& D) const {
  MatrixXd K = MatrixXd::Zero(carriers_.rows.rows(), carriers_.rows.rows());
  add_products(carriers_.rows, all_of(carriers_.size()), D, K);
  return K;
}

void FitForce::bring_tangent(std::vector<Matrix3d> D, Kept& kept) const {
  Sizes largest;
  for (const Matrix3d& d : D) largest = larger(largest, sizes_of(d));
  std::vector<Index> which;
  if (kept.K.size() > 0)
    for (Index c = 0; c < carriers_.size(); ++c) {
      const Sizes change = sizes_of(D[static_cast<std::size_t>(c)] - kept.D[static_cast<std::size_t>(c)]);
      if (change.normal > changed * largest.normal || change.tangential > changed * largest.tangential)
        which.push_back(c);
    }
  if (kept.K.size() == 0 || static_cast<double>(which.size()) > few * static_cast<double>(carriers_.size())) {
    kept.K.setZero(carriers_.rows.rows(), carriers_.rows.rows());
    kept.D = std::move(D);
    add_products(carriers_.single_rows, all_of(carriers_.size()), kept.D, kept.K);
    return;
  }
  for (const Index c : which) {
    const auto k = static_cast<std::size_t>(c);
    std::swap(D[k], kept.D[k]);
    D[k] = kept.D[k] - D[k];
  }
  add_products(carriers_.single_rows, which, D, kept.K);
}

void FitForce::linearize(const StepContext& at, std::span<const BodyMotion> bodies, const History& past,
                         CacheSlot& slot, BodyTangent& out) const {
  if (!slot.has_value()) slot = Kept{};
  Kept& kept = std::any_cast<Kept&>(slot);
  bring_motion(bodies[0].pose.q(), kept);
  const double share = share_at(at, past);
  const Index n = kept.q.size();
  std::vector<Matrix3d> D(static_cast<std::size_t>(carriers_.size()));
  for (Index c = 0; c < carriers_.size(); ++c) {
    Matrix3d& d = D[static_cast<std::size_t>(c)];
    traction(carriers_.point[static_cast<std::size_t>(c)], share, &kept.w[3 * c], past, &d);
    d.bottomRows<2>() *= -1;
    d *= carriers_.area[c];
  }
  if (at.kind == StageKind::linear) {
    out.dx.bottomRightCorner(n, n) += exact_tangent(D);
    return;
  }
  bring_tangent(std::move(D), kept);
  out.dx.bottomRightCorner(n, n) += kept.K;
}

void FitForce::commit_others(double share, const VectorXd& q, const History& past, History& trial) const {
  std::vector<char> carries(static_cast<std::size_t>(fit_->area.size()), 0);
  for (const std::int32_t point : carriers_.point) carries[static_cast<std::size_t>(point)] = 1;
  const VectorXd w = fit_->rows * q;
  for (Index k = 0; k < fit_->area.size(); ++k)
    if (!carries[static_cast<std::size_t>(k)])
      store_memory(traction(k, share, &w[3 * k], past).memory, &trial[static_cast<std::size_t>(memory_of(k))]);
}

void FitForce::report(const StepContext& at, std::span<const BodyMotion> bodies, const History& past, CacheSlot& slot,
                      ForceReport& out) const {
  if (!slot.has_value()) slot = Kept{};
  Kept& kept = std::any_cast<Kept&>(slot);
  const double share = share_at(at, past);
  const VectorXd q = bodies[0].pose.q(), rates = bodies[0].v().tail(q.size());
  const bool moving = (rates.array() != 0).any();
  VectorXd speed;
  if (moving)
    speed = bring_motion_and_speed(q, rates, kept);
  else
    bring_motion(q, kept);
  const bool commits = ends_step(at), all = fit_->cubature_points.empty();
  out.trial = past;
  for (Index c = 0; c < carriers_.size(); ++c) {
    const Index point = carriers_.point[static_cast<std::size_t>(c)];
    const FitTraction t = traction(point, share, &kept.w[3 * c], past);
    out.stored_energy += carriers_.area[c] * t.energy;
    if (moving) out.dissipated_power += carriers_.area[c] * t.shear.dot(speed.segment<2>(3 * c + 1));
    if (commits) store_memory(t.memory, &out.trial[static_cast<std::size_t>(memory_of(point))]);
  }
  if (commits) {
    out.trial[0] = share;
    out.trial[1] = at.load_factor;
    const bool visits = !all && (at.kind != StageKind::transient || past[2] + 1 >= visit);
    if (visits) commit_others(share, kept.q, past, out.trial);
    out.trial[2] = all || visits ? 0 : past[2] + 1;
  }
  if (!at.outputs) return;
  if (!all && moving) speed = fit_->rows * rates;
  add_outputs(field_at(share, all ? kept.w : VectorXd(fit_->rows * kept.q), past), speed, out.outputs);
}

FitField FitForce::field(const VectorXd& q, const History& past) const {
  return field_at(share_at({}, past), fit_->rows * q, past);
}

std::vector<FitTraction> FitForce::memories(const History& past) const {
  std::vector<FitTraction> out(static_cast<std::size_t>(fit_->area.size()));
  for (std::size_t k = 0; k < out.size(); ++k)
    out[k].memory = load_memory(&past[static_cast<std::size_t>(memory_of(static_cast<Index>(k)))]);
  return out;
}

FitField FitForce::field_at(double share, const VectorXd& w, const History& past) const {
  const FitRows& r = *fit_;
  VectorXd gap(r.area.size());
  std::vector<FitTraction> tractions;
  for (Index k = 0; k < gap.size(); ++k) {
    gap[k] = r.clearance[k] - share * interference_[k] + w[3 * k];
    tractions.push_back(traction(k, share, &w[3 * k], past));
  }
  return fit_field(law_, std::move(gap), tractions);
}

// Friction power is that of sliding, whose integral is the work of sliding: the elastic slip takes power and gives it
// back. `speed`: dw/dt of all points, or nothing at rest.
void FitForce::add_outputs(const FitField& field, const VectorXd& speed, NamedOutputs& out) const {
  const FitRows& r = *fit_;
  double friction_power = 0;
  for (Index k = 0; k < r.area.size() && speed.size() > 0; ++k)
    if (field.state[static_cast<std::size_t>(k)] == FitState::sliding)
      friction_power += r.area[k] * std::max(0.0, field.shear.col(k).dot(speed.segment<2>(3 * k + 1)));
  const double area = r.area.sum();
  const FitShares shares = shares_of(field, r.area);
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();
  for (Index k = 0; k < r.area.size(); ++k) {
    const Vector3d t = r.area[k] * (field.pressure[k] * r.normal.col(k) - field.shear(0, k) * r.t1.col(k) -
                                    field.shear(1, k) * r.t2.col(k));
    force += t;
    moment += (r.position.col(k) - axis_.center).cross(t);
  }
  constexpr const char *pressures = "Pressures of fits", *parts = "Shares of fits", *forces = "Forces of fits";
  out = {{"mean_pressure", r.area.dot(field.pressure) / area, "Pa", pressures},
         {"max_pressure", field.pressure.maxCoeff(), "Pa", pressures},
         {"min_pressure", field.pressure.minCoeff(), "Pa", pressures},
         {"max_gap", field.gap.maxCoeff(), "m", "Gaps of fits"},
         {"min_gap", field.gap.minCoeff(), "m", "Gaps of fits"},
         {"open_share", shares.open, "", parts},
         {"sliding_share", shares.sliding, "", parts},
         {"normal_force", r.area.dot(field.pressure), "N", "Normal forces of fits"},
         {"fx", force.x(), "N", forces},
         {"fy", force.y(), "N", forces},
         {"fz", force.z(), "N", forces},
         {"torque", moment.dot(axis_.direction), "N m", "Torques of fits"},
         {"mx", moment.x(), "N m", "Moments of fits"},
         {"my", moment.y(), "N m", "Moments of fits"},
         {"mz", moment.z(), "N m", "Moments of fits"},
         {"max_slip", field.motion.colwise().norm().maxCoeff(), "m", "Slips of fits"},
         {"friction_power", friction_power, "W", "Friction power of fits"},
         {"slip_work", r.area.dot(field.work), "J", "Work of sliding in fits"}};
  for (const FitWatch& at : watched_) {
    const std::vector<Index> points = at.around.empty() ? std::vector<Index>{at.point} : at.around;
    const VectorXd weights = at.weights.size() > 0 ? at.weights : VectorXd(r.area(points) / r.area(points).sum());
    // None of these is ever negative; where a plane through the points is, nothing acts.
    const auto mean = [&](const VectorXd& values) { return std::max(0.0, weights.dot(values(points))); };
    const VectorXd shear = field.shear.colwise().norm(), slip = field.motion.colwise().norm();
    out.push_back({at.name + ".pressure", mean(field.pressure), "Pa", "Pressures at points of fits"});
    out.push_back({at.name + ".friction_stress", mean(shear), "Pa", "Friction at points of fits"});
    out.push_back({at.name + ".slip", mean(slip), "m", "Slips at points of fits"});
    out.push_back({at.name + ".state", static_cast<double>(field.state[static_cast<std::size_t>(at.point)]), "",
                   "States of points of fits"});
  }
}

}  // namespace trunnion

#include "trunnion/fe_contact/touch.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

struct Pairs {
  std::vector<CandidatePair> pairs;  ///< nodes numbered as those of the bodies
  std::vector<Vector3d> tangent;
  std::vector<int> node;
  std::vector<char> too_far;  ///< per node of the first surface: it may face the second, but beyond the reach
};

/// The way friction acts at a place with this normal.
Vector3d tangent_at(const TouchProblem& p, const Vector3d& n) {
  if (p.bodies[0].plane) return {-n.y(), n.x(), 0};
  return (p.along - p.along.dot(n) * n).normalized();
}

/// Every node of the first surface with the nearest place of the second.
Pairs pair_up(const TouchProblem& p, const TouchPose poses[2]) {
  const TouchBody& first = p.bodies[0];
  const NearestPlace nearest(p.bodies[1], p.reach);
  Pairs out;
  out.too_far.assign(first.nodes.size(), 0);
  for (Index i = 0; i < first.x.cols(); ++i) {
    const Vector3d x = poses[0](first.x.col(i));
    const SurfacePlace foot = nearest(poses[1].back(x));
    if (!foot.found) {
      out.too_far[std::size_t(i)] = 1;
      continue;
    }
    const Vector3d n = -(poses[1].R * foot.normal), there = poses[1](foot.x);
    const bool facing = n.dot(poses[0].R * first.normal.col(i)) > 0.5;
    CandidatePair pair;
    pair.gap = n.dot(there - x) + (p.extra_gap ? p.extra_gap(first.x.col(i)) : 0.0);
    if (foot.beyond || !facing) continue;
    if (pair.gap > p.reach) {
      out.too_far[std::size_t(i)] = 1;
      continue;
    }
    pair.one = {0, x, {int(i)}, {1.0}};
    pair.two = {1, there, foot.nodes, foot.weights};
    pair.normal = n;
    out.tangent.push_back(p.friction > 0 ? tangent_at(p, n) : Vector3d::Zero());
    if (!p.sticks) pair.drag = p.friction * p.slides * out.tangent.back();
    out.pairs.push_back(std::move(pair));
    out.node.push_back(int(i));
  }
  if (out.pairs.empty())
    throw InputError(fmt::format(
        "no point of '{}' faces '{}' within {:.4g} mm: bring the surfaces closer, give a larger 'reach', or "
        "check which surfaces are named",
        p.bodies[0].name, p.bodies[1].name, 1e3 * p.reach));
  return out;
}

/// The pairs with the nodes they need numbered anew, and the compliance of those.
struct Yielding {
  std::vector<CandidatePair> pairs;
  std::vector<YieldingBody> bodies;
};

Yielding yielding(const TouchProblem& p, const Pairs& at, const TouchPose poses[2]) {
  Yielding out{at.pairs, {}};
  for (const bool first : {true, false}) {
    const TouchBody& body = p.bodies[first ? 0 : 1];
    std::vector<int> number(body.nodes.size(), -1), used;
    for (CandidatePair& pair : out.pairs)
      for (int& node : (first ? pair.one : pair.two).nodes) {
        int& own = number[std::size_t(node)];
        if (own < 0) {
          own = int(used.size());
          used.push_back(node);
        }
        node = own;
      }
    out.bodies.push_back({body.name, std::make_shared<const MatrixXd>(body.compliance->among(used)), body.plane ? 2 : 3,
                          poses[first ? 0 : 1].R});
  }
  return out;
}

/// The same problem seen along normals and tangents.
StickSlipProblem stick_slip_problem(const TouchProblem& p, const Pairs& at, const Yielding& bodies,
                                    const MixedLcp& normal) {
  StickSlipProblem out;
  out.friction = p.friction;
  out.A_nn = normal.A;
  out.B_n = normal.B;
  out.C_n = normal.C;
  out.eps = normal.eps;
  out.lam = normal.lam;
  const auto m = Index(at.pairs.size());
  out.A_nt = out.A_tn = out.A_tt = MatrixXd(m, m);
  std::vector<CandidatePair> tangential = bodies.pairs;
  for (Index k = 0; k < m; ++k) {
    const CandidatePair& loaded = bodies.pairs[std::size_t(k)];
    const Vector3d& t = at.tangent[std::size_t(k)];
    tangential[std::size_t(k)].normal = t;
    for (Index i = 0; i < m; ++i) {
      const CandidatePair& seen = bodies.pairs[std::size_t(i)];
      const Vector3d& across = at.tangent[std::size_t(i)];
      out.A_nt(i, k) = pair_compliance(bodies.bodies, seen, seen.normal, loaded, t);
      out.A_tn(i, k) = pair_compliance(bodies.bodies, seen, across, loaded, loaded.normal);
      out.A_tt(i, k) = pair_compliance(bodies.bodies, seen, across, loaded, t);
    }
  }
  const std::vector<YieldingBody> rigid(2);
  const MixedLcp along = contact_problem(rigid, tangential, p.motions);
  out.B_t = along.B;
  out.C_t = along.C;
  return out;
}

/// Whether load stands beside a node that was left out because it is too far away.
bool reach_cuts(const TouchBody& first, const Pairs& at, const VectorXd& p) {
  for (std::size_t k = 0; k < at.node.size(); ++k)
    if (p[Index(k)] > 0)
      for (const int node : first.neighbors[std::size_t(at.node[k])])
        if (at.too_far[std::size_t(node)] != 0) return true;
  return false;
}

[[noreturn]] void complain(const TouchProblem& p, const MixedLcp& problem, int step) {
  const VectorXd runaway = runaway_motion(problem);
  if (runaway.size() > 0)
    throw SolveError(fmt::format("load step {}: {}{}", step + 1, describe_runaway(p.motions, runaway),
                                 p.friction > 0 ? fmt::format(" (friction of {} counted in)", p.friction) : ""));
  throw SolveError(fmt::format(
      "load step {}: the contact of '{}' and '{}' has no answer that was found. Forces along the surface may "
      "be larger than friction can hold; take smaller ones, more friction, or hold that motion",
      step + 1, p.bodies[0].name, p.bodies[1].name));
}

/// Forces at both edges of the friction cones: what they cannot balance nothing can.
MixedLcp cone_edges(const StickSlipProblem& s) {
  const Index m = s.eps.size(), l = s.lam.size();
  MixedLcp out;
  out.A = MatrixXd::Zero(2 * m, 2 * m);
  out.C = MatrixXd::Zero(2 * m, l);
  out.eps = VectorXd::Zero(2 * m);
  out.lam = s.lam;
  out.B.resize(l, 2 * m);
  out.B << s.B_n + s.friction * s.B_t, s.B_n - s.friction * s.B_t;
  return out;
}

void validate(const TouchProblem& p) {
  if (p.bodies[0].plane != p.bodies[1].plane)
    throw InputError(fmt::format("'{}' is plane and '{}' is solid: both bodies must be of one kind",
                                 p.bodies[p.bodies[0].plane ? 0 : 1].name, p.bodies[p.bodies[0].plane ? 1 : 0].name));
  if (!p.bodies[0].plane && p.friction > 0 && !(p.along.norm() > 0))
    throw InputError("friction between solid bodies acts along one direction: give it as 'slides_along'");
}

/// How much of a motion to go. Normals are those of the places left behind, so a round in a much shallower hollow goes
/// too far along it and comes back; where motions turn round the share is that of Aitken.
class Stride {
 public:
  Stride(const std::vector<FrameMotionMode>& motions, double size) : scale_(Index(motions.size())) {
    for (std::size_t i = 0; i < motions.size(); ++i) scale_[Index(i)] = motions[i].rotation.norm() > 0 ? size : 1;
  }
  double operator()(const VectorXd& th) {
    const VectorXd way = scale_.cwiseProduct(th);
    if (last_.size() > 0 && way.dot(last_) < 0) {
      constexpr double least = 0.05;
      share_ = std::clamp(-share_ * last_.dot(way - last_) / (way - last_).squaredNorm(), least, 1.0);
    }
    last_ = way;
    return share_;
  }

 private:
  VectorXd scale_, last_;
  double share_ = 1;
};

}  // namespace

TouchPose pose_of(const std::vector<FrameMotionMode>& motions, const VectorXd& values, int body) {
  TouchPose pose;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const FrameMotionMode& m = motions[i];
    if (m.body != body) continue;
    const double value = values[Index(i)], turn = m.rotation.norm();
    const Matrix3d R = turn > 0 ? Eigen::AngleAxisd(value * turn, m.rotation / turn).toRotationMatrix()
                                : Matrix3d(Matrix3d::Identity());
    pose.shift = R * (pose.shift - m.about) + m.about + value * m.translation;
    pose.R = R * pose.R;
  }
  return pose;
}

std::vector<TouchStep> solve_touch(const TouchProblem& given, const std::vector<VectorXd>& loads) {
  TouchProblem p = given;
  validate(p);
  std::vector<TouchStep> steps;
  const auto nodes = Index(p.bodies[0].nodes.size());
  VectorXd total = VectorXd::Zero(Index(p.motions.size()));
  VectorXd way = VectorXd::Zero(nodes), last = VectorXd::Zero(nodes);  // rigid part of u_t, and u_t of the last step
  const double size = p.bodies[0].x.rowwise().maxCoeff().norm() + p.bodies[1].x.rowwise().maxCoeff().norm();
  // The thinner of two plane bodies says how wide they touch.
  const double share_of_area = std::min(1.0, p.bodies[1].thickness / p.bodies[0].thickness);
  for (std::size_t s = 0; s < loads.size(); ++s) {
    for (std::size_t i = 0; i < p.motions.size(); ++i) p.motions[i].load = loads[s][Index(i)];
    TouchStep out;
    bool settled = false;
    VectorXd u_t = last;
    Stride stride(p.motions, size);
    while (!settled && out.updates < p.updates) {
      ++out.updates;
      const TouchPose poses[2] = {pose_of(p.motions, total, 0), pose_of(p.motions, total, 1)};
      const Pairs at = pair_up(p, poses);
      const Yielding bodies = yielding(p, at, poses);
      const MixedLcp problem = contact_problem(bodies.bodies, bodies.pairs, p.motions);
      const auto m = Index(at.pairs.size());
      StickSlipSolution found;
      VectorXd rigid_way = VectorXd::Zero(m);
      if (p.friction > 0 && p.sticks) {
        StickSlipProblem sticky = stick_slip_problem(p, at, bodies, problem);
        sticky.w_0.resize(m);
        for (Index k = 0; k < m; ++k) sticky.w_0[k] = way[at.node[std::size_t(k)]] - last[at.node[std::size_t(k)]];
        found = solve_stick_slip(sticky);
        if (found.status != LcpStatus::solved) complain(p, cone_edges(sticky), int(s));
        rigid_way = -sticky.C_t * found.th;
        out.balance_error = (sticky.B_n * found.p + sticky.B_t * found.q - sticky.lam).norm();
      } else {
        const MixedLcpSolution plain = solve_block_pivoting(problem);
        if (plain.status != LcpStatus::solved) complain(p, problem, int(s));
        found.p = plain.p;
        found.d = plain.d;
        found.th = plain.th;
        found.steps = plain.steps;
        found.q = found.w = VectorXd::Zero(m);
        found.state.assign(std::size_t(m), PairState::open);
        for (Index k = 0; k < m; ++k) {
          found.q[k] = p.friction * p.slides * plain.p[k];
          if (plain.p[k] > 0) found.state[std::size_t(k)] = PairState::slip_forward;
        }
        out.balance_error = (problem.B * plain.p - problem.lam).norm();
      }
      out.solves += found.steps;
      const double share = stride(found.th);
      total += share * found.th;
      out.points.clear();
      out.contact_area = out.stick_area = 0;
      for (Index k = 0; k < m; ++k) {
        const int node = at.node[std::size_t(k)];
        way[node] += share * rigid_way[k];
        const double area = share_of_area * p.bodies[0].area[node];
        u_t[node] = last[node] + found.w[k];
        TouchPoint point{node,
                         at.pairs[std::size_t(k)],
                         at.tangent[std::size_t(k)],
                         found.p[k],
                         found.q[k],
                         found.d[k],
                         found.w[k],
                         found.p[k] / area,
                         found.q[k] / area,
                         found.state[std::size_t(k)]};
        if (point.normal_force > 0) {
          out.contact_area += area;
          if (point.state == PairState::stick) out.stick_area += area;
        }
        out.points.push_back(std::move(point));
      }
      settled = found.th.norm() <= 1e-9 * size + 1e-6 * total.norm();
      if (reach_cuts(p.bodies[0], at, found.p)) {
        p.reach *= 2;
        settled = false;
      }
    }
    if (!settled)
      throw SolveError(fmt::format(
          "load step {}: after {} updates the bodies still move; their pairs do not settle. Bring them closer "
          "to where they will touch, or allow more 'updates'",
          s + 1, out.updates));
    out.motions = total;
    const double largest = loads[s].norm();
    out.balance_error /= largest > 0 ? largest : 1;
    last = u_t;
    steps.push_back(std::move(out));
  }
  return steps;
}

VectorXd touch_displacement(const TouchBody& body, const TouchStep& step, bool first) {
  // Forces were found with the frames where they came to rest; a body's own axes differ from them by its small turn.
  const Index d = body.plane ? 2 : 3;
  MatrixXd f = MatrixXd::Zero(body.model->dofs.size, 1);
  for (const TouchPoint& point : step.points) {
    const Vector3d force =
        (first ? -1 : 1) * (point.normal_force * point.pair.normal + point.tangential_force * point.tangent);
    const SurfacePoint& at = first ? point.pair.one : point.pair.two;
    for (std::size_t k = 0; k < at.nodes.size(); ++k)
      for (Index axis = 0; axis < d; ++axis)
        f(d * Index(body.nodes[std::size_t(at.nodes[k])]) + axis, 0) += at.weights[k] * force[axis];
  }
  return body.solver->solve(f).col(0);
}

}  // namespace trunnion

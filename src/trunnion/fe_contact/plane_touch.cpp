#include "trunnion/fe_contact/plane_touch.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// A surface where its body has moved to.
struct MovedSurface {
  Eigen::Matrix2Xd x, normal;
};

MovedSurface moved(const TouchBody& body, const PlanePose& pose) {
  return {(pose.R * body.x).colwise() + pose.shift, pose.R * body.normal};
}

struct Pairs {
  std::vector<CandidatePair> pairs;
  std::vector<int> node;
  std::vector<char> too_far;  ///< per node of the first surface: it faces the second, but beyond the reach
};

Vector3d in_space(const Vector2d& v) { return {v.x(), v.y(), 0}; }

/// Every node of the first surface with the nearest place of the second.
Pairs pair_up(const TouchProblem& p, const PlanePose poses[2]) {
  const MovedSurface one = moved(p.bodies[0], poses[0]), two = moved(p.bodies[1], poses[1]);
  const auto count = int(p.bodies[1].nodes.size());
  Pairs out;
  out.too_far.assign(std::size_t(one.x.cols()), 0);
  for (Index i = 0; i < one.x.cols(); ++i) {
    const Vector2d x = one.x.col(i);
    const SurfacePlace foot = nearest_place(p.bodies[1], two.x, two.normal, x);
    const Vector2d n = -foot.normal;
    const bool facing = n.dot(one.normal.col(i)) > 0.5;
    CandidatePair pair;
    pair.gap = n.dot(foot.x - x) + (p.extra_gap ? p.extra_gap(p.bodies[0].x.col(i)) : 0.0);
    if (foot.beyond || !facing) continue;
    if (pair.gap > p.reach) {
      out.too_far[std::size_t(i)] = 1;
      continue;
    }
    pair.one = {0, in_space(x), {int(i)}, {1.0}};
    pair.two = {1, in_space(foot.x), {foot.first, (foot.first + 1) % count}, {1 - foot.share, foot.share}};
    pair.normal = in_space(n);
    if (!p.sticks) pair.drag = p.friction * p.slides * in_space(Vector2d(-n.y(), n.x()));
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

std::vector<YieldingBody> bodies_at(const TouchProblem& p, const PlanePose poses[2]) {
  std::vector<YieldingBody> out;
  for (int b = 0; b < 2; ++b) {
    YieldingBody body{p.bodies[b].name, p.bodies[b].compliance, 2, Matrix3d::Identity()};
    body.R_WB.topLeftCorner<2, 2>() = poses[b].R;
    out.push_back(std::move(body));
  }
  return out;
}

Vector3d across(const Vector3d& n) { return {-n.y(), n.x(), 0}; }

/// The same problem seen along normals and tangents.
StickSlipProblem stick_slip_problem(const TouchProblem& p, const Pairs& at, const std::vector<YieldingBody>& bodies,
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
  std::vector<CandidatePair> tangential = at.pairs;
  for (Index k = 0; k < m; ++k) {
    const CandidatePair& loaded = at.pairs[std::size_t(k)];
    const Vector3d t = across(loaded.normal);
    tangential[std::size_t(k)].normal = t;
    for (Index i = 0; i < m; ++i) {
      const CandidatePair& seen = at.pairs[std::size_t(i)];
      out.A_nt(i, k) = pair_compliance(bodies, seen, seen.normal, loaded, t);
      out.A_tn(i, k) = pair_compliance(bodies, seen, across(seen.normal), loaded, loaded.normal);
      out.A_tt(i, k) = pair_compliance(bodies, seen, across(seen.normal), loaded, t);
    }
  }
  const std::vector<YieldingBody> rigid(2);
  const MixedLcp along = contact_problem(rigid, tangential, p.motions);
  out.B_t = along.B;
  out.C_t = along.C;
  return out;
}

/// Whether load stands beside a node that was left out because it is too far away.
bool reach_cuts(const Pairs& at, const VectorXd& p) {
  const auto count = at.too_far.size();
  for (std::size_t k = 0; k < at.node.size(); ++k) {
    const auto node = std::size_t(at.node[k]);
    if (p[Index(k)] > 0 && (at.too_far[(node + 1) % count] != 0 || at.too_far[(node + count - 1) % count] != 0))
      return true;
  }
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

}  // namespace

PlanePose pose_of(const std::vector<FrameMotionMode>& motions, const VectorXd& values, int body) {
  PlanePose pose;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const FrameMotionMode& m = motions[i];
    if (m.body != body) continue;
    const double value = values[Index(i)];
    const Eigen::Matrix2d R = Eigen::Rotation2Dd(value * m.rotation.z()).toRotationMatrix();
    const Vector2d about = m.about.head<2>();
    pose.shift = R * (pose.shift - about) + about + value * m.translation.head<2>();
    pose.R = R * pose.R;
  }
  return pose;
}

std::vector<TouchStep> solve_touch(const TouchProblem& given, const std::vector<VectorXd>& loads) {
  TouchProblem p = given;
  std::vector<TouchStep> steps;
  const auto nodes = Index(p.bodies[0].nodes.size());
  VectorXd total = VectorXd::Zero(Index(p.motions.size()));
  VectorXd way = VectorXd::Zero(nodes), last = VectorXd::Zero(nodes);  // rigid part of u_t, and u_t of the last step
  const double size = p.bodies[0].x.rowwise().maxCoeff().norm() + p.bodies[1].x.rowwise().maxCoeff().norm();
  const double thickness = std::min(p.bodies[0].thickness, p.bodies[1].thickness);
  for (std::size_t s = 0; s < loads.size(); ++s) {
    for (std::size_t i = 0; i < p.motions.size(); ++i) p.motions[i].load = loads[s][Index(i)];
    TouchStep out;
    bool settled = false;
    VectorXd u_t = last;
    while (!settled && out.updates < p.updates) {
      ++out.updates;
      const PlanePose poses[2] = {pose_of(p.motions, total, 0), pose_of(p.motions, total, 1)};
      const Pairs at = pair_up(p, poses);
      const std::vector<YieldingBody> bodies = bodies_at(p, poses);
      const MixedLcp problem = contact_problem(bodies, at.pairs, p.motions);
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
      total += found.th;
      out.points.clear();
      out.contact_length = out.stick_length = 0;
      for (Index k = 0; k < m; ++k) {
        const int node = at.node[std::size_t(k)];
        way[node] += rigid_way[k];
        const double area = p.bodies[0].length[node] * thickness;
        u_t[node] = last[node] + found.w[k];
        TouchPoint point{node,
                         at.pairs[std::size_t(k)],
                         found.p[k],
                         found.q[k],
                         found.d[k],
                         found.w[k],
                         found.p[k] / area,
                         found.q[k] / area,
                         found.state[std::size_t(k)]};
        if (point.normal_force > 0) {
          out.contact_length += p.bodies[0].length[node];
          if (point.state == PairState::stick) out.stick_length += p.bodies[0].length[node];
        }
        out.points.push_back(std::move(point));
      }
      settled = found.th.norm() <= 1e-9 * size + 1e-6 * total.norm();
      if (reach_cuts(at, found.p)) {
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
  MatrixXd f = MatrixXd::Zero(body.model->dofs.size, 1);
  for (const TouchPoint& point : step.points) {
    const Vector3d& n = point.pair.normal;
    const Vector3d force = (first ? -1 : 1) * (point.normal_force * n + point.tangential_force * across(n));
    const SurfacePoint& at = first ? point.pair.one : point.pair.two;
    for (std::size_t k = 0; k < at.nodes.size(); ++k)
      for (Index axis = 0; axis < 2; ++axis)
        f(2 * Index(body.nodes[std::size_t(at.nodes[k])]) + axis, 0) += at.weights[k] * force[axis];
  }
  return body.solver->solve(f).col(0);
}

}  // namespace trunnion

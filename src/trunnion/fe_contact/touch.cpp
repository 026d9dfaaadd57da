#include "trunnion/fe_contact/touch.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// Nodes of the first surfaces of all contacts behind each other.
class Slots {
 public:
  explicit Slots(const TouchProblem& p) {
    for (const TouchContact& contact : p.contacts) {
      first_.push_back(size_);
      size_ += p.first(contact).x.cols();
    }
  }
  Index operator()(std::size_t contact, Index node) const { return first_[contact] + node; }
  Index size() const { return size_; }

 private:
  std::vector<Index> first_;
  Index size_ = 0;
};

struct Pairs {
  std::vector<CandidatePair> pairs;  ///< nodes counted in their bodies
  std::vector<Vector3d> tangent;
  std::vector<std::size_t> contact;
  std::vector<Index> node;        ///< of the first surface
  std::vector<Index> slot;        ///< the same, all contacts counted through
  std::vector<char> too_far;      ///< per slot: it may face the second surface, but beyond the reach
  std::vector<Index> of_contact;  ///< how many pairs each has
};

/// The way friction acts at a place with this normal.
Vector3d tangent_at(const TouchProblem& p, const Vector3d& n) {
  if (p.bodies[0].plane) return {-n.y(), n.x(), 0};
  return (p.along - p.along.dot(n) * n).normalized();
}

/// Every node of the first surface of a contact with the nearest place of the second.
void pair_up(const TouchProblem& p, std::size_t which, const std::vector<TouchPose>& poses, const Slots& slots,
             Pairs& out) {
  const TouchContact& contact = p.contacts[which];
  const TouchSurface& first = p.first(contact);
  const TouchPose &one = poses[std::size_t(contact.first.body)], &two = poses[std::size_t(contact.second.body)];
  const NearestPlace nearest(p.second(contact), p.reach);
  const std::size_t before = out.pairs.size();
  for (Index i = 0; i < first.x.cols(); ++i) {
    const Vector3d x = one(first.x.col(i));
    const SurfacePlace foot = nearest(two.back(x));
    char& too_far = out.too_far[std::size_t(slots(which, i))];
    if (!foot.found) {
      too_far = 1;
      continue;
    }
    const Vector3d n = -(two.R * foot.normal), there = two(foot.x);
    const bool facing = n.dot(one.R * first.normal.col(i)) > 0.5;
    CandidatePair pair;
    pair.gap = n.dot(there - x) + (p.extra_gap ? p.extra_gap(first.x.col(i)) : 0.0);
    if (foot.beyond || !facing) continue;
    if (pair.gap > p.reach) {
      too_far = 1;
      continue;
    }
    pair.one = {contact.first.body, x, {first.numbers[std::size_t(i)]}, {1.0}};
    pair.two = {contact.second.body, there, foot.nodes, foot.weights};
    pair.normal = n;
    out.tangent.push_back(p.friction > 0 ? tangent_at(p, n) : Vector3d::Zero());
    if (!p.sticks) pair.drag = p.friction * p.slides * out.tangent.back();
    out.pairs.push_back(std::move(pair));
    out.contact.push_back(which);
    out.node.push_back(i);
    out.slot.push_back(slots(which, i));
  }
  out.of_contact.push_back(Index(out.pairs.size() - before));
}

/// All contacts. As drawn each needs a pair; later one may have come off altogether, but not all.
Pairs pair_up(const TouchProblem& p, const std::vector<TouchPose>& poses, const Slots& slots, bool as_drawn) {
  Pairs out;
  out.too_far.assign(std::size_t(slots.size()), 0);
  for (std::size_t c = 0; c < p.contacts.size(); ++c) pair_up(p, c, poses, slots, out);
  for (std::size_t c = 0; c < p.contacts.size(); ++c)
    if (out.pairs.empty() || (as_drawn && out.of_contact[c] == 0))
      throw InputError(fmt::format(
          "no point of '{}' faces '{}' within {:.4g} mm: bring the surfaces closer, give a larger 'reach', or "
          "check which surfaces are named",
          p.bodies[std::size_t(p.contacts[c].first.body)].name, p.bodies[std::size_t(p.contacts[c].second.body)].name,
          1e3 * p.reach));
  return out;
}

/// The pairs with the nodes they need numbered anew, and the compliance of those.
struct Yielding {
  std::vector<CandidatePair> pairs;
  std::vector<YieldingBody> bodies;
};

Yielding yielding(const TouchProblem& p, const Pairs& at, const std::vector<TouchPose>& poses) {
  Yielding out{at.pairs, {}};
  for (std::size_t b = 0; b < p.bodies.size(); ++b) {
    const TouchBody& body = p.bodies[b];
    std::vector<int> number(body.nodes.size(), -1), used;
    for (CandidatePair& pair : out.pairs)
      for (SurfacePoint* point : {&pair.one, &pair.two}) {
        if (point->body != int(b)) continue;
        for (int& node : point->nodes) {
          int& own = number[std::size_t(node)];
          if (own < 0) {
            own = int(used.size());
            used.push_back(node);
          }
          node = own;
        }
      }
    out.bodies.push_back(
        {body.name, std::make_shared<const MatrixXd>(body.compliance->among(used)), body.plane ? 2 : 3, poses[b].R});
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
  const std::vector<YieldingBody> rigid(p.bodies.size());
  const MixedLcp along = contact_problem(rigid, tangential, p.motions);
  out.B_t = along.B;
  out.C_t = along.C;
  return out;
}

/// Whether load stands beside a node that was left out because it is too far away.
bool reach_cuts(const TouchProblem& problem, const Pairs& at, const Slots& slots, const VectorXd& p) {
  for (std::size_t k = 0; k < at.node.size(); ++k)
    if (p[Index(k)] > 0)
      for (const int node : problem.first(problem.contacts[at.contact[k]]).neighbors[std::size_t(at.node[k])])
        if (at.too_far[std::size_t(slots(at.contact[k], node))] != 0) return true;
  return false;
}

std::string names_of(const TouchProblem& p) {
  std::string out;
  for (std::size_t b = 0; b < p.bodies.size(); ++b)
    out += fmt::format("{}'{}'", b == 0 ? "" : b + 1 == p.bodies.size() ? " and " : ", ", p.bodies[b].name);
  return out;
}

[[noreturn]] void complain(const TouchProblem& p, const MixedLcp& problem, int step) {
  const VectorXd runaway = runaway_motion(problem);
  if (runaway.size() > 0)
    throw SolveError(fmt::format("load step {}: {}{}", step + 1, describe_runaway(p.motions, runaway),
                                 p.friction > 0 ? fmt::format(" (friction of {} counted in)", p.friction) : ""));
  throw SolveError(
      fmt::format("load step {}: the contact of {} has no answer that was found. Forces along the surface may "
                  "be larger than friction can hold; take smaller ones, more friction, or hold that motion",
                  step + 1, names_of(p)));
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
  for (const TouchBody& body : p.bodies)
    if (body.plane != p.bodies[0].plane)
      throw InputError(fmt::format("'{}' is plane and '{}' is solid: all bodies must be of one kind",
                                   (body.plane ? body : p.bodies[0]).name, (body.plane ? p.bodies[0] : body).name));
  for (const TouchContact& contact : p.contacts)
    if (contact.first.body == contact.second.body)
      throw InputError(fmt::format("both surfaces of a pair are of '{}': a pair needs two bodies",
                                   p.bodies[std::size_t(contact.first.body)].name));
  if (!p.bodies[0].plane && p.friction > 0 && !(p.along.norm() > 0))
    throw InputError("friction between solid bodies acts along one direction: give it as 'slides_along'");
}

/// How large what touches is [m].
double size_of(const TouchProblem& p) {
  double out = 0;
  for (const TouchContact& c : p.contacts)
    out = std::max(out, p.first(c).x.rowwise().maxCoeff().norm() + p.second(c).x.rowwise().maxCoeff().norm());
  return out;
}

/// The thinner of two plane bodies says how wide they touch.
double share_of_area(const TouchProblem& p, const TouchContact& c) {
  return std::min(1.0, p.bodies[std::size_t(c.second.body)].thickness / p.bodies[std::size_t(c.first.body)].thickness);
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
  const Slots slots(p);
  VectorXd total = VectorXd::Zero(Index(p.motions.size()));
  // The rigid part of u_t, and u_t of the last step.
  VectorXd way = VectorXd::Zero(slots.size()), last = VectorXd::Zero(slots.size());
  const double size = size_of(p);
  for (std::size_t s = 0; s < loads.size(); ++s) {
    for (std::size_t i = 0; i < p.motions.size(); ++i) p.motions[i].load = loads[s][Index(i)];
    TouchStep out;
    bool settled = false;
    VectorXd u_t = last;
    Stride stride(p.motions, size);
    while (!settled && out.updates < p.updates) {
      ++out.updates;
      std::vector<TouchPose> poses;
      for (std::size_t b = 0; b < p.bodies.size(); ++b) poses.push_back(pose_of(p.motions, total, int(b)));
      const Pairs at = pair_up(p, poses, slots, s == 0 && out.updates == 1);
      const Yielding bodies = yielding(p, at, poses);
      const MixedLcp problem = contact_problem(bodies.bodies, bodies.pairs, p.motions);
      const auto m = Index(at.pairs.size());
      StickSlipSolution found;
      VectorXd rigid_way = VectorXd::Zero(m);
      if (p.friction > 0 && p.sticks) {
        StickSlipProblem sticky = stick_slip_problem(p, at, bodies, problem);
        sticky.w_0.resize(m);
        for (Index k = 0; k < m; ++k) sticky.w_0[k] = way[at.slot[std::size_t(k)]] - last[at.slot[std::size_t(k)]];
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
        const auto i = std::size_t(k);
        const Index slot = at.slot[i];
        const TouchContact& contact = p.contacts[at.contact[i]];
        way[slot] += share * rigid_way[k];
        const double area = share_of_area(p, contact) * p.first(contact).area[at.node[i]];
        u_t[slot] = last[slot] + found.w[k];
        TouchPoint point{int(at.contact[i]), int(at.node[i]), at.pairs[i], at.tangent[i], found.p[k],
                         found.q[k],         found.d[k],      found.w[k],  area,          found.state[i]};
        if (point.normal_force > 0) {
          out.contact_area += area;
          if (point.state == PairState::stick) out.stick_area += area;
        }
        out.points.push_back(std::move(point));
      }
      settled = found.th.norm() <= 1e-9 * size + 1e-6 * total.norm();
      if (reach_cuts(p, at, slots, found.p)) {
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

VectorXd touch_displacement(const TouchProblem& p, const TouchStep& step, int which) {
  const TouchBody& body = p.bodies[std::size_t(which)];
  // Forces were found with the frames where they came to rest; a body's own axes differ from them by its small turn.
  const Index d = body.plane ? 2 : 3;
  MatrixXd f = MatrixXd::Zero(body.model->dofs.size, 1);
  for (const TouchPoint& point : step.points)
    for (const SurfacePoint* at : {&point.pair.one, &point.pair.two}) {
      if (at->body != which) continue;
      const double sense = at == &point.pair.one ? -1 : 1;
      const Vector3d force = sense * (point.normal_force * point.pair.normal + point.tangential_force * point.tangent);
      for (std::size_t k = 0; k < at->nodes.size(); ++k)
        for (Index axis = 0; axis < d; ++axis)
          f(d * Index(body.nodes[std::size_t(at->nodes[k])]) + axis, 0) += at->weights[k] * force[axis];
    }
  return body.solver->solve(f).col(0);
}

}  // namespace trunnion
